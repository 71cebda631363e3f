//! Sides that pool the levels of a key, each in shares of its own: what sets them apart may be
//! the levels alone, so that nothing is said of who won.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::cells::Made;
use super::natural::is_number;
use super::repeats::{are_distinct, counts_repeats, is_called_so};
use super::shares::{are_unequal, is_mix, take_turns_unequally};
use super::sides::{Split, lists_runs};
use super::{Selection, Subject, value_of_run};
use crate::comparison::{Against, Row, Verdict};
use crate::key::RunKey;
use crate::query::{Pattern, Query};

/// Of each side, the level of each of its runs, numbered; `None` where a run tells none.
type Levels = Vec<Vec<Option<usize>>>;

/// A key of which some side has several levels.
pub(super) struct Mixed {
    key: RunKey,
    levels: Levels,
    /// Of labels: what is left without the levels that tell the sides apart, as `6.1-` of `6.1-bfq`.
    bare: Option<Levels>,
    /// Whether the sides of `vs` were told apart by it: where they share no level, that is what they are.
    is_told_apart_by: bool,
    /// Whether the sides' runs were named one by one.
    are_chosen: bool,
    /// Whether a level that each run has for itself tells repeats apart, and is no point of a sweep.
    may_be_of_each_run: bool,
}

impl Mixed {
    fn of(key: RunKey, split: &Split, shown: &[RunKey], told_apart: &[RunKey], are_chosen: bool) -> Self {
        let values = |value: &dyn Fn(&Subject) -> Option<String>| -> Vec<Vec<Option<String>>> {
            split.runs.iter().map(|runs| runs.iter().map(|run| value(run)).collect()).collect()
        };
        let levels = values(&|run| value_of_run(&key, run));
        let is_number = |level: &Option<String>| level.as_deref().is_none_or(is_number);
        let may_be_of_each_run = is_called_so(&key) || !levels.iter().flatten().all(is_number);
        let bare = (key == RunKey::Label).then(|| numbered(&values(&|run| Some(bare_label(run, shown)))));
        let is_told_apart_by = told_apart.contains(&key);
        Self { levels: numbered(&levels), bare, is_told_apart_by, are_chosen, may_be_of_each_run, key }
    }

    fn has_mix(&self) -> bool {
        self.levels.iter().any(|levels| is_mix(levels))
    }

    /// What a side's runs in a row have of the key.
    fn of_side(&self, levels: &Levels, side: usize, made: &Made) -> Vec<Option<usize>> {
        let runs = made.places[side].iter().map(|&place| levels[side][place]);
        // What was not captured is not known; what was not declared is a setting.
        runs.filter(|level| level.is_some() || !matches!(self.key, RunKey::Environment(_))).collect()
    }

    /// Whether the key is what sets two sides apart, or only tells their runs apart.
    fn is_meant(&self, a: usize, b: usize, made: &Made) -> bool {
        let (on_a, on_b) = (self.of_side(&self.levels, a, made), self.of_side(&self.levels, b, made));
        let is_told = |bare: &Levels| {
            let (on_a, on_b) = (self.of_side(bare, a, made), self.of_side(bare, b, made));
            !on_a.iter().any(|level| on_b.contains(level)) || !are_unequal(&on_a, &on_b)
        };
        let are_apart = || !on_a.iter().any(|level| on_b.contains(level));
        self.are_of_each_run(&on_a, &on_b)
            || self.is_told_apart_by && are_apart()
            || self.bare.as_ref().is_some_and(is_told)
    }

    /// Whether what two sides' runs in a row have of the key may be all that sets the sides apart.
    fn is_unequal(&self, a: usize, b: usize, made: &Made) -> bool {
        let (on_a, on_b) = (self.of_side(&self.levels, a, made), self.of_side(&self.levels, b, made));
        let declared = [&on_a, &on_b].map(|levels| levels.iter().flatten().collect::<BTreeSet<_>>().len());
        let is_unequal = match declared {
            _ if self.are_chosen => take_turns_unequally(&on_a, &on_b),
            // One level each is what is compared, declared or not.
            [0 | 1, 0 | 1] => are_unequal(&are_told(&on_a), &are_told(&on_b)),
            _ => are_unequal(&on_a, &on_b),
        };
        is_unequal && !self.is_meant(a, b, made)
    }

