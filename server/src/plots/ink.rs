//! Colours by their use.

use super::plot::KINDS;

/// A colour by its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Of the ground.
    Paper,
    /// Of text.
    Text,
    /// Of less important text.
    Soft,
    /// Of rules.
    Rule,
    /// Of the side or line of this kind.
    Kind(usize),
}

/// Red, green and blue of the kinds: told apart by all common eyes, and in print by their
/// lightness and shapes (after Okabe and Ito 2008).
const KIND_COLOURS: [[u8; 3]; KINDS] = [
    [0x00, 0x5f, 0xa8],
    [0xc4, 0x4b, 0x00],
    [0x00, 0x7d, 0x5c],
    [0x9b, 0x3d, 0x82],
    [0x8a, 0x6a, 0x00],
    [0x3d, 0x8f, 0xc4],
];

impl Ink {
    /// Red, green and blue on a light ground.
    pub(super) fn colour(self) -> [u8; 3] {
        match self {
            Self::Paper => [0xfd, 0xfd, 0xfb],
            Self::Text => [0x1c, 0x1d, 0x1f],
            Self::Soft => [0x59, 0x5d, 0x63],
            Self::Rule => [0xdc, 0xdc, 0xd6],
            Self::Kind(kind) => KIND_COLOURS[kind % KINDS],
        }
    }

    /// How the style sheet calls it, behind `fill-` and `line-`.
    pub(super) fn name(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::Text => "ink".to_owned(),
            Self::Soft => "soft".to_owned(),
            Self::Rule => "rule".to_owned(),
            Self::Kind(kind) => (kind % KINDS).to_string(),
        }
    }
}
