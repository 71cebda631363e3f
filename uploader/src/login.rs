//! `runoff login`: keeps a server and a token in the config file.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use tempfile::NamedTempFile;
use toml_edit::{DocumentMut, TomlError, value};

use crate::arguments::Login;
use crate::client::{Client, Patience};
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;
use crate::terminal::say;

/// Why no login was kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoginError {
    #[error("{0}: nothing was changed")]
    Denied(String),
    #[error("the token cannot be read: {0}")]
    Token(io::Error),
    #[error("{path}: {error}")]
    Io { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Toml { path: String, error: TomlError },
}

/// Asks the server whether the token is good, and keeps both.
pub(crate) fn login(options: &Login, settings: Settings) -> Result<Outcome, CommandError> {
    let token = token().map_err(LoginError::Token)?;
    let settings = settings.with_login(&options.url, token.trim());
    let (server, token) = (settings.server()?.value, settings.token()?);
    Client::new(&settings, Patience::ONCE)?
        .check_token()
        .map_err(|failure| LoginError::Denied(failure.why))?;
    keep(&settings.config, &server, &token)?;
    say(format_args!("{server} takes this token; both are kept in {}", settings.config.display()));
    Ok(Outcome::Done)
}

/// What stands on standard input, or is typed without being seen.
fn token() -> io::Result<String> {
    if io::stdin().is_terminal() {
        return rpassword::prompt_password("token: ");
    }
    let mut token = String::new();
    io::stdin().read_line(&mut token)?;
    Ok(token)
}

/// Sets both in the config file, which only its owner may read from then on. All else in it stays.
fn keep(config: &Path, server: &str, token: &str) -> Result<(), LoginError> {
    // Through a link, to where the file is.
    let config = fs::canonicalize(config).unwrap_or_else(|_| config.to_owned());
    let path = config.display().to_string();
    let text = match fs::read_to_string(&config) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| LoginError::Io { path: path.clone(), error })?,
    };
    let mut document: DocumentMut =
        text.parse().map_err(|error| LoginError::Toml { path: path.clone(), error })?;
    document["server"] = value(server);
    document["token"] = value(token);
    let write = || {
        let directory = config.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        // Made with mode 0600.
        let mut file = NamedTempFile::new_in(directory)?;
        file.write_all(document.to_string().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(&config)?;
        Ok(())
    };
    write().map_err(|error| LoginError::Io { path, error })
}
