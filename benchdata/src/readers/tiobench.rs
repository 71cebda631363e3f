//! tiobench.
use crate::reading::{ReadError, Reader, Reading, Recognition};

pub(super) const READER: Reader = Reader { name: "tiobench", about: "", metrics: &[], recognise, read };

fn recognise(_text: &str) -> Option<Recognition> {
    None
}

fn read(_text: &str) -> Result<Reading, ReadError> {
    Err(ReadError { line: 1, found: String::new(), expected: String::new() })
}
