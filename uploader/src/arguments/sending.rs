//! The options of commands that send runs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::client::Patience;

/// How runs are sent.
#[derive(Debug, Args)]
pub(crate) struct Sending {
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep it in the spool, for `runoff flush` to send
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) delivery: Delivery,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

/// Which server, and who is asking.
#[derive(Debug, Default, Args)]
pub(crate) struct Connection {
    /// The server's address, such as http://runoff.example:7878 [env: RUNOFF_SERVER]
    #[arg(long, value_name = "URL")]
    pub(crate) server: Option<String>,
    /// A file that holds the token alone [env: RUNOFF_TOKEN, the token itself]
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
}

/// How hard to try.
#[derive(Debug, Args)]
pub(crate) struct Delivery {
    /// How long to go on trying with an upload while the server does not answer; with 0, once
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    retry_for: u64,
}

impl Delivery {
    /// How long to go on trying.
    pub(crate) fn patience(&self) -> Patience {
        match self.retry_for {
            0 => Patience::ONCE,
            seconds => Patience::For(Duration::from_secs(seconds)),
        }
    }

    /// One attempt, no longer than that.
    pub(crate) fn once(&self) -> Patience {
        match self.patience() {
            Patience::For(limit) | Patience::Once(limit) => Patience::Once(limit),
        }
    }
}
