use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("fixtures/kernbench/", $name))
    };
}

#[test]
fn one_load() {
    assert_eq!(
        values(&read(fixture!("pub-lkp-j8.txt")).unwrap()),
        [
            "0 | jobs=8 load=optimal | elapsed 28.094 ± 0.182565 (n 5) s lower",
            "0 | jobs=8 load=optimal | user_time 184.74 ± 0.397052 (n 5) s lower",
            "0 | jobs=8 load=optimal | system_time 20.72 ± 0.18262 (n 5) s lower",
            "0 | jobs=8 load=optimal | cpu 730.8 ± 5.54076 (n 5) %",
            "0 | jobs=8 load=optimal | context_switches 20525.8 ± 1393.89 (n 5) switches",
            "0 | jobs=8 load=optimal | sleeps 23456.6 ± 16.2111 (n 5) sleeps",
        ]
    );
}

#[test]
fn one_build_has_no_deviation() {
    let values = values(&read(fixture!("pub-lkp-1run.txt")).unwrap());
    assert_eq!(values[0], "0 | jobs=144 load=optimal | elapsed 7.77 s lower");
    assert_eq!(values[1], "0 | jobs=144 load=optimal | user_time 205.55 s lower");
    assert_eq!(values[3], "0 | jobs=144 load=optimal | cpu 3054 %");
    assert_eq!(values[4], "0 | jobs=144 load=optimal | context_switches 8621 switches");
}

#[test]
fn later_loads_have_only_elapsed_times() {
    let reading = read(fixture!("042-fast-3runs.txt")).unwrap();
    let values = values(&reading);
    assert_eq!(values.len(), 7);
    assert_eq!(values[0], "0 | load=single | elapsed 6.14333 ± 0.820812 (n 3) s lower");
    assert_eq!(values[4], "0 | load=single | context_switches 1101.67 ± 133.245 (n 3) switches");
    assert_eq!(values[6], "0 | jobs=8 load=optimal | elapsed 5.04667 ± 0.576397 (n 3) s lower");
    assert_eq!(reading.remarks.len(), 1);
    assert_eq!(reading.runs[0].label.as_ref().unwrap().as_str(), "6.18.44-fc-v657");
}

#[test]
fn headings_are_labels() {
    let reading = read(fixture!("pub-2.6.16-two-variants-console.txt")).unwrap();
    let labels: Vec<&str> = reading.runs.iter().map(|run| run.label.as_ref().unwrap().as_str()).collect();
    assert_eq!(labels, ["percpu_counter", "atomic_long_t"]);
    let values = values(&reading);
    let elapsed: Vec<&String> = values.iter().filter(|value| value.contains("elapsed")).collect();
    assert_eq!(
        elapsed,
        [
            "0 | jobs=8 load=half | elapsed 120.68 ± 0.425558 (n 5) s lower",
            "0 | jobs=64 load=optimal | elapsed 86.496 ± 0.335827 (n 5) s lower",
            "0 | load=maximal | elapsed 86.47 ± 0.321636 (n 5) s lower",
            "1 | jobs=8 load=half | elapsed 120.468 ± 0.724134 (n 5) s lower",
            "1 | jobs=64 load=optimal | elapsed 86.25 ± 0.263439 (n 5) s lower",
            "1 | load=maximal | elapsed 85.868 ± 0.757905 (n 5) s lower",
        ]
    );
}

#[test]
fn damage() {
    let text = fixture!("pub-lkp-j8.txt");
    assert!(
        read(&text.replace("28.094", "28,094")).unwrap_err().to_string().starts_with("line 9: found 28,094")
    );
    assert!(read(&text[..text.find("94 (0.182565").unwrap()]).is_err());
    assert!(read(&text[..text.find("565)").unwrap()]).is_err());
}
