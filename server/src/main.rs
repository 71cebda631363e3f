//! `runoff-server`: the web service.

fn main() {}
