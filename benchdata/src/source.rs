//! Sources: what a tool printed, byte for byte.

use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::name::is_unseen;

/// The tool's output, byte for byte. In JSON it is `{"name", "text"}`, or, where the
/// bytes are not UTF-8, `{"name", "base64"}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Wire")]
pub struct Source {
    /// The file's name, without its folders.
    pub name: String,
    /// Its bytes; the runs of one output share them.
    pub bytes: Arc<[u8]>,
}

/// What a tool printed: `text`, or `base64` where its bytes are not UTF-8.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Source))]
pub(crate) struct Wire {
    /// The file's name, without its folders.
    name: String,
    text: Option<String>,
    base64: Option<String>,
}

const NAME_LENGTH: usize = 200;

impl TryFrom<Wire> for Source {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        let bytes = match (wire.text, wire.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(base64)) => {
                data_encoding::BASE64.decode(base64.as_bytes()).map_err(|error| format!("base64: {error}"))?
            }
            _ => return Err("a source has either `text` or `base64`".to_owned()),
        };
        if wire.name.chars().any(is_unseen) || wire.name.chars().count() > NAME_LENGTH {
            return Err(format!("a source's name is at most {NAME_LENGTH} characters on one line"));
        }
        Ok(Self { name: wire.name, bytes: bytes.into() })
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut source = to.serialize_struct("Source", 2)?;
        source.serialize_field("name", &self.name)?;
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => source.serialize_field("text", text)?,
            Err(_) => source.serialize_field("base64", &data_encoding::BASE64.encode(&self.bytes))?,
        }
        source.end()
    }
}

/// Why bytes cannot be read as a tool's output.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// Nothing to read.
    #[error("it is empty")]
    Empty,
    /// Compressed, which a reader does not undo.
    #[error("it is {0}: decompress it first")]
    Compressed(&'static str),
    /// Not a text in any encoding that tools print.
    #[error("it is not text: byte {byte:#04x} at offset {offset}")]
    Binary {
        /// The first byte that no text has.
        byte: u8,
        /// Where it stands, from 0.
        offset: usize,
    },
}

/// What compressed files begin with.
const COMPRESSED: [(&[u8], &str); 4] =
    [(b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"\xfd7zXZ\0", "xz"), (b"PK\x03\x04", "zip")];

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a tool's output: UTF-8, UTF-16 by its byte order mark, or else Latin-1
/// (old mails). Byte order marks are dropped, those within files that were put together too.
///
/// # Errors
/// Where the bytes are empty or hold what no text has, such as NUL.
pub fn decode(bytes: &[u8]) -> Result<String, NotText> {
    if let Some((_, format)) = COMPRESSED.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(NotText::Compressed(format));
    }
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => {
            // Backspace, form feed and escape are what terminals are sent.
            let is_binary = |&byte: &u8| byte < 0x20 && !b"\t\n\r\x08\x0c\x1b".contains(&byte);
            if let Some(offset) = bytes.iter().position(is_binary) {
                return Err(NotText::Binary { byte: bytes[offset], offset });
            }
            match std::str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(_) => bytes.iter().copied().map(char::from).collect(),
            }
        }
    };
    let text = if text.contains(BYTE_ORDER_MARK) { text.replace(BYTE_ORDER_MARK, "") } else { text };
    if text.trim().is_empty() {
        return Err(NotText::Empty);
    }
    Ok(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_survive_the_wire() {
        for bytes in [b"plain\n".to_vec(), b"caf\xe9 \x01\xff\x00".to_vec()] {
            let source = Source { name: "out".into(), bytes: bytes.into() };
            let json = serde_json::to_string(&source).unwrap();
            assert_eq!(serde_json::from_str::<Source>(&json).unwrap(), source);
        }
    }

    #[test]
    fn text_is_decoded_from_what_tools_and_mails_use() {
        assert_eq!(decode(b"\xef\xbb\xbfabc").unwrap(), "abc");
        assert_eq!(decode(b"\xef\xbb\xbf{}\r\n\xef\xbb\xbf{}").unwrap(), "{}\r\n{}");
        assert_eq!(decode(b"\xff\xfea\0b\0").unwrap(), "ab");
        assert_eq!(decode(b"Zugriffe f\xfcr").unwrap(), "Zugriffe f\u{fc}r");
        assert_eq!(decode(b"\n \n"), Err(NotText::Empty));
        assert_eq!(decode(b"\x7fELF\x02"), Err(NotText::Binary { byte: 2, offset: 4 }));
        assert_eq!(decode(b"\x1f\x8b\x08\0"), Err(NotText::Compressed("gzip")));
        assert_eq!(decode(b"\x28\xb5\x2f\xfd\x04"), Err(NotText::Compressed("zstd")));
        assert_eq!(decode(b"\xfd7zXZ\0\0"), Err(NotText::Compressed("xz")));
        assert_eq!(decode(b"a\0b"), Err(NotText::Binary { byte: 0, offset: 1 }));
    }
}