    /// The same of two keys together, each of which may be in equal shares: `as` on ext2 and `cfq` on
    /// xfs against `as` on xfs and `cfq` on ext2.
    fn is_crossed(&self, other: &Self, a: usize, b: usize, made: &Made) -> bool {
        let pairs = |side: usize| -> Vec<(usize, usize)> {
            let places = made.places[side].iter();
            places.filter_map(|&at| Some((self.levels[side][at]?, other.levels[side][at]?))).collect()
        };
        !self.are_chosen
            && are_unequal(&pairs(a), &pairs(b))
            && ![self, other].iter().any(|key| key.is_meant(a, b, made))
    }

    fn are_of_each_run(&self, a: &[Option<usize>], b: &[Option<usize>]) -> bool {
        let levels = || a.iter().chain(b);
        self.may_be_of_each_run
            && (is_called_so(&self.key) || levels().all(Option::is_some))
            && are_distinct(levels().flatten())
    }
}

fn are_told(levels: &[Option<usize>]) -> Vec<bool> {
    levels.iter().map(Option::is_some).collect()
}

/// Numbers values in the order in which they come: keys that tell the same runs apart have the same
/// numbers.
fn numbered(values: &[Vec<Option<String>>]) -> Levels {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut levels = Vec::new();
    for side in values {
        let mut of_side = Vec::new();
        for value in side {
            let next = numbers.len();
            of_side.push(value.as_deref().map(|value| *numbers.entry(value).or_insert(next)));
        }
        levels.push(of_side);
    }
    levels
}

/// A label without the levels of these keys.
fn bare_label(run: &Subject, keys: &[RunKey]) -> String {
    let levels = keys.iter().filter(|key| **key != RunKey::Label).filter_map(|key| value_of_run(key, run));
    let levels = levels.filter(|level| !level.is_empty());
    levels.fold(run.run.label.to_string(), |label, level| label.replace(&level, ""))
}

/// Captured facts that somebody sets, as far as they may decide who wins; each with all whose names go
/// on behind a dot.
const SETTINGS: [&str; 9] = [
    "cpu.boost",
    "cpu.governor",
    "cpu.pstate",
    "cpu.smt",
    "kernel.release",
    "memory.thp",
    "sched",
    "sched_ext",
    "vm",
];

