//! Remarks on outputs.

use super::*;

fn remarked(label: &str, rate: f64, remarks: &[&str]) -> Subject {
    let mut subject = run(label, "", None, &[rate]);
    subject.run.remarks = remarks.iter().map(|&remark| remark.to_owned()).collect();
    subject
}

#[test]
fn remarks_are_told_once_with_how_many_outputs_they_are_of() {
    let both = "line 2: no unit is printed";
    let told = table(vec![
        remarked("a", 5.0, &[both, "line 9: 104.8 is printed, 104.86 follows", "changed while it ran: x"]),
        remarked("b", 6.0, &[both]),
    ]);
    assert_eq!(
        texts(&told, "remarked"),
        [
            "remarked of 1 of 2 outputs: changed while it ran: x",
            "remarked of the outputs, line 2: no unit is printed",
            "remarked of 1 of 2 outputs, line 9: 104.8 is printed, 104.86 follows"
        ]
    );
}

#[test]
fn a_remark_on_many_lines_is_one() {
    let lines: Vec<String> = [3, 10, 20, 21].map(|line| format!("line {line}: no unit")).to_vec();
    let told = table(vec![remarked("a", 5.0, &lines.iter().map(String::as_str).collect::<Vec<_>>())]);
    assert_eq!(texts(&told, "remarked"), ["remarked of the output, lines 3, 10, 20 and 1 more: no unit"]);
}

#[test]
fn more_remarks_than_anyone_reads_are_counted() {
    let lines: Vec<String> = (1..=9).map(|line| format!("line {line}: odd {line}")).collect();
    let told = table(vec![remarked("a", 5.0, &lines.iter().map(String::as_str).collect::<Vec<_>>())]);
    assert_eq!(texts(&told, "remarked").len(), 7);
    assert_eq!(texts(&told, "remarked")[6], "3 more remarks stand on the runs' pages");
}
