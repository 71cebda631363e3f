//! `-B`: a line of ten whole numbers, which only each other explain.

use super::{Exact, remark};
use crate::readers::parts::unnamed_run;
use crate::reading::{ReadError, ReadRun, Remark};
use crate::run::Case;

/// Count, time in ns, requests and bytes per second, min, avg, max and deviation in ns, and
/// count and time with the first request: requests per second follow from the first two.
pub(super) fn values(line: &str) -> Option<[u64; 10]> {
    if !line.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let numbers: Option<Vec<u64>> = line.split(' ').map(|word| word.parse().ok()).collect();
    let numbers: [u64; 10] = numbers?.try_into().ok()?;
    let [count, time, iops, _, min, avg, max, _, all, whole] = numbers;
    let rate = count as f64 * 1e9 / time as f64;
    let is_its = count > 0 && (rate - iops as f64).abs() <= 1.0 && min <= avg && avg <= max;
    (is_its && all >= count && whole >= time).then_some(numbers)
}

/// Each line is a run.
pub(super) fn read(text: &str) -> Result<(Vec<ReadRun>, Vec<Remark>), ReadError> {
    let (mut runs, mut remarks) = (Vec::new(), Vec::new());
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    for (line, body) in (1..).zip(whole.lines()) {
        let Some([_, _, iops, throughput, min, avg, max, mdev, ..]) = values(body.trim()) else { continue };
        if runs.len() == 1 {
            remarks.push(remark(
                line,
                "each line of numbers is taken as a run; of one with -p send the last alone",
            ));
        }
        let [iops, throughput, min, avg, max, mdev] =
            [iops, throughput, min, avg, max, mdev].map(|x| x as f64);
        let exact = Exact { iops, throughput, min, avg, max, mdev };
        runs.push(unnamed_run(exact.results(line, &Case::default())?));
    }
    Ok((runs, remarks))
}
