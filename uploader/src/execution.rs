//! Executes a command and sleeps until it ends.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg, raise};
use nix::unistd::Pid;

use crate::leftovers::reap_orphans;
use crate::settings::TOKEN;
use crate::signals::Signals;

/// How long a command may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(5);

/// How long a command's end is waited for that left processes behind which hold its output.
const LEFT_BEHIND: Duration = Duration::from_secs(2);

/// How an execution ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself.
    Exited(ExitStatus),
    /// After the time limit.
    OverTime,
    /// This process was signalled to end.
    Signalled(Signal),
}

/// A command that ended.
#[derive(Debug)]
pub(crate) struct Execution {
    pub(crate) end: End,
    /// From before its start to its end.
    pub(crate) elapsed: Duration,
    /// Whether this process was stopped meanwhile, as by Ctrl-Z.
    pub(crate) was_stopped: bool,
}

/// Executes a command as a process group of its own. What it writes to standard output and
/// standard error goes to `output` as it comes.
///
/// # Errors
/// Where it cannot be started, or its output not be kept.
pub(crate) fn execute(
    mut command: Command,
    output: File,
    limit: Option<Duration>,
    signals: &Signals,
) -> io::Result<Execution> {
    // Not the file itself: a script that writes to /dev/stderr would write over it.
    let (reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer).process_group(0);
    let begin = Instant::now();
    let child = start(&mut command)?;
    // With its end of the pipe, which else would never be at its end.
    drop(command);
    let running = Running { child, begin, told: None };
    // Asleep while there is nothing to copy.
    let copied = signals
        .in_thread(move || io::copy(&mut { reader }, &mut { &output }).and_then(|_| output.sync_all()))?;
    let execution = running.wait(limit, signals)?;
    wait_for_output(&copied, signals)?;
    Ok(execution)
}

/// Executes a command that is not measured, as a process group of its own. What it writes goes
/// to standard error.
///
/// # Errors
/// Where it cannot be started.
pub(crate) fn attend(mut command: Command, limit: Option<Duration>, signals: &Signals) -> io::Result<End> {
    command.stdin(Stdio::null()).stdout(io::stderr()).process_group(0);
    let begin = Instant::now();
    let running = Running { child: start(&mut command)?, begin, told: None };
    Ok(running.wait(limit, signals)?.end)
}

fn start(command: &mut Command) -> io::Result<Child> {
    command.env_remove(TOKEN).spawn().map_err(|error| {
        let program = command.get_program().display();
        io::Error::new(error.kind(), format!("`{program}` cannot be started: {error}"))
    })
}

/// A command at work.
struct Running {
    child: Child,
    begin: Instant,
    /// Since when and why it was told to end.
    told: Option<(Instant, End)>,
}

impl Running {
    /// The child leads its group.
    fn group(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// The group may be gone already.
    fn signal(&self, signal: Signal) {
        let _ = killpg(self.group(), signal);
    }

    fn wait(mut self, limit: Option<Duration>, signals: &Signals) -> io::Result<Execution> {
        let _holding = signals.hold_stops();
        loop {
            reap_orphans(self.group());
            if let Some(status) = self.child.try_wait()? {
                let elapsed = self.begin.elapsed();
                let was_stopped = signals.was_stopped();
                let Some((_, end)) = self.told else {
                    return Ok(Execution { end: End::Exited(status), elapsed, was_stopped });
                };
                // Whoever of its group did not listen.
                self.signal(Signal::SIGKILL);
                return Ok(Execution { end, elapsed, was_stopped });
            }
            if signals.is_to_stop() {
                self.signal(Signal::SIGSTOP);
                raise(Signal::SIGSTOP)?;
                self.signal(Signal::SIGCONT);
            }
            self.tell(limit, signals.take());
            let left = match self.told {
                Some((since, _)) => Some(GRACE.saturating_sub(since.elapsed())),
                None => limit.map(|limit| limit.saturating_sub(self.begin.elapsed())),
            };
            signals.sleep(left);
        }
    }

    /// Tells the group to end, where there is a reason; the second time it has no choice.
    fn tell(&mut self, limit: Option<Duration>, signal: Option<Signal>) {
        match (self.told, signal) {
            (None, Some(signal)) => {
                self.told = Some((Instant::now(), End::Signalled(signal)));
                self.signal(signal);
            }
            (None, None) if limit.is_some_and(|limit| self.begin.elapsed() >= limit) => {
                self.told = Some((Instant::now(), End::OverTime));
                self.signal(Signal::SIGTERM);
            }
            (Some((_, end)), Some(signal)) => {
                // Over time and then interrupted: nothing is to follow.
                let end = if end == End::OverTime { End::Signalled(signal) } else { end };
                self.told = Some((Instant::now(), end));
                self.signal(Signal::SIGKILL);
            }
            (Some((since, _)), None) if since.elapsed() >= GRACE => self.signal(Signal::SIGKILL),
            _ => {}
        }
    }
}

/// Waits for the end of the output, but not for processes that the command left behind.
fn wait_for_output(copied: &Receiver<io::Result<()>>, signals: &Signals) -> io::Result<()> {
    let since = Instant::now();
    while since.elapsed() < LEFT_BEHIND {
        match copied.try_recv() {
            Ok(copied) => return copied,
            Err(TryRecvError::Disconnected) => return Err(io::Error::other("the output was not kept")),
            Err(TryRecvError::Empty) => signals.sleep(Some(LEFT_BEHIND.saturating_sub(since.elapsed()))),
        }
    }
    Ok(())
}
