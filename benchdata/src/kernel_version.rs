//! The order in which kernels came: 2.6.9 before 2.6.10, 6.1-rc1 before 6.1, that before 6.1.1.

use std::cmp::Ordering;

use crate::compare::natural;

/// What stands before a version that is not out yet, in the order in which each comes.
const BEFORE: [&str; 6] = ["alpha", "beta", "test", "pre", "prerelease", "rc"];

/// What parts of a name stand between.
const BETWEEN: [char; 3] = ['-', '+', '_'];

/// Compares two kernels by name, in the order in which they came:
///
/// 1. by the numbers that the names begin with, behind a `v` or `linux-`; what is not said is 0,
///    so that 6.1 is 6.1.0;
/// 2. then by what follows, part by part as dashes and pluses part it: `-test`, `-pre` and `-rc`
///    come before the version itself, all else (`-mm2`, `-bk3`, `-git4`, `-ac1`) behind it, and
///    each by its own number: 2.5.60, 2.5.60-mm2, 2.5.60-mm10, 2.5.61-rc1, 2.5.61-rc1-mm1,
///    2.5.61-rc2, 2.5.61;
/// 3. names without a version come last.
///
/// Names that differ in no number are in the order of their letters.
#[must_use]
pub fn kernel_order(a: &str, b: &str) -> Ordering {
    match (Version::of(a), Version::of(b)) {
        (Some(x), Some(y)) => x.cmp(&y).then_with(|| natural(a, b)),
        (x, y) => y.is_some().cmp(&x.is_some()).then_with(|| natural(a, b)),
    }
}

/// The same order, but kernels that only a commit's hash (`-gabcdef0`) tells apart are equal: it says
/// nothing of which came first.
#[must_use]
pub fn order_but_for_hashes(a: &str, b: &str) -> Ordering {
    match (Version::but_for_hash(a), Version::but_for_hash(b)) {
        (Some(x), Some(y)) => x.cmp(&y),
        _ => kernel_order(a, b),
    }
}

/// One name for a kernel that is written in several ways: 6.12 for `v6.12`, `linux-6.12` and `6.12.0`.
/// A name without a version stays.
#[must_use]
pub fn one_name(name: &str) -> String {
    let Some((numbers, rest)) = parted(name) else { return name.to_owned() };
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{}{rest}", numbers.join("."))
}

/// Whether a name begins with a kernel's version: at least two numbers with points between.
#[must_use]
pub fn is_kernel_version(name: &str) -> bool {
    Version::of(name).is_some()
}

/// A release, or what comes before one: 6.1, 6.1-rc2.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Release<'a>(Version<'a>);

/// The release that a name begins with, and what follows it, such as the name of a patch. A whole
/// number is a release too.
pub(crate) fn release_and_rest(name: &str) -> Option<(Release<'_>, &str)> {
    let whole = || name.parse().ok().map(|number: u64| (vec![number, 0], ""));
    let (numbers, mut rest) = parted(name).or_else(whole)?;
    let mut parts = Vec::new();
    loop {
        let behind = rest.trim_start_matches(BETWEEN);
        let (text, next) = behind.split_at(behind.find(BETWEEN).unwrap_or(behind.len()));
        let part = Part::of(text);
        if !matches!(part.place, Place::Before(_)) {
            break;
        }
        parts.push(part);
        rest = next;
    }
    parts.push(Part::END);
    Some((Release(Version { numbers, parts }), rest))
}

/// A name without its parts that are a commit's hash.
pub(crate) fn but_for_hashes(name: &str) -> String {
    name.split_inclusive(BETWEEN).filter(|part| !is_hash(part.trim_end_matches(BETWEEN))).collect()
}

/// A name, taken apart.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Version<'a> {
    /// Of more than two without zeros at the end.
    numbers: Vec<u64>,
    parts: Vec<Part<'a>>,
}

/// A part of a name behind its numbers. [`Part::END`] is one too, so that a name that ends is
/// compared with one that goes on.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Part<'a> {
    place: Place,
    word: &'a str,
    number: u64,
    rest: &'a str,
}

/// Where a part puts its version.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Before(usize),
    End,
    Behind,
}

