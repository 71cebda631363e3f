//! The figures of before: whether a ratio has fallen by half.

use std::collections::BTreeMap;

/// Columns where more is better, by their names; in the others with ratios less is.
const MORE_IS_BETTER: [&str; 4] =
    ["× a bare page's requests/s", "× multi-row inserts", "× a bare COPY", "× passing over its bytes"];
const LESS_IS_BETTER: [&str; 1] = ["× its query"];

/// Ratios by heading, row and column: above 1 where the limit is exceeded.
type Ratios<'a> = BTreeMap<[&'a str; 3], f64>;

/// What has fallen by half since a report, in words.
pub(crate) fn fallen(before: &str, now: &str) -> Vec<String> {
    let before = ratios(before);
    let half = |(at, now): (&[&str; 3], &f64)| {
        let before = before.get(at)?;
        let [heading, row, column] = at;
        (*now < before / 2.0)
            .then(|| format!("{heading}, {row}, {column}: {now:.2} of the limit, was {before:.2}"))
    };
    ratios(now).iter().filter_map(half).collect()
}

fn ratios(report: &str) -> Ratios<'_> {
    let mut found = Ratios::new();
    let (mut heading, mut columns) = ("", Vec::new());
    for line in report.lines() {
        if let Some(text) = line.strip_prefix("## ") {
            heading = text;
        }
        let Some(cells) = line.strip_prefix("| ") else {
            columns.clear();
            continue;
        };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        if columns.is_empty() {
            columns = cells;
            continue;
        }
        for (&column, cell) in columns.iter().zip(&cells) {
            let Some(ratio) = cell.strip_suffix(" ×").and_then(|ratio| ratio.parse::<f64>().ok()) else {
                continue;
            };
            let of_limit = if MORE_IS_BETTER.contains(&column) {
                ratio
            } else if LESS_IS_BETTER.contains(&column) {
                1.0 / ratio
            } else {
                continue;
            };
            found.insert([heading, cells[0], column], of_limit);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(share: &str, times: &str) -> String {
        format!(
            "## With 10 runs\n\n| page | p50, ms | × its query | × a bare page's requests/s |\n\
             | --- | --- | --- | --- |\n| list | 3.00 | {times} × | {share} × |\n"
        )
    }

    #[test]
    fn a_ratio_that_has_fallen_by_half_is_told() {
        let before = report("0.40", "2.00");
        assert_eq!(fallen(&before, &report("0.21", "3.90")), [""; 0]);
        assert_eq!(
            fallen(&before, &report("0.19", "2.00")),
            ["With 10 runs, list, × a bare page's requests/s: 0.19 of the limit, was 0.40"]
        );
        assert_eq!(
            fallen(&before, &report("0.40", "4.10")),
            ["With 10 runs, list, × its query: 0.24 of the limit, was 0.50"]
        );
        // What was not measured then cannot have fallen.
        assert_eq!(fallen("", &before), [""; 0]);
    }
}
