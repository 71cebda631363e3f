//! A page of each kind about benchmarks and boxes.

use benchdata::metric::direction;
use benchdata::readers::{READERS, glossary, reader};

use super::samples::{frame, moment, pairs, run_lines};
use super::*;

fn tally(name: &str, page: fn(&str) -> String, runs: &str, label: &str) -> TallyLine {
    TallyLine {
        name: name.to_owned(),
        page: page(name),
        runs: runs.to_owned(),
        newest: "2f8e6b1d05c7a944".to_owned(),
        label: label.to_owned(),
        received: moment("2003-02-14", "08:01"),
    }
}

fn newest() -> NewestRuns {
    let shown = "5 runs, newest first".to_owned();
    NewestRuns { runs: run_lines(), shown, all: links::runs("benchmark:tiobench") }
}

fn some_boxes() -> Vec<TallyLine> {
    vec![
        tally("<script>alert(1)</script>", links::test_box, "1", "2539mm1fb16"),
        tally("bigbox", links::test_box, "100+", "2.5.60-mm2-ant"),
    ]
}

fn some_benchmarks() -> Vec<TallyLine> {
    vec![
        tally("bonnie++", links::benchmark, "12", "2.5.60-mm2"),
        tally("tiobench", links::benchmark, "2", "2.5.60-mm2-ant"),
    ]
}

pub(super) fn benchmarks() -> Benchmarks {
    let readers = READERS.iter().map(|reader| ReaderLine { name: reader.name, about: reader.about });
    Benchmarks { frame: frame(Place::Benchmarks), tallies: some_benchmarks(), readers: readers.collect() }
}

pub(super) fn benchmark() -> BenchmarkPage {
    let metrics = glossary("tiobench").iter().map(|info| MetricLine {
        name: info.name.to_owned(),
        meaning: Some(info.meaning),
        unit: info.unit.to_owned(),
        direction: direction(info.better).to_owned(),
        headline: info.headline,
    });
    let parameter = |name: &str, values: &[&str], more| ParameterLine {
        name: name.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
        more,
    };
    BenchmarkPage {
        frame: frame(Place::Benchmarks),
        name: "tiobench".to_owned(),
        about: reader("tiobench").map(|reader| reader.about),
        metrics: metrics.collect(),
        parameters: vec![
            parameter("test", &["Random reads", "Sequential reads"], 0),
            parameter("threads", &["1", "2", "4", "8", "16"], 3),
        ],
        boxes: some_boxes(),
        newest: newest(),
        offer: Some(Offer {
            text: "Compare 2.5.60-mm2-ant with 2.5.60-mm2".to_owned(),
            url: "/compare?q=benchmark:tiobench+label:2.5.60-mm2|2.5.60-mm2-ant".to_owned(),
        }),
    }
}

pub(super) fn unread_benchmark() -> BenchmarkPage {
    let metric = MetricLine {
        name: "time \"to\" <done>".to_owned(),
        meaning: None,
        unit: "s or ms".to_owned(),
        direction: "lower is better".to_owned(),
        headline: false,
    };
    let name = "<script>alert(1)</script>".to_owned();
    BenchmarkPage { name, about: None, metrics: vec![metric], parameters: vec![], offer: None, ..benchmark() }
}

pub(super) fn benchmark_without_runs() -> BenchmarkPage {
    let newest = NewestRuns { runs: vec![], ..newest() };
    BenchmarkPage { newest, metrics: vec![], parameters: vec![], boxes: vec![], offer: None, ..benchmark() }
}

pub(super) fn boxes() -> Boxes {
    Boxes { frame: frame(Place::Boxes), tallies: some_boxes() }
}

pub(super) fn no_boxes() -> Boxes {
    Boxes { frame: frame(Place::Boxes), tallies: vec![] }
}

pub(super) fn test_box() -> BoxPage {
    BoxPage {
        frame: frame(Place::Boxes),
        name: "bigbox".to_owned(),
        benchmarks: some_benchmarks(),
        newest: newest(),
        environment: pairs([("kernel.release", "2.5.60-mm2-ant"), ("block.hda.scheduler", "as")]),
    }
}