/// The numbers that a name begins with, of more than two without zeros at the end, and what follows.
fn parted(name: &str) -> Option<(Vec<u64>, &str)> {
    let bare = ["Linux-", "linux-", "v"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let name = bare.unwrap_or(name);
    let end = name.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(name.len());
    let numbers: Option<Vec<u64>> =
        name[..end].trim_end_matches('.').split('.').map(|number| number.parse().ok()).collect();
    let mut numbers = numbers.filter(|numbers| numbers.len() > 1)?;
    while numbers.len() > 2 && numbers.last() == Some(&0) {
        numbers.pop();
    }
    Some((numbers, &name[end..]))
}

/// Whether a part is a commit's: `gabcdef0`.
fn is_hash(part: &str) -> bool {
    part.strip_prefix('g').is_some_and(is_commit)
}

/// Whether a text may be a commit's hash: at least seven hexadecimal digits.
pub(crate) fn is_commit(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() >= 7 && text.bytes().all(is_digit)
}

impl<'a> Version<'a> {
    fn of(name: &'a str) -> Option<Self> {
        Self::of_parts(name, |_| true)
    }

    fn but_for_hash(name: &'a str) -> Option<Self> {
        Self::of_parts(name, |part| !is_hash(part))
    }

    fn of_parts(name: &'a str, counts: impl Fn(&str) -> bool) -> Option<Self> {
        let (numbers, rest) = parted(name)?;
        let parts = rest.split(BETWEEN).filter(|part| !part.is_empty() && counts(part));
        Some(Self { numbers, parts: parts.map(Part::of).chain([Part::END]).collect() })
    }
}

impl<'a> Part<'a> {
    const END: Self = Self { place: Place::End, word: "", number: 0, rest: "" };

    fn of(text: &'a str) -> Self {
        let (word, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()));
        let (number, rest) =
            digits.split_at(digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()));
        let before = BEFORE.iter().position(|known| *known == word).map(Place::Before);
        Self { place: before.unwrap_or(Place::Behind), word, number: number.parse().unwrap_or(0), rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of kernels that were released, or that runs on the list were of, in the order in
    /// which they came.
    const KERNELS: &[&str] = &[
        "2.4.0-test12-pre3",
        "2.4.0-test12",
        "2.4.0-prerelease",
        "2.4.0",
        "2.4.14-pre8",
        "2.4.14",
        "2.4.18-pre9",
        "2.4.18-pre9-ac2",
        "2.4.18-rc1",
        "2.4.18",
        "2.4.18-ac1",
        "2.4.19",
        "2.5.9",
        "2.5.39",
        "2.5.39-mm1",
        "2.5.60",
        "2.5.60-bk2",
        "2.5.60-mm1",
        "2.5.60-mm2",
        "2.5.60-mm2-ant",
        "2.5.60-mm10",
        "2.5.61",
        "2.6.0-test1",
        "2.6.0-test1-mm1",
        "2.6.0-test9",
        "2.6.0-test9-bk12",
        "2.6.0-test11",
        "2.6.0",
        "2.6.0-mm1",
        "2.6.9-rc1",
        "2.6.9-rc1-bk4",
        "2.6.9-rc4",
        "2.6.9",
        "2.6.10",
        "2.6.13-rc7-git2",
        "2.6.13",
        "2.6.13-git3",
        "2.6.22-rc6-mm1",
        "2.6.31.6-rt19",
        "2.6.31.12",
        "2.6.32-rc1",
        "v2.6.32-rc2",
        "2.6.32-5-amd64",
        "2.6.32-431.el6.x86_64",
        "2.6.33",
        "3.0-rc7",
        "3.0",
        "3.19.0-rc4",
        "3.19.0-rc4-00123-gabcdef0",
        "3.19.0-rc5+",
        "4.18.0-305.el8.x86_64",
        "4.18.0-425.el8.x86_64",
        "5.5.0-rc4-next-20200101",
        "6.1-rc1",
        "6.1-rc1-dirty",
        "6.1-rc10",
        "6.1",
        "6.1.0-13-amd64",
        "6.1.1",
        "6.10",
        "2539mm1fb01",
        "next-20200101",
        "patched",
    ];

    #[test]
    fn kernels_are_in_the_order_in_which_they_came() {
        for (at, earlier) in KERNELS.iter().enumerate() {
            assert_eq!(kernel_order(earlier, earlier), Ordering::Equal);
            for later in &KERNELS[at + 1..] {
                assert_eq!(kernel_order(earlier, later), Ordering::Less, "{earlier} and {later}");
                assert_eq!(kernel_order(later, earlier), Ordering::Greater, "{later} and {earlier}");
            }
        }
    }

    #[test]
    fn what_begins_with_two_numbers_is_a_version() {
        assert!(["2.5.60-mm2", "v6.1", "linux-6.1-rc1", "6.1."].into_iter().all(is_kernel_version));
        assert!(!["2539mm1fb01", "6", "as", "", ".5", "v", "6..1"].into_iter().any(is_kernel_version));
        assert!(!is_kernel_version("99999999999999999999999.1"));
    }

    #[test]
    fn one_kernel_has_one_name() {
        let found = ["6.12", "v6.12", "linux-6.12", "Linux-6.12", "6.12.0"].map(one_name);
        assert_eq!(found, ["6.12"; 5].map(str::to_owned));
        assert_eq!(["v6.0", "6.0.0"].map(one_name), ["6.0", "6.0"].map(str::to_owned));
        // A plus is a tree that was changed; words are names of their own.
        let apart = ["6.12+", "v6.12-rc1", "6.12.1", "mainline"].map(one_name);
        assert_eq!(apart, ["6.12+", "6.12-rc1", "6.12.1", "mainline"].map(str::to_owned));
    }

    #[test]
    fn a_hash_tells_no_order_and_all_else_does() {
        let order = |a, b| order_but_for_hashes(a, b);
        assert_eq!(order("6.12.0-rc1-00001-gfffffff", "6.12.0-rc1-00001-gabcdef0"), Ordering::Equal);
        assert_eq!(order("6.12.0-rc1-00001-gfffffff", "6.12.0-rc1-00002-gabcdef0"), Ordering::Less);
        assert_eq!(order("6.12-gfffffff-dirty", "6.12-gabcdef0"), Ordering::Greater);
        assert_eq!(order("2.6.13-git3", "2.6.13-git4"), Ordering::Less);
        assert_eq!(order("patched", "6.12-gabcdef0"), Ordering::Greater);
    }

    proptest::proptest! {
        #[test]
        fn it_is_a_total_order(names in proptest::collection::vec("v?[0-3.]{0,4}(-(rc|mm|pre|))?[0-2+-]{0,3}", 3)) {
            let [a, b, c] = [&names[0], &names[1], &names[2]];
            proptest::prop_assert_eq!(kernel_order(a, b), kernel_order(b, a).reverse());
            proptest::prop_assert_eq!(kernel_order(a, b) == Ordering::Equal, a == b);
            if kernel_order(a, b).is_lt() && kernel_order(b, c).is_lt() {
                proptest::prop_assert!(kernel_order(a, c).is_lt(), "{} {} {}", a, b, c);
            }
        }
    }
}
