//! Sends uploads between measurements, without holding these up.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::arguments::Sending;
use crate::client::Answer;
use crate::delivery::{Delivery, deliver, print_addresses, say_remarks};
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;
use crate::signals::Signals;
use crate::spool::{self, Upload};
use crate::terminal::{print_json, say};

/// How long a server that did not answer is left alone.
const REST: Duration = Duration::from_secs(60);

/// Sends uploads as they come, each tried once; at the end those that are left, with patience.
pub(crate) struct Sender<'a> {
    options: &'a Sending,
    settings: &'a Settings,
    signals: &'a Signals,
    /// Uploads that the server has not acknowledged.
    left: Vec<PathBuf>,
    /// When the server last did not answer.
    silent_since: Option<Instant>,
    answers: Arc<Mutex<Answer>>,
}

impl<'a> Sender<'a> {
    pub(crate) fn new(options: &'a Sending, settings: &'a Settings, signals: &'a Signals) -> Self {
        let answers = Arc::default();
        Self { options, settings, signals, left: Vec::new(), silent_since: None, answers }
    }

    /// Sends an upload now if the server is there. Else it waits in the spool.
    ///
    /// # Errors
    /// Where the result cannot be printed; never for the server's sake.
    pub(crate) fn send(&mut self, upload: Upload) -> io::Result<()> {
        if self.options.offline {
            say(format_args!("kept for `runoff flush`: {}", upload.path().display()));
            return Ok(());
        }
        self.left.push(upload.path().to_owned());
        if self.silent_since.is_some_and(|since| since.elapsed() < REST) {
            return Ok(());
        }
        let delivery = self.deliver(vec![upload], Duration::ZERO)?;
        self.silent_since = (delivery.waiting > 0).then(Instant::now);
        Ok(())
    }

    /// Sends what is left, and prints what was asked for.
    ///
    /// # Errors
    /// Where the result cannot be printed.
    pub(crate) fn finish(mut self) -> Result<Outcome, CommandError> {
        let is_refused = |path: &PathBuf| spool::setback(path).is_some_and(|setback| setback.refused);
        let (refused, waiting): (Vec<PathBuf>, Vec<PathBuf>) = self.left.drain(..).partition(is_refused);
        let uploads: Vec<Upload> =
            waiting.iter().filter_map(|path| spool::take(path).transpose()).collect::<Result<_, _>>()?;
        let retry_for = self.options.delivery.retry_for();
        let mut delivery = if uploads.is_empty() || self.signals.is_caught() {
            Delivery { waiting: uploads.len(), refused: 0 }
        } else {
            self.deliver(uploads, retry_for)?
        };
        delivery.refused += refused.len();
        if self.options.json {
            print_json(&*self.answers.lock().unwrap_or_else(PoisonError::into_inner))?;
        }
        delivery.say_what_is_left();
        Ok(delivery.outcome())
    }

    /// Sends in a thread, which is left to itself where a signal asks to end: what it sends is
    /// safe in the spool.
    fn deliver(&mut self, uploads: Vec<Upload>, retry_for: Duration) -> io::Result<Delivery> {
        let (settings, answers) = (self.settings.clone(), Arc::clone(&self.answers));
        let (as_json, count) = (self.options.json, uploads.len());
        let done = self.signals.in_thread(move || {
            deliver(uploads.into_iter().map(Ok), &settings, retry_for, |answer| {
                say_remarks(answer);
                if as_json {
                    let mut all = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    all.runs.extend_from_slice(&answer.runs);
                    all.remarks.extend_from_slice(&answer.remarks);
                    return Ok(());
                }
                print_addresses(answer)
            })
        })?;
        let delivery = loop {
            match done.try_recv() {
                Ok(delivery) => break delivery?,
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
