//! What a run says of its own parameters.

#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    parameters: Vec<(&'static str, String)>,
}

impl Settings {
    /// Takes a line, if it is of a parameter.
    pub(super) fn take(&mut self, line: &str) -> bool {
        if line.starts_with("Running memory speed test") {
            self.set("test", "memory");
            return true;
        }
        if let Some((name, value)) = line.split_once(':') {
            let key = match name {
                "Number of threads" => "threads",
                "Prime numbers limit" | "Maximum prime number checked in CPU test" => {
                    self.set("test", "cpu");
                    "prime"
                }
                "block size" | "Memory block size" => "block_size",
                "operation" | "Memory operations type" => "operation",
                "SQL statistics" | "OLTP test statistics" => {
                    self.set("test", "oltp");
                    return true;
                }
                _ => return false,
            };
            if name.starts_with("Memory ") {
                self.set("test", "memory");
            }
            self.set(key, &binary(value.trim()));
            return true;
        }
        if let Some(size) = line.strip_prefix("Block size ") {
            self.set("block_size", &binary(size));
        } else if let Some(size) = line.strip_suffix(" total file size") {
            self.set("file_size", &binary(size));
        } else if let Some(doing) = line.strip_prefix("Doing ") {
            self.doing(doing);
        } else {
            return false;
        }
        true
    }

    /// `Doing random r/w test`: files' modes by the names that the command takes.
    fn doing(&mut self, doing: &str) {
        let mode = match doing.trim_end_matches(" test") {
            "random r/w" => "rndrw",
            "random read" => "rndrd",
            "random write" => "rndwr",
            "sequential read" => "seqrd",
            "sequential write (creation)" => "seqwr",
            "sequential rewrite" => "seqrewr",
            "mutex performance" => return self.set("test", "mutex"),
            "thread subsystem performance" => return self.set("test", "threads"),
            _ => return,
        };
        self.set("test", "fileio");
        self.set("rw", mode);
    }

    pub(super) fn has_test(&self) -> bool {
        self.parameters.iter().any(|(set, _)| *set == "test")
    }

    pub(super) fn set(&mut self, key: &'static str, value: &str) {
        if self.parameters.iter().all(|(set, _)| *set != key) {
            self.parameters.push((key, value.to_owned()));
        }
    }

    pub(super) fn case(self) -> Vec<(&'static str, String)> {
        self.parameters
    }
}

/// The test of a command line, `$ sysbench mutex --threads=2 run` or `sysbench --test=mutex run`,
/// of those that version 1.0 tells nothing else of.
pub(super) fn commanded(line: &str) -> Option<&'static str> {
    let mut words =
        line.split_whitespace().skip_while(|word| *word != "sysbench" && !word.ends_with("/sysbench"));
    words.next()?;
    let words: Vec<&str> = words.collect();
    let name = |word: &str| {
        let word = word.strip_prefix("--test=").unwrap_or(word);
        ["mutex", "threads"].into_iter().find(|test| *test == word)
    };
    words.iter().find_map(|word| name(word)).filter(|_| words.contains(&"run"))
}

/// `16Kb` of version 0.4 is `16KiB` of 1.0.
fn binary(size: &str) -> String {
    match size.strip_suffix('b').filter(|size| size.ends_with(['K', 'M', 'G', 'T'])) {
        Some(size) => format!("{size}iB"),
        None => size.to_owned(),
    }
}
