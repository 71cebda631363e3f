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
    if !journal.first_values().is_empty() {
        // Of an earlier life of this sweep, which did not put them back.
        return Ok(());
    }
    for setting in with_companions(settings, root) {
        // What is not there yet, such as a tunable of a scheduler that is not active, or can
        // only be written, has no value to go back to.
        if let Ok(value) = setting.read(root) {
            journal.note(Event::First { setting: setting.name(), value })?;
        }
    }
    Ok(())
}

/// Puts back every first value, in the order of the plan: a scheduler before its tunables.
/// Says what cannot be put back. Whether all were.
///
/// # Errors
/// Where the journal cannot be written.
pub(crate) fn put_back(
    settings: &[Setting],
    root: &Root,
    journal: &mut Journal,
) -> Result<bool, JournalError> {
    let mut is_whole = true;
    for (name, value) in journal.first_values() {
        let known = settings.iter().find(|setting| setting.name() == name).cloned();
        let setting = known.unwrap_or(Setting::File(name));
        if let Err(error) = setting.set(root, &value) {
            is_whole = false;
            say(format_args!("not put back to {value}, do so by hand: {error}"));
        }
    }
    if is_whole && !journal.first_values().is_empty() {
        journal.note(Event::Restored)?;
    }
    Ok(is_whole)
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
