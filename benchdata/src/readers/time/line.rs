//! What a line of time's output says.

use super::duration::seconds;
use super::{CPU, ELAPSED, INVOLUNTARY, MAJOR_FAULTS, MEMORY, MINOR_FAULTS, SYSTEM, USER, VOLUNTARY};
use crate::metric::MetricInfo;
use crate::readers::text::number;

type Cell = (&'static MetricInfo, f64);

/// What a line says.
pub(super) enum Said<'a> {
    /// `-v` begins: the command.
    Command(&'a str),
    /// A field of `-v`.
    Field(&'static MetricInfo, f64),
    /// `real 0m0.254s`, with `user` and `sys` under it.
    Clock(&'static MetricInfo, f64),
    /// All times in one line.
    Report(Vec<Cell>),
    Failure(String),
    /// Time's own words with something else than a time.
    Wrong(&'static str),
    Nothing,
}

const A_TIME: &str = "a time: 0m0.254s, 0.50 or 0:00.51";

pub(super) fn said(line: &str) -> Said<'_> {
    let line = line.trim();
    if let Some(command) = line.strip_prefix("Command being timed: \"") {
        return Said::Command(command.strip_suffix('"').unwrap_or(command));
    }
    if line.starts_with("Command exited with non-zero status") || line.starts_with("Command terminated by") {
        return Said::Failure(format!("the command failed: {line}"));
    }
    let words: Vec<&str> = line.split_whitespace().take(12).collect();
    match words.as_slice() {
        [name, value] => clock(name, value),
        [user, system, elapsed, ..] if user.ends_with("user") && system.ends_with("system") => {
            short(&words, elapsed)
        }
        [a, "real", b, "user", c, "sys" | "system"] => one_line(a, b, c),
        [.., user, "user", system, "system", _, "cpu", total, "total"] => one_line(total, user, system),
        [user, system, elapsed, cpu, _, _, faults] if user.ends_with('u') && faults.ends_with('w') => {
            c_shell(user, system, elapsed, cpu)
        }
        _ => field(line),
    }
}

fn clock<'a>(name: &str, value: &str) -> Said<'a> {
    let info = match name.strip_suffix(':').unwrap_or(name) {
        "real" => &ELAPSED,
        "user" => &USER,
        "sys" => &SYSTEM,
        _ => return Said::Nothing,
    };
    // With a colon, as in the Linux kernel's build scripts, the time has its unit.
    let is_whole = !name.ends_with(':') || value.ends_with('s');
    match seconds(value).filter(|_| is_whole) {
        Some(value) => Said::Clock(info, value),
        None if value.starts_with(|c: char| c.is_ascii_digit()) => Said::Wrong(A_TIME),
        None => Said::Nothing,
    }
}

/// `0.55user 0.00system 0:01.00elapsed 55%CPU (0avgtext+0avgdata 1824maxresident)k`
fn short<'a>(words: &[&str], elapsed: &str) -> Said<'a> {
    let clock = |word: &str, unit: &str| seconds(word.strip_suffix(unit)?);
    let (Some(user), Some(system), Some(elapsed)) =
        (clock(words[0], "user"), clock(words[1], "system"), clock(elapsed, "elapsed"))
    else {
        return Said::Wrong("0.55user 0.00system 0:01.00elapsed");
    };
    let mut cells = vec![(&ELAPSED, elapsed), (&USER, user), (&SYSTEM, system)];
    let later = |unit: &str| words.iter().find_map(|word| number(word.strip_suffix(unit)?));
    cells.extend(later("%CPU").map(|value| (&CPU, value)));
    cells.extend(later("maxresident)k").map(|value| (&MEMORY, value)));
    Said::Report(cells)
}

fn one_line<'a>(elapsed: &str, user: &str, system: &str) -> Said<'a> {
    match (seconds(elapsed), seconds(user), seconds(system)) {
        (Some(elapsed), Some(user), Some(system)) => {
            Said::Report(vec![(&ELAPSED, elapsed), (&USER, user), (&SYSTEM, system)])
        }
        _ => Said::Nothing,
    }
}

/// `12.3u 0.4s 0:13.01 97.6% 0+0k 0+0io 0pf+0w`, of csh and tcsh.
fn c_shell<'a>(user: &str, system: &str, elapsed: &str, cpu: &str) -> Said<'a> {
    let cells = [
        (&ELAPSED, seconds(elapsed)),
        (&USER, user.strip_suffix('u').and_then(number)),
        (&SYSTEM, system.strip_suffix('s').and_then(number)),
        (&CPU, cpu.strip_suffix('%').and_then(number)),
    ];
    let cells: Option<Vec<Cell>> = cells.into_iter().map(|(info, value)| Some((info, value?))).collect();
    cells.map_or(Said::Nothing, Said::Report)
}

fn field(line: &str) -> Said<'_> {
    let Some((name, value)) = line.rsplit_once(": ") else { return Said::Nothing };
    let info = match name {
        "Elapsed (wall clock) time (h:mm:ss or m:ss)" => &ELAPSED,
        "User time (seconds)" => &USER,
        "System time (seconds)" => &SYSTEM,
        "Percent of CPU this job got" => &CPU,
        "Maximum resident set size (kbytes)" => &MEMORY,
        "Major (requiring I/O) page faults" => &MAJOR_FAULTS,
        "Minor (reclaiming a frame) page faults" => &MINOR_FAULTS,
        "Voluntary context switches" => &VOLUNTARY,
        "Involuntary context switches" => &INVOLUNTARY,
        "Exit status" if value != "0" => {
            return Said::Failure(format!("the command failed: exit status {value}"));
        }
        _ => return Said::Nothing,
    };
    let read = if info.unit == "s" { seconds(value) } else { number(value) };
    match read {
        Some(value) => Said::Field(info, value),
        // GNU time prints a question mark where nothing was to be measured.
        None if value == "?%" => Said::Nothing,
        None => Said::Wrong(A_TIME),
    }
}
