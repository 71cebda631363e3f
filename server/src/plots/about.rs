//! What a picture is of, for those who see it without the page around it.

use std::collections::BTreeSet;

use benchdata::comparison::{Basis, Cell, ComparisonTable};

/// The counts of more sides are not told apart.
const MOST_SIDES: usize = 4;

/// What some rows of a table are of: `load=io_load, box bigbox. Each mark is one run.`
pub(super) fn about(table: &ComparisonTable, rows: &[usize]) -> String {
    let constants = table.constants.iter().map(|(key, value)| format!("{key}={value}"));
    let boxes = match table.boxes.as_slice() {
        [] => None,
        [only] => Some(format!("box {only}")),
        boxes => Some(format!("{} boxes", boxes.len())),
    };
    let places: Vec<String> = constants.chain(boxes).collect();
    let counts = counts(table, rows);
    [places.join(", "), counts].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ")
        + "."
}

/// How many values the means are of: `n: cfq 5 runs; as 3 samples of one run`
fn counts(table: &ComparisonTable, rows: &[usize]) -> String {
    let of_side = |side: usize| count(rows.iter().filter_map(|row| table.rows[*row].cells[side].as_ref()));
    let sides: Vec<(&str, String)> =
        table.sides.iter().enumerate().map(|(at, side)| (side.name.as_str(), of_side(at))).collect();
    let known: BTreeSet<&str> =
        sides.iter().map(|(_, count)| count.as_str()).filter(|count| !count.is_empty()).collect();
    match (known.first(), known.len()) {
        (None, _) => String::new(),
        (Some(&ONE), 1) => "Each mark is one run".to_owned(),
        (Some(count), 1) => format!("n: {count} each"),
        _ if sides.len() <= MOST_SIDES => {
            let told = sides.iter().filter(|(_, count)| !count.is_empty());
            format!(
                "n: {}",
                told.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join("; ")
            )
        }
        _ => {
            let cells = rows.iter().flat_map(|row| table.rows[*row].cells.iter().flatten());
            format!("Each mean is of {}", count(cells))
        }
    }
}

/// What is counted where every run measured once and none was repeated.
const ONE: &str = "1 run";

/// `3 to 5 runs`
fn count<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    let (runs, within): (Vec<&Cell>, Vec<&Cell>) = cells.partition(|cell| cell.basis == Basis::Runs);
    let of = |cells: &[&Cell], many: &str| {
        let counts = || cells.iter().map(|cell| cell.summary.n);
        let (least, most) = (counts().min()?, counts().max()?);
        Some(match (least, most) {
            (1, 1) => ONE.to_owned(),
            (least, most) if least == most => format!("{most} {many}"),
            (least, most) => format!("{least} to {most} {many}"),
        })
    };
    let told = [of(&runs, "runs"), of(&within, "samples of one run")];
    let mut told: Vec<String> = told.into_iter().flatten().collect();
    told.dedup();
    told.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::super::plot;
    use super::super::tests::{labelled, result};

    /// "n: 1 to 3 samples of one run; 1 to 4 samples of one run" told nobody anything.
    #[test]
    fn many_sides_have_one_count() {
        let labels = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let table = labelled(&labels, |side| result("read", &[100.0, 101.0, 102.0, 103.0, 104.0][..=side]));
        let about = plot(&table).unwrap().about;
        assert_eq!(about, "test=read, box b. Each mean is of 1 to 5 samples of one run.");
    }
}
