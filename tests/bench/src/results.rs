//! Measurements, as written to `results.json`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::sample::Sample;

pub(crate) const SCHEMA: &str = "boolprog-bench/1";

/// Writes results as `NAME.json` and their table as `NAME.md`, and prints the table.
pub(crate) fn save(out: &Path, name: &str, results: &impl Serialize, table: &str) -> Result<()> {
    write(out, &format!("{name}.json"), &serde_json::to_string_pretty(results)?)?;
    write(out, &format!("{name}.md"), table)?;
    print!("{table}");
    eprintln!("written to {}", out.display());
    Ok(())
}

pub(crate) fn write(out: &Path, name: &str, text: &str) -> Result<()> {
    let path = out.join(name);
    fs::write(&path, text).with_context(|| path.display().to_string())
}

#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) schema: &'static str,
    /// Number of measurements of each figure.
    pub(crate) repeat: u32,
    /// Seconds after which a run was stopped.
    pub(crate) timeout: f64,
    pub(crate) against: Option<String>,
    pub(crate) suites: Vec<SuiteResults>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SuiteResults {
    pub(crate) name: String,
    /// Meaning of the sizes, in a growth family.
    pub(crate) parameter: Option<&'static str>,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) instance: String,
    pub(crate) size: Option<u32>,
    pub(crate) engine: Engine,
    pub(crate) process: Process,
    pub(crate) against: Option<Process>,
    /// Wrong answers, and exit codes of the other command that change from run to run.
    pub(crate) complaints: Vec<String>,
}

/// In the engines alone, in seconds; nothing where the time limit was reached.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Engine {
    pub(crate) answer: Answer,
    /// All verdicts with their evidence.
    pub(crate) verdict: Option<Sample>,
    /// The minimal coverability set; nothing for systems that have none.
    pub(crate) set: Option<Sample>,
}

#[derive(Clone, Copy, Default, Debug, Serialize)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) maximal_markings: Option<u64>,
    pub(crate) thread_states: Option<u64>,
}

/// The worst verdict of a file, as in its exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Proved,
    #[default]
    Unknown,
    Violated,
}

impl Verdict {
    /// The worst of these verdicts; proved if there are none.
    pub(crate) fn worst(verdicts: impl Iterator<Item = Self>) -> Self {
        verdicts.max().unwrap_or(Self::Proved)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Unknown => "unknown",
            Self::Violated => "violated",
        }
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Process {
    /// Seconds from start to end, of the runs that ended in time.
    pub(crate) time: Option<Sample>,
    /// Seconds of processor time, of the same runs.
    pub(crate) processor: Option<Sample>,
    pub(crate) memory: Option<Sample>,
    /// The exit codes in the order of the runs; `None` for one that was stopped or crashed.
    pub(crate) codes: Vec<Option<i32>>,
}
