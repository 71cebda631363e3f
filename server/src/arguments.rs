//! The command line.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use benchdata::name::Name;
use benchdata::query::Query;
use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;

use crate::access::{Access, Limiter};
use crate::client::TrustedProxies;
use crate::database::Behind;
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
    /// Write the whole database to a file, also while the service runs
    #[command(after_help = "Example:\n  runoff-server backup runoff.backup")]
    Backup(BackupArguments),
    /// Put a backup into a database that holds nothing yet
    #[command(after_help = "Example:\n  runoff-server restore runoff.backup --data /var/lib/runoff")]
    Restore(BackupArguments),
    /// Read the kept outputs again by today's readers and tell what would come out differently;
    /// nothing is changed
    #[command(after_help = "Example:\n  runoff-server reread 'benchmark:tiobench box:bigbox'")]
    Reread(RereadArguments),
}

/// What to read again.
#[derive(Debug, Args)]
pub struct RereadArguments {
    /// Which runs, as the lists are asked: all of them if nothing is said
    #[arg(default_value = "", hide_default_value = true, value_parser = Query::parse)]
    pub query: Query,
    /// The format of their outputs; by default that of their benchmark, or found out
    #[arg(long)]
    pub format: Option<String>,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseArguments,
}

/// A backup and its database.
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The backup
    pub file: PathBuf,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseArguments,
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
    /// DATABASE_URL is a pooler that hands out sessions for one transaction (PgBouncer in
    /// transaction mode)
    #[arg(long, env = "RUNOFF_POOLER")]
    pub pooler: bool,
}

impl DatabaseArguments {
    /// What stands behind the database's URL.
    #[must_use]
    pub const fn behind(&self) -> Behind {
        if self.pooler { Behind::Pooler } else { Behind::Postgres }
    }
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
    /// Reading, too, needs a token
    #[arg(long, env = "RUNOFF_PRIVATE")]
    pub private: bool,
    /// How many requests a second each token may make, and each address sixteen times as many;
    /// 0 for no limit. This machine's own have none
    #[arg(long, value_name = "N", default_value_t = 100, env = "RUNOFF_RATE_LIMIT")]
    pub rate_limit: u32,
    /// Addresses or networks of proxies whose X-Forwarded-For is believed
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', env = "RUNOFF_TRUSTED_PROXY", value_parser = network)]
    pub trusted_proxy: Vec<IpNet>,
    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseArguments,
    /// A streaming replica of DATABASE_URL's Postgres, to read from while it keeps up
    #[arg(long, value_name = "URL", env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: Option<String>,
}

impl ServeArguments {
    /// Who may ask, and how often.
    #[must_use]
    pub fn access(&self) -> Access {
        let limiter = NonZeroU32::new(self.rate_limit).map(|rate| Arc::new(Limiter::new(rate)));
        Access { private: self.private, proxies: TrustedProxies(self.trusted_proxy.clone()), limiter }
    }
}

/// `10.0.0.0/8`, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| single())
        .map_err(|_| "expected an address, or a network such as 10.0.0.0/8".to_owned())
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
