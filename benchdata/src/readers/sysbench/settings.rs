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

    fn set(&mut self, key: &'static str, value: &str) {
        if self.parameters.iter().all(|(set, _)| *set != key) {
            self.parameters.push((key, value.to_owned()));
        }
    }

    pub(super) fn case(self) -> Vec<(&'static str, String)> {
        self.parameters
    }
}

/// `16Kb` of version 0.4 is `16KiB` of 1.0.
fn binary(size: &str) -> String {
    match size.strip_suffix('b').filter(|size| size.ends_with(['K', 'M', 'G', 'T'])) {
        Some(size) => format!("{size}iB"),
        None => size.to_owned(),
    }
}
