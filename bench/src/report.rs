//! The figures, as a Markdown table.

use std::time::Duration;

use crate::comparison::RUNS_A_SIDE;
use crate::load::Took;
use crate::reading::Reading;
use crate::service::Service;

/// Lines of figures.
#[derive(Default)]
pub(crate) struct Report(Vec<[String; 4]>);

impl Report {
    fn line(&mut self, what: String, runoff: String, limit: String, ratio: String) {
        self.0.push([what, runoff, limit, ratio]);
    }

    pub(crate) fn start_up(&mut self, service: &Service) {
        for (what, took) in ["new cluster", "cluster there"].iter().zip(service.start_up) {
            let took = format!("{:.0} ms", took.as_secs_f64() * 1e3);
            self.line(format!("start-up, {what}"), took, String::new(), String::new());
        }
    }

    pub(crate) fn uploads(&mut self, clients: usize, uploads: &Took, copies: &Took) {
        let rate = |took: &Took| format!("{:.0} uploads/s, p99 {:.1} ms", took.rate(), took.quantile(0.99));
        let what = format!("240 values an upload, {clients} clients, against COPY");
        self.line(what, rate(uploads), rate(copies), format!("{:.2}", uploads.rate() / copies.rate()));
    }

    pub(crate) fn page(&mut self, clients: usize, size: usize, page: &Took, bare: &Took) {
        let times = |took: &Took| {
            format!(
                "p50 {:.2} ms, p99 {:.2} ms, {:.0}/s",
                took.quantile(0.5),
                took.quantile(0.99),
                took.rate()
            )
        };
        let what = format!("compare page ({} KiB), {clients} connections, against a bare page", size / 1024);
        let ratio = page.quantile(0.5) / bare.quantile(0.5);
        self.line(what, times(page), times(bare), format!("p50 x {ratio:.1}"));
    }

    pub(crate) fn comparison(&mut self, cpu: Duration) {
        let what = format!("comparing {} runs x 48 series x 5 samples", 2 * RUNS_A_SIDE);
        let cpu = format!("{:.0} ms CPU", cpu.as_secs_f64() * 1e3);
        self.line(what, cpu, String::new(), String::new());
    }

    pub(crate) fn memory(&mut self, service: &Service) -> anyhow::Result<()> {
        let resident = format!("{:.0} MiB", service.memory()?);
        self.line("resident after all this, Postgres apart".into(), resident, String::new(), String::new());
        Ok(())
    }

    pub(crate) fn readings(&mut self, readings: &[Reading]) {
        for Reading { output, rate, limit, memory } in readings {
            let read = format!("{rate:.0} MB/s, memory x {memory:.1}");
            let ratio = format!("{:.2}", rate / limit);
            self.line(format!("read 100 MiB: {output}"), read, format!("{limit:.0} MB/s"), ratio);
        }
    }

    pub(crate) fn markdown(&self) -> String {
        let mut text = "| what | Runoff | limit | ratio |\n| --- | --- | --- | --- |\n".to_owned();
        text.extend(self.0.iter().map(|line| format!("| {} |\n", line.join(" | "))));
        text
    }
}
