//! The orders of lists of runs.

use benchdata::content::RunId;
use sqlx::{Postgres, QueryBuilder};

use super::batch::row_id;

/// An order. Each has an index that begins with its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Those received last come first.
    #[default]
    Newest,
    /// Those received first come first.
    Oldest,
    /// Those started last come first, those without a known start at the end.
    Started,
    /// By label, then as received.
    Label,
    /// By benchmark, then as received.
    Benchmark,
}

impl Sort {
    /// All orders, in that of menus.
    pub const ALL: [Self; 5] = [Self::Newest, Self::Oldest, Self::Started, Self::Label, Self::Benchmark];

    /// The order's name in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Started => "started",
            Self::Label => "label",
            Self::Benchmark => "benchmark",
        }
    }

    /// The order in words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Newest => "newest first",
            Self::Oldest => "oldest first",
            Self::Started => "last started first",
            Self::Label => "by label",
            Self::Benchmark => "by benchmark",
        }
    }

    /// The columns of `r`, and whether they rise.
    fn columns(self) -> (&'static [&'static str], bool) {
        match self {
            Self::Newest => (&["r.received", "r.id"], false),
            Self::Oldest => (&["r.received", "r.id"], true),
            Self::Started => (&["coalesce(r.started, '-infinity')", "r.id"], false),
            Self::Label => (&["r.label", "r.received", "r.id"], true),
            Self::Benchmark => (&["r.benchmark", "r.received", "r.id"], true),
        }
    }

    /// Pushes ` AND …` for the runs behind one in this order.
    pub(super) fn push_behind(self, sql: &mut QueryBuilder<Postgres>, run: RunId) {
        let (columns, rises) = self.columns();
        let columns = columns.join(", ");
        sql.push(" AND (").push(&columns).push(if rises { ") > " } else { ") < " });
        sql.push("(SELECT ").push(&columns).push(" FROM runs r WHERE r.id = ");
        sql.push_bind(row_id(run)).push(")");
    }

    /// Pushes ` ORDER BY …`.
    pub(super) fn push_order(self, sql: &mut QueryBuilder<Postgres>) {
        let (columns, rises) = self.columns();
        let direction = if rises { "" } else { " DESC" };
        let columns: Vec<String> = columns.iter().map(|column| format!("{column}{direction}")).collect();
        sql.push(" ORDER BY ").push(columns.join(", "));
    }
}
