//! `postmaster.pid`: what a running postmaster writes about itself into its cluster.

use std::fs;
use std::path::Path;
use std::process::Command;

use nix::unistd::Pid;

/// What `postmaster.pid` says. It may be stale: see [`living_postmaster`].
#[derive(Debug)]
pub(super) struct PidFile {
    pub(super) pid: Pid,
    /// The postmaster accepts connections.
    pub(super) ready: bool,
}

impl PidFile {
    /// `None` where there is no such file or, as after a crash of the machine, an empty one.
    pub(super) fn read(pgdata: &Path) -> Option<Self> {
        let text = fs::read_to_string(pgdata.join("postmaster.pid")).ok()?;
        let mut lines = text.lines();
        let pid = lines.next()?.trim().parse().ok()?;
        // Line 8 is the status (PostgreSQL 10 and later, src/include/utils/pidfile.h).
        let ready = lines.nth(6).is_some_and(|status| status.trim() == "ready");
        Some(Self { pid: Pid::from_raw(pid), ready })
    }
}

/// The pid of the postmaster that works in `pgdata`, by its pid file. Its pid alone proves
/// nothing, since another process may have got that number since; its command line does.
pub(super) fn living_postmaster(pgdata: &Path) -> Option<Pid> {
    let pid = PidFile::read(pgdata)?.pid;
    let arguments = command_line(pid)?;
    arguments.contains(&format!(" -D {} ", pgdata.display())).then_some(pid)
}

/// The command line of a process, its words separated by spaces, from /proc or, where there is
/// none, from `ps`.
fn command_line(pid: Pid) -> Option<String> {
    let bytes = if Path::new("/proc/self").exists() {
        fs::read(format!("/proc/{pid}/cmdline")).ok()?
    } else {
        let pid = pid.to_string();
        let mut ps = Command::new("ps");
        ps.args(["-o", "command=", "-p", &pid]).output().ok()?.stdout
    };
    Some(String::from_utf8_lossy(&bytes).replace('\0', " "))
}
