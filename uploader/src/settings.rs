//! Settings: options, then the environment, then the config file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use benchdata::name::{Name, NameError};
use bytesize::ByteSize;
use etcetera::{BaseStrategy, HomeDirError, base_strategy::Xdg};
use serde::Deserialize;

use crate::arguments::Connection;

/// The variable that may hold the token, which no other command is to see.
pub(crate) const TOKEN: &str = "RUNOFF_TOKEN";

/// How large a spool grows where nothing else is set.
const SPOOL_LIMIT: ByteSize = ByteSize::gib(1);

/// Where a setting was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An option of the command line.
    Option(&'static str),
    /// A variable of the environment.
    Variable(&'static str),
    /// The config file.
    File(PathBuf),
    /// The machine itself.
    Machine,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(name) | Self::Variable(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
            Self::Machine => f.write_str("this machine's name"),
        }
    }
}

/// A setting and where it was found.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Setting<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

/// All settings, as far as they are given. The token is nowhere printed.
#[derive(Clone)]
pub(crate) struct Settings {
    server: Option<Setting<String>>,
    token: Option<Setting<String>>,
    box_name: Option<Setting<String>>,
    spool_limit: Option<Setting<String>>,
    /// The config file, be it there or not.
    pub(crate) config: PathBuf,
    /// The folder of what waits to be sent.
    pub(crate) spool: PathBuf,
}

/// What is missing or wrong in the settings, and how to give it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    #[error("no {what} is set: give {option}, set {variable}, or write `{key} = \"…\"` in {config}", config = config.display())]
    Missing {
        what: &'static str,
        option: &'static str,
        variable: &'static str,
        key: &'static str,
        config: PathBuf,
    },
    #[error("{origin}: the {what} {problem}")]
    Invalid { what: &'static str, origin: Origin, problem: String },
    #[error("{}: {problem}", path.display())]
    File { path: PathBuf, problem: String },
    #[error("there is no home directory to look for settings in: set HOME")]
    NoHome(#[from] HomeDirError),
}

/// The config file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    server: Option<String>,
    token: Option<String>,
    spool_limit: Option<String>,
    #[serde(rename = "box")]
    box_name: Option<String>,
}

impl Settings {
    /// Gathers the settings.
    ///
    /// # Errors
    /// Where a file that is named cannot be read, or the config file has a mistake.
    pub(crate) fn load(connection: &Connection, box_name: Option<&Name>) -> Result<Self, SettingsError> {
        let (path, is_named) = config_path()?;
        if is_named && !path.exists() {
            let problem = "RUNOFF_CONFIG names it, and it is not there: `runoff login` writes it".to_owned();
            return Err(SettingsError::File { path, problem });
        }
        Self::gather(path, connection, box_name)
    }

    /// The settings of somebody who is about to log in, which writes the config file.
    ///
    /// # Errors
    /// Where that has a mistake.
    pub(crate) fn before_login() -> Result<Self, SettingsError> {
        Self::gather(config_path()?.0, &Connection::default(), None)
    }

    fn gather(
        path: PathBuf,
        connection: &Connection,
        box_name: Option<&Name>,
    ) -> Result<Self, SettingsError> {
        let file = config(&path)?;
        let from_file =
            |value: Option<String>| value.map(|value| Setting { value, origin: Origin::File(path.clone()) });
        let token_file = connection.token_file.as_deref().map(read).transpose()?;
        Ok(Self {
            server: option(connection.server.clone(), "--server")
                .or_else(|| variable("RUNOFF_SERVER"))
                .or_else(|| from_file(file.server)),
            token: option(token_file, "--token-file")
                .or_else(|| variable(TOKEN))
                .or_else(|| from_file(file.token)),
            box_name: option(box_name.map(ToString::to_string), "--box")
                .or_else(|| variable("RUNOFF_BOX"))
                .or_else(|| from_file(file.box_name)),
            spool_limit: variable("RUNOFF_SPOOL_LIMIT").or_else(|| from_file(file.spool_limit)),
            spool: match env::var_os("RUNOFF_SPOOL").filter(|path| !path.is_empty()) {
                Some(path) => path.into(),
                None => {
                    let base = Xdg::new()?;
                    base.state_dir().unwrap_or_else(|| base.data_dir()).join("runoff/spool")
                }
            },
            config: path,
        })
    }

    /// The settings of somebody who logs in.
    pub(crate) fn with_login(self, server: &str, token: &str) -> Self {
        Self {
            server: option(Some(server.to_owned()), "URL"),
            token: option(Some(token.to_owned()), "standard input"),
            ..self
        }
    }

    fn missing(
        &self,
        what: &'static str,
        option: &'static str,
        variable: &'static str,
        key: &'static str,
    ) -> SettingsError {
        SettingsError::Missing { what, option, variable, key, config: self.config.clone() }
    }

