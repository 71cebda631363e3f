//! A factor of a plan: its levels, and how they are set.

use benchdata::name::{Key, NameError, Value};
use serde::Deserialize;

/// A factor.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Table")]
pub(crate) struct Factor {
    pub(crate) name: Key,
    pub(crate) levels: Vec<Value>,
    pub(crate) means: Means,
}

/// How a level is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Means {
    /// Written to a file below /sys or /proc; `{disk}` stands for each disk under the target.
    File(String),
    /// A variable of the command's environment.
    Environment(String),
    /// `{factor}` in the command.
    Placeholder,
    /// A command that sets it and one that prints it; `{level}` stands for the level.
    Command { set: String, read: String },
    /// The kernel that runs.
    Boot,
}

/// A `[[factor]]` as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: Key,
    levels: Vec<Level>,
    sysfs: Option<String>,
    sysctl: Option<String>,
    env: Option<String>,
    command: Option<String>,
    read: Option<String>,
    #[serde(default)]
    boot: bool,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a level is a number or a text: write `true` as \"true\"")]
enum Level {
    Whole(i64),
    Fraction(f64),
    Text(String),
}

impl Level {
    fn value(&self) -> Result<Value, NameError> {
        match self {
            Self::Whole(number) => Value::new(number.to_string()),
            Self::Fraction(number) => Value::new(number.to_string()),
            Self::Text(text) => Value::new(text),
        }
    }
}

impl TryFrom<Table> for Factor {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let problem = |problem: &str| format!("the factor {} {problem}", table.name);
        let mut levels = Vec::with_capacity(table.levels.len());
        for level in &table.levels {
            let level = level.value().map_err(|error| problem(&format!("has a level that {error}")))?;
            if levels.contains(&level) {
                return Err(problem(&format!("has the level {level} twice")));
            }
            levels.push(level);
        }
        if levels.is_empty() {
            return Err(problem("has no levels"));
        }
        let means = table.means().map_err(problem)?;
        Ok(Self { name: table.name, levels, means })
    }
}

impl Table {
    fn means(&self) -> Result<Means, &'static str> {
        let command = match (&self.command, &self.read) {
            (Some(set), Some(read)) => Some(Means::Command { set: set.clone(), read: read.clone() }),
            (None, None) => None,
            _ => {
                return Err(
                    "needs both `command`, which sets a level, and `read`, which prints the one that is set",
                );
            }
        };
        let means = [
            self.sysfs.clone().map(Means::File),
            self.sysctl.as_deref().map(|name| Means::File(sysctl_file(name))),
            self.env.clone().map(Means::Environment),
            command,
            self.boot.then_some(Means::Boot),
        ];
        let mut means = means.into_iter().flatten();
        match (means.next(), means.next()) {
            (None, _) => Ok(Means::Placeholder),
            (Some(_), Some(_)) => Err("is set in more than one way"),
            (Some(Means::File(path)), None) if !is_tunable(&path) => {
                Err("is set by a file that is neither below /sys nor /proc")
            }
            (Some(Means::Environment(variable)), None) if !is_variable(&variable) => {
                Err("is set by a variable whose name is none: letters, digits and _, no digit first")
            }
            (Some(means), None) => Ok(means),
        }
    }
}

/// Whether a shell would take a name for a variable's.
fn is_variable(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a file is one in which the kernel keeps a setting.
fn is_tunable(path: &str) -> bool {
    let is_below = ["/sys/", "/proc/"].iter().any(|top| path.starts_with(top));
    is_below && !path.split('/').any(|part| part == "..")
}

/// `vm.swappiness` or the file itself.
fn sysctl_file(name: &str) -> String {
    if name.starts_with('/') { name.to_owned() } else { format!("/proc/sys/{}", name.replace('.', "/")) }
}
