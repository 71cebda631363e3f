//! Where the programs of Postgres are.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::error::PrivatePostgresError;
use super::launcher::Launcher;

/// The directories that systems and packagers install PostgreSQL in.
pub const PLACES: [&str; 8] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/libexec/postgresql*",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Library/PostgreSQL/*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
];

/// The programs `postgres` and `initdb` of one version of PostgreSQL.
#[derive(Debug)]
pub(super) struct Binaries {
    directory: PathBuf,
    major: u32,
}

impl Binaries {
    /// The programs that the environment variable `PG_BIN` names; without it, of those in
    /// [`PLACES`] and `PATH`, the ones of the major version of the cluster in `pgdata`, or the
    /// newest where `cluster` is `None`.
    pub(super) fn find(
        launcher: &Launcher,
        pgdata: &Path,
        cluster: Option<u32>,
    ) -> Result<Self, PrivatePostgresError> {
        let found = match env::var_os("PG_BIN") {
            Some(directory) => vec![Self::of_pg_bin(launcher, PathBuf::from(directory))?],
            None => search(launcher, &PLACES, env::var_os("PATH").as_deref())?,
        };
        choose(found, pgdata, cluster)
    }

    pub(super) fn postgres(&self) -> PathBuf {
        self.directory.join("postgres")
    }

    pub(super) fn initdb(&self) -> PathBuf {
        self.directory.join("initdb")
    }

    fn of_pg_bin(launcher: &Launcher, directory: PathBuf) -> Result<Self, PrivatePostgresError> {
        if !holds_programs(&directory) {
            return Err(PrivatePostgresError::PgBin(directory));
        }
        // The programs run in the data directory, where a relative path means another place.
        let absolute = directory.canonicalize().unwrap_or(directory);
        Self::ask(launcher, absolute)
    }

    /// Asks the `postgres` in `directory` for its version.
    fn ask(launcher: &Launcher, directory: PathBuf) -> Result<Self, PrivatePostgresError> {
        let program = directory.join("postgres");
        let answer = launcher
            .short_command(&program)
            .arg("--version")
            .output()
            .map_err(launcher.cannot_run(&program))?;
        let said = String::from_utf8_lossy(&answer.stdout);
        match major(&said) {
            Some(major) => Ok(Self { directory, major }),
            None => Err(PrivatePostgresError::Program {
                program: "postgres --version",
                status: answer.status,
                output: format!("{said}{}", String::from_utf8_lossy(&answer.stderr)),
            }),
        }
    }
}

fn holds_programs(directory: &Path) -> bool {
    ["postgres", "initdb"].iter().all(|program| directory.join(program).is_file())
}

/// All programs of Postgres in `places` (patterns) and `path` that run.
fn search(
    launcher: &Launcher,
    places: &[&str],
    path: Option<&OsStr>,
) -> Result<Vec<Binaries>, PrivatePostgresError> {
    let in_places = places.iter().filter_map(|pattern| glob::glob(pattern).ok()).flatten().flatten();
    // PATH often has links to the programs; what belongs to them lies where the links lead.
    let in_path = path.into_iter().flat_map(env::split_paths).filter_map(|directory| {
        let program = directory.join("postgres").canonicalize().ok()?;
        program.parent().map(Path::to_owned)
    });
    let mut directories: Vec<PathBuf> =
        in_places.chain(in_path).filter(|directory| holds_programs(directory)).collect();
    directories.sort();
    directories.dedup();

    let (found, failed): (Vec<_>, Vec<_>) =
        directories.into_iter().map(|directory| Binaries::ask(launcher, directory)).partition(Result::is_ok);
    if found.is_empty() {
        let first = failed.into_iter().find_map(Result::err);
        return Err(first.unwrap_or(PrivatePostgresError::NoBinaries));
    }
    Ok(found.into_iter().flatten().collect())
}

fn choose(
    mut found: Vec<Binaries>,
    pgdata: &Path,
    cluster: Option<u32>,
) -> Result<Binaries, PrivatePostgresError> {
    found.sort_by_key(|binaries| binaries.major);
    let Some(cluster) = cluster else {
        return found.pop().ok_or(PrivatePostgresError::NoBinaries);
    };
    let installed: Vec<String> = found.iter().map(|found| found.major.to_string()).collect();
    found.into_iter().find(|binaries| binaries.major == cluster).ok_or_else(|| {
        PrivatePostgresError::OtherVersion {
            pgdata: pgdata.to_owned(),
            cluster,
            installed: installed.join(", "),
        }
    })
}

/// The major version in what a program of Postgres prints on `--version`:
/// `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` is 15.
pub(crate) fn major(said: &str) -> Option<u32> {
    let (_, version) = said.split_once(" (PostgreSQL) ")?;
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(majors: &[u32]) -> Vec<Binaries> {
        let binaries = |major: &u32| Binaries {
            directory: PathBuf::from(format!("/usr/lib/postgresql/{major}/bin")),
            major: *major,
        };
        majors.iter().map(binaries).collect()
    }

    #[test]
    fn a_machine_without_postgres_is_told_what_to_install() {
        let data = tempfile::tempdir().unwrap();
        let account = crate::private_postgres::account::Account::choose(&data.path().join("none"));
        let launcher = Launcher::new(account.unwrap(), data.path());
        let pattern = format!("{}/*/bin", data.path().display());
        let error = search(&launcher, &[&pattern], Some(data.path().as_os_str())).unwrap_err();
        let message = error.to_string();
        for help in ["apt-get install postgresql", "PG_BIN", "DATABASE_URL"] {
            assert!(message.contains(help), "{message}");
        }
    }

    #[test]
    fn a_new_cluster_gets_the_newest_version_and_an_old_one_its_own() {
        let chosen = |cluster| choose(versions(&[9, 18, 15]), Path::new("/data"), cluster);
        assert_eq!(chosen(None).unwrap().major, 18);
        assert_eq!(chosen(Some(15)).unwrap().major, 15);
        let message = chosen(Some(16)).unwrap_err().to_string();
        assert!(message.contains("has only 9, 15, 18"), "{message}");
    }

    #[test]
    fn versions_are_read_as_debian_and_betas_print_them() {
        assert_eq!(major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(major("postgres (PostgreSQL) 18beta1\n"), Some(18));
        assert_eq!(major("sh: postgres: not found\n"), None);
    }
}
