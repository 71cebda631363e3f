use super::*;

#[test]
fn dump() {
    for f in std::env::var("DUMP").unwrap().split(':') {
        let text = crate::source::decode(&std::fs::read(f).unwrap()).unwrap();
        println!("=== {f} {:?}", recognise(&text));
        match read(&text) {
            Err(e) => println!("ERR {e}"),
            Ok(r) => {
                for run in &r.runs {
                    println!(
                        "RUN {:?} {:?} {}",
                        run.label.as_ref().map(|l| l.as_str()),
                        run.factors,
                        run.results.len()
                    );
                    let mut last = None;
                    for m in &run.results {
                        if last.as_ref() != Some(&m.series.case) {
                            println!();
                            print!(
                                "  {:?}",
                                m.series
                                    .case
                                    .iter()
                                    .map(|(k, v)| format!("{k}={v}"))
                                    .collect::<Vec<_>>()
                                    .join(" ")
                            );
                            last = Some(m.series.case.clone());
                        }
                        print!(" {}={:?}{}", m.series.metric, m.values.samples()[0], m.series.unit);
                    }
                    println!();
                }
                for r in &r.remarks {
                    println!("REMARK {r:?}");
                }
            }
        }
    }
}
