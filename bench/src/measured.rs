//! A page measured beside its limits.

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, Executor};
use tokio::runtime::Runtime;

use crate::bare;
use crate::bars::Bar;
use crate::load::{Load, Took};
use crate::pages::Page;
use crate::service::Service;

/// Requests of one client, one after the other.
const ALONE: Load = Load { clients: 1, requests: 200 };

/// Requests of several at once.
const TOGETHER: Load = Load { clients: 8, requests: 400 };

/// What a page took, and what its limits did.
pub(crate) struct Measured {
    pub(crate) page: Page,
    /// Of the page, in bytes.
    pub(crate) size: usize,
    pub(crate) alone: Took,
    pub(crate) together: Took,
    /// Its query.
    pub(crate) query: Took,
    /// A bare page of the same size.
    pub(crate) bare: Took,
}

impl Measured {
    /// The median time over that of the query.
    pub(crate) fn times_query(&self) -> f64 {
        self.alone.quantile(0.5) / self.query.quantile(0.5)
    }

    /// Requests a second over those of the bare page.
    pub(crate) fn share_of_bare(&self) -> f64 {
        self.together.rate() / self.bare.rate()
    }

    /// Whether it keeps a bar.
    pub(crate) fn keeps(&self, bar: Bar) -> bool {
        match bar {
            Bar::P50(most) => self.alone.quantile(0.5) <= most,
            Bar::P99(most) => self.alone.quantile(0.99) <= most,
            Bar::TimesQuery(most) => self.times_query() <= most,
            Bar::ShareOfBare(least) => self.share_of_bare() >= least,
        }
    }
}

/// The database, asked without the service.
pub(crate) struct Database {
    runtime: Runtime,
    pool: PgPool,
}

impl Database {
    /// Connects.
    pub(crate) fn open(url: &str, connections: u32) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let options = PgPoolOptions::new().min_connections(connections).max_connections(connections);
        let pool = runtime.block_on(options.test_before_acquire(false).connect(url))?;
        Ok(Self { runtime, pool })
    }

    /// Waits for what is done with the pool.
    pub(crate) fn wait<T>(&self, work: impl AsyncFnOnce(&PgPool) -> anyhow::Result<T>) -> anyhow::Result<T> {
        self.runtime.block_on(work(&self.pool))
    }

    fn rows(&self, sql: &str) -> anyhow::Result<()> {
        self.wait(async |pool| {
            pool.fetch_all(sqlx::query(AssertSqlSafe(sql))).await?;
            Ok(())
        })
    }
}

/// Measures a page, its query and a bare page of the same size.
pub(crate) fn measure(service: &Service, database: &Database, page: Page) -> anyhow::Result<Measured> {
    let get = |_| service.get(&page.path).map(drop);
    let size = service.get(&page.path)?;
    Load { clients: 8, requests: 16 }.run(get)?;
    let (alone, together) = (ALONE.run(get)?, TOGETHER.run(get)?);
    database.rows(&page.query)?;
    let query = ALONE.run(|_| database.rows(&page.query))?;
    let bare = bare::Page::start(size)?;
    let bare = TOGETHER.run(|_| bare.get().map(drop))?;
    Ok(Measured { page, size, alone, together, query, bare })
}
