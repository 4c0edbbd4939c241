//! `boolprog check --baseline`: what is different from an earlier report.

use std::collections::BTreeMap;
use std::path::Path;

use boolprog_export::report::{FileDocument, PropertyDocument, REPORT_SCHEMA, Verdict};
use boolprog_ide::wording::count;
use serde::Deserialize;

use super::load;

/// What an earlier report says.
#[derive(Debug, Deserialize)]
pub(super) struct Baseline {
    schema: String,
    files: Vec<OldFile>,
}

#[derive(Debug, Deserialize)]
struct OldFile {
    file: String,
    properties: Vec<OldProperty>,
}

#[derive(Debug, Deserialize)]
struct OldProperty {
    kind: String,
    name: String,
    verdict: String,
    threads_needed: Option<u32>,
    steps: Option<usize>,
}

impl Baseline {
    /// Reads a report in JSON. Fails with a sentence for people.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let named = |why: String| format!("{}: {why}", path.display());
        let source = load::read(path).map_err(named)?;
        let report: Self = serde_json::from_str(source.text())
            .map_err(|error| named(format!("this is no report of `boolprog check --format json`: {error}")))?;
        if report.schema != REPORT_SCHEMA {
            return Err(named(format!("the schema is `{}`, but only `{REPORT_SCHEMA}` can be read", report.schema)));
        }
        Ok(report)
    }

    /// A line for each difference in one file. Properties are the same if they say the same, whatever their line; of
    /// several that do, the first is the first.
    pub(super) fn changes(&self, now: &FileDocument) -> Vec<String> {
        let file = &now.file;
        let errors = now.diagnostics.iter().filter(|diagnostic| diagnostic.severity == "error").count();
        if errors > 0 {
            return vec![format!("{file}: not checked because of {}", count(errors as u64, "error"))];
        }
        let then = self.files.iter().find(|old| old.file == *file);
        let mut before: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for old in then.into_iter().flat_map(|old| old.properties.iter().rev()) {
            before.entry((old.kind.as_str(), old.name.as_str())).or_default().push(old);
        }
        let mut lines = Vec::new();
        for property in &now.properties {
            let name = (property.kind.name(), property.name.as_str());
            let old = before.get_mut(&name).and_then(Vec::pop);
            if let Some(change) = change(old, property) {
                let line = property.line.max(1);
                lines.push(format!("{file}:{line}: {} {} - {change}", name.0, name.1));
            }
        }
        let gone = before.into_values().flatten();
        lines.extend(gone.map(|old| format!("{file}: {} {} - gone, was {}", old.kind, old.name, was(old))));
        lines
    }
}

/// What is different about a property.
fn change(old: Option<&OldProperty>, now: &PropertyDocument) -> Option<String> {
    let Some(old) = old else { return Some(format!("new: {}", is(now))) };
    let same = old.verdict == word(now.verdict) && (old.threads_needed, old.steps) == (now.threads_needed, now.steps);
    (!same).then(|| format!("was {}, is {}", was(old), is(now)))
}

fn was(old: &OldProperty) -> String {
    told(&old.verdict, old.threads_needed, old.steps)
}

fn is(now: &PropertyDocument) -> String {
    told(word(now.verdict), now.threads_needed, now.steps)
}

fn told(verdict: &str, threads: Option<u32>, steps: Option<usize>) -> String {
    match (threads, steps) {
        (Some(threads), Some(steps)) => {
            format!("{verdict} with {} in {}", count(threads, "thread"), count(steps as u64, "step"))
        }
        _ => verdict.to_owned(),
    }
}

/// As reports say it.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Violated => "violated",
        Verdict::Unknown => "unknown",
    }
}
