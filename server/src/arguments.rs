//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use benchdata::name::Name;
use clap::{Args, Parser, Subcommand};

use crate::public_url::PublicUrl;
use crate::telemetry::LogFormat;
use crate::token::Scope;

/// Runoff's web service: collects benchmark runs and says which side won.
#[derive(Debug, Parser)]
#[command(
    name = "runoff-server",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  runoff-server --listen 0.0.0.0:7878\n  runoff-server token create bigbox --box bigbox"
)]
pub struct Arguments {
    /// What to do; `serve` if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to serve.
    #[command(flatten)]
    pub serve: ServeArguments,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the service (the default)
    Serve(ServeArguments),
    /// Make, list and revoke tokens, also while the service runs
    #[command(subcommand)]
    Token(TokenCommand),
}

/// Where the database is.
#[derive(Debug, Clone, Args)]
pub struct DatabaseArguments {
    /// Directory of the private Postgres; by default /var/lib/runoff for root, else runoff in
    /// the user's data directory
    #[arg(long, value_name = "DIR", env = "RUNOFF_DATA")]
    pub data: Option<PathBuf>,
    /// A Postgres to use instead of the private one
    #[arg(long, value_name = "URL", env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
}

/// How to serve.
#[derive(Debug, Clone, Args)]
pub struct ServeArguments {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878", env = "RUNOFF_LISTEN")]
    pub listen: SocketAddr,
    /// The address under which clients know the service, where a proxy stands before it
    #[arg(long, value_name = "URL", env = "RUNOFF_PUBLIC_URL", value_parser = PublicUrl::parse)]
    pub public_url: Option<PublicUrl>,
    /// How log lines are written; RUST_LOG says which
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text", env = "RUNOFF_LOG_FORMAT")]
    pub log_format: LogFormat,
    /// The most bytes an upload may have, decompressed
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, env = "RUNOFF_BODY_LIMIT")]
    pub body_limit: usize,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseArguments,
}

/// What to do with tokens.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Make a token and print it, for the one time it can be seen
    #[command(after_help = "Example:\n  RUNOFF_TOKEN=$(runoff-server token create bigbox --box bigbox)")]
    Create {
        /// What to call it
        #[arg(value_parser = |text: &str| Name::new(text))]
        name: Name,
        /// What it may do; each scope includes those before it
        #[arg(long, value_enum, default_value = "upload")]
        scope: Scope,
        /// The only box whose runs it may send
        #[arg(long = "box", value_name = "BOX", value_parser = |text: &str| Name::new(text))]
        box_name: Option<Name>,
        /// After how many days it ends to work; never if not given
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
        expires: Option<u16>,
        /// Where the database is.
        #[command(flatten)]
        database: DatabaseArguments,
    },
    /// List all tokens, without their secrets
    List {
        /// Where the database is.
        #[command(flatten)]
        database: DatabaseArguments,
    },
    /// Revoke a token: it ends to work at once
    Revoke {
        /// The token's name
        name: String,
        /// Where the database is.
        #[command(flatten)]
        database: DatabaseArguments,
    },
}
