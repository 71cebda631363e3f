use super::*;

fn plain(text: &str) -> String {
    Plain::of(text).text.into_owned()
}

#[test]
fn what_has_no_damage_is_not_copied() {
    for text in [
        "",
        "Kernel Time\n2.5.60 10\n",
        "mbrs= 32 rq=09: 1.5\nmbrs=3D rq=1\n",
        "=====\na=20 b=40\nC=\n",
        "CFLAGS=\nLDFLAGS=-O2\n",
        "Content-Type: text/plain\nquoted-printable is meant\nx=3D1\n",
        "<a>b &gt; c</a>",
        "a -> b\nif a > 5\n",
        ">2s >10s\n",
        "\u{1f600} µs ±\n",
    ] {
        assert!(matches!(Plain::of(text).text, Cow::Borrowed(_)), "{text:?}");
    }
}

#[test]
fn quote_marks_and_one_blank_behind_them_go() {
    assert_eq!(plain("> a\n>> b\n> >   c\n &gt; d\n ES> e\n>\n>f\r\ng"), "a\nb\n  c\nd\ne\n\nf\r\ng");
    assert_eq!(plain("> >2s  >10s\n> {\n>   \"a\": 1\n> }\n"), ">2s  >10s\n{\n  \"a\": 1\n}\n");
    assert_eq!(plain("CPU> 5\nABCD> 5\n> x"), "5\nABCD> 5\nx");
}

#[test]
fn quoted_printable_is_decoded_where_every_sign_tells_so() {
    let text = "> =0950.0000th: 45\n> =09min=3D0, max=3D10048\n161714 =C2=B1  2%=20\nlong =\nline\n";
    assert_eq!(plain(text), "\t50.0000th: 45\n\tmin=0, max=10048\n161714 ±  2% \nlong line\n");
    assert_eq!(plain("a=3D1 b=3D2 =B1"), "a=1 b=2 ±");
    assert_eq!(plain("a=3D1 b=3D2 c=3"), "a=1 b=2 c=3");
    // A single sign, or one that no mail program escapes, is data.
    for data in ["mask=3D\n", "a=3D b=3D c=7\n", "a=3D b=3D c=41\n", "a=3D b=3D c=0A\n"] {
        assert_eq!(plain(data), data);
    }
}

#[test]
fn a_header_that_declares_it_is_believed() {
    let head = "Subject: a=b\ncontent-transfer-encoding: quoted-printable\n";
    assert_eq!(plain(&format!("{head}\nrq=3D1\ncharset=utf-8\n")), format!("{head}\nrq=1\ncharset=utf-8\n"));
}

#[test]
fn lines_keep_their_numbers() {
    let text = Plain::of("a=3D1\nb =\nc =\r\nd\ne=3D\nf=\ng\n");
    assert_eq!(text.text, "a=1\nb c d\ne=\nfg\n");
    let numbers: Vec<usize> = (1..=5).map(|line| text.line(line)).collect();
    assert_eq!(numbers, [1, 2, 5, 6, 8]);
    assert_eq!(Plain::of("> a\n> b\n").line(2), 2);
}

#[test]
fn entities_are_undone_where_a_web_page_showed_the_text() {
    assert_eq!(plain("&gt; a &amp;lt; &quot;b&quot; &lt;c &x; &\n"), "a &lt; \"b\" <c &x; &\n");
    assert_eq!(plain("Lat%  &gt;2s"), "Lat%  >2s");
    assert_eq!(plain("a &amp; b"), "a &amp; b");
}

#[test]
fn colours_go_and_moves_of_the_cursor_stay() {
    assert_eq!(plain("\x1b[1;32mTime\x1b[0m: 1\x1b[K\x1b[4A\x1b]x"), "Time: 1\x1b[4A\x1b]x");
}

#[test]
fn no_break_blanks_are_blanks_but_within_a_number() {
    assert_eq!(plain("a\u{a0}b 5\u{a0}s\u{a0}\u{a0}"), "a b 5 s  ");
    assert_eq!(plain("1\u{a0}234 s"), "1\u{a0}234 s");
}

#[test]
fn long_texts_of_marks_take_linear_time() {
    for mark in [">", "> ", "&gt;", "=3D", "=\n", "\x1b[", "\u{a0}", "&"] {
        let text = mark.repeat(200_000);
        assert!(Plain::of(&text).text.len() <= text.len());
    }
}
