//! `runoff formats`: the tools whose outputs are read.

use std::io;

use benchdata::metric::{Better, MetricInfo, direction};
use benchdata::readers::{READERS, WIRE};
use serde::Serialize;

use crate::arguments::Formats;
use crate::outcome::{CommandError, Outcome};
use crate::terminal::{print, print_json};

#[derive(Serialize)]
struct Format {
    format: &'static str,
    about: &'static str,
    metrics: Vec<Metric>,
}

#[derive(Serialize)]
struct Metric {
    metric: &'static str,
    unit: &'static str,
    better: Option<Better>,
    meaning: &'static str,
}

impl From<&MetricInfo> for Metric {
    fn from(info: &MetricInfo) -> Self {
        Self { metric: info.name, unit: info.unit, better: info.better, meaning: info.meaning }
    }
}

/// Lists the readers, each with its metrics.
pub(crate) fn formats(options: &Formats) -> Result<Outcome, CommandError> {
    let wire =
        Format { format: WIRE, about: "Runoff's own JSON, `runoff/1`: any benchmark", metrics: Vec::new() };
    let tools = READERS.iter().map(|reader| Format {
        format: reader.name,
        about: reader.about,
        metrics: reader.metrics.iter().map(Metric::from).collect(),
    });
    let formats: Vec<Format> = tools.chain([wire]).collect();
    if options.json {
        print_json(&formats)?;
    } else {
        formats.iter().try_for_each(print_format)?;
    }
    Ok(Outcome::Done)
}

fn print_format(format: &Format) -> io::Result<()> {
    print(format_args!("{}: {}", format.format, format.about))?;
    let width =
        |text: fn(&Metric) -> &str| format.metrics.iter().map(|m| text(m).chars().count()).max().unwrap_or(0);
    let (names, units) = (width(|m| m.metric), width(|m| m.unit));
    for metric in &format.metrics {
        let better = direction(metric.better);
        print(format_args!(
            "  {:names$}  {:units$}  {better:16}  {}",
            metric.metric, metric.unit, metric.meaning
        ))?;
    }
    Ok(())
}
