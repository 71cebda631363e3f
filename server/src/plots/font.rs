//! The font that texts are measured with, and drawn with where no viewer's own can be.

use std::sync::Once;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// Liberation Sans has the widths of Arial and Helvetica, so that what is laid out by it fits
/// in nearly any viewer.
static BYTES: &[u8] = include_bytes!("../../../static/font/LiberationSans-Regular.ttf");

/// How the viewers' fonts of the same widths are called.
pub(super) const FAMILY: &str = "Liberation Sans, Arial, Helvetica, sans-serif";

/// The font's line in ems: by lines it is scaled, and by ems texts are set.
const LINE: f64 = (1854.0 + 434.0) / 2048.0;

static REGISTERED: Once = Once::new();

/// The font with this many pixels an em.
pub(super) fn font(em: f64) -> FontDesc<'static> {
    // What is no font shows at the first text that is painted.
    REGISTERED.call_once(|| drop(register_font(FAMILY, FontStyle::Normal, BYTES)));
    FontDesc::new(FontFamily::Name(FAMILY), em * LINE, FontStyle::Normal)
}

/// How far below the place of a text its baseline is drawn, in ems.
pub(super) const DROP: f64 = LINE / 2.0;

/// The text's size in SVG, for the same font: plotters divides by a constant of its own.
pub(super) fn size_in_svg(em: f64) -> f64 {
    em * LINE / 1.24
}

/// How wide a text is, at this many pixels an em.
pub(super) fn width(text: &str, em: f64) -> f64 {
    // Measured large, since plotters gives whole pixels.
    const LARGE: f64 = 200.0;
    let measured = font(LARGE).layout_box(text).map(|((from, _), (to, _))| f64::from(to - from));
    measured.unwrap_or(0.55 * LARGE * text.chars().count() as f64) * em / LARGE
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

/// A text in lines no wider than that, at most so many, broken behind commas and blanks.
pub(super) fn wrapped(text: &str, em: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        let is_last = wrapped.len() == lines;
        let fits = |line: &str| width(format!("{line}{word}").trim_end(), em) <= most;
        match wrapped.last_mut() {
            Some(line) if is_last || fits(line) => line.push_str(word),
            _ => wrapped.push(word.to_owned()),
        }
    }
    wrapped.iter().map(|line| shortened(line.trim_end(), em, most)).collect()
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

    #[test]
    fn cases_are_broken_between_their_parameters() {
        let lines = wrapped("test=Sequential reads, threads=4, block_size=4096", 12.0, 180.0, 2);
        assert_eq!(lines, ["test=Sequential reads,", "threads=4, block_size=4096"]);
        assert_eq!(wrapped("a b c", 12.0, 1.0, 2).len(), 2);
    }
}
