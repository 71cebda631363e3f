//! What happens to outputs on their way: cut, edited, wrapped, mixed up, doubled.

use fastrand::Rng;

/// Words that readers stumble over, if over any.
const WORDS: [&[u8]; 26] = [
    b"-",
    b"--",
    b"+",
    b"%",
    b"0",
    b"00",
    b"-1",
    b"1e308",
    b"1e999",
    b"99999999999999999999",
    b"nan",
    b"inf",
    b"1,234",
    b"1.2.3",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"\n\n",
    b"> ",
    b"=\n",
    b"=3D",
    b"\xc2\xa0",
    b"\xe2\x80\xae",
    b"\xff",
];

/// The most bytes of an input.
const MOST: usize = 64 << 10;

/// A few damages to an output, in which another's pieces may be mixed.
pub(crate) fn damaged(bytes: &[u8], other: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.usize(1..6) {
        damage(&mut bytes, other, random);
        bytes.truncate(MOST);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Rng) {
    let (from, to) = piece(bytes, random);
    match random.u8(..11) {
        0 => bytes.truncate(from),
        1 => drop(bytes.drain(from..to)),
        2 => drop(bytes.splice(to..to, bytes[from..to].to_vec())),
        3 => drop(bytes.splice(from..to, random.choice(WORDS).unwrap_or_default().iter().copied())),
        4 => drop(bytes.splice(from..from, random.choice(WORDS).unwrap_or_default().iter().copied())),
        5 => bytes[from..to]
            .iter_mut()
            .filter(|b| b.is_ascii_digit())
            .for_each(|b| *b = random.u8(b'0'..=b'9')),
        6 => {
            let (from_other, to_other) = piece(other, random);
            drop(bytes.splice(from..to, other[from_other..to_other].iter().copied()));
        }
        7 => each_line(bytes, random),
        8 => bytes[from..to].iter_mut().filter(|b| **b == b'.').for_each(|b| *b = b','),
        9 => bytes[from..to].iter_mut().filter(|b| **b == b' ').for_each(|b| *b = b'\n'),
        _ => bytes[from..to]
            .iter_mut()
            .for_each(|b| *b ^= if random.u8(..16) == 0 { 1 << random.u8(..7) } else { 0 }),
    }
}

/// A piece of up to a few lines, or of whole lines.
fn piece(bytes: &[u8], random: &mut Rng) -> (usize, usize) {
    let from = random.usize(..=bytes.len());
    let most = random.choice([2, 10, 80, 400, 4000]).unwrap_or(2);
    let length = random.usize(..most);
    let to = (from + length).min(bytes.len());
    if random.bool() {
        return (from, to);
    }
    let begin = |at: usize| bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
    (begin(from), begin(to))
}

/// Something that befalls every line, as in mails.
fn each_line(bytes: &mut Vec<u8>, random: &mut Rng) {
    let (before, after): (&[u8], &[u8]) = match random.u8(..6) {
        0 => (b"> ", b""),
        1 => (b"> > ", b""),
        2 => (b"", b"\r"),
        3 => (b"    ", b""),
        4 => (b"+", b""),
        _ => (b"box1: ", b" "),
    };
    let lines: Vec<Vec<u8>> =
        bytes.split(|b| *b == b'\n').map(|line| [before, line, after].concat()).collect();
    *bytes = lines.join(&b'\n');
}
