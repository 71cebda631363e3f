//! The options of commands that set `runoff` up.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

const LOGIN_HELP: &str = "\
The token is read from standard input, or asked for where that is the terminal. It is kept, with
the server, in the config file, which only its owner may read then; `runoff-server token create`
makes one. Nothing is kept that the server does not take.

Examples:
  runoff login http://runoff.example:7878
  runoff-server token create bigbox | ssh bigbox runoff login http://runoff.example:7878";

/// Keeps a server and a token, after asking the server whether it takes it
#[derive(Debug, Args)]
#[command(after_help = LOGIN_HELP)]
pub(crate) struct Login {
    /// The server's address
    #[arg(value_name = "URL")]
    pub(crate) url: String,
}

/// Prints what a shell completes `runoff` by
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runoff completions bash > /etc/bash_completion.d/runoff")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Writes a manual page for each command
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runoff man /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// Where to
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}
