//! Labels that tell of schedulers and kernels.

use super::*;

/// It happened on the list in February 2003.
#[test]
fn the_mislabelled_kernel_is_told_of_before_all_else() {
    let told = [
        ("kernel.cmdline=ro root=/dev/hda1 elevator=cfq", "kernel.cmdline=ro root=/dev/hda1"),
        ("kernel.cmdline=ro root=/dev/hda1 elevator=cfq", "kernel.cmdline=ro root=/dev/hda1 elevator=as"),
        ("kernel.cmdline=ro elevator=cfq; block.hda.scheduler=cfq", "block.hda.scheduler=anticipatory"),
    ];
    for (mm2, mm2_as) in told {
        let table = with_facts(("2.5.62-mm2", mm2), ("2.5.62-mm2-as", mm2_as));
        let first = &table.warnings[0];
        assert_eq!((first.code.as_str(), first.severe), ("undeclared", true), "{mm2_as}");
        assert_eq!(
            first.text,
            "label 2.5.62-mm2 does not tell of the scheduler: elevator=cfq in env.kernel.cmdline (1 run)"
        );
    }
    let same = with_facts(("a", "block.hda.scheduler=cfq"), ("b", "block.hda.scheduler=cfq"));
    assert_eq!(texts(&same, "undeclared"), [""; 0]);
    // An old mail that tells nothing of its box is no other scheduler.
    let unknown = with_facts(("a", "block.hda.scheduler=cfq"), ("b", ""));
    assert_eq!(texts(&unknown, "undeclared"), [""; 0]);
}

#[test]
fn a_label_that_names_another_scheduler_or_kernel_is_contradicted() {
    let contradicted =
        |label: &str, facts: &str| texts(&with_facts((label, facts), ("other", "")), "contradiction").len();
    let table = with_facts(("2.5.62-mm2-as", "block.hda.scheduler=cfq"), ("other", ""));
    assert_eq!(
        texts(&table, "contradiction"),
        ["label 2.5.62-mm2-as names a scheduler, but env.block.hda.scheduler=cfq was active (1 run)"]
    );
    assert_eq!(contradicted("fast-disk", "block.hda.scheduler=cfq"), 0);
    assert_eq!(contradicted("mm2-as", "block.hda.scheduler=noop [anticipatory] cfq"), 0);
    assert_eq!(contradicted("6.5-deadline", "block.sda.scheduler=mq-deadline"), 0);
    assert_eq!(contradicted("cfq-v-as", "block.hda.scheduler=deadline"), 1);
    // One disk of two is enough to believe the label.
    assert_eq!(contradicted("mm2-as", "block.hda.scheduler=as; block.hdb.scheduler=cfq"), 0);
    assert_eq!(contradicted("2.5.62-mm2", "kernel.release=2.5.61-mm1"), 1);
    assert_eq!(contradicted("2.5.62-mm2-as", "kernel.release=2.5.62-mm2"), 0);
    assert_eq!(contradicted("6.5", "kernel.release=6.5.0-14-generic"), 0);
    assert_eq!(contradicted("3.36", "kernel.release=6.5.0; tool.version=fio-3.36"), 0);
    assert_eq!(contradicted("before", "kernel.release=6.5.0"), 0);
}

#[test]
fn many_runs_with_one_contradiction_make_one_warning() {
    let runs = (0..5).map(|minute| run("x-as", "block.hda.scheduler=cfq", Some(minute), &[1.0]));
    let table = table(runs.chain([run("b", "", None, &[1.0])]).collect());
    assert_eq!(
        texts(&table, "contradiction"),
        ["label x-as names a scheduler, but env.block.hda.scheduler=cfq was active (5 runs)"]
    );
}

/// A fault: forty nightly labels had a line each before the first number.
#[test]
fn many_labels_of_one_contradiction_are_summed_up() {
    let label = |night: u32| format!("6.{night}.0");
    let nights = (1..=40).map(|night| run(&label(night), "kernel.release=5.19.0", None, &[1.0]));
    let told = texts(&table(nights.collect()), "contradiction");
    let runs = |night: u32| format!("label {}, but env.kernel.release=5.19.0 was running", label(night));
    let expected = format!(
        "40 runs: the label names another kernel than ran: {}; {}; {}; and 37 more",
        runs(1),
        runs(10),
        runs(11)
    );
    assert_eq!(told, [expected]);
}

/// A fault: with nothing captured of the second side, its label alone told that the schedulers differ.
#[test]
fn a_label_tells_of_the_scheduler_where_nothing_was_captured() {
    let table = with_facts(("2.5.62-mm2", "kernel.cmdline=ro elevator=cfq"), ("2.5.62-mm2-as", ""));
    assert_eq!(texts(&table, "undeclared").len(), 1);
    assert!(table.warnings[0].severe);
    let told = with_facts(("2.5.62-mm2-cfq", "kernel.cmdline=ro elevator=cfq"), ("2.5.62-mm2-as", ""));
    assert_eq!(texts(&told, "undeclared"), [""; 0]);
}

/// Faults: labels of no scheduler and no kernel, and names in capitals, were called contradictions.
#[test]
fn what_only_looks_like_a_scheduler_or_kernel_is_none() {
    for (a, b) in [
        (("as-is", "block.sda.scheduler=mq-deadline"), ("after", "block.sda.scheduler=mq-deadline")),
        (("fair", "block.sda.scheduler=none"), ("deadline", "block.sda.scheduler=none")),
        (("before-none", "block.sda.scheduler=none"), ("after-bfq", "block.sda.scheduler=bfq")),
        (("2.5.62-CFQ", "block.sda.scheduler=cfq"), ("2.5.62-AS", "block.sda.scheduler=anticipatory")),
        (("0.5ms-slice", "kernel.release=6.12.1"), ("3.0ms-slice", "kernel.release=6.12.1")),
    ] {
        let table = with_facts(a, b);
        let severe: Vec<&str> =
            table.warnings.iter().filter(|it| it.severe).map(|it| it.text.as_str()).collect();
        assert_eq!(severe, [""; 0], "{} v {}", a.0, b.0);
    }
    let disks = with_facts(("deadline", "block.sda.scheduler=none"), ("bfq", "block.sda.scheduler=bfq"));
    assert_eq!(texts(&disks, "contradiction").len(), 1);
}
