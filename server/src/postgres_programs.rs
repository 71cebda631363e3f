//! Postgres's own programs `pg_dump` and `pg_restore`.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail, ensure};
use url::Url;

use crate::private_postgres::{PLACES, major};

/// One of them, ready to be run.
#[derive(Debug)]
pub(crate) struct Program {
    name: &'static str,
    path: PathBuf,
    /// `postgres://…`, without a password, which every user of the machine could read.
    url: String,
    password: Option<String>,
}

impl Program {
    /// The oldest one that understands a server of the major version `server`: in the directory
    /// that the environment variable `PG_BIN` names, or in those that packagers use and `PATH`.
    ///
    /// # Errors
    /// Where there is none.
    pub(crate) fn find(name: &'static str, server: u32, url: &str) -> anyhow::Result<Self> {
        let found = directories().into_iter().filter_map(|directory| {
            let path = directory.join(name);
            let version = path.is_file().then(|| version_of(&path)).flatten()?;
            (version >= server).then_some((version, path))
        });
        let (_, path) = found.min().with_context(|| {
            format!(
                "no {name} for PostgreSQL {server} is installed (Debian: apt-get install \
                 postgresql-client-{server}); the environment variable PG_BIN may name its directory"
            )
        })?;
        let (url, password) = without_password(url)?;
        Ok(Self { name, path, url, password })
    }

    /// Runs it on the database, and waits for its end.
    ///
    /// # Errors
    /// Where it fails; with its last words.
    pub(crate) fn run(&self, arguments: &[&str]) -> anyhow::Result<()> {
        let mut command = Command::new(&self.path);
        command.arg("--dbname").arg(&self.url).arg("--no-password").args(arguments).stdin(Stdio::null());
        if let Some(password) = &self.password {
            command.env("PGPASSWORD", password);
        }
        let Output { status, stderr, .. } =
            command.output().with_context(|| format!("running {}", self.path.display()))?;
        ensure!(status.success(), "{} failed: {}", self.name, String::from_utf8_lossy(&stderr).trim());
        Ok(())
    }
}

fn directories() -> Vec<PathBuf> {
    if let Some(directory) = env::var_os("PG_BIN") {
        return vec![directory.into()];
    }
    let in_places = PLACES.iter().filter_map(|pattern| glob::glob(pattern).ok()).flatten().flatten();
    let path = env::var_os("PATH").unwrap_or_default();
    in_places.chain(env::split_paths(&path)).collect()
}

fn version_of(program: &PathBuf) -> Option<u32> {
    let said = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    major(&String::from_utf8(said.stdout).ok()?)
}

/// A URL and the password that stood in it.
fn without_password(url: &str) -> anyhow::Result<(String, Option<String>)> {
    // The URL of a private Postgres has no host, which a `Url` would need, and no password.
    let Ok(mut parsed) = Url::parse(url) else { return Ok((url.to_owned(), None)) };
    let Some(password) = parsed.password() else { return Ok((url.to_owned(), None)) };
    let password = percent_encoding::percent_decode_str(password).decode_utf8()?.into_owned();
    if parsed.set_password(None).is_err() {
        bail!("DATABASE_URL has a password but no host");
    }
    Ok((parsed.into(), Some(password)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_for_the_command_line() {
        let (url, password) =
            without_password("postgres://runoff:se%20cret@db.example:5433/runoff?x=y").unwrap();
        assert_eq!(url, "postgres://runoff@db.example:5433/runoff?x=y");
        assert_eq!(password.as_deref(), Some("se cret"));
        let private = "postgres:///runoff?host=/var/lib/runoff/socket&port=5432&user=runoff";
        assert_eq!(without_password(private).unwrap(), (private.to_owned(), None));
    }
}
