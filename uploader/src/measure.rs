//! Measures: executes a benchmark once, and makes runs of what it printed and of what the box
//! says of itself.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use benchdata::name::{ENVIRONMENT_PREFIX, Name, Value};
use benchdata::readers::{self, Output, OutputError, runs_from_output};
use benchdata::reading::{Declaration, DeclareError};
use benchdata::source::Source;
use benchdata::volatile::is_volatile;
use nix::sys::signal::Signal;
use time::OffsetDateTime;

use crate::capture::{Facts, Root, capture};
use crate::execution::{End, Execution, execute};
use crate::outputs::{FileError, whole_microseconds};
use crate::signals::Signals;

/// What tells the time of day.
pub(crate) type Clock = fn() -> OffsetDateTime;

/// Where and how it is measured.
pub(crate) struct Bench<'a> {
    /// Where the box's facts are read.
    pub(crate) root: &'a Root,
    /// A path on the filesystem under test.
    pub(crate) target: &'a Path,
    /// What may end it.
    pub(crate) signals: &'a Signals,
    /// When a run starts.
    pub(crate) clock: Clock,
    /// How long the benchmark may take.
    pub(crate) limit: Option<Duration>,
    /// What is measured.
    pub(crate) measure: Measure,
}

/// What is measured.
#[derive(Debug, Clone)]
pub(crate) enum Measure {
    /// What the output says, in this format.
    Output(String),
    /// The time that the command takes.
    Time,
}

/// Why a run gives no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the command failed with {0}")]
    Status(ExitStatus),
    #[error("the command took longer than {} s and was ended", .0.as_secs_f64())]
    OverTime(Duration),
    #[error("runoff was stopped while the command ran, and the time with it")]
    Stopped,
    #[error("{0} ended the command")]
    Signalled(Signal),
    /// What was executed beside the measured command failed; `output` has what it printed.
    #[error("{what}: {failure}; what it printed is in {}", output.display())]
    Aside { what: String, failure: Box<Failure>, output: PathBuf },
    #[error("while it ran, {0}")]
    Changed(String),
    #[error(transparent)]
    NotUnderstood(#[from] FileError),
}

impl Failure {
    /// That of what was executed beside the measured command. A signal is everybody's.
    pub(crate) fn of_aside(self, what: String, output: &Path) -> Self {
        match self {
            Self::Signalled(_) => self,
            failure => Self::Aside { what, failure: Box::new(failure), output: output.to_owned() },
        }
    }
}

impl Bench<'_> {
    /// The box's facts now.
    pub(crate) fn facts(&self) -> Facts {
        capture(self.root, self.target)
    }

    /// Executes a command for its effect alone; `path` keeps what it prints.
    ///
    /// # Errors
    /// Where it fails as it would when measured.
    pub(crate) fn execute_aside(&self, command: Command, path: &Path) -> Result<(), Failure> {
        let output = create(path)?;
        self.ended(&execute(command, output, self.limit, self.signals)?)
    }

    /// Executes the benchmark, keeps in `path`, a new file, what it prints, and understands it.
    ///
    /// # Errors
    /// Where it fails or is not understood. The file is kept either way.
    pub(crate) fn measure(
        &self,
        command: Command,
        path: &Path,
        declared: &Declaration,
    ) -> Result<Output, Failure> {
        let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
        let source_name = source_name(&program);
        let program = program.into_owned();
        let output = create(path)?;
        let before = self.facts();
        let started = Some(whole_microseconds((self.clock)()));
        let declared = Declaration { started, ..declared.clone() };
        let execution = execute(command, output, self.limit, self.signals)?;
        let after = self.facts();
        self.ended(&execution)?;
        if execution.was_stopped {
            return Err(Failure::Stopped);
        }
        let source = Source { name: source_name, bytes: fs::read(path)?.into() };
        let output = match &self.measure {
            Measure::Output(format) => read(format, &source, declared, &before),
            Measure::Time => timed(&program, execution.elapsed, &source, declared, &before),
        };
        let in_file = |error| FileError::Output { file: path.display().to_string(), error };
        let mut measured = output.map_err(in_file)?;
        keep_facts(&mut measured, &before, &after);
        Ok(measured)
    }

    fn ended(&self, execution: &Execution) -> Result<(), Failure> {
        match execution.end {
            End::Exited(status) if status.success() => Ok(()),
            End::Exited(status) => Err(Failure::Status(status)),
            End::OverTime => Err(Failure::OverTime(self.limit.unwrap_or_default())),
            End::Signalled(signal) => Err(Failure::Signalled(signal)),
        }
    }
}

