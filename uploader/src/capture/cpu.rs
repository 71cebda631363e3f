//! The processors, and what sets their speed.

use super::facts::{Notes, count};

const CPUS: &str = "sys/devices/system/cpu";

pub(super) fn note(notes: &mut Notes) {
    let info = notes.root.head("proc/cpuinfo").unwrap_or_default();
    if let Some(model) = model(&info) {
        notes.note("cpu.model", model);
    }
    if let Some(microcode) = field(&info, "microcode") {
        notes.note("cpu.microcode", microcode);
    }
    for (key, file) in [
        ("cpu.online", "online"),
        ("cpu.smt", "smt/control"),
        ("cpu.boost", "cpufreq/boost"),
        ("cpu.isolated", "isolated"),
        ("cpu.idle.driver", "cpuidle/current_driver"),
        ("cpu.idle.governor", "cpuidle/current_governor_ro"),
        ("cpu.idle.governor", "cpuidle/current_governor"),
        ("cpu.pstate.status", "intel_pstate/status"),
        ("cpu.pstate.status", "amd_pstate/status"),
        ("cpu.pstate.no_turbo", "intel_pstate/no_turbo"),
        ("cpu.pstate.min_perf_pct", "intel_pstate/min_perf_pct"),
        ("cpu.pstate.max_perf_pct", "intel_pstate/max_perf_pct"),
    ] {
        notes.note_file(key, &format!("{CPUS}/{file}"));
    }
    if let Some(list) = notes.root.read(format!("{CPUS}/nohz_full")).filter(|list| list != "(null)") {
        notes.note("cpu.nohz_full", list);
    }
    notes.note_directory("cpu.mitigations.", &format!("{CPUS}/vulnerabilities"));
    note_counts(notes);
    note_frequency(notes);
}

fn field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines().find_map(|line| {
        let (field, value) = line.split_once(':')?;
        (field.trim() == name).then(|| value.trim())
    })
}

/// The name under which each architecture tells it; ARM tells numbers alone.
fn model(info: &str) -> Option<String> {
    let named =
        ["model name", "cpu model", "cpu", "uarch", "isa"].into_iter().find_map(|name| field(info, name));
    named.map(str::to_owned).or_else(|| {
        let (implementer, part) = (field(info, "CPU implementer")?, field(info, "CPU part")?);
        Some(format!("implementer {implementer}, part {part}"))
    })
}

/// The directories of the processors there are.
fn cpus(notes: &Notes) -> Vec<String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let names = notes.root.names(CPUS).into_iter();
    names
        .filter(|name| name.strip_prefix("cpu").is_some_and(is_number))
        .map(|name| format!("{CPUS}/{name}"))
        .collect()
}

fn note_counts(notes: &mut Notes) {
    let cpus = cpus(notes);
    let distinct = |file: &str| {
        let mut values: Vec<String> =
            cpus.iter().filter_map(|cpu| notes.root.read(format!("{cpu}/topology/{file}"))).collect();
        values.sort();
        values.dedup();
        (!values.is_empty()).then_some(values.len())
    };
    let online = notes.root.read(format!("{CPUS}/online"));
    let counts = [
        ("cpu.count", online.as_deref().and_then(count)),
        ("cpu.cores", distinct("thread_siblings_list")),
        ("cpu.sockets", distinct("physical_package_id")),
    ];
    for (key, count) in counts {
        if let Some(count) = count {
            notes.note(key, count.to_string());
        }
    }
}

fn note_frequency(notes: &mut Notes) {
    let cpus = cpus(notes);
    for (key, file) in [
        ("cpu.driver", "scaling_driver"),
        ("cpu.governor", "scaling_governor"),
        ("cpu.min_khz", "scaling_min_freq"),
        ("cpu.max_khz", "scaling_max_freq"),
        ("cpu.energy_preference", "energy_performance_preference"),
    ] {
        notes.note_distinct(key, cpus.iter().map(|cpu| format!("{cpu}/cpufreq/{file}")));
    }
}
