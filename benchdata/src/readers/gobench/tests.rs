use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn repetitions_are_samples() {
    let reading = read(fixture!("gobench/pingpong-count3.txt")).unwrap();
    assert_eq!(reading.runs.len(), 1);
    let of = |name: &str| value(&reading, 0, &name.replace(" | ", ", package=pingpong | "));
    assert_eq!(of("gomaxprocs=2, name=ChanPingPong | time"), "577 419.3 574.6 ns/op lower");
    assert_eq!(of("gomaxprocs=2, name=ChanPingPong | memory"), "0 0 0 B/op lower");
    assert_eq!(of("gomaxprocs=2, name=ChanPingPong | allocs"), "0 0 0 allocs/op lower");
    assert_eq!(of("gomaxprocs=2, name=Gosched | time"), "178.4 191.6 170.2 ns/op lower");
    let fanout = |metric| {
        value(&reading, 0, &format!("gomaxprocs=2, name=Fanout, package=pingpong, workers=2 | {metric}"))
    };
    assert_eq!(fanout("throughput"), "4055.52 4445.35 3300.21 MB/s higher");
    assert_eq!(fanout("time"), "1010 921.4 1241 ns/op lower");
    assert_eq!(fanout("wakeups_per_op"), "2 2 2 wakeups/op -");
}

#[test]
fn executions_are_runs_and_packages_are_not() {
    let text = fixture!("gobench/pingpong-count3.txt");
    assert_eq!(read(&text.repeat(2)).unwrap().runs.len(), 2);
    let other = text.replace("pkg: pingpong", "pkg: other");
    assert_eq!(read(&format!("{text}{other}")).unwrap().runs.len(), 1);
}

#[test]
fn names_units_and_directions() {
    let text =
        "Unit hits/op better=higher\nBenchmarkMap/big/box=3/size=1k 10 5 ns/op 2 hits/op 7 p99-ns 3 req/s\n";
    assert_eq!(
        lines(&read(text).unwrap().runs[0]),
        [
            "gomaxprocs=1, name=Map, size=1k, variant=big/box=3 | time = 5 ns/op lower",
            "gomaxprocs=1, name=Map, size=1k, variant=big/box=3 | hits_per_op = 2 hits/op higher",
            "gomaxprocs=1, name=Map, size=1k, variant=big/box=3 | p99_ns = 7 p99-ns lower",
            "gomaxprocs=1, name=Map, size=1k, variant=big/box=3 | req_per_s = 3 req/s higher",
        ]
    );
}

#[test]
fn a_cut_line_gives_no_unit_of_its_own() {
    let text = fixture!("gobench/pingpong-count3.txt");
    let at = text.find("2.000 wakeups/op").unwrap();
    for end in at - 12..at + 15 {
        let cut = read(&text[..end]).unwrap();
        let results = lines(&cut.runs[0]);
        assert!(!results.iter().any(|line| line.contains("wakeup")), "{results:?}");
    }
    assert_eq!(read("BenchmarkX-2 10 5 ns/op 3\n").unwrap_err().line, 1);
}
