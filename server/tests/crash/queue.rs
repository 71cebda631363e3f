//! What many clients together still have to send.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::instance::PATIENCE;
use crate::uploads::Upload;

/// An upload on its way.
pub(crate) struct Sending {
    pub(crate) upload: Upload,
    /// Whether its client tries again until the service acknowledges it, or gives it up.
    pub(crate) is_patient: bool,
}

pub(crate) struct Queue {
    waiting: Mutex<Receiver<Sending>>,
    /// How many are waiting or on their way.
    left: AtomicUsize,
}

impl Queue {
    /// An empty one, and its other end, with which it ends.
    pub(crate) fn new() -> (Sender<Sending>, Self) {
        let (sender, receiver) = mpsc::channel();
        (sender, Self { waiting: Mutex::new(receiver), left: AtomicUsize::new(0) })
    }

    /// Tells of one that will be sent.
    pub(crate) fn announce(&self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for the next one; `None` at the end.
    pub(crate) fn next(&self) -> Option<Sending> {
        self.waiting.lock().unwrap().recv().ok()
    }

    /// Tells of one that was acknowledged or given up.
    pub(crate) fn done(&self) {
        self.left.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// Waits; returns how long each that ended meanwhile took of that time.
    pub(crate) fn wait_until_left(&self, count: usize) -> Duration {
        let begun = Instant::now();
        let before = self.left.load(Ordering::Relaxed);
        loop {
            let left = self.left.load(Ordering::Relaxed);
            if left <= count {
                let ended = before.saturating_sub(left).max(1);
                return begun.elapsed() / u32::try_from(ended).unwrap();
            }
            assert!(begun.elapsed() < PATIENCE, "the uploads do not proceed");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
