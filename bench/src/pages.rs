//! The service's pages: where they are, and which query of the database each cannot do without.

use crate::bars::Bar;

/// A page.
pub(crate) struct Page {
    /// What it is.
    pub(crate) name: &'static str,
    /// Its address.
    pub(crate) path: String,
    /// The query, in SQL.
    pub(crate) query: String,
    /// What it must keep.
    pub(crate) bars: &'static [Bar],
}

/// The rows of a list, but for where they begin and how many they are.
const LIST: &str = "SELECT r.id, boxes.name, r.benchmark, r.label, r.started, r.received, r.factors::text,
    (SELECT count(*) FROM measurements m WHERE m.run_id = r.id) FROM runs r JOIN boxes ON boxes.id = r.box_id";
const NEWEST: &str = "ORDER BY r.received DESC, r.id DESC LIMIT";

/// The results of some runs.
const RESULTS: &str = "SELECT r.id, r.label, r.started, s.\"case\"::text, s.metric, s.unit, m.samples
    FROM runs r JOIN boxes b ON b.id = r.box_id JOIN measurements m ON m.run_id = r.id
    JOIN series s ON s.id = m.series_id WHERE";

/// The newest run of each of some names.
const NEWEST_OF: &str = "CROSS JOIN LATERAL (SELECT id, label, received FROM runs r WHERE";

/// Of which list pages no growth is allowed, and how long they may take.
const OF_LISTS: &[Bar] = &[Bar::P99(30.0)];

/// Two sides of five runs, 48 series each.
pub(crate) const SIDES: &str = "box:box07 benchmark:tiobench elevator:as label:6.0.3|6.0.4";

/// All pages. `run` is the id of one run in hexadecimal digits, `snapshot` the hash of a snapshot.
pub(crate) fn pages(run: &str, snapshot: &str) -> Vec<Page> {
    [lists(), overviews(), comparisons(), snapshots(snapshot), vec![one_run(run), history()]]
        .into_iter()
        .flatten()
        .collect()
}

fn lists() -> Vec<Page> {
    let list = |name, path: &str, condition: &str, most: usize, bars| Page {
        name,
        path: path.to_owned(),
        query: format!("{LIST} WHERE {condition} {NEWEST} {most}"),
        bars,
    };
    vec![
        list("home", "/", "TRUE", 10, OF_LISTS),
        list("list", "/runs", "TRUE", 50, OF_LISTS),
        list("list, one term", "/runs?q=label:6.0.3", "r.label = '6.0.3'", 50, OF_LISTS),
        list(
            "list, two terms",
            "/runs?q=box:box07+elevator:as",
            "boxes.name = 'box07' AND r.factors @> '{\"elevator\": \"as\"}'",
            50,
            OF_LISTS,
        ),
        list(
            "list, two frequent terms that no run has both of",
            "/runs?q=benchmark:tiobench+elevator:bfq",
            "r.benchmark = 'tiobench' AND r.factors @> '{\"elevator\": \"bfq\"}'",
            50,
            OF_LISTS,
        ),
        list("list, no such label", "/runs?q=label:none", "r.label = 'none'", 50, OF_LISTS),
        list("feed", "/feed.atom", "TRUE", 50, OF_LISTS),
    ]
}

fn overviews() -> Vec<Page> {
    let page = |name, path: &str, query: String| Page { name, path: path.to_owned(), query, bars: &[] };
    let of_boxes = format!(
        "SELECT name, newest.* FROM boxes {NEWEST_OF} box_id = boxes.id ORDER BY received DESC, id DESC LIMIT 1) AS newest"
    );
    let of_benchmarks = format!(
        "SELECT name, newest.* FROM (VALUES ('fio'), ('tiobench')) AS named (name)
         {NEWEST_OF} benchmark = name ORDER BY received DESC, id DESC LIMIT 1) AS newest"
    );
    let newest = |condition| format!("{LIST} WHERE {condition} {NEWEST} 10");
    vec![
        page("benchmarks", "/benchmarks", of_benchmarks),
        page("a benchmark", "/benchmarks/fio", newest("r.benchmark = 'fio'")),
        page("boxes", "/boxes", of_boxes),
        page("a box", "/boxes/box07", newest("boxes.name = 'box07'")),
        page(
            "completions",
            "/api/v1/completions?q=label:6.",
            format!(
                "SELECT label, count(*) FROM (SELECT label FROM runs r {NEWEST} 1000) AS l GROUP BY label"
            ),
        ),
    ]
}

fn comparisons() -> Vec<Page> {
    let comparison = |name, form: &str, bars| Page {
        name,
        path: format!("/compare{form}?q={}&by=label", SIDES.replace(' ', "+")),
        query: format!(
            "{RESULTS} b.name = 'box07' AND r.benchmark = 'tiobench' AND r.label IN ('6.0.3', '6.0.4')
             AND r.factors @> '{{\"elevator\": \"as\"}}'"
        ),
        bars,
    };
    const BARS: &[Bar] = &[Bar::P50(20.0), Bar::TimesQuery(2.5)];
    vec![
        comparison("comparison", "", BARS),
        comparison("comparison as text", ".txt", BARS),
        comparison("comparison as JSON", ".json", BARS),
    ]
}

fn snapshots(hash: &str) -> Vec<Page> {
    let snapshot = |name, form| Page {
        name,
        path: format!("/c/{hash}{form}"),
        query: format!("SELECT comparison FROM snapshots WHERE hash >= '{hash}' ORDER BY hash LIMIT 1"),
        bars: &[Bar::P50(2.0), Bar::ShareOfBare(0.5)],
    };
    vec![
        snapshot("snapshot", ""),
        snapshot("snapshot as JSON", ".json"),
        snapshot("snapshot as text", ".txt"),
    ]
}

fn one_run(run: &str) -> Page {
    Page {
        name: "run",
        path: format!("/runs/{run}"),
        query: format!("{RESULTS} r.id = x'{run}'::bigint"),
        bars: &[],
    }
}

fn history() -> Page {
    Page {
        name: "history of 2,000 points",
        path: "/history?q=box:daily+test:%22Random+reads%22+threads:1+block_size:4096&metric=rate".to_owned(),
        query: format!(
            "{RESULTS} b.name = 'daily' AND s.metric = 'rate'
             AND s.\"case\" @> '{{\"test\": \"Random reads\", \"threads\": \"1\", \"block_size\": \"4096\"}}'
             ORDER BY r.started"
        ),
        bars: &[Bar::P50(50.0)],
    }
}
