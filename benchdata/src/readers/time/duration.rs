//! Times as clocks are written.

/// Seconds of `0m0.254s`, `0m0,222s`, `1:02:03`, `0:00.51`, `33.544s`, `0.50`. Two digits
/// behind the point at least where no unit ends it: every tool prints them, and a number
/// cut off has fewer.
pub(super) fn seconds(word: &str) -> Option<f64> {
    let (clock, has_unit) = word.strip_suffix('s').map_or((word, false), |clock| (clock, true));
    let parts: Vec<&str> = clock.split([':', 'm', 'h']).collect();
    let (&last, upper) = parts.split_last()?;
    let last = last.replace(',', ".");
    let (whole, decimals) = last.split_once('.').unwrap_or((&last, ""));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_whole = if clock.contains(':') {
        // 0:00.51 (1:02.104 in zsh) below an hour, 1:02:03 above.
        whole.len() == 2 && (decimals.len() >= 2 || upper.len() == 2)
    } else {
        has_unit || (upper.is_empty() && decimals.len() >= 2)
    };
    if !is_whole || upper.len() > 2 || !is_digits(whole) || !upper.iter().all(|part| is_digits(part)) {
        return None;
    }
    let upper = upper.iter().try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))?;
    let seconds = upper * 60.0 + last.parse::<f64>().ok()?;
    // As many digits as are printed: 2:26.42 is 146.42, not 146.42000000000002.
    format!("{seconds:.*}", decimals.len()).parse().ok().filter(|seconds: &f64| seconds.is_finite())
}

#[test]
fn clocks_of_all_tools_and_none_that_is_cut() {
    let cases = [
        ("0m0.254s", Some(0.254)),
        ("0m0,222s", Some(0.222)),
        ("2m2.623s", Some(122.623)),
        ("2:26.42", Some(146.42)),
        ("33.544s", Some(33.544)),
        ("0.50", Some(0.5)),
        ("0,50", Some(0.5)),
        ("0:00.51", Some(0.51)),
        ("1:02:03", Some(3723.0)),
        ("0m0.254", None),
        ("0.5", None),
        ("0:00.5", None),
        ("0:0", None),
        ("real", None),
        ("", None),
        ("s", None),
        ("m1s", None),
        ("-1.00", None),
    ];
    for (word, expected) in cases {
        assert_eq!(seconds(word), expected, "{word}");
    }
}
