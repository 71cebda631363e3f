//! What the runs that match a query have in common, and what varies: each key's values with
//! their counts.

use benchdata::query::Term;
use sqlx::{FromRow, QueryBuilder};

use super::names::{Word, push_names};
use super::select::{SelectError, Selector};
use super::{Pool, keys};

/// As many runs, the newest that match, are looked at: the time taken is bounded.
pub const MOST_COUNTED: i64 = 200;

/// The captured fact that facets count.
pub const KERNEL: &str = "kernel.release";

/// A value of a key, and how many of the runs have it.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Facet {
    /// The key: `box`, `benchmark`, `label`, `env.kernel.release`, a factor.
    pub key: String,
    /// The value.
    pub value: String,
    /// How many runs: 0 where it is no new run's.
    pub runs: i64,
}

/// The facets of the newest runs that match all terms, at most [`MOST_COUNTED`] of them: by key,
/// the most frequent values first. Without terms, boxes and benchmarks are all there are.
///
/// # Errors
/// Where a term's key was never seen, or the database fails.
pub async fn facets(pool: &Pool, terms: &[Term]) -> Result<Vec<Facet>, SelectError> {
    let known = keys::known(pool).await?;
    let selector = Selector::new(terms, &known)?;
    let mut sql = QueryBuilder::new(
        "WITH those AS MATERIALIZED (
             SELECT r.box_id, r.benchmark, r.label, r.factors, r.environment_id FROM runs r",
    );
    selector.push_runs(&mut sql);
    sql.push(" ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(MOST_COUNTED);
    // Equal values are counted before names and facts are looked up: a join of these with the runs
    // would make Postgres read all there are.
    sql.push(
        ")
         SELECT key, value, sum(runs)::bigint AS runs FROM (
             SELECT 'box' AS key, (SELECT name FROM boxes WHERE id = box_id) AS value, count(*) AS runs
             FROM those GROUP BY box_id
             UNION ALL SELECT 'benchmark', benchmark, count(*) FROM those GROUP BY benchmark
             UNION ALL SELECT 'label', label, count(*) FROM those GROUP BY label
             UNION ALL SELECT 'env.' || ",
    );
    sql.push_bind(KERNEL).push("::text, (SELECT facts ->> ").push_bind(KERNEL);
    sql.push(
        " FROM environments WHERE id = environment_id), count(*) FROM those GROUP BY environment_id
             UNION ALL SELECT factor.key, factor.value, runs
             FROM (SELECT factors, count(*) AS runs FROM those GROUP BY factors) AS settings,
                  jsonb_each_text(factors) AS factor",
    );
    if terms.is_empty() {
        for (key, word) in [("box", Word::Box), ("benchmark", Word::Benchmark)] {
            sql.push(" UNION ALL SELECT ").push_bind(key).push(", name, 0 FROM (");
            push_names(&mut sql, word, "");
            sql.push(") AS ").push(key);
        }
    }
    sql.push(") AS found WHERE value IS NOT NULL GROUP BY key, value ORDER BY key, sum(runs) DESC, value");
    Ok(sql.build_query_as().fetch_all(pool).await?)
}
