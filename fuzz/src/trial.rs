//! One input, read under watch.

use std::panic::catch_unwind;
use std::time::Duration;

use benchdata::name::Name;
use benchdata::readers::{OutputError, runs_from_output};
use benchdata::reading::{Declaration, DeclareError};
use benchdata::source::Source;
use nix::time::{ClockId, clock_gettime};

use crate::MEMORY;

/// What reading an input came to.
pub(crate) struct Trial {
    /// Whether runs came out of it.
    pub(crate) is_read: bool,
    /// What must not be, if it is.
    pub(crate) fault: Option<String>,
    /// Processor time.
    pub(crate) time: Duration,
    /// The most memory held at once, in bytes, beside the input.
    pub(crate) memory: usize,
    /// The input's bytes.
    pub(crate) length: usize,
}

/// No input may take longer.
const LONGEST: Duration = Duration::from_secs(1);

/// How many times its own length an input may take of memory, beside what any input may.
const MOST_TIMES: usize = 10;
const ALWAYS_ALLOWED: usize = 256 << 10;

/// Reads an input as a sender without a label would, then with one.
pub(crate) fn read(format: &str, input: &[u8]) -> Trial {
    let source = Source { name: "output".to_owned(), bytes: input.into() };
    MEMORY.reset_peak_usage();
    let (held, began) = (MEMORY.current_usage(), processor_time());
    let read = catch_unwind(|| understand(format, &source));
    let time = processor_time().saturating_sub(began);
    let memory = MEMORY.peak_usage().saturating_sub(held);
    let is_read = matches!(&read, Ok(Ok(())));
    let fault = match read {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Some(format!(
                "panic: {}",
                text.or_else(|| Some((*panic.downcast_ref::<&str>()?).to_owned())).unwrap_or_default()
            ))
        }
        Ok(Err(Some(fault))) => Some(fault),
        _ if time > LONGEST => Some(format!("took {time:?}")),
        _ if memory > MOST_TIMES * input.len() + ALWAYS_ALLOWED => {
            Some(format!("took {memory} bytes for {}", input.len()))
        }
        _ => None,
    };
    Trial { is_read, fault, time, memory, length: input.len() }
}

/// `Err` with what must not be, or with nothing where the input is refused in order.
fn understand(format: &str, source: &Source) -> Result<(), Option<String>> {
    let name = |text: &str| Name::new(text).map_err(|error| Some(error.to_string()));
    let mut declared = Declaration { benchmark: None, ..Declaration::on(name("bigbox")?) };
    for _ in 0..3 {
        match runs_from_output(format, source, Some(&declared)) {
            Ok(output) => return sound(&output.runs),
            Err(OutputError::Declare(DeclareError::NoLabel)) => declared.label = Some(name("x")?),
            Err(OutputError::Declare(DeclareError::NoBenchmark)) => declared.benchmark = Some(name("x")?),
            Err(OutputError::Read { error, .. }) => {
                let lines = source.bytes.iter().filter(|b| **b == b'\n').count() + 1;
                // UTF-16 may hold the byte of a line end in any character.
                let is_there = (1..=lines.max(1)).contains(&error.line);
                return Err((!is_there).then(|| format!("line {} of {lines}: {error}", error.line)));
            }
            Err(_) => return Err(None),
        }
    }
    Err(None)
}

/// Whether runs are what may be stored.
fn sound(runs: &[benchdata::run::Run]) -> Result<(), Option<String>> {
    match runs.iter().find_map(|run| run.check().err()) {
        Some(error) => Err(Some(format!("an unsound run: {error}"))),
        None if runs.is_empty() => Err(Some("neither runs nor an error".to_owned())),
        None => Ok(()),
    }
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}
