//! Starts the service and ends it in order.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use axum::serve::ListenerExt;
use time::OffsetDateTime;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::application;
use crate::arguments::ServeArguments;
use crate::database;
use crate::frozen::Frozen;
use crate::meters::Meters;
use crate::painting::Painting;
use crate::postgres::Postgres;
use crate::signed_in;
use crate::state::AppState;

/// How long requests may go on after the signal to end.
const DRAIN: Duration = Duration::from_secs(10);

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
    let pool = database::connect(postgres.url()).await?;
    database::migrate(&pool).await?;
    let cookie_key = signed_in::cookie_key(&pool, surroundings.random).await?;
    let state = AppState {
        pool: pool.clone(),
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
    pool.close().await;
    postgres.stop();
    Ok(())
}

async fn answer_until_signal(listener: TcpListener, state: AppState) -> anyhow::Result<()> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let (stop, mut stopped) = watch::channel(());
    // Small responses must not wait for the acknowledgement of the one before.
    let listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
    });
    let service = application::router(state).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async move { stopped.changed().await.unwrap_or_default() });
    let deadline = async {
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        tracing::info!("ending: no new requests are taken");
        stop.send_replace(());
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        ended = server => ended?,
        () = deadline => tracing::warn!("some requests took longer than {DRAIN:?} and were cut off"),
    }
    Ok(())
}
