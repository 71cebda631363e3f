//! The hand-over of a sweep to the next boot.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::arguments::Sweep;
use crate::capture::Root;
use crate::outcome::Outcome;

/// The kernel that runs.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn running_kernel(root: &Root) -> io::Result<String> {
    Ok(root.text("proc/sys/kernel/osrelease")?.trim().to_owned())
}

/// Writes the unit with which systemd goes on with the sweep after the boot, and gives its path.
/// The token is not in it: it belongs in the config file.
///
/// # Errors
/// Where it cannot be written.
pub(crate) fn write_unit(options: &Sweep, directory: &Path) -> io::Result<PathBuf> {
    let plan = &options.plan;
    let offline = if options.sending.offline { " --offline" } else { "" };
    let server = options.sending.connection.server.iter().map(|url| format!(" --server {}", quoted(url)));
    let server: String = server.collect();
    let box_name = options.box_name.iter().map(|name| format!(" --box {}", quoted(name.as_str())));
    let box_name: String = box_name.collect();
    let variables = ["HOME", "PATH", "RUNOFF_CONFIG", "RUNOFF_SERVER", "RUNOFF_BOX", "RUNOFF_SPOOL"];
    let environment: String = variables
        .iter()
        .filter_map(|name| Some((name, env::var(name).ok()?)))
        .map(|(name, value)| format!("Environment={}\n", quoted(&format!("{name}={value}"))))
        .collect();
    let unit = format!(
        "[Unit]\nDescription=Runoff goes on with {plan}\nAfter=multi-user.target network-online.target\n\n\
         [Service]\nType=oneshot\nSuccessExitStatus={boot}\nWorkingDirectory={here}\n{environment}\
         ExecStart={runoff} sweep --resume{offline}{server}{box_name} {quoted_plan}\n\n\
         [Install]\nWantedBy=default.target\n",
        boot = Outcome::Boot.code(),
        plan = plan.display().to_string().replace('%', "%%"),
        here = env::current_dir()?.display().to_string().replace('%', "%%"),
        runoff = quoted(&env::current_exe()?.display().to_string()),
        quoted_plan = quoted(&std::path::absolute(plan)?.display().to_string()),
    );
    let path = std::path::absolute(directory)?.join("runoff-sweep.service");
    // The server's address may hold a password.
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(unit.as_bytes())?;
    file.persist(&path)?;
    Ok(path)
}

/// As systemd reads a word.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$"))
}
