use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../fixtures/cyclictest/", $name))
    };
}

fn read_values(text: &str) -> Vec<String> {
    values(&read(text).unwrap())
}

#[test]
fn quiet() {
    assert_eq!(
        read_values(fixture!("text-quiet.txt")),
        [
            "0 | interval=1000 priority=90 thread=0 | latency_min 5 us lower",
            "0 | interval=1000 priority=90 thread=0 | latency_avg 28 us lower",
            "0 | interval=1000 priority=90 thread=0 | latency_max 4987 us lower",
            "0 | interval=1000 priority=90 thread=0 | cycles 1975 cycles",
            "0 | interval=1500 priority=90 thread=1 | latency_min 7 us lower",
            "0 | interval=1500 priority=90 thread=1 | latency_avg 40 us lower",
            "0 | interval=1500 priority=90 thread=1 | latency_max 5638 us lower",
            "0 | interval=1500 priority=90 thread=1 | cycles 1320 cycles",
        ]
    );
}

#[test]
fn the_last_refresh_counts() {
    assert_eq!(
        read_values(fixture!("text-interactive-cr.txt")),
        [
            "0 | interval=2000 priority=80 thread=0 | latency_min 7 us lower",
            "0 | interval=2000 priority=80 thread=0 | latency_avg 11 us lower",
            "0 | interval=2000 priority=80 thread=0 | latency_max 26 us lower",
            "0 | interval=2000 priority=80 thread=0 | cycles 300 cycles",
            "0 | interval=2500 priority=80 thread=1 | latency_min 8 us lower",
            "0 | interval=2500 priority=80 thread=1 | latency_avg 18 us lower",
            "0 | interval=2500 priority=80 thread=1 | latency_max 161 us lower",
            "0 | interval=2500 priority=80 thread=1 | cycles 240 cycles",
        ]
    );
}

#[test]
fn two_executions_of_2006_without_averages() {
    assert_eq!(
        read_values(fixture!("pub-2006-no-avg.txt")),
        [
            "0 | interval=1100 priority=80 thread=0 | latency_min 7 us lower",
            "0 | interval=1100 priority=80 thread=0 | latency_max 59 us lower",
            "0 | interval=1100 priority=80 thread=0 | cycles 2047066 cycles",
            "0 | interval=1000 priority=80 thread=0 | latency_min 7 us lower",
            "0 | interval=1000 priority=80 thread=0 | latency_max 60 us lower",
            "0 | interval=1000 priority=80 thread=0 | cycles 1047066 cycles",
            "0 | interval=1010 priority=79 thread=1 | latency_min 7 us lower",
            "0 | interval=1010 priority=79 thread=1 | latency_max 79 us lower",
            "0 | interval=1010 priority=79 thread=1 | cycles 1036659 cycles",
        ]
    );
}

#[test]
fn histograms() {
    let expected = [
        "0 | thread=0 | latency_min 5 us lower",
        "0 | thread=0 | latency_avg 15 us lower",
        "0 | thread=0 | latency_max 2140 us lower",
        "0 | thread=0 | overflows 8 cycles lower",
        "0 | thread=1 | latency_min 5 us lower",
        "0 | thread=1 | latency_avg 16 us lower",
        "0 | thread=1 | latency_max 1029 us lower",
        "0 | thread=1 | overflows 12 cycles lower",
    ];
    assert_eq!(read_values(fixture!("histogram.txt")), expected);
    assert_eq!(read(&fixture!("histogram.txt").repeat(2)).unwrap().runs.len(), 2);
    assert_eq!(read_values(fixture!("histogram-with-total.txt")).len(), 8);
}

#[test]
fn json() {
    let reading = read(fixture!("json-2threads.json")).unwrap();
    assert_eq!(reading.version.as_ref().unwrap().as_str(), "2.40");
    let case = "interval=1000 loops=1000 priority=80";
    assert_eq!(
        values(&reading),
        [
            format!("0 | {case} thread=0 | latency_min 7 us lower"),
            format!("0 | {case} thread=0 | latency_avg 18.75 us lower"),
            format!("0 | {case} thread=0 | latency_max 138 us lower"),
            format!("0 | {case} thread=0 | cycles 1000 cycles"),
            format!("0 | {case} thread=1 | latency_min 8 us lower"),
            format!("0 | {case} thread=1 | latency_avg 17.68 us lower"),
            format!("0 | {case} thread=1 | latency_max 240 us lower"),
            format!("0 | {case} thread=1 | cycles 677 cycles"),
        ]
    );
}

#[test]
fn nanoseconds_where_the_command_says_so() {
    let is_nanoseconds = |text| {
        let values = read_values(text);
        values.iter().filter(|value| value.contains("latency")).all(|value| value.ends_with(" ns lower"))
    };
    assert!(is_nanoseconds(fixture!("nanoseconds.txt")));
    assert!(is_nanoseconds(fixture!("json-nanoseconds.json")));
}

#[test]
fn cut_texts() {
    let text = fixture!("text-quiet.txt").trim_end();
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(error(text).starts_with("line 3: found the end of the text within a number"));
    assert!(error(&text[..text.len() - 11]).starts_with("line 3: found a line without Max"));
    let histogram = fixture!("histogram.txt");
    let cut = &histogram[..histogram.find("# Max").unwrap()];
    assert!(error(cut).contains("found 2 Min, 2 Avg, 0 Max Latencies"));
    assert!(error(&fixture!("json-2threads.json")[..700]).contains("EOF"));
    let start = "T: 0 (1) P:80 I:2000 C: 0 Min:1000000 Act: 0 Avg: 0 Max: 0\n";
    assert!(error(start).contains("no result"));
}
