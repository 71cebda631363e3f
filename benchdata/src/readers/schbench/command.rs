//! schbench's command line, which alone says how many threads ran.

use crate::name::NameError;
use crate::readers::text::case;
use crate::run::Case;

const OPTIONS: [(&str, &str, &str); 9] = [
    ("-m", "--message-threads", "message_threads"),
    ("-t", "--threads", "threads"),
    ("-r", "--runtime", "runtime"),
    ("-p", "--pipe", "transfer_size"),
    ("-R", "--rps", "rps_wanted"),
    ("-A", "--auto-rps", "auto_rps"),
    ("-F", "--cache_footprint", "cache_footprint"),
    ("-n", "--operations", "operations"),
    ("-w", "--warmuptime", "warmup"),
];

/// The parameters that a command line sets; `None` of a line that is none.
pub(super) fn parameters(line: &str) -> Option<Result<Case, NameError>> {
    let mut words = line.split_whitespace();
    words.find(|word| word.trim_start_matches('$').rsplit('/').next() == Some("schbench"))?;
    let words: Vec<&str> = words.collect();
    if words.first().is_some_and(|word| !word.starts_with('-')) {
        return None;
    }
    let named = words.windows(2).filter_map(|pair| {
        let (_, _, name) = OPTIONS.iter().find(|(short, long, _)| pair[0] == *short || pair[0] == *long)?;
        pair[1].starts_with(|c: char| c.is_ascii_digit()).then(|| (*name, pair[1].to_owned()))
    });
    Some(case(named))
}
