//! Outputs that are read again by today's readers.

use std::process::Command;

use serde_json::json;

use crate::support::{Service, make_database, run};

const OUTPUT: &[u8] = include_bytes!("../../../demo/tiobench-2.5.60-mail.txt");

/// What makes the first run one that a reader with mistakes has read.
const OLDER_READER: [&str; 3] = [
    "UPDATE measurements SET samples = '{7.5}' FROM series, runs
     WHERE series_id = series.id AND run_id = runs.id AND label = '2.5.60-mm2' AND metric = 'rate'
       AND \"case\" @> '{\"test\": \"Sequential reads\", \"threads\": \"2\"}'",
    "DELETE FROM measurements USING series, runs
     WHERE series_id = series.id AND run_id = runs.id AND label = '2.5.60-mm2' AND metric = 'rate'
       AND \"case\" @> '{\"test\": \"Sequential reads\", \"threads\": \"4\"}'",
    "INSERT INTO measurements (run_id, series_id, samples)
     SELECT runs.id, series.id, '{1, 2}' FROM runs, series
     WHERE label = '2.5.60-mm2' AND metric = 'latency'
       AND \"case\" = '{\"test\": \"Sequential reads\", \"threads\": \"1\"}'",
];

/// What `runoff-server reread` prints.
fn reread(url: &str, arguments: &[&str]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_runoff-server");
    let output =
        Command::new(program).arg("reread").args(arguments).env("DATABASE_URL", url).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn what_an_older_reader_stored_otherwise_is_told_and_stays() {
    let url = make_database("rereads");
    let service = Service::on(&url, "test");
    let sent = service.send(&[("Content-Type", "text/plain")], "box=bigbox&name=mail.txt", OUTPUT);
    assert_eq!(sent.status, 201, "{}", sent.text());
    let all = "runs: 2 the same, 0 different, 0 not read, 0 without source; nothing was changed";
    assert_eq!(reread(&url, &[]), [all]);

    let mut without = run("a");
    without["sources"] = json!([]);
    service.store(&without);
    let script = service.store(&run("b"));
    let id = sent.json()["runs"][0]["id"].as_str().unwrap().to_owned();
    OLDER_READER.into_iter().for_each(|sql| service.execute(sql));
    let before = service.get(&format!("/api/v1/runs/{id}")).body;
    let rate = "rate, block_size=4096, file_size=510 MiB, test=Sequential reads";
    let expected = [
        format!("{id}  tiobench 2.5.60-mm2 on bigbox: 3 differences in 112 results"),
        format!("  {rate}, threads=2: 7.5 MiB/s (higher is better), read as 7.33 MiB/s (higher is better)"),
        format!("  {rate}, threads=4: 5.39 MiB/s (higher is better), not stored"),
        "  latency, test=Sequential reads, threads=1: 1 2 ms (lower is better), no more read".to_owned(),
        format!(
            "{script}  tiobench b on bigbox: not read: out: as tiobench: line 1: found the end of the text and no \
             table, expected tiobench's header (Identifier … Thr Rate (CPU%) …) with rows under it"
        ),
        "runs: 1 the same, 1 different, 1 not read, 1 without source; nothing was changed".to_owned(),
    ];
    assert_eq!(reread(&url, &[]), expected);
    assert_eq!(service.get(&format!("/api/v1/runs/{id}")).body, before);

    // Those of one query, in another format.
    let as_fio = reread(&url, &["label:2.5.60-mm2-ant", "--format", "fio"]);
    assert!(
        as_fio[0].contains("tiobench 2.5.60-mm2-ant on bigbox: not read: mail.txt: as fio: line "),
        "{as_fio:?}"
    );
    assert_eq!(as_fio.len(), 2);
}
