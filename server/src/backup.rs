//! `runoff-server backup` and `restore`: the whole database as one file.

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::arguments::DatabaseArguments;
use crate::database::{self, Behind};
use crate::postgres::Postgres;
use crate::postgres_programs::Program;

/// Writes everything that the database holds to `file`, also while the service runs: as it was
/// at one moment, in the form of `pg_dump --format=custom`. The file appears when it is whole.
///
/// # Errors
/// Where the database or `pg_dump` is not there, or the file cannot be written.
pub async fn backup(file: &Path, database: &DatabaseArguments) -> anyhow::Result<()> {
    check_is_direct(database)?;
    let postgres = Postgres::find(database)?;
    let major = major(postgres.url()).await?;
    let partial = partial(file);
    let result = dump(&Program::find("pg_dump", major, postgres.url())?, &partial, file);
    if result.is_err() {
        // What is left of it is of no use; the error is what matters.
        let _nothing_to_do = fs::remove_file(&partial);
    }
    postgres.stop();
    result
}

fn dump(pg_dump: &Program, partial: &Path, file: &Path) -> anyhow::Result<()> {
    let writing = || format!("writing {}", partial.display());
    // It holds the hashes of tokens: it is for its owner alone.
    let made = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(partial);
    let made = made.with_context(writing)?;
    made.set_permissions(Permissions::from_mode(0o600)).with_context(writing)?;
    let path = partial.to_str().with_context(|| format!("{} is not UTF-8", partial.display()))?;
    pg_dump.run(&["--format=custom", "--no-owner", "--no-privileges", "--file", path])?;
    made.sync_all().with_context(writing)?;
    fs::rename(partial, file).with_context(|| format!("writing {}", file.display()))
}

fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Puts what [`backup`] wrote into a database that holds nothing yet: all or nothing.
///
/// # Errors
/// Where the database holds anything, or the file is no backup or a newer version's.
pub async fn restore(file: &Path, database: &DatabaseArguments) -> anyhow::Result<()> {
    check_is_direct(database)?;
    let path = file.canonicalize().with_context(|| format!("reading {}", file.display()))?;
    let path = path.to_str().with_context(|| format!("{} is not UTF-8", file.display()))?;
    let postgres = Postgres::start_or_attach(database)?;
    let result = restore_into(path, postgres.url()).await;
    postgres.stop();
    result
}

fn check_is_direct(database: &DatabaseArguments) -> anyhow::Result<()> {
    let is_direct = database.behind() == Behind::Postgres;
    ensure!(
        is_direct,
        "a backup needs Postgres itself, not a pooler: name it by --database-url, without --pooler"
    );
    Ok(())
}

async fn restore_into(path: &str, url: &str) -> anyhow::Result<()> {
    let major = major(url).await?;
    let pool = database::connect(url, Behind::Postgres).await?;
    database::migrate(&pool).await?;
    let is_empty = database::is_empty(&pool).await?;
    pool.close().await;
    ensure!(is_empty, "the database holds runs, snapshots or tokens already: restore into an empty one");
    let pg_restore = Program::find("pg_restore", major, url)?;
    let whole = ["--single-transaction", "--clean", "--if-exists", "--no-owner", "--no-privileges", path];
    pg_restore.run(&whole)?;
    // What an older version has written is brought up to date.
    let pool = database::connect(url, Behind::Postgres).await?;
    let migrated = database::migrate(&pool).await;
    pool.close().await;
    Ok(migrated?)
}

/// The major version of the Postgres behind a URL.
async fn major(url: &str) -> anyhow::Result<u32> {
    let pool = database::connect(url, Behind::Postgres).await?;
    let major = database::major_version(&pool).await;
    pool.close().await;
    Ok(major?)
}
