//! Processor time.

use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

/// What tells how long a process has had a processor, with all its threads.
pub(super) struct Clock(ClockId);

impl Clock {
    pub(super) fn of_process(pid: u32) -> Self {
        Self(clock_getcpuclockid(Pid::from_raw(pid.cast_signed())).unwrap())
    }

    pub(super) fn of_this_thread() -> Self {
        Self(ClockId::CLOCK_THREAD_CPUTIME_ID)
    }

    /// In nanoseconds.
    pub(super) fn now(&self) -> f64 {
        let now = self.0.now().unwrap();
        now.tv_sec() as f64 * 1e9 + now.tv_nsec() as f64
    }
}

/// What a piece of `work` costs by a clock, if that is less than before.
pub(super) fn least(before: f64, times: usize, clock: impl Fn() -> f64, work: impl FnMut(usize)) -> f64 {
    let begun = clock();
    (0..times).for_each(work);
    before.min((clock() - begun) / times as f64)
}
