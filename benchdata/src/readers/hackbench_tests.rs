use crate::readers::tests::{error, fixture, lines, read, remarks};

#[test]
fn one_execution() {
    let expected =
        ["1 | fds=40, groups=10, loops=200, mode=process, size=100, tasks=400 | elapsed = 1.042 s lower"];
    assert_eq!(lines(&fixture("hackbench/rt-tests-default.txt")), expected);
}

/// `1 | CASE | elapsed = 0.238 s lower`, one for each execution.
fn runs(case: &str, seconds: &[f64]) -> Vec<String> {
    let numbered = (1..).zip(seconds);
    numbered.map(|(run, seconds)| format!("{run} | {case} | elapsed = {seconds} s lower")).collect()
}

#[test]
fn five_executions_are_five_runs() {
    let reading = fixture("hackbench/rt-tests-threads-pipe-x5.txt");
    // That they went over pipes is not printed.
    let case = "fds=40, groups=4, loops=300, mode=threads, size=256, tasks=160";
    let seconds = [0.238, 0.324, 0.301, 0.365, 0.376];
    assert_eq!(lines(&reading), runs(case, &seconds));
    assert_eq!(format!("{:.4}", seconds.iter().sum::<f64>() / 5.0), "0.3208");
}

#[test]
fn a_command_line_tells_of_pipes() {
    let reading = fixture("hackbench/pub-lkp-multi-iter.txt");
    let case = "fds=40, groups=256, loops=30000, mode=process, size=100, tasks=10240, transport=pipe";
    let seconds = [9.541, 10.018, 12.241, 9.95, 10.014, 10.497, 9.924, 9.998];
    assert_eq!(lines(&reading), runs(case, &seconds));
}

#[test]
fn the_line_of_old_versions_and_a_bare_time() {
    let reading =
        read("hackbench", "> Running with 2*40 (== 80) tasks.\n> Time: 0.071\n> Time: 0.100\n").unwrap();
    let expected =
        ["1 | fds=40, groups=2, tasks=80 | elapsed = 0.071 s lower", "1 |  | elapsed = 0.1 s lower"];
    assert_eq!(lines(&reading), expected);
}

#[test]
fn what_is_cut_or_damaged_gives_no_wrong_number() {
    assert_eq!(
        error("hackbench", "Time: 1,042\n"),
        "line 1: found 1,042, expected seconds with a decimal point, as in Time: 0.238"
    );
    assert_eq!(
        error("hackbench", "\nTime: 1.0"),
        "line 2: found the end of the text within a time, expected a time with three decimals"
    );
    let cut = "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n";
    assert!(error("hackbench", cut).contains("no result"));
    let reading = read("hackbench", &format!("{cut}{cut}Time: 1.042\n")).unwrap();
    assert_eq!(remarks(&reading).len(), 1);
    assert_eq!(lines(&reading), ["1 | fds=40, groups=10, mode=process, tasks=400 | elapsed = 1.042 s lower"]);
}

#[test]
fn a_sweep_that_comes_again_is_a_second_run_of_all_its_cases() {
    let seconds = [[0.026, 0.051, 0.171], [0.039, 0.084, 0.116]];
    let run = |(run, seconds): (usize, [f64; 3])| {
        [(1, 40), (2, 80), (4, 160)].into_iter().zip(seconds).map(move |((groups, tasks), seconds)| {
            let case = format!("fds=40, groups={groups}, loops=50, mode=process, size=100, tasks={tasks}");
            format!("{run} | {case} | elapsed = {seconds} s lower")
        })
    };
    let expected: Vec<String> = (1..).zip(seconds).flat_map(run).collect();
    assert_eq!(lines(&fixture("hackbench/sweep-twice.txt")), expected);
}

#[test]
fn a_sweep_wrapped_by_a_mail_program_keeps_its_groups() {
    let expected =
        [(1, 40, "0.256"), (8, 320, "1.926"), (16, 640, "4.129")].map(|(groups, tasks, seconds)| {
            let case = format!("fds=40, groups={groups}, loops=1000, mode=process, size=100, tasks={tasks}");
            format!("1 | {case} | elapsed = {seconds} s lower")
        });
    assert_eq!(lines(&fixture("hackbench/wrapped-sweep.txt")), expected);
    let half = "Running in process mode with 8 groups using 40 file descriptors each\nTime: 1.926\n";
    assert!(error("hackbench", half).contains("hackbench's whole line"));
}