    /// The server's address, without a slash at its end.
    ///
    /// # Errors
    /// Where none is given, or it is none of http or https.
    pub(crate) fn server(&self) -> Result<Setting<String>, SettingsError> {
        let Setting { value, origin } = self
            .server
            .clone()
            .ok_or_else(|| self.missing("server", "--server URL", "RUNOFF_SERVER", "server"))?;
        let value = value.trim().trim_end_matches('/').to_owned();
        let is_address = value.parse::<ureq::http::Uri>().is_ok_and(|uri| {
            matches!(uri.scheme_str(), Some("http" | "https"))
                && uri.host().is_some()
                && uri.query().is_none()
        });
        if !is_address {
            let problem = format!("{value:?} is no address such as http://runoff.example:7878");
            return Err(SettingsError::Invalid { what: "server", origin, problem });
        }
        Ok(Setting { value, origin })
    }

    /// The token that allows uploads.
    ///
    /// # Errors
    /// Where none is given, or it has characters that no token has.
    pub(crate) fn token(&self) -> Result<String, SettingsError> {
        let Setting { value, origin } =
            self.token.clone().ok_or_else(|| self.missing("token", "--token-file FILE", TOKEN, "token"))?;
        let value = value.trim();
        if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
            let problem = "must be one word of printable characters".to_owned();
            return Err(SettingsError::Invalid { what: "token", origin, problem });
        }
        Ok(value.to_owned())
    }

    /// The size from which on the spool is full.
    ///
    /// # Errors
    /// Where it is no size.
    pub(crate) fn spool_limit(&self) -> Result<ByteSize, SettingsError> {
        let Some(Setting { value, origin }) = &self.spool_limit else { return Ok(SPOOL_LIMIT) };
        value.parse().map_err(|_| {
            let problem = format!("{value:?} is no size such as 1 GiB");
            SettingsError::Invalid { what: "spool's limit", origin: origin.clone(), problem }
        })
    }

    /// The box, where one is given.
    ///
    /// # Errors
    /// Where it is no name.
    pub(crate) fn given_box(&self) -> Result<Option<Setting<Name>>, SettingsError> {
        self.box_name.clone().map(checked_box).transpose()
    }

    /// The box; where none is given, this machine's name, since outputs are mostly sent
    /// from where they were made.
    ///
    /// # Errors
    /// Where none is given and the machine has no name of its own, or it is no name.
    pub(crate) fn box_name(&self) -> Result<Setting<Name>, SettingsError> {
        let given = self.box_name.clone().or_else(machine_name);
        checked_box(given.ok_or_else(|| self.missing("box", "--box BOX", "RUNOFF_BOX", "box"))?)
    }

    /// The box of outputs that stay here, for which a machine without a name of its own will do.
    ///
    /// # Errors
    /// Where it is no name.
    pub(crate) fn box_here(&self) -> Result<Name, SettingsError> {
        let unnamed = || Setting { value: "localhost".to_owned(), origin: Origin::Machine };
        let given = self.box_name.clone().or_else(machine_name);
        checked_box(given.unwrap_or_else(unnamed)).map(|found| found.value)
    }
}

fn checked_box(Setting { value, origin }: Setting<String>) -> Result<Setting<Name>, SettingsError> {
    match Name::new(&value) {
        Ok(value) => Ok(Setting { value, origin }),
        Err(error) => Err(invalid_box(origin, &error)),
    }
}

fn invalid_box(origin: Origin, error: &NameError) -> SettingsError {
    SettingsError::Invalid { what: "box", origin, problem: error.to_string() }
}

fn option(value: Option<String>, name: &'static str) -> Option<Setting<String>> {
    value.map(|value| Setting { value, origin: Origin::Option(name) })
}

/// A variable that is set to nothing counts as not set, as scripts and CI leave them.
fn variable(name: &'static str) -> Option<Setting<String>> {
    let value = env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(Setting { value, origin: Origin::Variable(name) })
}

/// `localhost` names every machine, and so none.
fn machine_name() -> Option<Setting<String>> {
    let value = nix::unistd::gethostname().ok()?.to_string_lossy().into_owned();
    let names_none = matches!(value.as_str(), "" | "(none)" | "localhost" | "localhost.localdomain");
    (!names_none).then_some(Setting { value, origin: Origin::Machine })
}

/// The config file's path, and whether it is named.
fn config_path() -> Result<(PathBuf, bool), SettingsError> {
    match env::var_os("RUNOFF_CONFIG").filter(|path| !path.is_empty()) {
        Some(path) => Ok((path.into(), true)),
        None => Ok((Xdg::new()?.config_dir().join("runoff/config.toml"), false)),
    }
}

/// What the config file says, if it is there.
fn config(path: &Path) -> Result<Config, SettingsError> {
    let failed = |problem| SettingsError::File { path: path.to_owned(), problem };
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| failed(error.to_string()))?,
    };
    toml::from_str(&text).map_err(|error| failed(error.to_string().trim_end().to_owned()))
}

fn read(path: &Path) -> Result<String, SettingsError> {
    fs::read_to_string(path)
        .map_err(|error| SettingsError::File { path: path.to_owned(), problem: error.to_string() })
}
