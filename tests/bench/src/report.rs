//! The parts of a report that suites tabulate.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Report<P, S> {
    files: [Checked<P, S>; 1],
}

/// The part of a report about its only file. Parts that neither type names are skipped while they are read: what this process holds
/// counts as memory of the next one.
#[derive(Deserialize)]
pub(crate) struct Checked<P, S> {
    /// The properties.
    pub(crate) properties: Vec<P>,
    /// The statistics of the check.
    pub(crate) statistics: S,
}

/// Reads the report of a check of one file.
pub(crate) fn read<P: DeserializeOwned, S: DeserializeOwned>(path: &Path) -> Result<Checked<P, S>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let Report { files: [checked] } = serde_json::from_reader(BufReader::new(file))?;
    Ok(checked)
}
