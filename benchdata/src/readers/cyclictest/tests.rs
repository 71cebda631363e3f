use crate::readers::tests::{counts, error, fixture, has, lines, read, text, version};

#[test]
fn quiet() {
    let expected = [
        "1 | interval=1000, priority=90, thread=0 | latency_min = 5 us lower",
        "1 | interval=1000, priority=90, thread=0 | latency_avg = 28 us lower",
        "1 | interval=1000, priority=90, thread=0 | latency_max = 4987 us lower",
        "1 | interval=1000, priority=90, thread=0 | cycles = 1975 cycles -",
        "1 | interval=1500, priority=90, thread=1 | latency_min = 7 us lower",
        "1 | interval=1500, priority=90, thread=1 | latency_avg = 40 us lower",
        "1 | interval=1500, priority=90, thread=1 | latency_max = 5638 us lower",
        "1 | interval=1500, priority=90, thread=1 | cycles = 1320 cycles -",
    ];
    assert_eq!(lines(&fixture("cyclictest/text-quiet.txt")), expected);
}

#[test]
fn the_last_refresh_counts() {
    let expected = [
        "1 | interval=2000, priority=80, thread=0 | latency_min = 7 us lower",
        "1 | interval=2000, priority=80, thread=0 | latency_avg = 11 us lower",
        "1 | interval=2000, priority=80, thread=0 | latency_max = 26 us lower",
        "1 | interval=2000, priority=80, thread=0 | cycles = 300 cycles -",
        "1 | interval=2500, priority=80, thread=1 | latency_min = 8 us lower",
        "1 | interval=2500, priority=80, thread=1 | latency_avg = 18 us lower",
        "1 | interval=2500, priority=80, thread=1 | latency_max = 161 us lower",
        "1 | interval=2500, priority=80, thread=1 | cycles = 240 cycles -",
    ];
    assert_eq!(lines(&fixture("cyclictest/text-interactive-cr.txt")), expected);
}

#[test]
fn two_executions_of_2006_without_averages() {
    let expected = [
        "1 | interval=1100, priority=80, thread=0 | latency_min = 7 us lower",
        "1 | interval=1100, priority=80, thread=0 | latency_max = 59 us lower",
        "1 | interval=1100, priority=80, thread=0 | cycles = 2047066 cycles -",
        "1 | interval=1000, priority=80, thread=0 | latency_min = 7 us lower",
        "1 | interval=1000, priority=80, thread=0 | latency_max = 60 us lower",
        "1 | interval=1000, priority=80, thread=0 | cycles = 1047066 cycles -",
        "1 | interval=1010, priority=79, thread=1 | latency_min = 7 us lower",
        "1 | interval=1010, priority=79, thread=1 | latency_max = 79 us lower",
        "1 | interval=1010, priority=79, thread=1 | cycles = 1036659 cycles -",
    ];
    assert_eq!(lines(&fixture("cyclictest/pub-2006-no-avg.txt")), expected);
}

#[test]
fn histograms() {
    // `# Max Latencies: 02140 01029` is decimal.
    let expected = [
        "1 | thread=0 | latency_min = 5 us lower",
        "1 | thread=0 | latency_avg = 15 us lower",
        "1 | thread=0 | latency_max = 2140 us lower",
        "1 | thread=0 | overflows = 8 cycles lower",
        "1 | thread=1 | latency_min = 5 us lower",
        "1 | thread=1 | latency_avg = 16 us lower",
        "1 | thread=1 | latency_max = 1029 us lower",
        "1 | thread=1 | overflows = 12 cycles lower",
    ];
    assert_eq!(lines(&fixture("cyclictest/histogram.txt")), expected);
    let twice = read("cyclictest", &text("cyclictest/histogram.txt").repeat(2)).unwrap();
    assert_eq!(counts(&twice), [8, 8]);
    assert_eq!(counts(&fixture("cyclictest/histogram-with-total.txt")), [8]);
}

#[test]
fn json() {
    let reading = fixture("cyclictest/json-2threads.json");
    assert_eq!(version(&reading), "2.40");
    let expected = [
        "thread=0 | latency_min = 7 us lower",
        "thread=0 | latency_avg = 18.75 us lower",
        "thread=0 | latency_max = 138 us lower",
        "thread=0 | cycles = 1000 cycles -",
        "thread=1 | latency_min = 8 us lower",
        "thread=1 | latency_avg = 17.68 us lower",
        "thread=1 | latency_max = 240 us lower",
        "thread=1 | cycles = 677 cycles -",
    ];
    let case = "interval=1000, loops=1000, priority=80";
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case}, {result}")));
}

#[test]
fn nanoseconds_where_the_command_or_the_columns_say_so() {
    let paths = ["nanoseconds.txt", "nanoseconds-without-command.txt", "json-nanoseconds.json"];
    for path in paths {
        let lines = lines(&fixture(&format!("cyclictest/{path}")));
        let mut latencies = lines.iter().filter(|line| line.contains("latency"));
        assert!(latencies.all(|line| line.ends_with(" ns lower")), "{lines:#?}");
    }
}

#[test]
fn a_histogram_of_nanoseconds_is_refused_until_its_command_is_known() {
    let histogram = text("cyclictest/nanoseconds-histogram.txt");
    assert!(
        error("cyclictest", &histogram).contains("found a shortest latency of 55612, expected microseconds")
    );
    let reading = read("cyclictest", &format!("$ cyclictest -qN -h 20\n{histogram}")).unwrap();
    has(&reading, &["1 | thread=0 | latency_max = 116922 ns lower"]);
}

#[test]
fn nanoseconds_whose_blanks_are_gone_are_refused_until_their_command_is_known() {
    let squeezed = text("cyclictest/nanoseconds-squeezed.txt");
    let refused = "found a shortest latency of 1941, expected microseconds";
    assert!(error("cyclictest", &squeezed).contains(refused));
    let slow = text("cyclictest/nanoseconds-squeezed-slow.txt");
    assert!(error("cyclictest", &slow).contains("found a shortest latency of 59415"));
    let reading = read("cyclictest", &format!("$ cyclictest -qN\n{squeezed}")).unwrap();
    has(&reading, &["1 | interval=1000, priority=80, thread=0 | latency_max = 53996 ns lower"]);
    let microseconds = squeezed.replace("Min: 1941", "Min: 5");
    has(
        &read("cyclictest", &microseconds).unwrap(),
        &["1 | interval=1000, priority=80, thread=0 | latency_min = 5 us lower"],
    );
}

#[test]
fn cut_texts() {
    let error = |text: &str| error("cyclictest", text);
    let quiet = text("cyclictest/text-quiet.txt");
    let quiet = quiet.trim_end();
    assert!(error(quiet).starts_with("line 3: found the end of the text within a number"));
    assert!(error(&quiet[..quiet.len() - 11]).starts_with("line 3: found a line without Max"));
    let histogram = text("cyclictest/histogram.txt");
    let cut = &histogram[..histogram.find("# Max").unwrap()];
    assert!(error(cut).contains("found 2 Min, 2 Avg, 0 Max Latencies"));
    assert!(error(&text("cyclictest/json-2threads.json")[..700]).contains("EOF"));
    let start = "T: 0 (1) P:80 I:2000 C: 0 Min:1000000 Act: 0 Avg: 0 Max: 0\n";
    assert!(error(start).contains("no result"));
}
