//! What is sent: runs as JSON, and real outputs of tiobench.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use benchdata::name::{Key, Name, Value};
use benchdata::readers::runs_from_output;
use benchdata::reading::Declaration;
use benchdata::run::Run;
use benchdata::source::Source;
use benchdata::wire::runs_from_json;
use fastrand::Rng;
use serde_json::{Value as Json, json};
use time::format_description::well_known::Rfc3339;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// One request's body, and the runs in it with their results in order.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(crate) form: Form,
    pub(crate) runs: Vec<Run>,
}

#[derive(Debug, Clone)]
pub(crate) enum Form {
    Json(String),
    Output(Box<Output>),
}

/// A tool's output and what its sender says about it.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    pub(crate) source: Source,
    pub(crate) declared: Declaration,
}

/// Real outputs: of one label, of one, of two, of two.
const OUTPUTS: [&str; 4] =
    ["default-threads.txt", "pub-pre4-pre6-prompt.txt", "tiobench-2.5.60-mail.txt", "two-blocks-ident.txt"];

impl Upload {
    /// A real output, made another by what is declared.
    pub(crate) fn of_output(number: u64) -> Self {
        let output = Output::new(number);
        let read = runs_from_output("tiobench", &output.source, Some(&output.declared)).unwrap();
        Self { form: Form::Output(Box::new(output)), runs: read.runs.into_iter().map(in_order).collect() }
    }

    /// Runs as JSON, alone or in an array.
    pub(crate) fn of_json(json: &Json) -> Self {
        let text = json.to_string();
        let runs = runs_from_json(text.as_bytes()).unwrap();
        Self { form: Form::Json(text), runs: runs.into_iter().map(in_order).collect() }
    }
}

impl Output {
    fn new(number: u64) -> Self {
        let name = OUTPUTS[usize::try_from(number).unwrap() % OUTPUTS.len()];
        let demo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../demo"));
        let bytes = fs::read(demo.join(name)).unwrap();
        let label = (name == OUTPUTS[0]).then(|| Name::new(format!("kernel-{number}")).unwrap());
        let factors = [(Key::new("number").unwrap(), Value::new(number.to_string()).unwrap())];
        let declared = Declaration {
            label,
            factors: BTreeMap::from(factors),
            started: Some(started(number)),
            ..Declaration::on(Name::new("bigbox").unwrap())
        };
        Self { source: Source { name: name.to_owned(), bytes: bytes.into() }, declared }
    }

    /// What is declared, as the address says it.
    pub(crate) fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("format", "tiobench").append_pair("name", &self.source.name);
        query.append_pair("box", self.declared.box_name.as_str());
        if let Some(started) = self.declared.started {
            query.append_pair("started", &started.format(&Rfc3339).unwrap());
        }
        if let Some(label) = &self.declared.label {
            query.append_pair("label", label.as_str());
        }
        for (factor, level) in &self.declared.factors {
            query.append_pair("set", &format!("{factor}={level}"));
        }
        query.finish()
    }
}

fn started(number: u64) -> OffsetDateTime {
    datetime!(2003-02-14 01:31:44 UTC) + Duration::seconds(number.cast_signed())
}

/// A run of 48 series with 5 samples each, whose digits are all a double has, and two
/// sources, one of them no text.
pub(crate) fn run(number: u64) -> Json {
    let mut random = Rng::with_seed(number);
    let mut value = || random.f64() * 10_f64.powi(random.i32(-140..100));
    let results: Vec<Json> = (0..48)
        .map(|series| {
            let samples: Vec<f64> = std::iter::repeat_with(&mut value).take(5).collect();
            let case = json!({"threads": (series % 12).to_string(), "block": (series / 12).to_string()});
            json!({"case": case, "metric": "rate", "unit": "MiB/s", "better": "higher", "samples": samples})
        })
        .collect();
    json!({
        "schema": "runoff/1", "box": format!("box-{}", number % 5), "benchmark": "synthetic",
        "label": format!("kernel-{}", number % 20), "started": started(number).format(&Rfc3339).unwrap(),
        "factors": {"number": number.to_string()},
        "environment": {"kernel.release": format!("kernel-{}", number % 20)},
        "results": results,
        "sources": [{"name": "out", "text": format!("run {number}\n").repeat(100)},
                    {"name": "binary", "base64": "/wD/gA=="}],
        "note": "as measured",
    })
}

/// The run with its results in an order of ours: none is promised.
pub(crate) fn in_order(mut run: Run) -> Run {
    run.results.sort_by(|a, b| a.series.cmp(&b.series));
    run
}
