//! Feeds of new runs and snapshots.

use serde_json::json;

use crate::support::{Service, run};

#[test]
fn a_feed_holds_the_newest_runs_and_snapshots_as_well_formed_xml() {
    let service = Service::start("feed");
    for label in ["a", "<b> & \"c\""] {
        service.store(&run(label));
    }
    let asked = json!({"by": "label", "title": "Mine & <yours>"});
    assert_eq!(service.post_json("snapshots", &service.secret, &asked).status, 201);
    let titles = |path: &str| {
        let answer = service.get(path);
        assert_eq!(answer.header("content-type"), "application/atom+xml; charset=utf-8");
        let text = answer.text();
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut titles = 0;
        loop {
            match reader.read_event().unwrap() {
                quick_xml::events::Event::Start(tag) if tag.name().as_ref() == "title" => titles += 1,
                quick_xml::events::Event::Eof => return titles,
                _ => {}
            }
        }
    };
    // Its own, two runs, a snapshot.
    assert_eq!(titles("/feed.atom"), 4);
    assert_eq!(titles("/feed.atom?q=label:a"), 2);
    let text = service.get("/feed.atom").text();
    assert!(text.contains("<title>&#60;b&#62; &#38; &#34;c&#34;: tiobench on bigbox</title>"), "{text}");
    assert!(text.contains("<title>Mine &#38; &#60;yours&#62;</title>"), "{text}");
    let (snapshot, run) = (text.find("Mine").unwrap(), text.find("tiobench").unwrap());
    assert!(snapshot < run, "the newest is not first");
    assert_eq!(service.get("/feed.atom?q=nokey:x").status, 400);
}

/// A fault: it was sorted by how the times are written, where .1426 came before .142615.
#[test]
fn a_feed_is_in_the_order_of_time() {
    let service = Service::start("feed_order");
    for label in ["earlier", "later"] {
        service.store(&run(label));
    }
    service.execute(
        "UPDATE runs SET received = CASE label WHEN 'earlier' THEN timestamptz '2003-02-14 12:00:00.1426Z'
                                    ELSE timestamptz '2003-02-14 12:00:00.142615Z' END",
    );
    let text = service.get("/feed.atom").text();
    assert!(text.find("later:").unwrap() < text.find("earlier:").unwrap(), "{text}");
}
