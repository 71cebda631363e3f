//! What is wrong with a text, in the words of who wrote it: serde speaks of fields, variants and
//! its own types.

/// serde's message in plain words; one that is none of serde's stays as it is.
#[must_use]
pub fn in_words(message: &str) -> String {
    let (said, place) = message.split_at(message.find(" at line ").unwrap_or(message.len()));
    told(said).map_or_else(|| message.to_owned(), |told| told + place)
}

fn told(said: &str) -> Option<String> {
    if let Some((name, known)) = named(said, "unknown field `") {
        return Some(format!("nothing is called {name:?} here{known}"));
    }
    if let Some((name, known)) = named(said, "unknown variant `") {
        return Some(format!("{name:?} cannot stand here{known}"));
    }
    if let Some((name, _)) = named(said, "duplicate field `") {
        return Some(format!("{name:?} is there twice"));
    }
    if let Some((name, _)) = named(said, "missing field `") {
        return Some(format!("{name:?} is missing"));
    }
    let of_type = said.strip_prefix("invalid type: ").or_else(|| said.strip_prefix("invalid value: "))?;
    let (found, expected) = of_type.rsplit_once(", expected ")?;
    Some(format!("expected {}, found {}", kind(expected), value(found)))
}

/// The name that a message begins with, and what might stand in its place.
fn named<'a>(said: &'a str, begin: &str) -> Option<(&'a str, String)> {
    let (name, rest) = said.strip_prefix(begin)?.split_once('`')?;
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let known = if known.is_empty() { String::new() } else { format!("; there are {}", known.join(", ")) };
    Some((name, known))
}

fn kind(expected: &str) -> &str {
    match expected {
        "f64" => "a number",
        "u32" | "u64" | "usize" => "a whole number, not below 0",
        "a string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        it if it.starts_with("struct ") => "an object",
        it => it,
    }
}

/// ``integer `-5` `` is -5, `string "x"` is "x".
fn value(found: &str) -> &str {
    match found {
        "map" => "an object",
        "sequence" => "a list",
        it => it.find(['`', '"']).map_or(it, |at| it[at..].trim_matches('`')),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sent {
        #[serde(rename = "n")]
        _n: u64,
        #[serde(rename = "x")]
        _x: Option<f64>,
        #[serde(rename = "side")]
        _side: Option<Side>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        Left,
        Right,
    }

    #[test]
    fn no_word_of_serde_is_left() {
        for (json, told) in [
            (r#"{"m":1}"#, r#"nothing is called "m" here; there are n, x, side at line 1 column 4"#),
            (r#"{"n":1,"n":2}"#, r#""n" is there twice at line 1 column 10"#),
            (r#"{}"#, r#""n" is missing at line 1 column 2"#),
            (r#"{"n":-5}"#, "expected a whole number, not below 0, found -5 at line 1 column 7"),
            (r#"{"n":1,"x":"y"}"#, r#"expected a number, found "y" at line 1 column 14"#),
            (r#"{"n":[]}"#, "expected a whole number, not below 0, found a list at line 1 column 5"),
            (r#"5"#, "expected an object, found 5 at line 1 column 1"),
            (
                r#"{"n":1,"side":"up"}"#,
                r#""up" cannot stand here; there are left, right at line 1 column 18"#,
            ),
            ("{", "EOF while parsing an object at line 1 column 1"),
        ] {
            let error = serde_json::from_str::<Sent>(json).unwrap_err().to_string();
            assert_eq!(in_words(&error), told);
        }
    }
}
