//! Cut and mangled documents are refused where they break.

use crate::readers::tests::{read, text};

#[test]
fn a_cut_document_is_an_error_at_its_line() {
    let text = text("fio/derived-three-docs.json");
    let error = read("fio", &text[..text.len() - 20]).unwrap_err();
    assert_eq!(error.found, "the end of the text inside a document");
    assert!(error.line > 840, "{error}");
}

#[test]
fn mangled_json_is_refused_where_it_breaks() {
    let text = text("fio/randread-qd4.json");
    let mangled = text.replace("\"iops\" : 45512.743628", "\"iops\" : 45512.7436{");
    let error = read("fio", &mangled).unwrap_err();
    let at = mangled.find("45512.7436{").unwrap();
    assert_eq!(error.line, 1 + mangled[..at].matches('\n').count());
}
