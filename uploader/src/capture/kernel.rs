//! Which kernel runs on which machine, and how busy it is.

use super::facts::Notes;

pub(super) fn note(notes: &mut Notes) {
    for (key, path) in [
        ("kernel.release", "proc/sys/kernel/osrelease"),
        ("kernel.version", "proc/sys/kernel/version"),
        ("kernel.architecture", "proc/sys/kernel/arch"),
        ("kernel.cmdline", "proc/cmdline"),
        ("kernel.tainted", "proc/sys/kernel/tainted"),
        ("kernel.clocksource", "sys/devices/system/clocksource/clocksource0/current_clocksource"),
        ("machine.vendor", "sys/class/dmi/id/sys_vendor"),
        ("machine.model", "sys/class/dmi/id/product_name"),
        ("machine.firmware", "sys/class/dmi/id/bios_version"),
        // What stands for DMI on ARM and RISC-V.
        ("machine.model", "sys/firmware/devicetree/base/model"),
        ("machine.hypervisor", "sys/hypervisor/type"),
    ] {
        notes.note_file(key, path);
    }
    if let Some(compiler) = notes.root.read("proc/version").as_deref().and_then(compiler) {
        notes.note("kernel.compiler", compiler);
    }
    if let Some(name) = operating_system(notes) {
        notes.note("os.name", name);
    }
    if let Some(load) = notes.root.read("proc/loadavg") {
        for (key, value) in ["load.1m", "load.5m", "load.15m"].into_iter().zip(load.split(' ')) {
            notes.note(key, value);
        }
    }
}

/// What stands in the second parentheses of `Linux version 2.5.60 (me@box) (gcc version
/// 3.2.2 (Debian)) #1`; who built it where, in the first, is nobody's business.
fn compiler(version: &str) -> Option<&str> {
    let (_, rest) = version.split_once(") (")?;
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    Some(&rest[..end])
}

fn operating_system(notes: &Notes) -> Option<String> {
    let text = ["etc/os-release", "usr/lib/os-release"].into_iter().find_map(|path| notes.root.read(path))?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::compiler;

    #[test]
    fn the_compiler_is_found_behind_the_builder() {
        for (version, found) in [
            (
                "Linux version 2.5.60 (ant@box) (gcc version 3.2.2 20030222 (Red Hat 3.2.2-5)) #1 SMP",
                Some("gcc version 3.2.2 20030222 (Red Hat 3.2.2-5)"),
            ),
            ("Linux version 6.1.0 (a@b) (clang 16, LLD 16) #2", Some("clang 16, LLD 16")),
            ("Linux version 6.1.0 (a@b) (clang", None),
            ("Linux", None),
        ] {
            assert_eq!(compiler(version), found, "{version}");
        }
    }
}
