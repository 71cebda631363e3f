//! `runoff flush`: sends what waits in the spool.

use crate::arguments::Flush;
use crate::client::Answer;
use crate::delivery::{Kept, Sent, deliver, print_addresses, say_remarks};
use crate::outcome::{CommandError, Outcome};
use crate::report::print_report;
use crate::settings::Settings;
use crate::spool::{self, Spool};
use crate::terminal::{counted, say};

/// Sends what waits, the oldest first, and prints the runs' addresses.
pub(crate) fn flush(options: &Flush, settings: &Settings) -> Result<Outcome, CommandError> {
    let spool = Spool::of(settings)?;
    // Looked at once: meanwhile others may send what is there.
    let mut files = spool.files()?;
    let there = files.len();
    if !options.all {
        files.retain(|file| spool::is_waiting(file));
    }
    let refused_before = there - files.len();
    if refused_before > 0 {
        let many = counted(refused_before, "upload");
        say(format_args!("not sent again: {many} that the server refused (`runoff status` says why)"));
    }
    if files.is_empty() {
        say("nothing waits to be sent");
    }
    let uploads = files.iter().filter_map(|file| spool::take(file).transpose());
    let mut answer = Answer::default();
    let delivery = deliver(uploads, settings, options.delivery.patience(), |one| {
        say_remarks(one);
        answer.add(one);
        if options.json { Ok(()) } else { print_addresses(one) }
    })?;
    delivery.say_what_is_left();
    if options.json {
        let sent = Sent { answer, kept: Kept::of(spool.files()?) };
        print_report(delivery.outcome(), &[], &sent)?;
    }
    Ok(delivery.outcome())
}
