//! Which texts the reader takes for tiobench's, and which not.

use super::super::*;
use super::fixture;

fn sureness(text: &str) -> Option<Sureness> {
    recognise(text).map(|recognition| recognition.sureness)
}

#[test]
fn reports_are_recognised_by_legend_header_or_heading() {
    let own = [
        fixture!("default-threads.txt"),
        fixture!("derived-folded-76.txt"),
        fixture!("derived-quoted-minus-plus-pairs.txt"),
        fixture!("mail-0.3.2-then-bonnie.txt"),
        fixture!("mail-tiobench-as-vs-deadline-dbench-bonnie.txt"),
        fixture!("tiobench-2.5.60-mail.txt"),
        fixture!("tiotest-raw.txt"),
    ];
    for text in own {
        assert_eq!(sureness(text), Some(Sureness::Certain), "{text}");
    }
    let why = recognise(fixture!("tiobench-2.5.60-mail.txt")).unwrap().why;
    assert_eq!(why, "line 11: the legend of tiobench's report");
    for text in [fixture!("tiobench-2.5.62-quoted-mail.txt"), fixture!("tiotest-terse.txt")] {
        assert_eq!(sureness(text), Some(Sureness::Possible), "{text}");
    }
}

#[test]
fn other_tools_outputs_are_not_tiobenchs() {
    let others = [
        include_str!("../../fixtures/bonnie++/pub-103-forum-markdown.txt"),
        include_str!("../../fixtures/contest/contest-fifo-batch-mail.txt"),
        include_str!("../../fixtures/contest/pub-test4-mm4.txt"),
        include_str!("../../fixtures/dbench/dbench4-2clients.txt"),
        include_str!("../../fixtures/table/dss-rq-affinity-mail.txt"),
        include_str!("../../fixtures/fio/normal-randrw.txt"),
        include_str!("../../fixtures/iozone/throughput-2threads.txt"),
    ];
    for text in others {
        assert_eq!(recognise(text), None, "{text}");
        let error = read(text).unwrap_err();
        assert_eq!(error.found, "the end of the text and no table", "{text}");
    }
}
