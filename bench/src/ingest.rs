//! Uploads beside a bare `COPY` of the same rows and beside plain inserts of the same samples.

use crate::bare;
use crate::load::{Load, Took};
use crate::runs;
use crate::service::Service;

/// Uploads of one measurement, of a run each.
const UPLOADS: usize = 400;

/// As often, in turns: a machine is not equally fast at all times.
const TURNS: usize = 3;

/// What so many clients reached.
pub(crate) struct Ingest {
    pub(crate) clients: usize,
    pub(crate) uploads: Took,
    pub(crate) copies: Took,
    pub(crate) inserts: Took,
}

/// Samples a second.
pub(crate) fn samples(took: &Took) -> f64 {
    took.rate() * runs::SAMPLES as f64
}

impl Ingest {
    /// Samples a second over those of the multi-row inserts.
    pub(crate) fn times_inserts(&self) -> f64 {
        self.uploads.rate() / self.inserts.rate()
    }

    /// Samples a second over those of `COPY`.
    pub(crate) fn share_of_copy(&self) -> f64 {
        self.uploads.rate() / self.copies.rate()
    }
}

/// Sends new runs, with numbers from `seed` on, by 1, 4 and 16 clients.
pub(crate) fn measure(service: &Service, mut seed: u64) -> anyhow::Result<Vec<Ingest>> {
    let url = service.database_url()?;
    let mut by_clients = Vec::new();
    for clients in [1, 4, 16] {
        let (mut uploads, mut copies, mut inserts) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..TURNS {
            let bodies = runs::bodies(seed, UPLOADS)?;
            seed += UPLOADS as u64;
            let load = Load { clients, requests: UPLOADS };
            uploads.push(load.run(|at| service.post("/api/v1/runs", &bodies[at]).map(drop))?);
            copies.push(bare::copy(&url, clients, &bare::Rows::of(&bodies)?)?);
            inserts.push(bare::insert(&url, clients, &bodies)?);
        }
        let [uploads, copies, inserts] = [uploads, copies, inserts].map(Took::median);
        by_clients.push(Ingest { clients, uploads, copies, inserts });
    }
    bare::remove(&url)?;
    Ok(by_clients)
}
