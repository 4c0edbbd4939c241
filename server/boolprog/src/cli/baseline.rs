//! `boolprog check --baseline`: the differences from an earlier report.

use std::path::Path;

use boolprog_base::words::count;
use boolprog_export::report::{FileDocument, PropertyDocument, REPORT_SCHEMA, Severity, Verdict};
use boolprog_ide::changes::{Change, Finding, changes};
use boolprog_trace::document::PropertyKind;
use serde::Deserialize;

use super::load;

/// The contents of an earlier report.
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
    kind: PropertyKind,
    name: String,
    verdict: String,
    threads_needed: Option<u32>,
    steps: Option<usize>,
}

impl Baseline {
    /// Reads a report in JSON. Fails with a sentence for the user.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let named = |why: String| format!("{}: {why}", path.display());
        let source = load::read(path).map_err(named)?;
        let report: Self = serde_json::from_str(source.text())
            .map_err(|error| named(format!("this is not a report of `boolprog check --format json`: {error}")))?;
        if report.schema != REPORT_SCHEMA {
            return Err(named(format!("the schema is `{}`, but only `{REPORT_SCHEMA}` can be read", report.schema)));
        }
        Ok(report)
    }

    /// A line for each difference in one file.
    pub(super) fn changes(&self, now: &FileDocument) -> Vec<String> {
        let file = &now.file;
        let errors = now.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        if errors > 0 {
            return vec![format!("{file}: not checked because of {}", count(errors as u64, "error"))];
        }
        let then = self.files.iter().find(|old| old.file == *file);
        let before: Vec<Finding<'_>> = then.into_iter().flat_map(|old| &old.properties).map(was).collect();
        let after: Vec<Finding<'_>> = now.properties.iter().map(is).collect();
        let line = |change: &Change<'_>| {
            let line = change.now.map(|index| format!(":{}", now.properties[index].line.max(1)));
            format!("{file}{}: {} {} - {}", line.unwrap_or_default(), change.kind.name(), change.name, change.what)
        };
        changes(&before, &after).iter().map(line).collect()
    }
}

fn was(old: &OldProperty) -> Finding<'_> {
    let OldProperty { kind, name, verdict, threads_needed, steps } = old;
    Finding { kind: *kind, name, verdict, needs: steps.map(|steps| (*threads_needed, steps)) }
}

fn is(now: &PropertyDocument) -> Finding<'_> {
    Finding {
        kind: now.kind,
        name: &now.name,
        verdict: word(now.verdict),
        needs: now.steps.map(|steps| (now.threads_needed, steps)),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Violated => "violated",
        Verdict::Unknown => "unknown",
    }
}
