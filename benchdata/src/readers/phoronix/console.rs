//! What the suite prints: samples and their average while it runs a test, and graphs of
//! averages, which are all there is in `result-file-to-text`.

use std::collections::HashSet;

use super::{Gathering, Test};
use crate::metric::Better;
use crate::readers::text::number;
use crate::reading::ReadError;

/// `Seconds < Lower Is Better`
pub(super) fn direction(line: &str) -> Option<(&str, Better)> {
    let (scale, better) = line.split_once(" < ").or_else(|| line.split_once(" > "))?;
    match better {
        "Lower Is Better" => Some((scale, Better::Lower)),
        "Higher Is Better" => Some((scale, Better::Higher)),
        _ => None,
    }
}

#[derive(Default)]
struct Console {
    /// The title of the tests that are run.
    title: String,
    description: String,
    samples: Vec<f64>,
    /// A test's result, until it is known which way is better.
    pending: Option<(usize, Test, Vec<f64>)>,
    /// The graph whose rows come now.
    graph: Option<Test>,
    /// The systems' bars of this result file, with their graphs' titles, descriptions and scales.
    bars: HashSet<[String; 4]>,
    /// The two lines before, the nearer last.
    before: [String; 2],
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut console = Console::default();
    let last = text.lines().count();
    // Where a blank line stands behind each, blank lines would part what belongs together.
    let is_double_spaced = text.lines().skip(1).step_by(2).all(|line| line.trim().is_empty());
    for (line, raw) in (1..).zip(text.lines()).step_by(if is_double_spaced { 2 } else { 1 }) {
        let body = raw.trim();
        if line == last && !text.ends_with('\n') && (body.starts_with("Average: ") || number(body).is_some())
        {
            gathering.remark(line, "the line is left out: it has no end and may be cut");
            break;
        }
        console.take(gathering, line, body)?;
        let [_, nearer] = std::mem::take(&mut console.before);
        console.before = [nearer, body.to_owned()];
    }
    if !console.samples.is_empty() {
        gathering.remark(last, "samples without an average are left out: the test is not over");
    }
    console.flush(gathering)
}

impl Console {
    fn take(&mut self, gathering: &mut Gathering, line: usize, body: &str) -> Result<(), ReadError> {
        if let Some(version) = body.strip_prefix("Phoronix Test Suite v") {
            self.flush(gathering)?;
            gathering.version(version);
            gathering.next_run();
        } else if is_profile(body) && self.before[1].ends_with(':') {
            self.flush(gathering)?;
            self.title = self.before[1].trim_end_matches(':').to_owned();
        } else if let Some(sample) = number(body) {
            if self.samples.is_empty() {
                self.description = self.before[1].trim_end_matches(':').to_owned();
            }
            self.samples.push(sample);
        } else if let Some(average) = body.strip_prefix("Average: ").filter(|_| !self.samples.is_empty()) {
            self.flush(gathering)?;
            let scale = average.split_once(' ').map_or("", |(_, scale)| scale);
            let description = if self.description == "Test Results" { "" } else { &self.description };
            let test = Test {
                title: self.title.clone(),
                description: description.to_owned(),
                scale: scale.to_owned(),
                ..Test::default()
            };
            self.pending = Some((line, test, std::mem::take(&mut self.samples)));
        } else if let Some((scale, better)) = direction(body) {
            self.scale(gathering, scale, better)?;
        } else if let Some((system, value)) = bar(body) {
            if let Some(test) = &self.graph {
                let known = [system, &test.title, &test.description, &test.scale].map(str::to_owned);
                // What comes again is another result file's.
                if !self.bars.insert(known.clone()) {
                    self.bars = [known].into();
                    gathering.forget_labels();
                }
                gathering.run_of(line, system)?;
                test.add(gathering, line, vec![value])?;
            }
        } else if body.is_empty() {
            self.graph = None;
        }
        Ok(())
    }

    /// A graph's scale tells the direction of the result above it; a graph of its own has a
    /// title and a description.
    fn scale(&mut self, gathering: &mut Gathering, scale: &str, better: Better) -> Result<(), ReadError> {
        self.graph = None;
        if let Some((_, test, _)) = self.pending.as_mut().filter(|(_, test, _)| test.scale == scale) {
            test.better = Some(better);
            return self.flush(gathering);
        }
        self.flush(gathering)?;
        let [first, second] = &self.before;
        let (title, description) = if first.is_empty() { (second, first) } else { (first, second) };
        // The mean over all tests is derived from the others.
        if scale != "Geometric Mean" && !title.is_empty() {
            self.graph = Some(Test {
                title: title.clone(),
                description: description.clone(),
                scale: scale.to_owned(),
                better: Some(better),
                ..Test::default()
            });
        }
        Ok(())
    }

    fn flush(&mut self, gathering: &mut Gathering) -> Result<(), ReadError> {
        match self.pending.take() {
            Some((line, test, samples)) => test.add(gathering, line, samples),
            None => Ok(()),
        }
    }
}

/// `local/hackbench-1.0.0 [Groups: 2 - Type: Thread]`
fn is_profile(body: &str) -> bool {
    let profile = body.split_whitespace().next().and_then(|word| word.split_once('/'));
    profile.is_some_and(|(_, test)| test.contains('-')) && !body.ends_with(':')
}

/// `mq-deadline . 0.134 |=======`
fn bar(body: &str) -> Option<(&str, f64)> {
    let (left, bar) = body.rsplit_once(" |")?;
    let (system, value) = left.rsplit_once(' ')?;
    let system = system.trim_end_matches(['.', ' ']);
    let is_bar = !system.is_empty() && bar.bytes().all(|b| b == b'=');
    number(value).filter(|_| is_bar).map(|value| (system, value))
}
