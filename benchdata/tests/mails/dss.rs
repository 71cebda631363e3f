use benchdata::comparison::Layout;

use crate::{mail, read, request, table, text};

#[test]
fn show() {
    let output = || read(&format!("runs: 5\n\n{}", mail!("other-tools/dss-mail.txt")), Some("2.6.27"));
    for layout in Layout::ALL {
        println!("=== {layout:?}\n{}", text(&table(output(), &request(layout, &[], &[]))));
    }
}