pub(crate) fn is_setting(fact: &str) -> bool {
    let is_of = |setting: &&str| {
        fact.strip_prefix(*setting).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_of_disk = || fact.ends_with(".scheduler") || fact.contains(".iosched.");
    SETTINGS.iter().any(is_of) || (fact.starts_with("block.") && is_of_disk())
}

/// The keys of which some side has several levels, but for those that split the sides or lay out the
/// rows, as `shown` keys do, those that only count repeats, and those that tell the same runs apart
/// as one before: factors first, then labels, boxes and captured settings.
pub(super) fn mixed(split: &Split, shown: &[RunKey], selections: &[Selection]) -> Vec<Mixed> {
    let are_chosen = split.by.is_empty() && selections.iter().all(|selection| lists_runs(&selection.q));
    let told_apart = told_apart(selections);
    let subjects = || split.subjects().map(|(_, subject)| subject);
    let factors: BTreeSet<_> = subjects().flat_map(|subject| subject.run.factors.keys()).collect();
    let factors = factors.into_iter().cloned().map(RunKey::Named);
    let facts: BTreeSet<_> = subjects().flat_map(|subject| subject.run.environment.keys()).collect();
    let facts = facts.into_iter().filter(|fact| is_setting(fact.as_str())).cloned();
    let keys = factors.chain([RunKey::Label, RunKey::Box]).chain(facts.map(RunKey::Environment));
    let is_count = |key: &RunKey| is_called_so(key) && counts_repeats(subjects(), key);
    let keys = keys.filter(|key| !shown.contains(key) && !is_count(key));
    let mut found: Vec<Mixed> = Vec::new();
    for mixed in keys.map(|key| Mixed::of(key, split, shown, &told_apart, are_chosen)).filter(Mixed::has_mix)
    {
        if !found.iter().any(|before| before.levels == mixed.levels) {
            found.push(mixed);
        }
    }
    found
}

/// The keys by which the sides of `vs` were told apart.
fn told_apart(selections: &[Selection]) -> Vec<RunKey> {
    let terms = |selection: &Selection| -> BTreeMap<RunKey, Vec<(bool, Vec<Pattern>)>> {
        let mut terms: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for term in Query::parse(&selection.q).into_iter().flat_map(|query| query.sides).flatten() {
            terms.entry(term.key).or_default().push((term.negated, term.patterns));
        }
        terms
    };
    let sides: Vec<_> = selections.iter().map(terms).collect();
    let keys: BTreeSet<&RunKey> = sides.iter().flat_map(BTreeMap::keys).collect();
    let differs = |key: &&RunKey| sides.iter().any(|side| side.get(key) != sides[0].get(key));
    keys.into_iter().filter(differs).cloned().collect()
}

/// What was found to be no like set against like.
pub(super) struct Unequal {
    /// The keys whose levels are pooled in unequal shares.
    pub(super) keys: BTreeSet<RunKey>,
    /// In how many comparisons some are.
    pub(super) comparisons: usize,
    /// Whether in some of these both sides have runs of the same levels.
    pub(super) have_common: bool,
}

/// Takes back what was inferred of contenders whose runs in a row have other shares of a key's
/// levels than the baseline's.
pub(super) fn withhold(rows: &mut [Row], made: &[Made], mixed: &[Mixed], split: &Split) -> Unequal {
    let baseline = split.baseline;
    // Most rows are of the same runs.
    let mut keys_of_runs: BTreeMap<_, BTreeSet<&RunKey>> = BTreeMap::new();
    let mut comparisons = 0;
    for (row, made) in rows.iter_mut().zip(made) {
        for (side, cell) in row.cells.iter_mut().enumerate() {
            let Some(against) = cell.as_mut().and_then(|cell| cell.against.as_mut()) else { continue };
            let keys = keys_of_runs
                .entry((side, &made.places[baseline], &made.places[side]))
                .or_insert_with(|| unequal(mixed, baseline, side, made));
            if !keys.is_empty() {
                *against = without_verdict(against);
                comparisons += 1;
            }
        }
    }
    keys_of_runs.retain(|_, keys| !keys.is_empty());
    let keys: BTreeSet<RunKey> = keys_of_runs.values().flatten().copied().cloned().collect();
    let pooled: Vec<&Mixed> = mixed.iter().filter(|of| keys.contains(&of.key)).collect();
    let levels = |side: usize, places: &[usize]| -> BTreeSet<Vec<Option<usize>>> {
        places.iter().map(|&place| pooled.iter().map(|of| of.levels[side][place]).collect()).collect()
    };
    let have_common =
        keys_of_runs.keys().any(|(side, a, b)| !levels(baseline, a).is_disjoint(&levels(*side, b)));
    Unequal { keys, comparisons, have_common }
}

/// The keys whose levels two sides pool in unequal shares in a row, each by itself or else two together.
fn unequal<'a>(mixed: &'a [Mixed], a: usize, b: usize, made: &Made) -> BTreeSet<&'a RunKey> {
    let alone: BTreeSet<&RunKey> =
        mixed.iter().filter(|of| of.is_unequal(a, b, made)).map(|of| &of.key).collect();
    if !alone.is_empty() {
        return alone;
    }
    let pairs =
        mixed.iter().enumerate().flat_map(|(at, of)| mixed[..at].iter().map(move |other| (other, of)));
    let crossed = pairs.filter(|(of, other)| of.is_crossed(other, a, b, made));
    crossed.flat_map(|(of, other)| [&of.key, &other.key]).collect()
}

/// The change alone: what chance would do to it is judged between like and like.
pub(crate) fn without_verdict(against: &Against) -> Against {
    let Against { ratio, improvement, verdict, .. } = *against;
    Against { ratio, improvement, verdict: verdict.map(|_| Verdict::UnequalLevels), ..Against::default() }
}
