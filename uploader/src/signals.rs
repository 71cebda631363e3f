//! Signals: to end, to stop, and that a child has ended. Whoever waits for them sleeps.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;
use signal_hook::consts::{SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::{flag, low_level::pipe};

/// The signals that ask a program to end.
const TO_END: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// From when it is made, no signal to end ends this process by itself.
pub(crate) struct Signals {
    /// Has a byte for whatever happens.
    wakes: UnixStream,
    waker: UnixStream,
    /// The last signal to end; 0 if none came.
    caught: Arc<AtomicUsize>,
    /// The same, until somebody takes it.
    news: Arc<AtomicUsize>,
    stops: Stops,
}

/// Signals to stop, and to go on.
#[derive(Default)]
struct Stops {
    /// Whether a signal to stop does so at once, and not when [`Signals::is_to_stop`] is asked.
    at_once: Arc<AtomicBool>,
    asked: Arc<AtomicBool>,
    /// Whether this process went on after it was stopped, be it by a signal that nobody can catch.
    went_on: Arc<AtomicBool>,
}

impl Stops {
    fn catch() -> io::Result<Self> {
        let stops = Self::default();
        stops.at_once.store(true, Ordering::SeqCst);
        flag::register_conditional_default(SIGTSTP, Arc::clone(&stops.at_once))?;
        flag::register(SIGTSTP, Arc::clone(&stops.asked))?;
        flag::register(SIGCONT, Arc::clone(&stops.went_on))?;
        Ok(stops)
    }
}

/// While it lives, a signal to stop waits for somebody who asks.
pub(crate) struct Holding<'a>(&'a Stops);

impl Drop for Holding<'_> {
    fn drop(&mut self) {
        self.0.at_once.store(true, Ordering::SeqCst);
    }
}

impl Signals {
    /// Catches signals from now on.
    ///
    /// # Errors
    /// Where the system has no means left.
    pub(crate) fn catch() -> io::Result<Self> {
        let (wakes, waker) = UnixStream::pair()?;
        let (caught, news) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        for signal in TO_END {
            // The flags first: they have to be up when the sleeper wakes.
            for flag in [&caught, &news] {
                flag::register_usize(signal, Arc::clone(flag), signal.unsigned_abs() as usize)?;
            }
            pipe::register(signal, waker.try_clone()?)?;
        }
        let stops = Stops::catch()?;
        for signal in [SIGCHLD, SIGTSTP] {
            pipe::register(signal, waker.try_clone()?)?;
        }
        Ok(Self { wakes, waker, caught, news, stops })
    }

    /// Has signals to stop wait, since another process is to stop first.
    pub(crate) fn hold_stops(&self) -> Holding<'_> {
        for flag in [&self.stops.asked, &self.stops.went_on, &self.stops.at_once] {
            flag.store(false, Ordering::SeqCst);
        }
        Holding(&self.stops)
    }

    /// Whether a signal to stop came since the last time.
    pub(crate) fn is_to_stop(&self) -> bool {
        self.stops.asked.swap(false, Ordering::SeqCst)
    }

    /// Whether this process was stopped since [`Self::hold_stops`].
    pub(crate) fn was_stopped(&self) -> bool {
        self.stops.went_on.load(Ordering::SeqCst)
    }

    /// The signal to end that came since the last time.
    pub(crate) fn take(&self) -> Option<Signal> {
        let signal = self.news.swap(0, Ordering::SeqCst);
        i32::try_from(signal).ok().and_then(|signal| Signal::try_from(signal).ok())
    }

    /// Whether a signal to end came at all.
    pub(crate) fn is_caught(&self) -> bool {
        self.caught.load(Ordering::SeqCst) != 0
    }

    /// Sleeps until a signal, a child's end or that of work in a thread, or for so long.
    pub(crate) fn sleep(&self, at_most: Option<Duration>) {
        // Zero would be no limit.
        let at_most = at_most.map(|most| most.max(Duration::from_millis(1)));
        let _ = self.wakes.set_read_timeout(at_most);
        let _ = (&self.wakes).read(&mut [0; 64]);
    }

    /// Does some work in a thread; when it is done, its result is there and the sleeper wakes.
    ///
    /// # Errors
    /// Where the system has no means left.
    pub(crate) fn in_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<Receiver<T>> {
        let (done, result) = mpsc::channel();
        let mut waker = self.waker.try_clone()?;
        thread::Builder::new().spawn(move || {
            // Nobody may want it any more. It has to be there when the sleeper wakes.
            let _ = done.send(work());
            let _ = waker.write_all(b"!");
        })?;
        Ok(result)
    }
}
