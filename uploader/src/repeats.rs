//! Runs of one command: each measured, kept and sent before the next.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use benchdata::contradiction::contradictions;
use benchdata::name::Name;
use benchdata::readers::Output;
use benchdata::reading::Declaration;
use time::OffsetDateTime;

use crate::arguments::Measuring;
use crate::capture::{Root, capture_for};
use crate::delivery::Sent;
use crate::leftovers::Watch;
use crate::measure::{Bench, Clock, Failure, Measure, add_remark};
use crate::outcome::{CommandError, Outcome};
use crate::preview::{headline_values, wire_form};
use crate::sender::Sender;
use crate::settings::Settings;
use crate::spool::Spool;
use crate::terminal::say;

/// More values than this are not said.
const MOST_VALUES: usize = 6;

/// A command under measurement.
pub(crate) struct Repeats<'a> {
    command: &'a [OsString],
    bench: Bench<'a>,
    declared: Declaration,
    spool: Spool,
    sender: Sender<'a>,
    began: OffsetDateTime,
    /// How many runs there are to be, at the most.
    all: u32,
    /// How many were begun.
    begun: u32,
    /// Why some gave no result.
    problems: Vec<String>,
}

impl<'a> Repeats<'a> {
    /// Makes ready for `all` runs.
    ///
    /// # Errors
    /// Where the box contradicts what is declared of it.
    pub(crate) fn new(
        options: &'a Measuring,
        command: &'a [OsString],
        all: u32,
        settings: &Settings,
        root: &'a Root,
        clock: Clock,
        sender: Sender<'a>,
    ) -> Result<Self, CommandError> {
        let declared = &options.declared;
        let declared = declared.declaration(settings.box_name()?.value, declared.factors()?, None);
        let facts = capture_for(root, &options.place.target)?;
        for contradiction in contradictions(&declared.factors, &facts) {
            if !options.force {
                return Err(CommandError::Contradicted(contradiction));
            }
            say(contradiction);
        }
        let measure = match &options.declared.reading.format {
            _ if options.time => Measure::Time,
            format => Measure::Output(format.clone()),
        };
        let signals = sender.signals();
        let (target, limit) = (&options.place.target, options.time_limit());
        Ok(Self {
            command,
            bench: Bench { root, target, signals, clock, limit, measure },
            declared,
            spool: Spool::of(settings)?,
            sender,
            began: clock(),
            all,
            begun: 0,
            problems: Vec::new(),
        })
    }

    /// Gives the runs a label where none is declared.
    pub(crate) fn label_if_none(&mut self, label: Option<&Name>) {
        self.declared.label = self.declared.label.take().or_else(|| label.cloned());
    }

    /// Executes the command so often, unmeasured. The inner error is the command's own, and is
    /// said.
    ///
    /// # Errors
    /// Where nothing can be kept.
    pub(crate) fn warm_up(&mut self, times: u32) -> Result<Result<(), Failure>, CommandError> {
        for number in 1..=times {
            self.spool.check_room()?;
            let path = self.spool.output((self.bench.clock)(), 0)?;
            let watch = Watch::begin();
            let ended = self.bench.execute_aside(self.command(), &path);
            watch.end_leftovers(self.bench.signals).into_iter().for_each(say);
            if let Err(failure) = ended {
                self.problems.push(say_failed("warm-up", &failure, number, times, &path));
                return Ok(Err(failure));
            }
            let _ = fs::remove_file(&path);
        }
        Ok(Ok(()))
    }

    /// Measures a run, keeps and sends it, and says what came out. The inner error is the
    /// command's own, and is said.
    ///
    /// # Errors
    /// Where nothing can be kept.
    pub(crate) fn measure(&mut self) -> Result<Result<Output, Failure>, CommandError> {
        self.spool.check_room()?;
        let order = self.begun as usize;
        self.begun += 1;
        let path = self.spool.output(self.began, order)?;
        let watch = Watch::begin();
        let mut measured = self.bench.measure(self.command(), &path, &self.declared);
        if let Some(left) = watch.end_leftovers(self.bench.signals) {
            match &mut measured {
                Ok(output) => add_remark(output, &left),
                Err(_) => say(left),
            }
        }
        match &measured {
            Ok(output) => {
                self.say_measured(output);
                let upload = self.spool.keep(self.began, order, wire_form(&output.runs)?)?;
                // The upload has it all.
                let _ = fs::remove_file(&path);
                self.sender.send(upload)?;
            }
            Err(failure) => self.problems.push(say_failed("run", failure, self.begun, self.all, &path)),
        }
        Ok(measured)
    }

    /// Sends what is left. How that ended, what became of the runs, and why some gave no result.
    ///
    /// # Errors
    /// Where the result cannot be printed.
    pub(crate) fn finish(self) -> Result<(Outcome, Sent, Vec<String>), CommandError> {
        let (outcome, sent) = self.sender.finish()?;
        Ok((outcome, sent, self.problems))
    }

    fn command(&self) -> Command {
        let mut words = self.command.iter();
        let mut command = Command::new(words.next().map(|word| word.as_os_str()).unwrap_or_default());
        command.args(words).stdin(Stdio::null());
        command
    }

    fn say_measured(&self, output: &Output) {
        let (number, all) = (self.begun, self.all);
        let results: Vec<String> = output.runs.iter().flat_map(headline_values).take(MOST_VALUES).collect();
        say(format_args!("run {number} of {all}: {}", results.join(", ")));
        for remark in &output.remarks {
            say(format_args!("run {number} of {all}: {remark}"));
        }
    }
}

/// Says why a run gave no result; what it said.
fn say_failed(what: &str, failure: &Failure, number: u32, all: u32, output: &Path) -> String {
    let is_empty = fs::metadata(output).is_ok_and(|metadata| metadata.len() == 0);
    let kept = if is_empty && fs::remove_file(output).is_ok() {
        "it printed nothing".to_owned()
    } else {
        format!("what it printed is kept: {}", output.display())
    };
    let problem = format!("{what} {number} of {all} gives no result: {failure}; {kept}");
    say(&problem);
    problem
}
