//! Which side comes first, and so is the guessed baseline.

use super::super::side_order::in_order;

/// The values in the order of the sides, where they first ran in the order in which they are given.
fn ordered<'a>(key: &str, values: &[&'a str]) -> Vec<&'a str> {
    in_order(key, values.iter().copied().zip(0..).collect())
}

/// A fault: the alphabet decided, and "after" was the baseline of "before", or a patch that of the
/// kernel that it is for.
#[test]
fn what_was_there_first_is_first() {
    for values in [
        // Nothing is changed, whenever that was measured.
        ["patched", "before", "after"],
        ["after", "vanilla", "as"],
        ["cfq-tuned", "cfq-base", "cfq-hacked"],
        ["b-new", "b", "b-alternative"],
        ["c2daff-x", "c2daff", "c2daff-a"],
        ["with", "without", "within"],
        ["patch", "nopatch", "patch2"],
        ["fix", "no fix", "fix2"],
        ["new-kernel", "old-kernel", "kernel"],
        ["on", "off", "auto"],
    ] {
        let [first, second, third] = values;
        assert_eq!(ordered("label", &values), [second, first, third]);
        assert_eq!(ordered("thp", &values), [second, first, third]);
    }
    // Nothing says so: in the order in which they ran.
    assert_eq!(ordered("label", &["zeta", "alpha", "my"]), ["zeta", "alpha", "my"]);
    for values in [
        ["c2daff", "a3bd1f"],
        ["g9f2c1ab", "g1d4e6f7"],
        ["9f2c1ab", "1d4e6f7"],
        // None of these goes on from the other.
        ["HEAD~1", "HEAD"],
        ["eevdf", "eev"],
        ["5e3f1a2", "5e3f"],
    ] {
        assert_eq!(ordered("label", &values), values);
    }
    assert_eq!(ordered("elevator", &["noop", "as", "deadline"]), ["noop", "as", "deadline"]);
}

#[test]
fn releases_and_numbers_come_before_time() {
    let mut releases =
        ["6.8", "6.9-rc1", "6.9-rc1-foo", "6.9-rc2", "6.9", "6.9-vanilla", "6.9-z", "6.9-a", "6.10", "7"];
    assert_eq!(ordered("label", &releases), releases);
    let expected = releases;
    releases.swap(0, 9);
    releases.swap(1, 8);
    releases.swap(2, 5);
    assert_eq!(ordered("label", &releases), expected);
    assert_eq!(ordered("label", &["6.9", "v6.9rc1", "6.8"]), ["6.8", "v6.9rc1", "6.9"]);
    assert_eq!(ordered("label", &["patched", "6.10", "6.9"]), ["6.9", "6.10", "patched"]);
    assert_eq!(ordered("quantum", &["8", "auto", "0.5", "4"]), ["0.5", "4", "8", "auto"]);
    assert_eq!(ordered("bs", &["1M", "4k", "512k"]), ["4k", "512k", "1M"]);
}

#[test]
fn names_that_their_digits_tell_apart_are_in_their_order() {
    assert_eq!(ordered("label", &["fb16", "fb2", "as", "fb8"]), ["fb2", "fb8", "fb16", "as"]);
    let kernels = ["2.5.60-mm10", "2.5.60-bk3", "2.5.60-mm2", "2.5.60"];
    assert_eq!(ordered("label", &kernels), ["2.5.60", "2.5.60-mm2", "2.5.60-mm10", "2.5.60-bk3"]);
    assert_eq!(ordered("label", &["of-20240102", "of-20240101"]), ["of-20240101", "of-20240102"]);
    // Commits are counted, and their hashes say nothing.
    let counted = ["6.1-00012-gabcdef0", "6.1-00003-gfffffff", "6.1-00007-g1234567"];
    assert_eq!(ordered("kernel", &counted), [counted[1], counted[2], counted[0]]);
}

/// A fault: what calls itself the baseline was set against a release.
#[test]
fn a_single_side_that_says_that_nothing_is_changed_is_first() {
    for values in [["v6.12-bfq-fix", "base"], ["6.12-fix", "baseline-6.12"], ["6.12-patched", "6.12.5-base"]]
    {
        assert_eq!(ordered("label", &values), [values[1], values[0]]);
    }
    assert_eq!(ordered("readahead", &["128", "off", "256"]), ["off", "128", "256"]);
    // Two of them are two series, each by its release, and a release is as plain as can be.
    let series = ["6.1-vanilla", "6.1-patched", "6.2-vanilla", "6.2-patched"];
    assert_eq!(ordered("label", &series), series);
    assert_eq!(ordered("label", &["6.2-vanilla", "6.1"]), ["6.1", "6.2-vanilla"]);
}
