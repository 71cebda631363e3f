//! Which texts the reader takes for tiobench's, and which not.

use super::super::recognise;
use crate::readers::tests::text;
use crate::reading::Sureness;

fn sureness(path: &str) -> Option<Sureness> {
    recognise(&text(path)).map(|recognition| recognition.sureness)
}

#[test]
fn reports_are_recognised_by_legend_header_or_heading() {
    let own = [
        "tiobench/default-threads.txt",
        "tiobench/derived-folded-76.txt",
        "tiobench/derived-quoted-minus-plus-pairs.txt",
        "tiobench/mail-0.3.2-then-bonnie.txt",
        "mails/m01-tiobench-as-vs-deadline-dbench-bonnie.txt",
        "tiobench/tiobench-2.5.60-mail.txt",
        "tiobench/tiotest-raw.txt",
    ];
    for path in own {
        assert_eq!(sureness(path), Some(Sureness::Certain), "{path}");
    }
    let why = recognise(&text("tiobench/tiobench-2.5.60-mail.txt")).unwrap().why;
    assert_eq!(why, "line 11: the legend of tiobench's report");
    for path in ["tiobench/tiobench-2.5.62-quoted-mail.txt", "tiobench/tiotest-terse.txt"] {
        assert_eq!(sureness(path), Some(Sureness::Possible), "{path}");
    }
}
