//! Starts the service and ends it in order.

use std::time::Duration;

use anyhow::Context;
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::application;
use crate::arguments::ServeArguments;
use crate::connections::{self, Patience};
use crate::database;
use crate::database::store::Storing;
use crate::frozen::Frozen;
use crate::meters::Meters;
use crate::painting::Painting;
use crate::postgres::Postgres;
use crate::signed_in;
use crate::state::AppState;

const PATIENCE: Patience = Patience { head: Duration::from_secs(30), drain: Duration::from_secs(10) };

/// The world outside: what only `main` owns.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// The clock.
    pub now: fn() -> OffsetDateTime,
    /// The source of randomness.
    pub random: fn() -> [u8; 32],
}

/// Serves until SIGTERM or SIGINT; returns after the last request is answered.
///
/// # Errors
/// Where the address is taken or the database does not start.
pub async fn serve(arguments: ServeArguments, surroundings: Surroundings) -> anyhow::Result<()> {
    let listener = TcpListener::bind(arguments.listen)
        .await
        .with_context(|| format!("listening on {}: choose another address by --listen", arguments.listen))?;
    let postgres = Postgres::start(&arguments.database)?;
    let behind = arguments.database.behind();
    let pool = database::connect(postgres.url(), behind).await?;
    database::migrate(&pool).await?;
    let storing = Storing::new(postgres.url(), behind)?;
    let replica = match &arguments.database_read_url {
        Some(url) => Some(database::connect(url, behind).await?),
        None => None,
    };
    let cookie_key = signed_in::cookie_key(&pool, surroundings.random).await?;
    let state = AppState {
        pool: pool.clone(),
        storing: storing.clone(),
        replica: replica.clone(),
        now: surroundings.now,
        random: surroundings.random,
        public_url: arguments.public_url.clone(),
        cookie_key,
        body_limit: arguments.body_limit,
        access: arguments.access(),
        meters: Some(Meters::start()?),
        painting: Painting::default(),
        frozen: Frozen::default(),
    };
    tracing::info!("open http://{}", listener.local_addr()?);
    answer_until_signal(listener, state).await?;
    storing.close().await;
    pool.close().await;
    if let Some(replica) = replica {
        replica.close().await;
    }
    postgres.stop();
    Ok(())
}

async fn answer_until_signal(listener: TcpListener, state: AppState) -> anyhow::Result<()> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let stop = async {
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        tracing::info!("ending: no new requests are taken");
    };
    connections::allow_many();
    connections::answer(listener, application::router(state), PATIENCE, stop).await;
    Ok(())
}
