//! Lists in addresses and JSON: `label,box`.

use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use crate::key::RunKey;

pub(crate) trait Item: Sized {
    fn parse(text: &str) -> Result<Self, String>;
}

impl Item for String {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Item for RunKey {
    fn parse(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| format!("{text:?} is no key: {error}"))
    }
}

pub(crate) fn serialize<T: Display, S: Serializer>(items: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

pub(crate) fn deserialize<'de, T: Item, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(from)?;
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| T::parse(part).map_err(D::Error::custom)).collect()
}
