//! `runoff-server token …`.

use anyhow::{bail, ensure};
use benchdata::name::Name;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::arguments::TokenCommand;
use crate::database::tokens::{self, NewToken};
use crate::database::{self, Pool};
use crate::postgres::Postgres;
use crate::serve::Surroundings;
use crate::token::{Secret, Token};

/// Does what the command says; returns what to print on stdout.
///
/// # Errors
/// Where the database cannot be reached, the name is taken or there is no such token.
pub async fn run(command: &TokenCommand, surroundings: Surroundings) -> anyhow::Result<String> {
    let (postgres, behind) = match command {
        // A box may get its token before the service first starts.
        TokenCommand::Create { database, .. } => (Postgres::start_or_attach(database)?, database.behind()),
        TokenCommand::List { database } | TokenCommand::Revoke { database, .. } => {
            (Postgres::find(database)?, database.behind())
        }
    };
    let pool = database::connect(postgres.url(), behind).await?;
    database::migrate(&pool).await?;
    let printed = run_on(&pool, command, surroundings).await;
    pool.close().await;
    postgres.stop();
    printed
}

async fn run_on(pool: &Pool, command: &TokenCommand, surroundings: Surroundings) -> anyhow::Result<String> {
    let now = (surroundings.now)();
    match command {
        TokenCommand::Create { name, scope, box_name, expires, .. } => {
            let token = NewToken {
                name: name.clone(),
                scope: *scope,
                box_name: box_name.clone(),
                expires: expires.map(|days| now + Duration::days(days.into())),
            };
            let secret = Secret::new((surroundings.random)());
            ensure!(
                tokens::create(pool, &token, &secret, now).await?,
                "a token is called {name:?} already; names are not given twice, so choose another",
                name = name.as_str()
            );
            Ok(format!("{}\n", secret.reveal()))
        }
        TokenCommand::List { .. } => Ok(table(&tokens::list(pool).await?, now)),
        TokenCommand::Revoke { name, .. } => {
            if !tokens::revoke(pool, name, now).await? {
                bail!("no token is called {name:?}; `runoff-server token list` shows all");
            }
            Ok(String::new())
        }
    }
}

/// The tokens, one a line, in columns with a tab between.
fn table(tokens: &[Token], now: OffsetDateTime) -> String {
    let moment = |at: Option<OffsetDateTime>| at.and_then(|at| at.format(&Rfc3339).ok());
    let mut table = "NAME\tSCOPE\tBOX\tSTATE\tCREATED\tEXPIRES\tLAST USED\n".to_owned();
    for token in tokens {
        let state = match token.check_valid(now) {
            Ok(()) => "valid",
            Err(_) if token.revoked.is_some() => "revoked",
            Err(_) => "expired",
        };
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        table += &[
            token.name.to_string(),
            token.scope.as_str().to_owned(),
            or_none(token.box_name.as_ref().map(Name::to_string)),
            state.to_owned(),
            or_none(moment(Some(token.created))),
            or_none(moment(token.expires)),
            or_none(moment(token.last_used)),
        ]
        .join("\t");
        table.push('\n');
    }
    table
}
