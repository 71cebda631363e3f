//! The values that settings had before a sweep, and their return.

use std::path::Path;

use super::SweepError;
use super::directory::Directory;
use super::journal::{Event, Journal, JournalError};
use super::plan::Plan;
use super::setting::{Setting, set_together};
use crate::capture::Root;
use crate::terminal::say;

/// Puts back what a killed sweep of this plan has left changed, before anything else may go
/// wrong. Its journal, where it was begun.
///
/// # Errors
/// Where it was begun on another machine, another sweep has the settings, or the journal cannot be
/// read or written.
pub(super) fn recover(plan: &Path, root: &Root) -> Result<Option<Journal>, SweepError> {
    let path = Directory::beside(plan).journal();
    if !path.exists() {
        return Ok(None);
    }
    let mut journal = Journal::open(&path)?;
    journal.place().map_or(Ok(()), |place| place.check_machine(root))?;
    if journal.is_noted() {
        let begun = journal.planned().and_then(|(text, _)| Plan::parse(text).ok());
        let root = begun.as_ref().map_or_else(|| root.clone(), |begun| begun.patient(root.clone()));
        let factors = begun.map(|begun| begun.factors).unwrap_or_default();
        let settings: Vec<Setting> = factors.iter().filter_map(Setting::of_commands).collect();
        let first = first_values(&settings, &journal);
        let _locks = first.iter().map(|(setting, _)| setting.lock(&root)).collect::<Result<Vec<_>, _>>()?;
        put_back(&settings, &root, &mut journal)?;
    }
    Ok(Some(journal))
}

/// Notes the first values of all settings, and of what changes with them, before any is set.
///
/// # Errors
/// Where they cannot be noted: then nothing may be set.
pub(crate) fn note_first_values(
    settings: &[Setting],
    root: &Root,
    journal: &mut Journal,
) -> Result<(), JournalError> {
    if journal.is_noted() {
        // By an earlier life of this sweep, which did not put them back.
        return Ok(());
    }
    let noted = journal.first_values();
    for setting in with_companions(settings, root) {
        let is_noted = noted.iter().any(|(name, _)| *name == setting.name());
        // What is not there yet, such as a tunable of a scheduler that is not active, or can
        // only be written, has no value to go back to.
        if !is_noted && let Ok(value) = setting.read(root) {
            journal.note(Event::First { setting: setting.name(), value })?;
        }
    }
    journal.note(Event::Noted)
}

/// Puts back every first value, at first in the order of the plan: a scheduler before its
/// tunables. What cannot be put back is said, and returned.
///
/// # Errors
/// Where the journal cannot be written.
pub(crate) fn put_back(
    settings: &[Setting],
    root: &Root,
    journal: &mut Journal,
) -> Result<Vec<String>, JournalError> {
    let first = first_values(settings, journal);
    let values: Vec<(&Setting, &str)> =
        first.iter().map(|(setting, value)| (setting, value.as_str())).collect();
    let problems: Vec<String> = set_together(&values, root)
        .into_iter()
        .map(|(value, error)| format!("not put back to {value}, do so by hand: {error}"))
        .collect();
    problems.iter().for_each(say);
    if problems.is_empty() {
        journal.note(Event::Restored)?;
    }
    Ok(problems)
}

/// The settings whose first values a journal has. Those that no file is are among `settings`.
fn first_values(settings: &[Setting], journal: &Journal) -> Vec<(Setting, String)> {
    let setting = |name: String| {
        let known = settings.iter().find(|setting| setting.name() == name).cloned();
        known.unwrap_or(Setting::File(name))
    };
    journal.first_values().into_iter().map(|(name, value)| (setting(name), value)).collect()
}

/// Settings, each followed by what changes with it; each once.
fn with_companions(settings: &[Setting], root: &Root) -> Vec<Setting> {
    let mut all: Vec<Setting> = Vec::new();
    for setting in settings {
        for one in [setting.clone()].into_iter().chain(setting.companions(root)) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Killed while it noted them, a sweep has changed nothing yet.
    #[test]
    fn first_values_are_all_noted_before_any_setting_counts_as_changed() {
        let directory = tempfile::tempdir().unwrap();
        let root = Root::at(directory.path());
        fs::create_dir(directory.path().join("sys")).unwrap();
        let write =
            |name: &str, value: &str| fs::write(directory.path().join("sys").join(name), value).unwrap();
        let read = |name: &str| fs::read_to_string(directory.path().join("sys").join(name)).unwrap();
        write("a", "1");
        write("b", "2");
        let settings = ["a", "b"].map(|name| Setting::File(format!("/sys/{name}")));
        let mut journal = Journal::open(&directory.path().join("journal")).unwrap();
        journal.note(Event::First { setting: "/sys/a".into(), value: "1".into() }).unwrap();
        note_first_values(&settings, &root, &mut journal).unwrap();
        write("a", "8");
        write("b", "9");
        note_first_values(&settings, &root, &mut journal).unwrap();
        assert_eq!(put_back(&settings, &root, &mut journal).unwrap(), [""; 0]);
        assert_eq!((read("a").trim(), read("b").trim()), ("1", "2"));
        assert!(!journal.is_noted());
    }
}
