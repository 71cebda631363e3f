//! `runoff send`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use benchdata::contradiction::contradictions;
use benchdata::name::{Key, Value};
use time::OffsetDateTime;

use crate::arguments::Send;
use crate::capture::{Facts, Root, capture_for};
use crate::client::{Answer, Patience};
use crate::delivery::{Kept, Sent, deliver, print_addresses, say_remarks};
use crate::outcome::{CommandError, Outcome};
use crate::outputs::{self, Batch, FileError, Input};
use crate::preview::{self, wire_form};
use crate::report::print_report;
use crate::settings::Settings;
use crate::spool::{self, Spool, Upload};
use crate::terminal::{counted, say};

/// Reads the FILEs, keeps their runs in the spool and sends them. `now` is when standard
/// input starts.
pub(crate) fn send(
    options: &Send,
    settings: &Settings,
    now: OffsetDateTime,
) -> Result<Outcome, CommandError> {
    let factors = options.declared.factors()?;
    // Before standard input is read, on which a benchmark may still be at work.
    let facts = options.capture.as_deref().map(|target| capture_for(&Root::at("/"), target)).transpose()?;
    let spool = Spool::of(settings)?;
    let inputs = outputs::read(&options.files, now)?;
    let mut batches = understand(&inputs, options, &factors, settings).inspect_err(|_| {
        if !options.dry_run {
            rescue(&inputs, &spool, now);
        }
    })?;
    if let Some(facts) = &facts {
        batches.iter_mut().for_each(|batch| attach(facts, batch));
    }
    if options.dry_run {
        preview::show(&batches, options.sending.json)?;
        return Ok(Outcome::Done);
    }
    let mut uploads = Vec::with_capacity(batches.len());
    for (order, batch) in batches.iter().enumerate() {
        preview::say_heading(batch);
        uploads.push(spool.keep(now, order, wire_form(&batch.runs)?)?);
    }
    if options.sending.offline {
        for upload in &uploads {
            say(format_args!("kept for `runoff flush`: {}", upload.path().display()));
        }
        if options.sending.json {
            let kept = Kept::of(uploads.iter().map(|upload| upload.path().to_owned()));
            print_report(Outcome::Done, &[], &Sent { kept, ..Sent::default() })?;
        }
        return Ok(Outcome::Done);
    }
    deliver_all(uploads, options, settings, &spool)
}

/// Adds this box's facts to those that an output tells of itself.
fn attach(facts: &Facts, batch: &mut Batch) {
    for run in &mut batch.runs {
        for contradiction in contradictions(&run.factors, facts) {
            say(format_args!("{}: {contradiction}", batch.file));
        }
        for (fact, value) in facts {
            run.environment.entry(fact.clone()).or_insert_with(|| value.clone());
        }
    }
}

fn deliver_all(
    uploads: Vec<Upload>,
    options: &Send,
    settings: &Settings,
    spool: &Spool,
) -> Result<Outcome, CommandError> {
    let patience = options.sending.delivery.patience();
    let files: Vec<PathBuf> = uploads.iter().map(|upload| upload.path().to_owned()).collect();
    let mut answer = Answer::default();
    let delivery = deliver(uploads.into_iter().map(Ok), settings, patience, |one| {
        say_remarks(one);
        if options.sending.json {
            answer.add(one);
            return Ok(());
        }
        print_addresses(one)
    })?;
    delivery.say_what_is_left();
    if options.sending.json {
        print_report(delivery.outcome(), &[], &Sent { answer, kept: Kept::of(files) })?;
    }
    if delivery.outcome() == Outcome::Done
        && let Err(error) = send_earlier(settings, spool)
    {
        // No part of this command's result.
        say(error);
    }
    Ok(delivery.outcome())
}

/// Sends what earlier commands had to leave, each upload tried once. What becomes of it is
/// no part of this command's result.
fn send_earlier(settings: &Settings, spool: &Spool) -> Result<(), CommandError> {
    let files = spool.waiting()?;
    if files.is_empty() {
        return Ok(());
    }
    let uploads = files.iter().filter_map(|file| spool::take(file).transpose());
    let mut sent = 0;
    let delivery = deliver(uploads, settings, Patience::ONCE, |answer| {
        sent += answer.runs.len();
        Ok(())
    })?;
    if sent > 0 {
        say(format_args!("also sent from the spool: {}", counted(sent, "run")));
    }
    delivery.say_what_is_left();
    Ok(())
}

/// Understands all inputs, or says what is wrong with each that is not understood.
fn understand(
    inputs: &[Input],
    options: &Send,
    factors: &BTreeMap<Key, Value>,
    settings: &Settings,
) -> Result<Vec<Batch>, CommandError> {
    let mut batches = Vec::with_capacity(inputs.len());
    for input in inputs {
        match input.understand(options, factors, settings) {
            Ok(batch) => batches.push(batch),
            Err(FileError::Settings(error)) => return Err(error.into()),
            Err(error) => say(error),
        }
    }
    match inputs.len() - batches.len() {
        0 => Ok(batches),
        bad => Err(CommandError::NotUnderstood { undone: "sent", bad, all: inputs.len() }),
    }
}

/// What came by standard input is nowhere else, and may have taken hours to measure.
fn rescue(inputs: &[Input], spool: &Spool, now: OffsetDateTime) {
    for input in inputs.iter().filter(|input| input.path.is_none() && !input.source.bytes.is_empty()) {
        match spool.rescue(now, &input.source.bytes) {
            Ok(path) => say(format_args!("standard input is kept as {}", path.display())),
            Err(error) => say(format_args!("standard input is lost: {error}")),
        }
    }
}
