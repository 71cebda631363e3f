//! Corrections: what may be changed of a stored run, and how that is told.

use std::collections::BTreeMap;

use benchdata::name::{Key, Name, NameError, Value};
use benchdata::run::{Run, RunError};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// What to change of a run, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The label that it should have had.
    pub label: Option<Name>,
    /// The box that it really ran on.
    #[serde(rename = "box")]
    pub box_name: Option<Name>,
    /// The levels of factors; null takes a factor away. Those not named stay.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Option<String>>)]
    pub factors: BTreeMap<Key, Option<Value>>,
    /// The remark; an empty one takes it away.
    pub note: Option<String>,
    /// Whether comparisons leave the run out.
    pub withdrawn: Option<bool>,
    /// Why, on one line.
    #[schema(min_length = 1)]
    pub reason: String,
}

/// A word that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The word: `label`, `box`, `factors.elevator`, `note`, `withdrawn`.
    pub field: String,
    /// What stood there.
    pub old: Option<String>,
    /// What stands there now.
    pub new: Option<String>,
}

impl Edit {
    /// `label corrected from A to B`.
    #[must_use]
    pub fn what(&self) -> String {
        let Self { field, old, new } = self;
        let name = field.strip_prefix("factors.").unwrap_or(field);
        match (old, new) {
            _ if field == "note" => "note corrected".to_owned(),
            (_, Some(new)) if field == WITHDRAWN && new == "true" => "withdrawn".to_owned(),
            _ if field == WITHDRAWN => "no longer withdrawn".to_owned(),
            (Some(old), Some(new)) => format!("{name} corrected from {old} to {new}"),
            (None, Some(new)) => format!("{name}={new} added"),
            (Some(old), None) => format!("{name}={old} taken away"),
            (None, None) => format!("{name} corrected"),
        }
    }
}

/// A run as a change leaves it.
#[derive(Debug, Clone, PartialEq)]
pub struct Corrected {
    /// The run.
    pub run: Run,
    /// Whether comparisons leave it out.
    pub withdrawn: bool,
    /// What changed; nothing where all was so before.
    pub edits: Vec<Edit>,
    /// Why.
    pub reason: String,
}

/// Why a run cannot be changed so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// Nobody could tell later why.
    #[error("say why: the reason {0}")]
    Reason(NameError),
    /// The run would not be sound.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The word that tells whether a run is withdrawn.
const WITHDRAWN: &str = "withdrawn";

impl Change {
    /// Changes a run.
    ///
    /// # Errors
    /// Where there is no reason, or the run would not be sound.
    pub fn of(self, mut run: Run, is_withdrawn: bool) -> Result<Corrected, ChangeError> {
        let reason = Value::new(&self.reason).map_err(ChangeError::Reason)?;
        if reason.as_str().is_empty() {
            return Err(ChangeError::Reason(NameError::Empty));
        }
        let mut edits = Edits::default();
        if let Some(label) = self.label {
            edits.add("label", Some(run.label.to_string()), Some(label.to_string()));
            run.label = label;
        }
        if let Some(box_name) = self.box_name {
            edits.add("box", Some(run.box_name.to_string()), Some(box_name.to_string()));
            run.box_name = box_name;
        }
        for (factor, level) in self.factors {
            let old = run.factors.get(&factor).map(ToString::to_string);
            edits.add(&format!("factors.{factor}"), old, level.as_ref().map(ToString::to_string));
            match level {
                Some(level) => run.factors.insert(factor, level),
                None => run.factors.remove(&factor),
            };
        }
        if let Some(note) = self.note {
            let note = Some(note).filter(|note| !note.is_empty());
            edits.add("note", run.note.clone(), note.clone());
            run.note = note;
        }
        let withdrawn = self.withdrawn.unwrap_or(is_withdrawn);
        edits.add(WITHDRAWN, Some(is_withdrawn.to_string()), Some(withdrawn.to_string()));
        run.check()?;
        Ok(Corrected { run, withdrawn, edits: edits.0, reason: reason.to_string() })
    }
}

#[derive(Default)]
struct Edits(Vec<Edit>);

impl Edits {
    fn add(&mut self, field: &str, old: Option<String>, new: Option<String>) {
        if old != new {
            self.0.push(Edit { field: field.to_owned(), old, new });
        }
    }
}

/// Who changed which word of a run, when and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// What changed.
    pub edit: Edit,
    /// Why.
    pub reason: String,
    /// The name of the token it was made with.
    pub made_by: String,
    /// When.
    pub made_at: OffsetDateTime,
}

impl Correction {
    /// Whether it withdraws the run, or takes that back.
    #[must_use]
    pub fn is_withdrawal(&self) -> bool {
        self.edit.field == WITHDRAWN
    }

    /// Whether it changes what a comparison goes by.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.edit.field != "note"
    }

    /// `label corrected from A to B`.
    #[must_use]
    pub fn what(&self) -> String {
        self.edit.what()
    }

    /// `label corrected from A to B by N on 2003-02-14: reason`
    #[must_use]
    pub fn sentence(&self) -> String {
        let date = self.made_at.to_offset(time::UtcOffset::UTC).date();
        format!("{} by {} on {date}: {}", self.what(), self.made_by, self.reason)
    }
}

#[cfg(test)]
mod tests {
    use benchdata::wire::runs_from_json;
    use time::macros::datetime;

    use super::*;

    fn run() -> Run {
        let json =
            br#"{"schema":"runoff/1","box":"b","benchmark":"dd","label":"old","factors":{"elevator":"as"},
            "results":[{"case":{"threads":"4"},"metric":"rate","unit":"MiB/s","samples":[1.5]}],"note":"n"}"#;
        runs_from_json(json).unwrap().remove(0)
    }

    fn change(json: &str) -> Result<Corrected, ChangeError> {
        serde_json::from_str::<Change>(json).unwrap().of(run(), false)
    }

    fn told(edit: Edit) -> String {
        let made_at = datetime!(2003-02-14 23:30 -5);
        Correction { edit, reason: "mistyped".into(), made_by: "nick".into(), made_at }.sentence()
    }

    #[test]
    fn each_word_that_changes_is_told_and_the_others_are_not() {
        let corrected = change(
            r#"{"label":"new","box":"b","factors":{"elevator":null,"fifo_batch":"16","gone":null},
                "note":"","withdrawn":true,"reason":" mistyped "}"#,
        );
        let corrected = corrected.unwrap();
        assert_eq!((corrected.run.label.as_str(), corrected.reason.as_str()), ("new", "mistyped"));
        assert_eq!((corrected.run.note, corrected.withdrawn), (None, true));
        let told: Vec<String> = corrected.edits.into_iter().map(told).collect();
        assert_eq!(
            told,
            [
                "label corrected from old to new by nick on 2003-02-15: mistyped",
                "elevator=as taken away by nick on 2003-02-15: mistyped",
                "fifo_batch=16 added by nick on 2003-02-15: mistyped",
                "note corrected by nick on 2003-02-15: mistyped",
                "withdrawn by nick on 2003-02-15: mistyped",
            ]
        );
    }

    #[test]
    fn a_change_needs_a_reason_and_leaves_a_sound_run() {
        assert_eq!(change(r#"{"label":"x","reason":"  "}"#), Err(ChangeError::Reason(NameError::Empty)));
        let error = change(r#"{"factors":{"threads":"8"},"reason":"r"}"#).unwrap_err();
        assert!(error.to_string().starts_with("factors.threads: is declared as 8"), "{error}");
        assert_eq!(change(r#"{"label":"old","reason":"r"}"#).unwrap().edits, []);
    }
}
