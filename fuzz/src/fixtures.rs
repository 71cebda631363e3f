//! The real outputs that inputs are made from.

use std::fs;
use std::path::Path;

use anyhow::Context;
use benchdata::readers::{self, AUTO};

/// A real output.
pub(crate) struct Fixture {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// The format of the folder it stands in, else `auto`.
    pub(crate) format: String,
}

/// The outputs under `folder`, in folders named after their formats.
///
/// # Errors
/// Where there is none, or one cannot be read.
pub(crate) fn load(folder: &Path) -> anyhow::Result<Vec<Fixture>> {
    let mut paths = Vec::new();
    for tool in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        for file in fs::read_dir(tool?.path())? {
            paths.push(file?.path());
        }
    }
    // Seeds mean the same inputs everywhere.
    paths.sort();
    let fixture = |path: &std::path::PathBuf| {
        let tool = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let format = readers::reader(&tool).map_or(AUTO, |reader| reader.name).to_owned();
        Ok(Fixture { bytes: fs::read(path)?, format })
    };
    let fixtures = paths.iter().map(fixture).collect::<anyhow::Result<Vec<_>>>()?;
    anyhow::ensure!(!fixtures.is_empty(), "{}: no output in it", folder.display());
    Ok(fixtures)
}
