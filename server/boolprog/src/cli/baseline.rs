//! `boolprog check --baseline`: the differences from an earlier report.

use std::path::Path;

use boolprog_base::Severity;
use boolprog_base::words::count;
use boolprog_export::report::{FileDocument, PropertyDocument, ReportDocument};
use boolprog_ide::changes::{Change, Finding, changes};

use super::load;

/// An earlier report.
#[derive(Debug)]
pub(super) struct Baseline(ReportDocument);

impl Baseline {
    /// Reads a report in JSON. Fails with a sentence for the user.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let report = load::read(path).and_then(|source| ReportDocument::read(source.text()));
        report.map(Self).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// A line for each difference in one file.
    pub(super) fn changes(&self, now: &FileDocument) -> Vec<String> {
        let file = &now.file;
        let errors = now.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        if errors > 0 {
            return vec![format!("{file}: not checked because of {}", count(errors as u64, "error"))];
        }
        let then = self.0.files.iter().find(|old| old.file == *file);
        let before: Vec<Finding<'_>> = then.into_iter().flat_map(|old| &old.properties).map(finding).collect();
        let after: Vec<Finding<'_>> = now.properties.iter().map(finding).collect();
        let line = |change: &Change<'_>| {
            let line = change.now.map(|index| format!(":{}", now.properties[index].line.max(1)));
            format!("{file}{}: {} {} - {}", line.unwrap_or_default(), change.kind.name(), change.name, change.what)
        };
        changes(&before, &after).iter().map(line).collect()
    }
}

fn finding(property: &PropertyDocument) -> Finding<'_> {
    Finding {
        kind: property.kind,
        name: &property.name,
        verdict: property.verdict.name(),
        needs: property.steps.map(|steps| (property.threads_needed, steps)),
    }
}
