//! Storing runs: all of an upload or none, each once, however many clients send them at once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use benchdata::content::RunId;
use benchdata::run::{Measurement, Run};
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use time::OffsetDateTime;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinSet};

use super::batch::{Batch, BatchError, row_id};
use super::connect::{self, Behind};
use super::insert::{collision, insert, may_succeed_now};
use super::runs::run_id;
use super::{DatabaseError, Pool};
use crate::aside::aside;

/// A run that is in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: RunId,
    /// Whether it was not there before.
    pub created: bool,
}

/// Why runs were not stored; none of them was.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Two different runs whose content ids begin with the same 64 bits.
    #[error("another run has the id {0} already: change anything in this one, such as its note in a factor")]
    Collision(RunId),
    /// The runs could not be taken apart.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<JoinError> for StoreError {
    fn from(error: JoinError) -> Self {
        Self::Database(error.into())
    }
}

/// Uploads that could not be stored together are stored by so many connections.
const MOST_CONNECTIONS: u32 = 4;

/// Uploads that arrive while others are stored wait together, and are stored together, up to so many
/// bytes: one statement and one commit serve them all. A larger one is stored by itself meanwhile.
const MOST_TOGETHER: usize = 1 << 20;

/// What is in the way of one attempt is seldom in that of the next, too.
const MOST_ATTEMPTS: usize = 8;

/// Where runs are stored.
#[derive(Clone)]
pub struct Storing {
    pool: Pool,
    behind: Behind,
    waiting: Arc<Mutex<Vec<Waiting>>>,
    /// With the connection that the last turn left: to give it back to the pool each time would cost
    /// Postgres a question whether it still works.
    turn: Arc<tokio::sync::Mutex<Option<PoolConnection<Postgres>>>>,
}

/// An upload that is not yet stored.
struct Waiting {
    batch: Batch,
    answer: oneshot::Sender<Result<Vec<Stored>, StoreError>>,
}

/// About how many bytes a run takes.
fn size(run: &Run) -> usize {
    let results =
        run.results.iter().map(|result| size_of::<Measurement>() + 8 * result.values.samples().len());
    results.sum::<usize>() + run.sources.iter().map(|source| source.bytes.len()).sum::<usize>()
}

impl Storing {
    /// On the database behind a `postgres://` URL, which is not yet asked for a connection.
    ///
    /// # Errors
    /// Where the URL is none.
    pub fn new(url: &str, behind: Behind) -> Result<Self, DatabaseError> {
        let pool = connect::to_store(url, behind, MOST_CONNECTIONS)?;
        Ok(Self { pool, behind, waiting: Arc::default(), turn: Arc::default() })
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.turn.lock().await.take();
        self.pool.close().await;
    }

    /// Stores the runs of an upload. A run that is there already is left as it is, and one that
    /// another client is just storing is waited for. Returns once all are committed; what is begun
    /// is ended also where nobody waits for the answer any more.
    ///
    /// # Errors
    /// Where the database fails or ids collide; then nothing is stored.
    pub async fn store(
        &self,
        runs: Vec<Run>,
        uploaded_by: i32,
        received: OffsetDateTime,
    ) -> Result<Vec<Stored>, StoreError> {
        let bytes = runs.iter().map(size).sum();
        let batch = aside(bytes, move || Batch::new(&runs, uploaded_by, received)).await??;
        let storing = self.clone();
        if batch.size() > MOST_TOGETHER {
            return tokio::spawn(async move { storing.store_batch(&batch, &mut None).await }).await?;
        }
        let (answer, answered) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(Waiting { batch, answer });
        tokio::spawn(async move { storing.store_waiting().await });
        answered.await.unwrap_or_else(|_| Err(sqlx::Error::WorkerCrashed.into()))
    }

    /// Takes its turn, then stores all that waits by then.
    async fn store_waiting(&self) {
        let mut turn = self.turn.lock().await;
        let waiting = self.take();
        let [_, _, ..] = waiting.as_slice() else {
            // One alone, or none where another turn has taken it along.
            for Waiting { batch, answer } in waiting {
                // Who asked may have gone.
                let _gone = answer.send(self.store_batch(&batch, &mut turn).await);
            }
            return;
        };
        match self.store_together(&waiting, &mut turn).await {
            Ok(stored) => {
                let mut stored = stored.into_iter();
                for Waiting { batch, answer } in waiting {
                    let _gone = answer.send(Ok(stored.by_ref().take(batch.ids.len()).collect()));
                }
            }
            // Each would wait as long for a connection.
            Err(StoreError::Database(DatabaseError::Unavailable(sqlx::Error::PoolTimedOut))) => {
                for Waiting { answer, .. } in waiting {
                    let _gone = answer.send(Err(sqlx::Error::PoolTimedOut.into()));
                }
            }
            // One must not keep the others from being stored.
            Err(_) => self.store_apart(waiting).await,
        }
    }

    async fn store_together(
        &self,
        waiting: &[Waiting],
        kept: &mut Option<PoolConnection<Postgres>>,
    ) -> Result<Vec<Stored>, StoreError> {
        let mut all = Batch::default();
        for one in waiting {
            all.append(&one.batch)?;
        }
        self.store_batch(&all, kept).await
    }

    /// Stores each by itself, all at once.
    async fn store_apart(&self, waiting: Vec<Waiting>) {
        let mut apart = JoinSet::new();
        for Waiting { batch, answer } in waiting {
            let storing = self.clone();
            apart.spawn(async move { answer.send(storing.store_batch(&batch, &mut None).await) });
        }
        apart.join_all().await;
    }

    /// What waits and can be stored in one statement: not one run twice. Whoever comes next takes
    /// what is left.
    fn take(&self) -> Vec<Waiting> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut ids, mut size) = (HashSet::new(), 0);
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        for one in waiting.drain(..) {
            size += one.batch.size();
            let fits = taken.is_empty() || size <= MOST_TOGETHER;
            if fits && one.batch.ids.iter().all(|id| !ids.contains(id)) {
                ids.extend(one.batch.ids.iter().copied());
                taken.push(one);
            } else {
                left.push(one);
            }
        }
        *waiting = left;
        taken
    }

    /// On a connection that is kept, or another, which is kept then.
    async fn store_batch(
        &self,
        batch: &Batch,
        kept: &mut Option<PoolConnection<Postgres>>,
    ) -> Result<Vec<Stored>, StoreError> {
        let created = self.insert(batch, kept).await?;
        Ok(batch.ids.iter().map(|&id| Stored { id, created: created.contains(&row_id(id)) }).collect())
    }

    async fn insert(
        &self,
        batch: &Batch,
        kept: &mut Option<PoolConnection<Postgres>>,
    ) -> Result<HashSet<i64>, StoreError> {
        let mut attempts = 1..MOST_ATTEMPTS;
        loop {
            let mut connection = match kept.take() {
                Some(connection) => connection,
                None => self.pool.acquire().await?,
            };
            match insert(&mut connection, batch).await {
                Ok(created) => {
                    if self.behind == Behind::Pooler {
                        connect::commit(&mut connection).await?;
                    }
                    *kept = (self.behind == Behind::Postgres).then_some(connection);
                    return Ok(created.into_iter().collect());
                }
                Err(error) if may_succeed_now(&error) => {
                    drop(connection);
                    if let Some(id) = collision(&self.pool, batch).await? {
                        return Err(StoreError::Collision(run_id(id)));
                    }
                    attempts.next().ok_or(error)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}
