//! Sends uploads between measurements, without holding these up.

use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, mem};

use crate::arguments::Sending;
use crate::client::{Answer, Patience};
use crate::delivery::{Delivery, Kept, Sent, deliver, print_addresses, say_remarks};
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;
use crate::signals::Signals;
use crate::spool::{self, Upload};
use crate::terminal::say;

/// How long a server that did not answer is left alone.
const REST: Duration = Duration::from_secs(60);

/// What becomes of the runs' addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// They are the result, and are printed as they come.
    Print,
    /// They are part of the result.
    Collect,
    /// They are no part of the result, and are said.
    Say,
}

impl Addresses {
    /// Those of a command whose result they are, in words or as JSON.
    pub(crate) fn of_result(as_json: bool) -> Self {
        if as_json { Self::Collect } else { Self::Print }
    }
}

/// Sends uploads as they come, each tried once; at the end those that are left, with patience.
pub(crate) struct Sender<'a> {
    options: &'a Sending,
    settings: &'a Settings,
    signals: &'a Signals,
    /// Uploads that the server has not acknowledged.
    left: Vec<PathBuf>,
    /// When the server last did not answer.
    silent_since: Option<Instant>,
    addresses: Addresses,
    answers: Arc<Mutex<Answer>>,
    /// Why an address could not be printed, which is no reason to measure or send no more.
    unprinted: Option<io::Error>,
}

impl<'a> Sender<'a> {
    pub(crate) fn new(
        options: &'a Sending,
        settings: &'a Settings,
        signals: &'a Signals,
        addresses: Addresses,
    ) -> Self {
        let answers = Arc::default();
        let (left, silent_since, unprinted) = (Vec::new(), None, None);
        Self { options, settings, signals, left, silent_since, addresses, answers, unprinted }
    }

    /// What may end it.
    pub(crate) fn signals(&self) -> &'a Signals {
        self.signals
    }

    /// Sends an upload now if the server is there. Else it waits in the spool.
    ///
    /// # Errors
    /// Where the system has no means left; never for the server's sake.
    pub(crate) fn send(&mut self, upload: Upload) -> io::Result<()> {
        self.left.push(upload.path().to_owned());
        if self.options.offline {
            say(format_args!("kept for `runoff flush`: {}", upload.path().display()));
            return Ok(());
        }
        if self.silent_since.is_some_and(|since| since.elapsed() < REST) {
            return Ok(());
        }
        let delivery = self.deliver(vec![upload], self.options.delivery.once())?;
        self.silent_since = (delivery.waiting > 0).then(Instant::now);
        Ok(())
    }

    /// Has uploads that were left in the spool before sent with those of this command.
    pub(crate) fn take_along(&mut self, waiting: Vec<PathBuf>) {
        let new: Vec<PathBuf> = waiting.into_iter().filter(|path| !self.left.contains(path)).collect();
        self.left.extend(new);
    }

    /// Sends what is left. How that ended, and what became of all runs.
    ///
    /// # Errors
    /// Where an address could not be printed.
    pub(crate) fn finish(mut self) -> Result<(Outcome, Sent), CommandError> {
        let left = mem::take(&mut self.left);
        let outcome = if self.options.offline { Outcome::Done } else { self.send_left(left.clone())? };
        if let Some(error) = self.unprinted {
            return Err(error.into());
        }
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok((outcome, Sent { answer, kept: Kept::of(left) }))
    }

    fn send_left(&mut self, left: Vec<PathBuf>) -> Result<Outcome, CommandError> {
        let (waiting, refused): (Vec<PathBuf>, Vec<PathBuf>) =
            left.into_iter().partition(|file| spool::is_waiting(file));
        let uploads: Vec<Upload> =
            waiting.iter().filter_map(|path| spool::take(path).transpose()).collect::<Result<_, _>>()?;
        let mut delivery = if uploads.is_empty() || self.signals.is_caught() {
            Delivery { waiting: uploads.len(), refused: 0 }
        } else {
            self.deliver(uploads, self.options.delivery.patience())?
        };
        delivery.refused += refused.len();
        delivery.say_what_is_left();
        Ok(delivery.outcome())
    }

    /// Sends in a thread, which is left to itself where a signal asks to end: what it sends is
    /// safe in the spool.
    fn deliver(&mut self, uploads: Vec<Upload>, patience: Patience) -> io::Result<Delivery> {
        let (settings, answers) = (self.settings.clone(), Arc::clone(&self.answers));
        let (addresses, count) = (self.addresses, uploads.len());
        let done = self.signals.in_thread(move || {
            let mut unprinted = None;
            let delivery = deliver(uploads.into_iter().map(Ok), &settings, patience, |answer| {
                say_remarks(answer);
                answers.lock().unwrap_or_else(PoisonError::into_inner).add(answer);
                match addresses {
                    Addresses::Print => unprinted = print_addresses(answer).err().or(unprinted.take()),
                    Addresses::Say => answer.runs.iter().for_each(|run| say(&run.url)),
                    Addresses::Collect => {}
                }
                Ok(())
            });
            (delivery, unprinted)
        })?;
        let delivery = loop {
            match done.try_recv() {
                Ok((delivery, unprinted)) => {
                    self.unprinted = self.unprinted.take().or(unprinted);
                    break delivery?;
                }
                Err(TryRecvError::Disconnected) => return Err(io::Error::other("nothing was sent")),
                Err(TryRecvError::Empty) if self.signals.is_caught() => {
                    return Ok(Delivery { waiting: count, refused: 0 });
                }
                Err(TryRecvError::Empty) => self.signals.sleep(None),
            }
        };
        self.left.retain(|path| path.exists());
        Ok(delivery)
    }
}
