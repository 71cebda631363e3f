//! What was measured on.

use std::fs;

/// The machine in a line.
pub(crate) fn line() -> anyhow::Result<String> {
    let (processors, memory) = (fs::read_to_string("/proc/cpuinfo")?, fs::read_to_string("/proc/meminfo")?);
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let count = processors.lines().filter(|line| line.starts_with("processor")).count();
    let kib = field(&memory, "MemTotal").and_then(|kib| kib.trim_end_matches(" kB").parse::<f64>().ok());
    Ok(format!(
        "\nMeasured on {count} processors ({}) with {:.0} GiB of memory, Linux {}, Postgres with its own settings.\n",
        field(&processors, "model name").unwrap_or_else(|| "of unknown make".into()),
        kib.unwrap_or_default() / 1024.0 / 1024.0,
        fs::read_to_string("/proc/sys/kernel/osrelease")?.trim(),
    ))
}
