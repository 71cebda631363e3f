use crate::readers::tests::{counts, error, fixture, has, labels, lines, read, text};

#[test]
fn one_load() {
    let expected = [
        "1 | jobs=8, load=optimal | elapsed = 28.094 (n 5, sd 0.182565) s lower",
        "1 | jobs=8, load=optimal | user_time = 184.74 (n 5, sd 0.397052) s lower",
        "1 | jobs=8, load=optimal | system_time = 20.72 (n 5, sd 0.18262) s lower",
        "1 | jobs=8, load=optimal | cpu = 730.8 (n 5, sd 5.54076) % -",
        "1 | jobs=8, load=optimal | context_switches = 20525.8 (n 5, sd 1393.89) switches -",
        "1 | jobs=8, load=optimal | sleeps = 23456.6 (n 5, sd 16.2111) sleeps -",
    ];
    assert_eq!(lines(&fixture("kernbench/pub-lkp-j8.txt")), expected);
}

#[test]
fn one_build_has_no_deviation() {
    let expected = [
        "1 | jobs=144, load=optimal | elapsed = 7.77 s lower",
        "1 | jobs=144, load=optimal | user_time = 205.55 s lower",
        "1 | jobs=144, load=optimal | system_time = 32.02 s lower",
        "1 | jobs=144, load=optimal | cpu = 3054 % -",
        "1 | jobs=144, load=optimal | context_switches = 8621 switches -",
        "1 | jobs=144, load=optimal | sleeps = 24101 sleeps -",
    ];
    assert_eq!(lines(&fixture("kernbench/pub-lkp-1run.txt")), expected);
}

#[test]
fn later_loads_have_only_elapsed_times() {
    let reading = fixture("kernbench/042-fast-3runs.txt");
    assert_eq!((labels(&reading), counts(&reading)), (vec!["6.18.44-fc-v657"], vec![7]));
    let wanted = [
        "1 | load=single | elapsed = 6.14333 (n 3, sd 0.820812) s lower",
        "1 | load=single | context_switches = 1101.67 (n 3, sd 133.245) switches -",
        "1 | jobs=8, load=optimal | elapsed = 5.04667 (n 3, sd 0.576397) s lower",
    ];
    has(&reading, &wanted);
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn headings_are_labels() {
    let reading = fixture("kernbench/pub-2.6.16-two-variants-console.txt");
    let expected = [
        "1 percpu_counter | jobs=8, load=half | elapsed = 120.68 (n 5, sd 0.425558) s lower",
        "1 percpu_counter | jobs=64, load=optimal | elapsed = 86.496 (n 5, sd 0.335827) s lower",
        "1 percpu_counter | load=maximal | elapsed = 86.47 (n 5, sd 0.321636) s lower",
        "2 atomic_long_t | jobs=8, load=half | elapsed = 120.468 (n 5, sd 0.724134) s lower",
        "2 atomic_long_t | jobs=64, load=optimal | elapsed = 86.25 (n 5, sd 0.263439) s lower",
        "2 atomic_long_t | load=maximal | elapsed = 85.868 (n 5, sd 0.757905) s lower",
    ];
    let elapsed: Vec<String> =
        lines(&reading).into_iter().filter(|line| line.contains("| elapsed")).collect();
    assert_eq!(elapsed, expected);
}

#[test]
fn damage() {
    let text = text("kernbench/pub-lkp-j8.txt");
    assert!(error("kernbench", &text.replace("28.094", "28,094")).starts_with("line 9: found 28,094"));
    assert!(read("kernbench", &text[..text.find("94 (0.182565").unwrap()]).is_err());
    assert!(read("kernbench", &text[..text.find("565)").unwrap()]).is_err());
}
