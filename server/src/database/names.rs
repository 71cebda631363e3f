//! All boxes and benchmarks, and labels from a text on: however many runs there are, for names
//! are walked from one to the next on an index.

use sqlx::{Postgres, QueryBuilder};

/// As many labels are walked from what was typed.
const MOST_LABELS: i64 = 100;

/// A word of every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Box,
    Benchmark,
    Label,
}

/// Pushes a query of the names of this kind, as `name`: all, but of labels the first behind
/// `typed`.
pub(super) fn push_names(sql: &mut QueryBuilder<Postgres>, word: Word, typed: &str) {
    let column = match word {
        Word::Box => {
            sql.push("SELECT name FROM boxes");
            return;
        }
        Word::Benchmark => "benchmark",
        Word::Label => "label",
    };
    sql.push("WITH RECURSIVE names (name) AS (SELECT min(").push(column).push(") FROM runs WHERE ");
    sql.push(column).push(" >= ").push_bind(typed.to_owned());
    sql.push(" UNION ALL SELECT (SELECT min(").push(column).push(") FROM runs WHERE ").push(column);
    sql.push(
        " > names.name) FROM names WHERE names.name IS NOT NULL)
              SELECT name FROM names WHERE name IS NOT NULL",
    );
    if word == Word::Label {
        sql.push(" LIMIT ").push_bind(MOST_LABELS);
    }
}
