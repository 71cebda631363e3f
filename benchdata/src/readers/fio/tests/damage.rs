//! Cut, mangled and converted outputs: the same values or an error, never others.

use proptest::prelude::*;

use super::*;
use crate::source::decode;

/// Case, metric, unit and value of every result.
fn values(reading: &Reading) -> Vec<String> {
    let results = reading.runs.iter().flat_map(|run| &run.results);
    results
        .map(|result| {
            let series = &result.series;
            format!("{} {} {} {:?}", case(result), series.metric, series.unit, result.values)
        })
        .collect()
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for text in ALL {
        let Ok(reading) = read(text) else { continue };
        let changed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(read(&decode(changed.as_bytes()).unwrap()).unwrap(), reading);
    }
}

#[test]
fn a_cut_output_never_gives_other_values() {
    for text in ALL {
        let Ok(whole) = read(text) else { continue };
        // Cut between two snapshots, the one before is the last.
        if whole.remarks.iter().any(|remark| remark.text.contains("status-interval")) {
            continue;
        }
        let whole = values(&whole);
        for end in (0..text.len()).step_by(7) {
            if let Ok(part) = read(&text[..end]) {
                let strange = values(&part).into_iter().find(|value| !whole.contains(value));
                assert_eq!(strange, None, "cut at {end}");
            }
        }
    }
}

#[test]
fn a_cut_document_is_an_error_at_its_line() {
    let text = fixture!("derived-three-docs.json");
    let error = read(&text[..text.len() - 20]).unwrap_err();
    assert_eq!(error.found, "the end of the text inside a document");
    assert!(error.line > 840, "{error}");
}

#[test]
fn mangled_json_is_refused_where_it_breaks() {
    let text = fixture!("randread-qd4.json").replace("\"iops\" : 45512.743628", "\"iops\" : 45512.7436{");
    let error = read(&text).unwrap_err();
    assert_eq!(error.line, 1 + text[..text.find("45512.7436{").unwrap()].matches('\n').count());
}

#[test]
fn decimal_commas_are_refused() {
    for text in ALL {
        let Ok(whole) = read(text) else { continue };
        let mut changed: Vec<char> = text.chars().collect();
        for at in 1..changed.len() - 1 {
            if changed[at] == '.' && changed[at - 1].is_ascii_digit() && changed[at + 1].is_ascii_digit() {
                changed[at] = ',';
            }
        }
        if let Ok(reading) = read(&changed.into_iter().collect::<String>()) {
            let whole = values(&whole);
            assert!(values(&reading).iter().all(|value| whole.contains(value)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_text_makes_it_panic(
        which in 0..ALL.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "\\PC{0,3}|[-0-9.,;:|=\\[\\]{}\n]{0,3}"), 1..8),
    ) {
        let mut text = ALL[which].to_owned();
        for (at, insert) in changes {
            let mut at = at.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            text.replace_range(at..end, &insert);
        }
        let _ = recognise(&text);
        let _ = read(&text);
    }
}
