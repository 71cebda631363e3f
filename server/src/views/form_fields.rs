//! The fields of a form that asks for a comparison, a history or runs.

use serde::Serialize;

use super::parts::Problem;

/// What the fields hold, and what is wrong with that.
#[derive(Debug, Clone, Default)]
pub struct FormFields {
    values: Vec<(String, String)>,
    mistakes: Vec<(Option<String>, Problem)>,
}

impl FormFields {
    /// Fields that hold what is asked for.
    #[must_use]
    pub fn of(request: &impl Serialize) -> Self {
        Self { values: words(request), mistakes: Vec::new() }
    }

    /// The same with a mistake, of a field or of none; `typed` is what the field holds where that cannot be
    /// asked for.
    #[must_use]
    pub fn with_mistake(mut self, field: Option<&str>, typed: Option<String>, problem: Problem) -> Self {
        if let (Some(field), Some(typed)) = (field, typed)
            && !self.mistakes.iter().any(|(known, _)| known.as_deref() == Some(field))
        {
            self.values.retain(|(name, _)| name != field);
            self.values.push((field.to_owned(), typed));
        }
        self.mistakes.push((field.map(str::to_owned), problem));
        self
    }

    /// What a field holds.
    pub(super) fn value(&self, field: &str) -> &str {
        self.values.iter().find(|(name, _)| name == field).map_or("", |(_, value)| value)
    }

    /// What is wrong with what a field holds.
    pub(super) fn mistake(&self, field: &str) -> Option<&Problem> {
        self.mistakes.iter().find(|(name, _)| name.as_deref() == Some(field)).map(|(_, problem)| problem)
    }

    /// The attributes of a field's control that lead to what is wrong with it.
    pub(super) fn told(&self, field: &str) -> String {
        let is_wrong = if self.mistake(field).is_some() { " aria-invalid=true" } else { "" };
        format!(" aria-describedby={field}-mistake{is_wrong}")
    }

    /// Whether anything is wrong.
    pub(super) fn is_wrong(&self) -> bool {
        !self.mistakes.is_empty()
    }

    /// What is wrong with none of these fields.
    pub(super) fn others(&self, fields: &[&str]) -> Vec<&Problem> {
        let is_other = |field: &Option<String>| field.as_deref().is_none_or(|field| !fields.contains(&field));
        self.mistakes.iter().filter(|(field, _)| is_other(field)).map(|(_, problem)| problem).collect()
    }

    /// What can be chosen for a field, each with whether it is: these, and what it holds beside them.
    pub(super) fn options<'a>(
        &'a self,
        field: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Vec<(&'a str, bool)> {
        let value = self.value(field);
        let mut options: Vec<_> = names.into_iter().map(|name| (name, name == value)).collect();
        if !value.is_empty() && !options.iter().any(|(_, is_chosen)| *is_chosen) {
            options.insert(0, (value, true));
        }
        options
    }
}

/// What is asked for, word by word, as an address has it; nothing of what is left to be guessed.
#[must_use]
pub fn words(request: &impl Serialize) -> Vec<(String, String)> {
    let asked = serde_json::to_value(request).unwrap_or_default();
    let words = asked.as_object().into_iter().flatten();
    let words = words.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    words.filter(|(_, value)| !value.is_empty()).collect()
}
