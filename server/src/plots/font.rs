//! The font that texts are measured with, and drawn with where no viewer's own can be.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::short_names::words;

/// Liberation Sans has the widths of Arial and Helvetica, so that what is laid out by it fits
/// in nearly any viewer.
static BYTES: &[u8] = include_bytes!("../../../static/font/LiberationSans-Regular.ttf");

/// What is no font has no letters, which shows at the first text.
static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(BYTES, 0).ok());

/// So many of the font's units are an em.
pub(super) const UNITS: f64 = 2048.0;

/// How wide a letter is that the font lacks, in ems: those of China and Japan are squares.
const LACKING: f64 = 1.0;

/// How wide a text is, at this many pixels an em.
pub(super) fn width(text: &str, em: f64) -> f64 {
    text.chars().map(|letter| advance(letter) * em).sum()
}

/// How far the next letter stands from this one, in ems.
pub(super) fn advance(letter: char) -> f64 {
    ADVANCES.get(letter as usize).copied().unwrap_or_else(|| looked_up(letter))
}

/// Of the letters of ASCII: a page of plots asks for a hundred thousand.
static ADVANCES: LazyLock<[f64; 128]> =
    LazyLock::new(|| std::array::from_fn(|at| looked_up(char::from(at as u8))));

fn looked_up(letter: char) -> f64 {
    let found = FACE.as_ref().zip(glyph(letter));
    let units = found.and_then(|(face, glyph)| face.glyph_hor_advance(glyph));
    units.map_or(LACKING, |units| f64::from(units) / UNITS)
}

/// Draws a letter's outline in units of the font, if it has one.
pub(super) fn outline(letter: char, to: &mut impl OutlineBuilder) {
    if let Some((face, glyph)) = FACE.as_ref().zip(glyph(letter)) {
        face.outline_glyph(glyph, to);
    }
}

fn glyph(letter: char) -> Option<GlyphId> {
    FACE.as_ref()?.glyph_index(letter)
}

/// A text as it can be painted without a viewer's fonts, letters that would be boxes, nothing, or
/// in the wrong order as their code points: `U+65E5,672C vs b`.
pub(super) fn spelled(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let mut was_spelled = false;
    for letter in text.chars() {
        if is_plain(letter) {
            spelled.push(letter);
        } else {
            spelled.push_str(if was_spelled { "," } else { "U+" });
            spelled.push_str(&format!("{:04X}", u32::from(letter)));
        }
        was_spelled = !is_plain(letter);
    }
    spelled
}

/// Whether a letter is a shape of its own, to the right of the one before.
fn is_plain(letter: char) -> bool {
    let is_blank = letter.is_whitespace() && letter != ' ';
    let is_leftward =
        matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    let is_combining = matches!(letter, '\u{300}'..='\u{36f}');
    let is_format = matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    let is_other = is_blank || is_leftward || is_combining || is_format || letter.is_control();
    !is_other && glyph(letter).is_some()
}

/// A text that is no wider than that, its middle left out if need be.
pub(super) fn shortened(text: &str, em: f64, most: f64) -> String {
    if width(text, em) <= most {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let with = |kept: usize| {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let (head, tail) = (&letters[..head], &letters[letters.len() - tail..]);
        head.iter().chain(&['…']).chain(tail).collect::<String>()
    };
    let fits = |kept: &usize| width(&with(*kept), em) <= most;
    // Far fewer letters than there may be can be seen, so that few are tried.
    let most_letters = letters.len().saturating_sub(1).min((most / em * 4.0) as usize);
    (0..=most_letters).rev().find(fits).map_or_else(|| "…".to_owned(), with)
}

/// A text in lines no wider than that, at most so many, broken at blanks, or within what has none
/// and is wider at the ends of its words, or at any letter.
pub(super) fn wrapped(text: &str, em: f64, most: f64, lines: usize) -> Vec<String> {
    let is_wide = |piece: &&str| width(piece.trim_end(), em) > most;
    let pieces =
        text.split_inclusive(' ').flat_map(|piece| if is_wide(&piece) { words(piece) } else { vec![piece] });
    let pieces = pieces.flat_map(|piece| if is_wide(&piece) { letters(piece) } else { vec![piece] });
    let mut wrapped: Vec<String> = Vec::new();
    for piece in pieces {
        let is_last = wrapped.len() == lines;
        let fits = |line: &str| width(format!("{line}{piece}").trim_end(), em) <= most;
        match wrapped.last_mut() {
            Some(line) if is_last || fits(line) => line.push_str(piece),
            _ => wrapped.push(piece.to_owned()),
        }
    }
    wrapped.iter().map(|line| shortened(line.trim_end(), em, most)).collect()
}

fn letters(text: &str) -> Vec<&str> {
    text.split_inclusive(|_| true).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Helvetica's widths by Adobe's metrics, of 1000: l 222, M 833, a digit 556.
    #[test]
    fn texts_are_as_wide_as_in_helvetica() {
        for (text, thousandths) in [("l", 222.0), ("M", 833.0), ("0", 556.0), ("2003", 2224.0)] {
            assert!((width(text, 1000.0) - thousandths).abs() < 6.0, "{text}: {}", width(text, 1000.0));
        }
    }

    #[test]
    fn what_is_too_wide_loses_its_middle() {
        let label = "2.6.31-rc8-00012-gdeadbeef-cfq-desktop-low-latency-iosched-v3";
        let short = shortened(label, 12.0, 120.0);
        assert!(
            short.starts_with("2.6.31-rc") && short.ends_with("ched-v3") && short.contains('…'),
            "{short}"
        );
        assert!(width(&short, 12.0) <= 120.0 && width(&short, 12.0) > 105.0);
        assert_eq!(shortened("as", 12.0, 120.0), "as");
        assert_eq!(shortened("deadline", 12.0, 1.0), "…");
    }

    /// Sides in Arabic and Japanese were rows of boxes, in PNG and link previews.
    #[test]
    fn letters_without_glyphs_are_spelled_so_that_names_differ() {
        assert_eq!(spelled("日本 vs b"), "U+65E5,672C vs b");
        assert_eq!(spelled("2.6.31-ärger, ±5 % …"), "2.6.31-ärger, ±5 % …");
        let alike = ["عربي", "עברי", "日本", "😀", "a\u{202e}b", "ab", "a\u{300}"].map(spelled);
        assert!(alike.iter().all(|name| name.chars().all(|letter| glyph(letter).is_some())), "{alike:?}");
        assert_eq!(alike.iter().collect::<std::collections::BTreeSet<_>>().len(), alike.len());
    }

    #[test]
    fn cases_are_broken_between_their_parameters() {
        let lines = wrapped("test=Sequential reads, threads=4, block_size=4096", 12.0, 180.0, 2);
        assert_eq!(lines, ["test=Sequential reads,", "threads=4, block_size=4096"]);
        assert_eq!(wrapped("a b c", 12.0, 1.0, 2).len(), 2);
    }

    #[test]
    fn what_has_no_blanks_is_broken_between_words_or_letters() {
        let lines = wrapped("linux-6.10.0-rc3-eevdf", 12.0, 70.0, 9);
        assert_eq!(lines, ["linux-6.10.0-", "rc3-eevdf"]);
        let lines = wrapped(&"W".repeat(60), 12.0, 120.0, 9);
        assert!(lines.len() > 4 && lines.concat() == "W".repeat(60), "{lines:?}");
    }
}
