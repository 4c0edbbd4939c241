//! The sentences of reports: the same in every format.

use boolprog_base::Severity;
use boolprog_base::words::count;
use boolprog_check::wording::holds;
use boolprog_trace::document::{ProgramKind, PropertyKind};

use crate::report::{FileDocument, PropertyDocument, ReportDocument, Verdict};

pub(crate) fn verdict(property: &PropertyDocument) -> &'static str {
    if property.kind == PropertyKind::Point { "reached" } else { property.verdict.name() }
}

/// The detail of a verdict: `holds for any number of threads`, `needs 2 threads, 7 steps`, or the reason for *unknown*.
pub(crate) fn detail(file: &FileDocument, property: &PropertyDocument) -> String {
    match property.verdict {
        Verdict::Proved => holds(property.kind, file.scope.as_deref().unwrap_or("in all executions")),
        Verdict::Violated => property.needs(),
        Verdict::Unknown => property.reason.clone().unwrap_or_default(),
    }
}

pub(crate) fn evidence(property: &PropertyDocument) -> String {
    let engine = property.engine.as_deref().unwrap_or_default();
    match (property.verdict, property.certified) {
        (Verdict::Unknown, _) => "none".to_owned(),
        (Verdict::Violated, _) => "an execution, carried out again by the reference interpreter".to_owned(),
        (Verdict::Proved, true) => {
            format!("a certificate found by the engine {engine}, accepted by the independent checker")
        }
        (Verdict::Proved, false) => format!("the engine {engine}"),
    }
}

/// The text in place of properties, if there are none. `None` if there are.
pub fn nothing(file: &FileDocument) -> Option<String> {
    let errors = file.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    match (errors, file.properties.is_empty()) {
        (0, false) => None,
        (0, true) if file.kind == Some(ProgramKind::C) => {
            Some("no check can fail: there is nothing to prove".to_owned())
        }
        (0, true) => Some("nothing is asserted: there is nothing to prove".to_owned()),
        (errors, _) => Some(format!("not checked because of {}", count(errors, "error"))),
    }
}

/// The text of a picture without counterexamples: a statement of that, and a line per property.
pub(crate) fn no_counterexample(report: &ReportDocument) -> Vec<String> {
    let mut lines = vec!["No counterexample".to_owned()];
    for file in &report.files {
        lines.extend(nothing(file).map(|why| format!("{}: {why}", file.file)));
        for property in &file.properties {
            let (title, verdict) = (property.title(), verdict(property));
            lines.push(format!("{}: {title} - {verdict}, {}", file.file, detail(file, property)));
        }
    }
    lines
}

pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
