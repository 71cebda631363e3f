//! How fio describes a job before the run: `rw=randrw, bs=(R) 4096B-4096B, (W) …,
//! ioengine=libaio, iodepth=16`, fio 2: `bs=4K-4K/4K-4K/4K-4K`.

/// A job as described before the run.
#[derive(Debug, Default)]
pub(super) struct Description {
    /// The options but the block size.
    pub(super) options: Vec<(&'static str, String)>,
    /// The block sizes.
    pub(super) sizes: Sizes,
}

/// Block sizes of read, write and trim.
#[derive(Debug, Default, Clone)]
pub(super) struct Sizes(Vec<String>);

/// The options that the description tells.
const OPTIONS: [&str; 3] = ["rw", "ioengine", "iodepth"];

impl Description {
    /// Reads what stands behind the `(g=0): `.
    pub(super) fn of(options: &str) -> Self {
        let mut description = Self::default();
        for option in options.split(", ") {
            let Some((name, value)) = option.split_once('=') else { continue };
            if let Some(known) = OPTIONS.into_iter().find(|known| *known == name) {
                description.options.push((known, value.trim().to_owned()));
            }
        }
        if let Some((_, sizes)) = options.split_once("bs=") {
            let sizes = sizes.split(", ioengine=").next().unwrap_or_default();
            description.sizes = Sizes::of(sizes);
        }
        description
    }
}

impl Sizes {
    fn of(text: &str) -> Self {
        let ranges = text.split([' ', ',', '/']).filter_map(|range| {
            let (least, most) = range.split_once('-')?;
            Some(if least == most { least.to_owned() } else { range.to_owned() })
        });
        Self(ranges.collect())
    }

    /// The block size of a direction; of all together only where it is the same.
    pub(super) fn of_direction(&self, direction: &str) -> Option<String> {
        let first = self.0.first()?;
        match direction {
            "read" => Some(first.clone()),
            "write" => self.0.get(1).cloned(),
            "trim" => self.0.get(2).cloned(),
            _ => self.0.iter().all(|size| size == first).then(|| first.clone()),
        }
    }
}
