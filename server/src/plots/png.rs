//! Drawings as PNG, for mails and the previews of links.

use plotters::backend::BitMapBackend;
use plotters::prelude::RGBColor;

use super::drawing::{Drawing, Ink};
use super::paint::{PaintError, colour, paint, size};

/// So many painted pixels a side become one, which smooths edges. With four parts a pixel of a
/// page, the image has two pixels for each of a page.
const SMOOTHED: usize = 2;

/// A drawing as a PNG file.
///
/// # Errors
/// As [`PaintError`] says.
pub fn file(drawing: &Drawing) -> Result<Vec<u8>, PaintError> {
    let (width, height) = size(drawing);
    let (width, height) = (width.next_multiple_of(SMOOTHED as u32), height.next_multiple_of(SMOOTHED as u32));
    let RGBColor(r, g, b) = colour(Ink::Paper);
    let mut painted = [r, g, b].repeat(width as usize * height as usize);
    paint(&drawing.shapes, &mut BitMapBackend::with_buffer(&mut painted, (width, height)))?;
    encoded(&smoothed(&painted, width as usize), width / SMOOTHED as u32, height / SMOOTHED as u32)
}

/// Each pixel the mean of those painted in its place.
fn smoothed(painted: &[u8], width: usize) -> Vec<u8> {
    let mut smoothed = Vec::with_capacity(painted.len() / (SMOOTHED * SMOOTHED));
    for rows in painted.chunks_exact(3 * width * SMOOTHED) {
        for x in 0..width / SMOOTHED {
            for channel in 0..3 {
                let at = |row: usize, column: usize| 3 * (row * width + x * SMOOTHED + column) + channel;
                let places = (0..SMOOTHED).flat_map(|row| (0..SMOOTHED).map(move |column| at(row, column)));
                let sum: u32 = places.map(|at| u32::from(rows[at])).sum();
                smoothed.push((sum / (SMOOTHED * SMOOTHED) as u32) as u8);
            }
        }
    }
    smoothed
}

fn encoded(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PaintError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.map_err(PaintError::of)?;
    Ok(file)
}
