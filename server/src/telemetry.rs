//! Logs, on stderr.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Begins to log what `RUST_LOG` selects, by default everything from `info` on.
///
/// # Errors
/// Where `RUST_LOG` cannot be read, or something logs already.
pub fn start(format: LogFormat) -> anyhow::Result<()> {
    let filter = match std::env::var("RUST_LOG") {
        Ok(directives) => EnvFilter::try_new(directives)?,
        Err(_) => EnvFilter::new("info"),
    };
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Of a log that cannot be written it would tell stderr, and panic as that fails too.
        .log_internal_errors(false);
    let started = match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("starting the log: {error}"))
}
