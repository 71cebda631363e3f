//! Queries as SQL: conditions on a run `r` and on a series `s`, with every value bound.

use std::collections::BTreeMap;

use benchdata::content::RunId;
use benchdata::key::RunKey;
use benchdata::name::Value;
use benchdata::query::{Pattern, QueryError, Span, Term};
use benchdata::run::{Measurement, Run};
use sqlx::types::Json;
use sqlx::{Postgres, QueryBuilder};

use super::DatabaseError;
use super::batch::row_id;
use super::keys::{Kind, KnownKeys};

/// A lab whose factors differ in every run would have as many combinations as runs: of more than so
/// many, uploads add none and queries look at none.
pub(super) const MOST_COMBINATIONS: i64 = 5000;

/// Why a query selects nothing.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// It is wrong.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// It selects more runs than are taken at once.
    #[error("the query matches {found} runs, a comparison takes at most {most}: narrow it")]
    TooManyRuns {
        /// How many it selects.
        found: i64,
        /// How many are taken.
        most: usize,
    },
    /// It selects more results than are taken at once.
    #[error("the query matches more than {most} results, the most that are taken at once: narrow it")]
    TooManyResults {
        /// How many are taken.
        most: usize,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<sqlx::Error> for SelectError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// The terms of one side, each known to mean something.
#[derive(Debug, Default)]
pub(super) struct Selector<'a> {
    terms: Vec<(Field<'a>, &'a Term)>,
}

