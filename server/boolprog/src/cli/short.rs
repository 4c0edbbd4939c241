//! The report for editors and scripts that read the output of compilers: one line per finding, with its position.

use std::io::{self, Write};

use boolprog_base::Severity;
use boolprog_check::wording::holds;
use boolprog_export::report::{PropertyDocument, Verdict};

use super::checked::Checked;
use super::load::Place;

/// Prints everything about one file: `FILE:LINE:COLUMN: SEVERITY: ...`. Proofs are notes.
pub(super) fn print(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    let file = &checked.document.file;
    // Hints are for the editor, which shows them unobtrusively.
    for diagnostic in checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Hint) {
        let Place { file: other, line, column } = checked.source.place(diagnostic.span.start);
        let file = other.unwrap_or(file);
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "info",
        };
        writeln!(out, "{file}:{line}:{column}: {severity}: {} [{}]", one_line(&diagnostic.message), diagnostic.code)?;
    }
    for property in &checked.document.properties {
        // The target of a transition system has no place in it.
        let (line, column) = (property.line.max(1), property.column.max(1));
        let file = property.file.as_ref().unwrap_or(file);
        let (severity, verdict) = verdict(checked, property);
        let name = one_line(&property.title());
        writeln!(out, "{file}:{line}:{column}: {severity}: {name} - {verdict}")?;
    }
    Ok(())
}

/// Severity, and the verdict in the words of the lenses.
fn verdict(checked: &Checked, property: &PropertyDocument) -> (&'static str, String) {
    match property.verdict {
        Verdict::Proved => ("note", holds(property.kind, checked.document.scope.as_deref().unwrap_or_default())),
        Verdict::Violated => ("error", format!("violated, {}", property.needs())),
        Verdict::Unknown => ("warning", format!("unknown: {}", property.reason.as_deref().unwrap_or_default())),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
