//! Whether a kernel's name and the release that ran are of one kernel.

/// The marks behind a kernel's numbers whose own numbers tell kernels apart: `-rc1`, `-mm2`.
const MARKS: [&str; 7] = ["rc", "mm", "pre", "bk", "ac", "git", "test"];

/// A name that begins like a kernel's version, taken apart.
struct Named<'a> {
    numbers: Vec<u64>,
    /// What follows the numbers.
    rest: &'a str,
}

impl<'a> Named<'a> {
    /// `v6.5-rc1`, `linux-2.5.62-mm2`: at least two numbers with points between them, the first
    /// above 0.
    fn of(name: &'a str) -> Option<Self> {
        let name = name.strip_prefix("linux-").unwrap_or(name);
        let name = name.strip_prefix(['v', 'V']).unwrap_or(name);
        let end = name.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(name.len());
        let (numbers, rest) = name.split_at(end);
        let numbers: Option<Vec<u64>> =
            numbers.trim_end_matches('.').split('.').map(|number| number.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() > 1 && numbers[0] > 0)?;
        Some(Self { numbers, rest })
    }

    /// The marks and their numbers: `-rc1-mm2` is rc 1, mm 2.
    fn marks(&self) -> Vec<(&'static str, u64)> {
        let words = self.rest.split(['-', '+', '_', '.']);
        let marked = |word: &str| {
            MARKS.into_iter().find_map(|mark| Some((mark, word.strip_prefix(mark)?.parse().ok()?)))
        };
        words.filter_map(marked).collect()
    }

    /// Two numbers alone may be anything, `3.0ms` or `1.5x`: of a kernel they are followed by
    /// nothing or by a mark.
    fn is_surely_a_kernel(&self) -> bool {
        let is_separate = !self.rest.starts_with(|c: char| c.is_alphanumeric()) || !self.marks().is_empty();
        is_separate && (self.numbers.len() > 2 || self.rest.is_empty() || !self.marks().is_empty())
    }
}

/// Whether a name is surely a kernel's, and not of the one that ran. A name says less than a
/// release does: 6.5 is any 6.5.x, and what only one of them says contradicts nothing.
pub(crate) fn is_another(name: &str, running: &str) -> bool {
    let (Some(named), Some(ran)) = (Named::of(name), Named::of(running)) else { return false };
    if !named.is_surely_a_kernel() {
        return false;
    }
    let numbers = named.numbers.iter().zip(ran.numbers.iter().chain(std::iter::repeat(&0)));
    let marks = ran.marks();
    let other_mark =
        |(mark, number): &(&str, u64)| marks.iter().any(|(running, its)| running == mark && its != number);
    numbers.into_iter().any(|(named, ran)| named != ran) || named.marks().iter().any(other_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_that_did_not_run_are_others() {
        for (name, running) in [
            ("5.0", "6.5.0-14-generic"),
            ("2.5.62", "2.5.61-mm1"),
            ("2.5.62-mm1-as", "2.5.62-mm2"),
            ("6.5.0-rc1", "6.5.0-rc7"),
            ("6.5-rc1", "6.5.0-rc7+"),
            ("v6.5", "6.6.30"),
            ("linux-6.7", "6.6.30-amd64"),
            ("6.5.3", "6.5.0"),
        ] {
            assert!(is_another(name, running), "{name}, {running}");
        }
    }

    #[test]
    fn what_may_be_the_one_that_ran_is_no_other() {
        for (name, running) in [
            ("6.5", "6.5.0-14-generic"),
            ("6.5-bore", "6.5.3-bore"),
            ("2.5.39-mm1-smp", "2.5.39-mm1"),
            ("2.5.62-mm2", "2.5.62-mm2-as"),
            ("v6.5-rc1", "6.5.0-rc1"),
            ("2539mm1", "2.5.39-mm1"),
            ("6.5.0-rc1", "6.5.0-custom"),
            ("patched", "6.5.0"),
            // No kernels.
            ("0.5ms-slice", "6.12.1"),
            ("3.0ms-slice", "6.12.1"),
            ("1.5x", "6.12.1"),
            ("3.0-slice", "6.12.1"),
            ("0.3.10", "6.12.1"),
            ("4", "6.12.1"),
        ] {
            assert!(!is_another(name, running), "{name}, {running}");
        }
    }
}
