//! The values that settings had before a sweep, and their return.

use super::journal::{Event, Journal, JournalError};
use super::setting::Setting;
use crate::capture::Root;
use crate::terminal::say;

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

/// Puts back every first value, in the order of the plan: a scheduler before its tunables.
/// What cannot be put back is said, and returned.
///
/// # Errors
/// Where the journal cannot be written.
pub(crate) fn put_back(
    settings: &[Setting],
    root: &Root,
    journal: &mut Journal,
) -> Result<Vec<String>, JournalError> {
    let mut problems = Vec::new();
    for (name, value) in journal.first_values() {
        let known = settings.iter().find(|setting| setting.name() == name).cloned();
        let setting = known.unwrap_or(Setting::File(name));
        if let Err(error) = setting.set(root, &value) {
            problems.push(format!("not put back to {value}, do so by hand: {error}"));
        }
    }
    problems.iter().for_each(say);
    if problems.is_empty() {
        journal.note(Event::Restored)?;
    }
    Ok(problems)
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
