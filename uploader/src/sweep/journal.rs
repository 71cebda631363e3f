//! The journal of a sweep: what happened, one line an event, on disk before it counts.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use benchdata::name::Name;
use serde::{Deserialize, Serialize};

use super::place::Place;

/// What happens in a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Event {
    /// It begins: the plan's text, the box, the seed, the runs in their order, each as the
    /// level that every factor has, and where that is.
    Planned {
        plan: String,
        #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
        box_name: Option<Name>,
        seed: u64,
        order: Vec<Vec<usize>>,
        place: Place,
    },
    /// The value that a setting had before the sweep changed any.
    First { setting: String, value: String },
    /// All first values are noted: from now on settings may be changed.
    Noted,
    /// A run is in the spool.
    Spooled { run: usize },
    /// A run gave no result.
    Failed { run: usize, why: String },
    /// All settings have their first values again.
    Restored,
}

/// A journal that this process alone writes.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// How long its whole lines are.
    length: u64,
    /// The events so far.
    events: Vec<Event>,
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error(
        "{}:{line}: no event of a sweep: {error}. The lines before it have the settings' first values; to begin anew, \
         see that they are set, and remove the directory",
        path.display()
    )]
    Event { path: PathBuf, line: usize, error: serde_json::Error },
    #[error("{}: another sweep of this plan is at work", .0.display())]
    AtWork(PathBuf),
}

impl Journal {
    /// Opens a journal, or begins one. What was being written when a crash came is dropped: it
    /// had not counted yet.
    ///
    /// # Errors
    /// Where it cannot be read, has lines that are none of its own, or is at work.
    pub(crate) fn open(path: &Path) -> Result<Self, JournalError> {
        let at = |error| JournalError::Io { path: path.to_owned(), error };
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(at)?;
        // Some network file systems have no locks, which is no reason not to measure.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(JournalError::AtWork(path.to_owned()));
        }
        let text = fs::read(path).map_err(at)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(at)?;
        sync_directory_of(path).map_err(at)?;
        let event = |(at, line): (usize, &[u8])| {
            serde_json::from_slice(line).map_err(|error| JournalError::Event {
                path: path.to_owned(),
                line: at + 1,
                error,
            })
        };
        let lines = text[..whole].split_inclusive(|&byte| byte == b'\n');
        let events = lines.enumerate().map(event).collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), file, length: whole as u64, events })
    }

    /// Notes an event: when this returns, it survives a crash. One that cannot be written whole, as on a
    /// full disk, leaves nothing behind to which the next would be added.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn note(&mut self, event: Event) -> Result<(), JournalError> {
        let at = |error| JournalError::Io { path: self.path.clone(), error };
        let mut line = serde_json::to_vec(&event).map_err(|error| at(error.into()))?;
        line.push(b'\n');
        if let Err(error) = write(&mut self.file, &line) {
            self.cut().map_err(at)?;
            return Err(at(error));
        }
        self.length += line.len() as u64;
        self.events.push(event);
        Ok(())
    }

    /// Cuts off what follows the last whole line.
    fn cut(&self) -> io::Result<()> {
        self.file.set_len(self.length)
    }

    /// The plan's text and the order, where the sweep has begun.
    pub(crate) fn planned(&self) -> Option<(&str, &[Vec<usize>])> {
        self.events.iter().find_map(|event| match event {
            Event::Planned { plan, order, .. } => Some((plan.as_str(), order.as_slice())),
            _ => None,
        })
    }

    /// Where the sweep has begun.
    pub(crate) fn place(&self) -> Option<&Place> {
        self.events.iter().find_map(|event| match event {
            Event::Planned { place, .. } => Some(place),
            _ => None,
        })
    }

    /// The box whose runs the sweep has, where it has begun.
    pub(crate) fn box_name(&self) -> Option<&Name> {
        self.events.iter().find_map(|event| match event {
            Event::Planned { box_name, .. } => box_name.as_ref(),
            _ => None,
        })
    }

    /// The settings' first values, in the order in which they were noted; none once they were
    /// put back.
    pub(crate) fn first_values(&self) -> Vec<(String, String)> {
        let mut values = Vec::new();
        for event in &self.events {
            match event {
                Event::First { setting, value } => values.push((setting.clone(), value.clone())),
                Event::Restored => values.clear(),
                _ => {}
            }
        }
        values
    }

    /// Whether settings may have been changed and not been put back.
    pub(crate) fn is_noted(&self) -> bool {
        let last = self.events.iter().rfind(|event| matches!(event, Event::Noted | Event::Restored));
        last == Some(&Event::Noted)
    }

    /// The runs that are in the spool, or were.
    pub(crate) fn spooled(&self) -> BTreeSet<usize> {
        let spooled = self.events.iter().filter_map(|event| match event {
            Event::Spooled { run } => Some(*run),
            _ => None,
        });
        spooled.collect()
    }
}

fn write(file: &mut File, line: &[u8]) -> io::Result<()> {
    file.write_all(line)?;
    file.sync_data()
}

/// Makes a new name in a directory survive a crash.
pub(crate) fn sync_directory_of(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(value: &str) -> Event {
        Event::First { setting: "/sys/a".into(), value: value.into() }
    }

    #[test]
    fn a_line_that_a_crash_cut_does_not_count() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(first("16")).unwrap();
        journal.note(Event::Spooled { run: 0 }).unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(journal.events.len(), lines);
            journal.note(Event::Restored).unwrap();
            drop(journal);
            assert_eq!(Journal::open(&path).unwrap().events.len(), lines + 1);
        }
    }

    /// A full disk left half a line, to which the next was added.
    #[test]
    fn a_line_that_could_not_be_written_is_gone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(first("16")).unwrap();
        let whole = fs::read(&path).unwrap();
        // What is left of a write that ran out of room, and the failure of the next.
        fs::write(&path, [&whole[..], b"{\"event\":\"fai"].concat()).unwrap();
        let writable = std::mem::replace(&mut journal.file, File::open("/dev/full").unwrap());
        assert!(journal.note(Event::Noted).is_err());
        journal.file = writable;
        journal.cut().unwrap();
        journal.note(Event::Restored).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().events, [first("16"), Event::Restored]);
    }

    #[test]
    fn values_that_were_put_back_are_no_first_values() {
        let directory = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(&directory.path().join("journal")).unwrap();
        journal.note(first("16")).unwrap();
        assert_eq!(journal.first_values(), [("/sys/a".to_owned(), "16".to_owned())]);
        journal.note(Event::Restored).unwrap();
        assert_eq!(journal.first_values(), []);
        journal.note(first("32")).unwrap();
        assert_eq!(journal.first_values(), [("/sys/a".to_owned(), "32".to_owned())]);
    }

    #[test]
    fn one_sweep_at_a_time_and_a_foreign_line_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        let journal = Journal::open(&path).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::AtWork(_))));
        drop(journal);
        fs::write(&path, "{\"event\":\"restored\"}\nhello\n").unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Event { line: 2, .. })));
    }
}
