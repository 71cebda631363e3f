//! JSON documents in a tool's output.

use serde::de::DeserializeOwned;

use super::faults::fault;
use crate::reading::ReadError;

/// The documents of a text, one after the other, each with the line it begins on.
///
/// # Errors
/// Where one is cut or is no such document.
pub(super) fn documents<T: DeserializeOwned>(
    text: &str,
    expected: &str,
) -> Result<Vec<(usize, T)>, ReadError> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let (mut line, mut at) = (1, 0);
    let mut found = Vec::new();
    loop {
        let begin = at + text[at..].len() - text[at..].trim_start().len();
        line += text[at..begin].matches('\n').count();
        match documents.next() {
            None => return Ok(found),
            Some(Ok(document)) => found.push((line, document)),
            // Lines that JSON counts are those of the whole text.
            Some(Err(error)) => return Err(fault(error.line(), error.to_string(), expected)),
        }
        at = documents.byte_offset();
        line += text[begin..at].matches('\n').count();
    }
}
