//! What the schema allows.

use sqlx::Row;

use crate::support::{RUNTIME, Service};

/// The tables that a distributed Postgres spreads, and by which column.
const SPREAD: [(&str, &str); 4] =
    [("runs", "id"), ("measurements", "run_id"), ("sources", "run_id"), ("corrections", "run_id")];

fn run_column(table: &str) -> Option<&'static str> {
    SPREAD.iter().find(|(spread, _)| *spread == table).map(|(_, column)| *column)
}

/// A constraint: its table, its columns, and the table that it points at.
fn constraints(service: &Service, kinds: &str) -> Vec<(String, Vec<String>, String)> {
    let query = "SELECT conrelid::regclass::text AS of, confrelid::regclass::text AS to,
            (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
             WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS columns
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype::text = ANY($1)";
    let rows = sqlx::query(query).bind(kinds.chars().map(String::from).collect::<Vec<_>>());
    let rows = RUNTIME.block_on(rows.fetch_all(&service.pool)).unwrap();
    rows.iter().map(|row| (row.get("of"), row.get("columns"), row.get("to"))).collect()
}

/// Citus checks a key within one node, and a foreign key where both ends are on one node.
#[test]
fn a_distributed_postgres_can_spread_runs() {
    let service = Service::start("distributed");
    let keys = constraints(&service, "pu");
    assert!(SPREAD.iter().all(|(table, _)| keys.iter().any(|(of, ..)| of == table)), "{keys:?}");
    for (table, columns, _) in keys {
        let by = run_column(&table);
        assert!(by.is_none_or(|by| columns.iter().any(|column| column == by)), "{table} {columns:?}");
    }
    for (from, columns, to) in constraints(&service, "f") {
        let stays = match (run_column(&from), run_column(&to)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(by), Some(_)) => columns == [by],
        };
        assert!(stays, "{from} {columns:?} points at {to}");
    }
}