/// What a term's patterns are held against.
#[derive(Debug, Clone, Copy)]
enum Field<'a> {
    Box,
    Benchmark,
    Label,
    Run,
    Factor(&'a str),
    Fact(&'a str),
    Metric,
    Parameter(&'a str),
    /// A factor of those runs that have it, and a case parameter of the others.
    Either(&'a str),
}

/// An expression of type text.
#[derive(Clone, Copy)]
enum Text<'a> {
    Column(&'static str),
    /// A member of a jsonb column.
    Member(&'static str, &'a str),
}

impl<'a> Selector<'a> {
    /// Finds out what each term's key is.
    ///
    /// # Errors
    /// Where a key was never seen, or a run's id is none.
    pub(super) fn new(terms: &'a [Term], known: &KnownKeys) -> Result<Self, QueryError> {
        let terms = terms.iter().map(|term| Ok((Field::of(term, known)?, term)));
        Ok(Self { terms: terms.collect::<Result<_, QueryError>>()? })
    }

    /// Whether runs are picked or left out one by one.
    pub(super) fn names_runs(&self) -> bool {
        self.terms.iter().any(|(field, _)| matches!(field, Field::Run))
    }

    /// Whether some of a run's results may be selected, and others not.
    pub(super) fn is_of_series(&self) -> bool {
        self.terms.iter().any(|(field, _)| field.is_of_series())
    }

    /// Pushes ` AND …`, which fails at no cost where no run has all at once of what two terms or
    /// more want of its box, benchmark and factors. Postgres takes terms for independent, and would
    /// look through all runs for the first ones that match. Where there are too many combinations to
    /// look through, nothing fails.
    fn push_combination(&self, sql: &mut QueryBuilder<Postgres>) {
        let combined = self.terms.iter().filter_map(|(field, term)| Some((field.combined()?, term)));
        if combined.clone().count() < 2 {
            return;
        }
        sql.push(" AND CASE WHEN (SELECT count(*) FROM (SELECT FROM combinations LIMIT ");
        sql.push_bind(MOST_COMBINATIONS + 1).push(") AS counted) > ").push_bind(MOST_COMBINATIONS);
        sql.push(" THEN TRUE ELSE EXISTS (SELECT FROM combinations c WHERE TRUE");
        for (text, term) in combined {
            sql.push(" AND (");
            push_patterns(sql, text, &term.patterns);
            sql.push(if term.negated { ") IS NOT TRUE" } else { ")" });
        }
        sql.push(") END");
    }

    /// Pushes ` WHERE …` on the run `r`, by those terms alone that its results do not matter to.
    pub(super) fn push_runs_with_any_results(&self, sql: &mut QueryBuilder<Postgres>) {
        sql.push(" WHERE TRUE");
        self.push_combination(sql);
        for (field, term) in self.terms.iter().filter(|(field, _)| !field.is_of_series()) {
            sql.push(" AND (");
            push_run_term(sql, *field, term);
            sql.push(if term.negated { ") IS NOT TRUE" } else { ")" });
        }
        for (field, term) in &self.terms {
            let Field::Either(name) = field else { continue };
            sql.push(" AND (CASE WHEN r.factors ? ").push_bind((*name).to_owned()).push(" THEN (");
            push_patterns(sql, Text::Member("r.factors", name), &term.patterns);
            sql.push(if term.negated { ") IS NOT TRUE" } else { ")" }).push(" ELSE TRUE END)");
        }
    }

    /// Pushes ` WHERE …` on the run `r`.
    pub(super) fn push_runs(&self, sql: &mut QueryBuilder<Postgres>) {
        self.push_runs_with_any_results(sql);
        if self.is_of_series() {
            sql.push(" AND EXISTS (SELECT FROM measurements m");
            if self.terms.iter().any(|(field, _)| matches!(field, Field::Either(_))) {
                sql.push(" JOIN series s ON s.id = m.series_id WHERE m.run_id = r.id");
                self.push_series(sql);
                self.push_either(sql);
            } else {
                // Looked up once, not for each run.
                sql.push(
                    " WHERE m.run_id = r.id AND m.series_id = ANY(ARRAY(SELECT s.id FROM series s WHERE TRUE",
                );
                self.push_series(sql);
                sql.push("))");
            }
            sql.push(")");
        }
    }

    /// Pushes ` AND …` on the run `r` and the series `s` together.
    fn push_either(&self, sql: &mut QueryBuilder<Postgres>) {
        for (field, term) in &self.terms {
            let Field::Either(name) = field else { continue };
            sql.push(" AND (CASE WHEN r.factors ? ").push_bind((*name).to_owned()).push(" THEN ");
            push_patterns(sql, Text::Member("r.factors", name), &term.patterns);
            sql.push(" ELSE ");
            push_patterns(sql, Text::Member(r#"s."case""#, name), &term.patterns);
            sql.push(if term.negated { " END) IS NOT TRUE" } else { " END)" });
        }
    }

    /// Whether a result of a run is selected by the terms that only run and series together
    /// decide.
    pub(super) fn selects(&self, run: &Run, result: &Measurement) -> bool {
        let either = self.terms.iter().filter(|(field, _)| matches!(field, Field::Either(_)));
        either.into_iter().all(|(_, term)| {
            let RunKey::Named(name) = &term.key else { return true };
            let value = run.factors.get(name).or_else(|| result.series.case.get(name.as_str()));
            term.matches(value.map(Value::as_str))
        })
    }

    /// Pushes ` AND …` on the series `s`, where any term is about one.
    pub(super) fn push_series(&self, sql: &mut QueryBuilder<Postgres>) {
        for (field, term) in &self.terms {
            let text = match field {
                Field::Metric => Text::Column("s.metric"),
                Field::Parameter(name) => Text::Member(r#"s."case""#, name),
                _ => continue,
            };
            sql.push(" AND (");
            push_patterns(sql, text, &term.patterns);
            sql.push(if term.negated { ") IS NOT TRUE" } else { ")" });
        }
    }
}

impl<'a> Field<'a> {
    fn of(term: &'a Term, known: &KnownKeys) -> Result<Self, QueryError> {
        let unknown = |what: &str, name: &str, kinds: &[Kind]| {
            let start = term.at.start + usize::from(term.negated);
            let at = Span { start, end: start + term.key.to_string().chars().count() };
            QueryError { at, problem: format!("no run has {what} {name:?}{}", known.near(name, kinds)) }
        };
        Ok(match &term.key {
            RunKey::Box => Self::Box,
            RunKey::Benchmark => Self::Benchmark,
            RunKey::Label => Self::Label,
            RunKey::Metric => Self::Metric,
            RunKey::Run => {
                run_ids(term)?;
                Self::Run
            }
            RunKey::Environment(fact) if known.has(Kind::Fact, fact.as_str()) => Self::Fact(fact.as_str()),
            RunKey::Environment(fact) => {
                return Err(unknown("the captured fact", fact.as_str(), &[Kind::Fact]));
            }
            RunKey::Named(name) if known.has(Kind::Factor, name.as_str()) => {
                let is_parameter = known.has(Kind::Parameter, name.as_str());
                if is_parameter { Self::Either(name.as_str()) } else { Self::Factor(name.as_str()) }
            }
            RunKey::Named(name) if known.has(Kind::Parameter, name.as_str()) => {
                Self::Parameter(name.as_str())
            }
            RunKey::Named(name) => {
                let kinds = [Kind::Factor, Kind::Parameter];
                return Err(unknown("a factor or case parameter", name.as_str(), &kinds));
            }
        })
    }

    /// Where it stands in a combination `c`, if that says it.
    fn combined(self) -> Option<Text<'a>> {
        match self {
            Self::Box => Some(Text::Column("c.box")),
            Self::Benchmark => Some(Text::Column("c.benchmark")),
            Self::Factor(name) => Some(Text::Member("c.factors", name)),
            _ => None,
        }
    }

    fn is_of_series(self) -> bool {
        matches!(self, Self::Metric | Self::Parameter(_) | Self::Either(_))
    }
}

fn run_ids(term: &Term) -> Result<Vec<i64>, QueryError> {
    let id = |pattern: &Pattern| match pattern {
        Pattern::Exact(id) => id.parse::<RunId>(),
        other => Err(format!("{other} is no run's id: 16 hexadecimal digits")),
    };
    let ids = term.patterns.iter().map(|pattern| id(pattern).map(row_id));
    ids.collect::<Result<_, _>>().map_err(|problem| QueryError { at: term.at, problem })
}

fn push_run_term(sql: &mut QueryBuilder<Postgres>, field: Field, term: &Term) {
    match field {
        Field::Box => {
            // By one id, the index gives a box's runs in their order.
            let operator = if let [Pattern::Exact(_)] = term.patterns[..] { "=" } else { "IN" };
            sql.push("r.box_id ").push(operator).push(" (SELECT id FROM boxes WHERE ");
            push_patterns(sql, Text::Column("name"), &term.patterns);
            sql.push(")");
        }
        Field::Fact(name) => {
            sql.push("r.environment_id IN (SELECT id FROM environments WHERE ");
            push_patterns(sql, Text::Member("facts", name), &term.patterns);
            sql.push(")");
        }
        Field::Run => {
            // Checked when the selector was made.
            sql.push("r.id = ANY(").push_bind(run_ids(term).unwrap_or_default()).push(")");
        }
        Field::Benchmark => push_patterns(sql, Text::Column("r.benchmark"), &term.patterns),
        Field::Label => push_patterns(sql, Text::Column("r.label"), &term.patterns),
        Field::Factor(name) => push_patterns(sql, Text::Member("r.factors", name), &term.patterns),
        Field::Metric | Field::Parameter(_) | Field::Either(_) => {}
    }
}

fn push_patterns(sql: &mut QueryBuilder<Postgres>, text: Text, patterns: &[Pattern]) {
    for (at, pattern) in patterns.iter().enumerate() {
        if at > 0 {
            sql.push(" OR ");
        }
        match pattern {
            Pattern::Exact(value) => push_exact(sql, text, value),
            Pattern::Glob(glob) => {
                text.push(sql);
                sql.push(" LIKE ").push_bind(like(glob));
            }
            Pattern::Range(from, to) => push_range(sql, text, *from, *to),
        }
    }
}

impl Text<'_> {
    fn push(self, sql: &mut QueryBuilder<Postgres>) {
        match self {
            Self::Column(column) => sql.push(column),
            Self::Member(column, key) => sql.push(column).push(" ->> ").push_bind(key.to_owned()),
        };
    }
}

fn push_exact(sql: &mut QueryBuilder<Postgres>, text: Text, value: &str) {
    match text {
        Text::Column(column) => sql.push(column).push(" = ").push_bind(value.to_owned()),
        // Unlike `->>`, this can use the index.
        Text::Member(column, key) => sql
            .push(column)
            .push(" @> ")
            .push_bind(Json(BTreeMap::from([(key.to_owned(), value.to_owned())]))),
    };
}

/// Texts that become a double without an error: no more digits, and no larger exponent,
/// than a double has room for.
const NUMBER: &str = r"^[+-]?([0-9]{1,200}(\.[0-9]{0,100})?|\.[0-9]{1,100})([eE][+-]?[0-9]{1,2})?$";

fn push_range(sql: &mut QueryBuilder<Postgres>, text: Text, from: Option<f64>, to: Option<f64>) {
    // CASE, since AND may evaluate its sides in any order.
    sql.push("CASE WHEN ");
    text.push(sql);
    sql.push(" ~ ").push_bind(NUMBER).push(" THEN (");
    text.push(sql);
    sql.push(")::float8 BETWEEN ").push_bind(from.unwrap_or(f64::NEG_INFINITY));
    sql.push(" AND ").push_bind(to.unwrap_or(f64::INFINITY)).push(" END");
}

/// A glob as a pattern of LIKE.
fn like(glob: &str) -> String {
    let escape = |c: char| match c {
        '*' => "%".to_owned(),
        '\\' | '%' | '_' => format!("\\{c}"),
        c => c.to_string(),
    };
    glob.chars().map(escape).collect()
}
