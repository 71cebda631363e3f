//! `make fuzz`: reads damaged outputs by the million and watches what each costs.
//!
//! Every input is made from a seed that is printed with whatever goes wrong, so that
//! `fuzz FIXTURES 1 SEED` makes the same input again.

mod damage;
mod fixtures;
mod tally;
mod trial;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitCode};
use std::thread::available_parallelism;

use anyhow::Context;
use fastrand::Rng;
use peak_alloc::PeakAlloc;

use fixtures::Fixture;
use tally::Tally;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().with_context(|| format!("{text:?} is no number"));
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [folder, inputs] => spread(folder, number(inputs)?),
        [folder, inputs, seed] => read_damaged(Path::new(folder), number(inputs)?, number(seed)?),
        _ => anyhow::bail!("usage: fuzz FIXTURES INPUTS [SEED]"),
    }
}

/// Shares the inputs out over the cores, each a process of its own: memory is counted by
/// process.
fn spread(folder: &str, inputs: u64) -> anyhow::Result<ExitCode> {
    let processes = available_parallelism()?.get() as u64;
    let share = inputs.div_ceil(processes);
    let itself = std::env::current_exe()?;
    let begin = |process: u64| {
        Command::new(&itself).args([folder, &share.to_string(), &(process * share).to_string()]).spawn()
    };
    let children: Vec<Child> = (0..processes).map(begin).collect::<Result<_, _>>()?;
    let mut is_clean = true;
    for mut child in children {
        is_clean &= child.wait()?.success();
    }
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the inputs of the seeds from `first` on.
fn read_damaged(folder: &Path, inputs: u64, first: u64) -> anyhow::Result<ExitCode> {
    // What panics is told with its seed; where, when that is read alone.
    if inputs > 1 {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let fixtures = fixtures::load(folder)?;
    let mut tally = Tally::default();
    for seed in first..first + inputs {
        let mut random = Rng::with_seed(seed);
        let fixture = &fixtures[random.usize(..fixtures.len())];
        let other = &fixtures[random.usize(..fixtures.len())];
        let input = damage::damaged(&fixture.bytes, &other.bytes, &mut random);
        let format = format_for(fixture, other, &mut random);
        tally.add(format, seed, &trial::read(format, &input));
    }
    std::io::stdout().write_all(tally.report().as_bytes())?;
    Ok(if tally.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Mostly the output's own reader, else another's, or the choice among all.
fn format_for<'a>(fixture: &'a Fixture, other: &'a Fixture, random: &mut Rng) -> &'a str {
    match random.u8(..10) {
        0 => benchdata::readers::AUTO,
        1 | 2 => &other.format,
        _ => &fixture.format,
    }
}
