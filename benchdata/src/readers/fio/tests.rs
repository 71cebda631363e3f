//! Real outputs, the values read off them by eye.

mod damage;
mod json;
mod normal;
mod terse;

use super::recognise;

#[test]
fn what_fio_did_not_print_is_not_recognised() {
    for text in
        ["", "{\"jobs\": []}", "  read: 5\n  lat (usec): min=1\n", "3;x;y\n", "fio is a tool: see fio(1)\n"]
    {
        assert_eq!(recognise(text), None, "{text:?}");
    }
}
