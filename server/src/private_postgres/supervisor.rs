//! The thread that keeps Postgres running.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::cluster::Cluster;
use super::error::{PrivatePostgresError, cannot};
use super::postmaster::{Event, Postmaster};

/// How often the supervisor looks whether Postgres still runs.
const WATCH: Duration = Duration::from_millis(100);

/// The pauses before Postgres is started again double from the first to the longest; a run
/// longer than the longest begins anew.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Starts the postmaster and, whenever it ends, starts it again. Dropping the supervisor stops
/// the postmaster and waits for its end.
///
/// All of it happens in one thread of its own, since the kernel ends the postmaster when the
/// *thread* that started it ends.
#[derive(Debug)]
pub(super) struct Supervisor {
    /// Never sent to: its end is the word to stop.
    stop: Option<Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    /// Returns once the cluster accepts connections.
    pub(super) fn start(cluster: Cluster) -> Result<Self, PrivatePostgresError> {
        let (stop, stop_wanted) = mpsc::channel();
        let (started, first_start) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("postgres".to_owned())
            .spawn(move || {
                let first = Postmaster::start(&cluster, &stop_wanted);
                match first {
                    Ok(postmaster) => {
                        let _ = started.send(Ok(()));
                        supervise(&cluster, postmaster, &stop_wanted);
                    }
                    Err(error) => {
                        let _ = started.send(Err(error));
                    }
                }
            })
            .map_err(cannot("start a thread for", Path::new("postgres")))?;
        let supervisor = Self { stop: Some(stop), thread: Some(thread) };
        first_start
            .recv()
            .map_err(|gone| cannot("start", Path::new("postgres"))(io::Error::other(gone)))??;
        Ok(supervisor)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that kept Postgres running had panicked");
        }
    }
}

/// Keeps Postgres running until the other end of `stop` is dropped.
fn supervise(cluster: &Cluster, first: Postmaster, stop: &Receiver<Infallible>) {
    let mut postmaster = Ok(first);
    let mut pause = FIRST_PAUSE;
    loop {
        let began = Instant::now();
        match postmaster.and_then(|postmaster| watch(postmaster, stop)) {
            Ok(Event::StopWanted) => return,
            Ok(Event::Ended(status)) => {
                tracing::warn!(%status, "Postgres ended by itself: starting it again");
            }
            Err(error) => {
                tracing::error!(error = &error as &dyn Error, "Postgres does not start: trying again")
            }
        }
        if began.elapsed() > LONGEST_PAUSE {
            pause = FIRST_PAUSE;
        }
        if stop.recv_timeout(pause) == Err(RecvTimeoutError::Disconnected) {
            return;
        }
        pause = LONGEST_PAUSE.min(pause * 2);
        postmaster = Postmaster::start(cluster, stop);
        if postmaster.is_ok() {
            tracing::info!("Postgres accepts connections again");
        }
    }
}

fn watch(mut postmaster: Postmaster, stop: &Receiver<Infallible>) -> Result<Event, PrivatePostgresError> {
    loop {
        if let Some(event) = postmaster.watch(stop, WATCH)? {
            return Ok(event);
        }
    }
}
