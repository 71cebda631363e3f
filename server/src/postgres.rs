//! Which Postgres: the one behind `DATABASE_URL`, or else a private one.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use etcetera::BaseStrategy;
use nix::unistd::geteuid;

use crate::arguments::DatabaseArguments;
use crate::private_postgres::PrivatePostgres;

/// A Postgres that can be connected to.
#[derive(Debug)]
pub enum Postgres {
    /// Somebody else runs it, behind this URL.
    Foreign(String),
    /// It runs until it is stopped or dropped.
    Private(PrivatePostgres),
}

impl Postgres {
    /// The Postgres of a service that begins.
    ///
    /// # Errors
    /// Where the private one does not start.
    pub fn start(arguments: &DatabaseArguments) -> anyhow::Result<Self> {
        match &arguments.database_url {
            Some(url) => Ok(Self::Foreign(url.clone())),
            None => Ok(Self::Private(PrivatePostgres::start(&data_directory(arguments)?)?)),
        }
    }

    /// The Postgres of a command about what is there already: as [`Self::start_or_attach`],
    /// but for a data directory that nobody has made.
    ///
    /// # Errors
    /// Where there is no data directory, or the private Postgres neither runs nor starts.
    pub fn find(arguments: &DatabaseArguments) -> anyhow::Result<Self> {
        if arguments.database_url.is_none() {
            let data = data_directory(arguments)?;
            let shown = data.display();
            ensure!(data.exists(), "there is no data directory {shown}: name the service's by --data");
        }
        Self::start_or_attach(arguments)
    }

    /// The Postgres of a command beside the service: the service's if that runs.
    ///
    /// # Errors
    /// Where the private one neither runs nor starts.
    pub fn start_or_attach(arguments: &DatabaseArguments) -> anyhow::Result<Self> {
        if arguments.database_url.is_none()
            && let Some(url) = PrivatePostgres::attach(&data_directory(arguments)?)?
        {
            return Ok(Self::Foreign(url));
        }
        Self::start(arguments)
    }

    /// Its `postgres://` URL.
    #[must_use]
    pub fn url(&self) -> &str {
        match self {
            Self::Foreign(url) => url,
            Self::Private(postgres) => postgres.url(),
        }
    }

    /// Stops it if it is private, and waits for its end.
    pub fn stop(self) {
        if let Self::Private(postgres) = self {
            postgres.stop();
        }
    }
}

fn data_directory(arguments: &DatabaseArguments) -> anyhow::Result<PathBuf> {
    if let Some(data) = &arguments.data {
        return Ok(data.clone());
    }
    if geteuid().is_root() {
        return Ok("/var/lib/runoff".into());
    }
    let directories = etcetera::choose_base_strategy().context("no home directory: name one with --data")?;
    Ok(directories.data_dir().join("runoff"))
}
