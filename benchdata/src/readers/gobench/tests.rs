use crate::readers::tests::{counts, fixture, has, lines, read, text};

#[test]
fn repetitions_are_samples() {
    let reading = fixture("gobench/pingpong-count3.txt");
    assert_eq!(counts(&reading), [10]);
    let wanted = [
        "1 | gomaxprocs=2, name=ChanPingPong, package=pingpong | time = 577 419.3 574.6 ns/op lower",
        "1 | gomaxprocs=2, name=ChanPingPong, package=pingpong | memory = 0 0 0 B/op lower",
        "1 | gomaxprocs=2, name=ChanPingPong, package=pingpong | allocs = 0 0 0 allocs/op lower",
        "1 | gomaxprocs=2, name=Gosched, package=pingpong | time = 178.4 191.6 170.2 ns/op lower",
        "1 | gomaxprocs=2, name=Fanout, workers=2 | throughput = 4055.52 4445.35 3300.21 MB/s higher",
        "1 | gomaxprocs=2, name=Fanout, workers=2 | time = 1010 921.4 1241 ns/op lower",
        "1 | gomaxprocs=2, name=Fanout, workers=2 | wakeups_per_op = 2 2 2 wakeups/op -",
    ];
    has(&reading, &wanted);
}

#[test]
fn executions_are_runs_and_packages_are_not() {
    let text = text("gobench/pingpong-count3.txt");
    assert_eq!(counts(&read("gobench", &text.repeat(2)).unwrap()), [10, 10]);
    let other = text.replace("pkg: pingpong", "pkg: other");
    assert_eq!(counts(&read("gobench", &format!("{text}{other}")).unwrap()), [20]);
}

#[test]
fn names_units_and_directions() {
    let text =
        "Unit hits/op better=higher\nBenchmarkMap/big/box=3/size=1k 10 5 ns/op 2 hits/op 7 p99-ns 3 req/s\n";
    let case = "gomaxprocs=1, name=Map, size=1k, variant=big/box=3";
    let expected = [
        "time = 5 ns/op lower",
        "hits_per_op = 2 hits/op higher",
        "p99_ns = 7 p99-ns lower",
        "req_per_s = 3 req/s higher",
    ];
    assert_eq!(
        lines(&read("gobench", text).unwrap()),
        expected.map(|result| format!("1 | {case} | {result}"))
    );
}

#[test]
fn a_cut_line_gives_no_unit_of_its_own() {
    let text = text("gobench/pingpong-count3.txt");
    let at = text.find("2.000 wakeups/op").unwrap();
    for end in at - 12..at + 15 {
        let results = lines(&read("gobench", &text[..end]).unwrap());
        assert!(!results.iter().any(|line| line.contains("wakeup")), "{results:?}");
    }
    assert_eq!(read("gobench", "BenchmarkX-2 10 5 ns/op 3\n").unwrap_err().line, 1);
}
