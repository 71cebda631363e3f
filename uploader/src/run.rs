//! `runoff run`.

use crate::arguments::Run;
use crate::capture::Root;
use crate::measure::{Clock, Failure};
use crate::outcome::{CommandError, Outcome};
use crate::repeats::Repeats;
use crate::report::print_report;
use crate::sender::{Addresses, Sender};
use crate::settings::Settings;
use crate::signals::Signals;

/// Runs the command, and keeps and sends each run as it ends.
pub(crate) fn run(options: &Run, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let measuring = &options.measuring;
    let (root, signals) = (Root::at(&measuring.place.root), Signals::catch()?);
    let addresses = Addresses::of_result(measuring.sending.json);
    let sender = Sender::new(&measuring.sending, settings, &signals, addresses);
    let mut repeats =
        Repeats::new(measuring, &options.command, options.repeat, settings, &root, clock, sender)?;
    let mut failed = repeats.warm_up(measuring.warmup)?.err();
    for _ in 0..options.repeat {
        if failed.is_none() && !signals.is_caught() {
            failed = repeats.measure()?.err();
        }
    }
    let (delivered, sent, problems) = repeats.finish()?;
    let outcome = match failed {
        Some(failure) => outcome(&failure),
        None if signals.is_caught() => Outcome::Signalled,
        None => delivered,
    };
    if measuring.sending.json {
        print_report(outcome, &problems, &sent)?;
    }
    Ok(outcome)
}

fn outcome(failure: &Failure) -> Outcome {
    match failure {
        Failure::Signalled(_) => Outcome::Signalled,
        _ => Outcome::Failed,
    }
}
