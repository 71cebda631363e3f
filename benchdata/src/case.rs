//! Cases: which of a benchmark's results a value belongs to.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::name::{Key, Value};
use crate::unique_keys::unique_keys;

/// The benchmark's own parameters of one result, in the order of their keys. A clone shares
/// them: a tool prints many values of one case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case(Arc<[(Key, Value)]>);

impl Case {
    /// A parameter's value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let at = self.0.binary_search_by(|(known, _)| known.as_str().cmp(key)).ok()?;
        Some(&self.0[at].1)
    }

    /// The case with one more parameter; one that it has stays as it is.
    #[must_use]
    pub fn with(&self, key: Key, value: Value) -> Self {
        [(key, value)].into_iter().chain(self.0.iter().cloned()).collect()
    }

    /// The parameters.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Key, &Value)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The parameters' names.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Key> {
        self.0.iter().map(|(key, _)| key)
    }
}

impl Default for Case {
    /// No parameter.
    fn default() -> Self {
        Self(Arc::new([]))
    }
}

impl FromIterator<(Key, Value)> for Case {
    /// Of a key that comes twice, the last value counts.
    fn from_iter<I: IntoIterator<Item = (Key, Value)>>(parameters: I) -> Self {
        BTreeMap::from_iter(parameters).into()
    }
}

impl From<BTreeMap<Key, Value>> for Case {
    fn from(parameters: BTreeMap<Key, Value>) -> Self {
        Self(parameters.into_iter().collect())
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Case {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        unique_keys(from).map(|parameters: BTreeMap<Key, Value>| parameters.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_in_the_order_of_their_keys_and_found_by_them() {
        let pair = |(key, value)| (Key::new(key).unwrap(), Value::new(value).unwrap());
        let case: Case =
            [("threads", "4"), ("block_size", "4k"), ("test", "read")].map(pair).into_iter().collect();
        assert_eq!(case.keys().map(Key::as_str).collect::<Vec<_>>(), ["block_size", "test", "threads"]);
        assert_eq!(case.get("test").map(Value::as_str), Some("read"));
        assert_eq!(case.get("depth"), None);
        let more = case.with(pair(("depth", "2")).0, pair(("depth", "2")).1);
        assert_eq!(more.get("depth").map(Value::as_str), Some("2"));
        assert_eq!(case.with(pair(("test", "write")).0, pair(("test", "write")).1), case);
        let json = serde_json::to_string(&case).unwrap();
        assert_eq!(json, r#"{"block_size":"4k","test":"read","threads":"4"}"#);
        assert_eq!(serde_json::from_str::<Case>(&json).unwrap(), case);
        assert!(serde_json::from_str::<Case>(r#"{"a":"1","a":"2"}"#).is_err());
    }
}