fn create(path: &Path) -> io::Result<File> {
    File::create(path).map_err(|error| {
        io::Error::new(error.kind(), format!("its output cannot be kept in {}: {error}", path.display()))
    })
}

/// Adds a remark to what was measured.
pub(crate) fn add_remark(measured: &mut Output, remark: &str) {
    measured.runs.iter_mut().for_each(|run| run.remarks.push(remark.to_owned()));
    measured.remarks.push(remark.to_owned());
}

/// Reads an output by what is declared. Where nobody names a label it is the running kernel's;
/// a file of the wire form names all itself.
fn read(format: &str, source: &Source, declared: Declaration, facts: &Facts) -> Result<Output, OutputError> {
    match runs_from_output(format, source, Some(&declared)) {
        Err(OutputError::Declare(DeclareError::NoLabel)) => {
            runs_from_output(format, source, Some(&labelled(declared, facts)))
        }
        Err(OutputError::WireIsDeclared) if declared == bare(&declared) => {
            runs_from_output(format, source, None)
        }
        output => output,
    }
}

/// What is declared where nobody declares anything.
fn bare(declared: &Declaration) -> Declaration {
    Declaration { started: declared.started, ..Declaration::on(declared.box_name.clone()) }
}

fn labelled(declared: Declaration, facts: &Facts) -> Declaration {
    let release = facts.get("kernel.release").and_then(|release| Name::new(release.as_str()).ok());
    Declaration { label: declared.label.or(release), ..declared }
}

fn timed(
    program: &str,
    elapsed: Duration,
    source: &Source,
    declared: Declaration,
    facts: &Facts,
) -> Result<Output, OutputError> {
    let mut declared = labelled(declared, facts);
    declared.benchmark = declared.benchmark.or_else(|| Name::new(program).ok());
    // As a shell's `time` says it, so that it is the metric that everybody's is. Closer than to
    // the microsecond, the start of a process is not known.
    let mut reading = readers::read("time", &format!("real {:.6}\n", elapsed.as_secs_f64()))?;
    reading.benchmark = None;
    Ok(Output { runs: reading.into_runs(&declared, source)?, remarks: Vec::new() })
}

/// What a source may be called.
fn source_name(program: &str) -> String {
    let name = program.chars().map(|c| if c.is_control() { '_' } else { c });
    name.take(196).chain(".out".chars()).collect()
}

/// Adds the facts from before to those that the output tells, and remarks those that changed
/// while it ran.
fn keep_facts(measured: &mut Output, before: &Facts, after: &Facts) {
    let changes = changes(before, after);
    for run in &mut measured.runs {
        for (fact, value) in before {
            run.environment.entry(fact.clone()).or_insert_with(|| value.clone());
        }
    }
    changes.iter().for_each(|change| add_remark(measured, change));
}

/// `changed while it ran: env.block.sda.scheduler from cfq to noop`. The load is what the benchmark makes of it.
fn changes(before: &Facts, after: &Facts) -> Vec<String> {
    let facts: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let changed = facts.into_iter().filter(|fact| !is_volatile(fact.as_str()));
    changed
        .filter(|fact| before.get(*fact) != after.get(*fact))
        .map(|fact| {
            let [from, to] = [before, after].map(|facts| facts.get(fact).map_or("nothing", Value::as_str));
            format!("changed while it ran: {ENVIRONMENT_PREFIX}{fact} from {from} to {to}")
        })
        .collect()
}
