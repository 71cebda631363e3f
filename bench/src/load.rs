//! A load: some clients, each with a connection of its own, share some requests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How much is asked, by how many.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Clients at once.
    pub(crate) clients: usize,
    /// Requests in all.
    pub(crate) requests: usize,
}

/// How long it took.
#[derive(Debug)]
pub(crate) struct Took {
    /// From the first request to the last answer.
    pub(crate) whole: Duration,
    /// Each request, shortest first.
    pub(crate) each: Vec<Duration>,
}

impl Took {
    /// The middle one of several, by their rates.
    pub(crate) fn median(mut several: Vec<Self>) -> Self {
        several.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        several.swap_remove(several.len() / 2)
    }

    /// Requests a second.
    pub(crate) fn rate(&self) -> f64 {
        self.each.len() as f64 / self.whole.as_secs_f64()
    }

    /// The time that a share of the requests did not exceed, in milliseconds.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let last = self.each.len() - 1;
        self.each[(last as f64 * share).round() as usize].as_secs_f64() * 1e3
    }
}

impl Load {
    /// Runs `request` with the numbers from 0 on, each once.
    pub(crate) fn run(self, request: impl Fn(usize) -> anyhow::Result<()> + Sync) -> anyhow::Result<Took> {
        let next = AtomicUsize::new(0);
        let begun = Instant::now();
        let client = || -> anyhow::Result<Vec<Duration>> {
            let mut took = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= self.requests {
                    return Ok(took);
                }
                let begun = Instant::now();
                request(at)?;
                took.push(begun.elapsed());
            }
        };
        let mut each = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..self.clients).map(|_| scope.spawn(client)).collect();
            let took = clients
                .into_iter()
                .map(|client| client.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a client panicked"))));
            took.collect::<anyhow::Result<Vec<_>>>()
        })?
        .concat();
        let whole = begun.elapsed();
        each.sort();
        Ok(Took { whole, each })
    }
}
