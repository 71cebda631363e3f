//! `runoff`: the command on test boxes.

fn main() {}
