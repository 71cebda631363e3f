//! Takes out of a text what must not leave the box: passwords, serial numbers, UUIDs, MAC
//! and IP addresses.
//!
//! What is taken out is found by its name (`password=…`), its place (`/dev/disk/by-id/…`) or
//! its shape (a UUID's). In doubt it is taken out: a fact then says less, never too much.

mod shapes;

/// What stands where something was.
const REDACTED: &str = "[redacted]";

/// A name is a secret's, an identifier's or an address's if it has one of these anywhere, …
const STEMS: [&str; 10] = [
    "credential",
    "iscsi",
    "macaddr",
    "passphrase",
    "passwd",
    "password",
    "secret",
    "serialn",
    "token",
    "uuid",
];

/// … if one of its parts, as in `rd.luks.key`, ends with one of these, …
const ENDINGS: [&str; 5] = ["key", "pass", "psk", "pw", "pwd"];

/// … but for `spec_store_bypass_disable`, …
const HARMLESS_PART: &str = "bypass";

/// … or if one of its parts is one of these.
const PARTS: [&str; 24] = [
    "address",
    "auth",
    "authorization",
    "bearer",
    "bootif",
    "gateway",
    "hostname",
    "hwaddr",
    "ifname",
    "initiator",
    "ip",
    "keyfile",
    "login",
    "mac",
    "nameserver",
    "netconsole",
    "netroot",
    "nfsaddrs",
    "nfsroot",
    "serial",
    "sn",
    "user",
    "username",
    "wwid",
];

/// What a header's value begins with, before the secret.
const SCHEMES: [&str; 4] = ["bearer", "basic", "digest", "token"];

/// What names under `disk/by-….` are not made of serial numbers, UUIDs or addresses.
const HARMLESS_LINKS: [&str; 2] = ["label/", "partlabel/"];

/// The buses whose links udev names `ata-MODEL_SERIAL`.
const BUSES: [&str; 6] = ["ata-", "mmc-", "nvme-", "scsi-", "usb-", "virtio-"];

/// The text without what must not leave the box.
pub(super) fn redact(text: &str) -> String {
    if is_version(text) {
        return text.to_owned();
    }
    let mut is_secret_next = false;
    let redacted = words(text).map(|word| {
        let redacted = if is_secret_next { REDACTED.to_owned() } else { redact_word(word) };
        is_secret_next = is_before_secret(word, is_secret_next);
        redacted
    });
    redacted.collect::<Vec<_>>().join(" ")
}

/// Whether the next word is a secret: behind `--token`, `Authorization:` and, with a header's
/// value or without one, `Bearer`.
fn is_before_secret(word: &str, is_secret_itself: bool) -> bool {
    let bare = word.trim_matches(['"', '\'']);
    let is_scheme = SCHEMES.iter().any(|scheme| bare.eq_ignore_ascii_case(scheme));
    let is_option = word.starts_with('-') && !word.contains('=') && is_secret(word);
    let is_header = bare.strip_suffix(':').is_some_and(is_secret);
    is_option || is_header || (is_scheme && (is_secret_itself || bare.eq_ignore_ascii_case(SCHEMES[0])))
}

/// `2.6.32.61-smp`: four numbers alone are a version; an address would have something to say
/// of it beside.
fn is_version(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || ".-_+~".contains(c)) && shapes::is_address(text)
}

/// The words of a command line, in which quotes hold words together.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    text.split(move |c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        quote.is_none() && c.is_whitespace()
    })
    .filter(|word| !word.is_empty())
}

fn redact_word(word: &str) -> String {
    match first_secret(word) {
        Some(at) => format!("{}{REDACTED}", redact_shapes(&word[..at])),
        None => redact_shapes(word),
    }
}

/// Where in a word something begins that is taken out with all behind it.
fn first_secret(word: &str) -> Option<usize> {
    let is_value = |at: usize| !word[at + 1..].trim_matches(['"', '\'']).is_empty();
    let mut named = word.match_indices(['=', ':']).map(|(at, _)| at);
    let named = named.find(|&at| is_value(at) && is_secret(&word[..at])).map(|at| at + 1);
    let placed = word.match_indices("disk/by-").map(|(at, found)| at + found.len());
    let placed = placed
        .filter_map(|at| word[at..].find('/').map(|slash| (&word[at..], at + slash + 1)))
        .find(|(link, _)| !HARMLESS_LINKS.iter().any(|harmless| link.starts_with(harmless)))
        .map(|(_, at)| at);
    let target = word.find("iscsi:").map(|at| at + "iscsi:".len());
    let person = word.find("://").filter(|at| word[*at..].contains('@')).map(|at| at + "://".len());
    [named, placed, target, person, serial_number(word)].into_iter().flatten().min()
}

/// Whether what a text ends with is the name of something that must not leave the box.
fn is_secret(text: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name = text.trim_end_matches(['"', '\'']).rsplit(|c| !is_of_name(c)).next();
    let name = name.unwrap_or(text).to_lowercase();
    let is_part = |part: &str| {
        let ends = ENDINGS.iter().any(|ending| part.ends_with(ending));
        PARTS.contains(&part) || (ends && part != HARMLESS_PART)
    };
    STEMS.iter().any(|stem| name.contains(stem)) || name.split(['.', '_', '-']).any(is_part)
}

/// Where the serial number begins in `ata-Samsung_SSD_860_EVO_500GB_S3Z1NB0K123456A`.
fn serial_number(word: &str) -> Option<usize> {
    let is_of_link = |c: char| c.is_alphanumeric() || "_-:+".contains(c);
    BUSES
        .iter()
        .flat_map(|bus| word.match_indices(bus))
        .filter(|(at, _)| !word[..*at].ends_with(is_of_link))
        .filter_map(|(at, bus)| {
            let begin = at + bus.len();
            let end = word[begin..].find(|c| !is_of_link(c)).map_or(word.len(), |length| begin + length);
            word[begin..end].rfind('_').map(|underscore| begin + underscore + 1)
        })
        .min()
}

fn redact_shapes(word: &str) -> String {
    let (mut redacted, mut before, mut rest) = (String::new(), None, word);
    while let Some(first) = rest.chars().next() {
        let found = shapes::identifier(before, rest);
        match found {
            Some(_) => redacted.push_str(REDACTED),
            None => redacted.push(first),
        }
        let (passed, left) = rest.split_at(found.unwrap_or(first.len_utf8()));
        before = passed.chars().next_back();
        rest = left;
    }
    redacted
}

#[cfg(test)]
mod tests;
