//! What identifiers and addresses look like.

use std::net::Ipv6Addr;
use std::ops::RangeInclusive;

/// Groups of digits with a separator between them.
struct Shape {
    groups: &'static [RangeInclusive<usize>],
    separator: char,
    is_digit: fn(char) -> bool,
}

const HEX: fn(char) -> bool = |c| c.is_ascii_hexdigit();

/// UUIDs, which nothing else looks like, so that they may be part of a word: in the names of
/// Kubernetes' groups they are, with underscores.
const UUIDS: [Shape; 2] = [
    Shape { groups: &[8..=8, 4..=4, 4..=4, 4..=4, 12..=12], separator: '-', is_digit: HEX },
    Shape { groups: &[8..=8, 4..=4, 4..=4, 4..=4, 12..=12], separator: '_', is_digit: HEX },
];

const SHAPES: [Shape; 5] = [
    // md's UUIDs.
    Shape { groups: &[8..=8, 8..=8, 8..=8, 8..=8], separator: ':', is_digit: HEX },
    // LVM's.
    Shape {
        groups: &[6..=6, 4..=4, 4..=4, 4..=4, 4..=4, 4..=4, 6..=6],
        separator: '-',
        is_digit: |c| c.is_ascii_alphanumeric(),
    },
    // A MAC address in its three spellings. With more groups it is InfiniBand's, or has the
    // hardware's type before it.
    Shape { groups: &[2..=2, 2..=2, 2..=2, 2..=2, 2..=2, 2..=2], separator: ':', is_digit: HEX },
    Shape { groups: &[2..=2, 2..=2, 2..=2, 2..=2, 2..=2, 2..=2], separator: '-', is_digit: HEX },
    Shape { groups: &[4..=4, 4..=4, 4..=4], separator: '.', is_digit: HEX },
];

const IPV4: Shape =
    Shape { groups: &[1..=3, 1..=3, 1..=3, 1..=3], separator: '.', is_digit: |c| c.is_ascii_digit() };

/// FAT's volume numbers, by which desktops name mount points.
const VOLUME: Shape = Shape { groups: &[4..=4, 4..=4], separator: '-', is_digit: HEX };

/// From so many digits on, a hexadecimal number is a WWN, a serial number or a hash. Limits of
/// 64 bits have 20 decimal ones.
const LONG: usize = 16;

/// How many bytes at the beginning of `text` an identifier or address takes; `before` is the
/// character before it.
pub(super) fn identifier(before: Option<char>, text: &str) -> Option<usize> {
    let uuid = UUIDS.iter().find_map(|shape| shape.length(text));
    if uuid.is_some() || before.is_some_and(char::is_alphanumeric) {
        return uuid;
    }
    let volume = (before == Some('/')).then(|| VOLUME.length(text)).flatten();
    let grouped = SHAPES.iter().find_map(|shape| {
        let length = shape.length(text)?;
        let more = text[length..].find(|c| !HEX(c) && c != shape.separator).unwrap_or(text.len() - length);
        Some(length + more)
    });
    let ipv4 = IPV4.length(text).filter(|&length| {
        let mut after = text[length..].chars();
        before != Some('.')
            && (after.next() != Some('.') || !after.next().is_some_and(|c| c.is_ascii_digit()))
    });
    grouped.or_else(|| long_number(text)).or_else(|| ipv6(before, text)).or(ipv4).or(volume)
}

/// Whether a text begins with what may be an IPv4 address.
pub(super) fn is_address(text: &str) -> bool {
    IPV4.length(text).is_some()
}

impl Shape {
    fn length(&self, text: &str) -> Option<usize> {
        let mut length = 0;
        for (at, digits) in self.groups.iter().enumerate() {
            if at > 0 {
                let rest = &text[length..];
                // The device mapper doubles the dashes in names.
                let separators = rest.len() - rest.trim_start_matches(self.separator).len();
                length += Some(separators).filter(|&separators| separators > 0)?;
            }
            let found = text[length..].chars().take_while(|c| (self.is_digit)(*c)).count();
            if !digits.contains(&found) {
                return None;
            }
            length += found;
        }
        ends(&text[length..]).then_some(length)
    }
}

/// Whether a number or word that came before does not go on here.
fn ends(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

fn long_number(text: &str) -> Option<usize> {
    let (prefix, digits) = text.strip_prefix("0x").map_or((0, text), |digits| (2, digits));
    let length = digits.find(|c| !HEX(c)).unwrap_or(digits.len());
    let is_decimal = digits[..length].chars().all(|c| c.is_ascii_digit());
    let is_long = length >= if is_decimal && prefix == 0 { LONG + 8 } else { LONG };
    (is_long && ends(&digits[length..])).then_some(prefix + length)
}

fn ipv6(before: Option<char>, text: &str) -> Option<usize> {
    // The longest there is: ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255.
    let run = text.chars().take_while(|c| HEX(*c) || ":.".contains(*c)).take(45).count();
    let is_address = |end: &usize| {
        text[..*end].contains(HEX) && ends(&text[*end..]) && text[..*end].parse::<Ipv6Addr>().is_ok()
    };
    (before != Some(':')).then(|| (3..=run).rev().find(is_address)).flatten()
}
