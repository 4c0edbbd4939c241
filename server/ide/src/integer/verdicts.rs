//! What is said about a verdict, wherever it is said.

use boolprog_base::words::count;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::integer::PropertyReport;
use boolprog_check::report::{Verdict, Violation};
use boolprog_trace::document::{PropertyKind, RangeDocument, TraceDocument};

use super::Snapshot;
use super::layout::parts;
use super::results::Findings;
use crate::diagnostics::{MAX_RELATED, not_decided};
use crate::wording::INTERNAL_ERROR;
use crate::wording::integer::reasons;
use crate::{Answer, story};

const REACHED: &str = "error-reached";
const VIOLATED: &str = "invariant-violated";
const VALUE: &str = "value-missing";

/// The codes of what only a check of an integer program finds.
pub const CODES: [&str; 3] = [REACHED, VIOLATED, VALUE];

/// The verdict in one line: the title of a lens.
pub(super) fn verdict(answer: &Answer<PropertyReport>, findings: &Findings) -> String {
    let Some(report) = answer.report() else { return format!("unknown: {INTERNAL_ERROR}") };
    match &report.verdict {
        Verdict::Violated(violation) => format!("violated - {}", needs(violation.trace())),
        Verdict::Proved(_) if report.kind == PropertyKind::Value => format!("every value exists {}", findings.scope),
        Verdict::Proved(_) => format!("holds {}", findings.scope),
        Verdict::Unknown(why) => format!("unknown: {}", reasons(why)),
    }
}

/// What a counterexample needs: `needs 5 steps`; only `found with` so many, if fewer may do.
fn needs(trace: &TraceDocument) -> String {
    let needs = if trace.guarantee.is_empty() { "found with" } else { "needs" };
    format!("{needs} {}", count(trace.steps.len() as u64, "step"))
}

/// Where in this text that stands whose value does not exist.
pub(super) fn place(snapshot: &Snapshot, answer: &Answer<PropertyReport>) -> Option<Span> {
    let Verdict::Violated(violation) = &answer.report()?.verdict else { return None };
    moved(snapshot, &violation.trace().property.range)
}

/// Where in this text a part of the text that was checked stands.
fn moved(snapshot: &Snapshot, range: &RangeDocument) -> Option<Span> {
    let part = snapshot.results.told()?.layout.part(range)?;
    parts(&snapshot.file).get(part).copied()
}

/// What is said about everything that has an answer which is about this very program.
pub(super) fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let of_properties = (0..snapshot.properties.len()).filter_map(|index| of_property(snapshot, index));
    of_properties.chain(of_values(snapshot)).collect()
}

/// What is said about a property, by its index.
pub(super) fn of_property(snapshot: &Snapshot, index: usize) -> Option<Diagnostic> {
    told(snapshot, snapshot.results.answer(index)?, snapshot.properties.get(index)?.span)
}

/// What is said about values that do not exist.
pub(super) fn of_values(snapshot: &Snapshot) -> Option<Diagnostic> {
    let answer = snapshot.results.told()?.values.as_ref()?;
    told(snapshot, answer, place(snapshot, answer).unwrap_or_default())
}

fn told(snapshot: &Snapshot, answer: &Answer<PropertyReport>, span: Span) -> Option<Diagnostic> {
    match answer.report() {
        None => Some(not_decided(span, INTERNAL_ERROR)),
        Some(report) => match &report.verdict {
            Verdict::Violated(violation) => Some(violated(snapshot, report, violation, span)),
            Verdict::Unknown(why) => Some(not_decided(span, &reasons(why))),
            Verdict::Proved(_) => None,
        },
    }
}

fn violated(snapshot: &Snapshot, report: &PropertyReport, violation: &Violation, span: Span) -> Diagnostic {
    let trace = violation.trace();
    let (code, what) = match report.kind {
        PropertyKind::Error => (REACHED, format!("Error `{}` can happen", report.name)),
        PropertyKind::Invariant => (VIOLATED, format!("Invariant `{}` can be violated", report.name)),
        _ => (VALUE, format!("A value does not exist: {}", report.name)),
    };
    let mut diagnostic = Diagnostic::new(code, Severity::Error, span, format!("{what}: {}", needs(trace)));
    for event in story::highlights(trace, &[], MAX_RELATED - 1) {
        diagnostic = diagnostic.with_related(moved(snapshot, &event.range).unwrap_or(span), event.text);
    }
    diagnostic.with_related(span, format!("full trace: {}", count(trace.steps.len() as u64, "step")))
}

/// The id of the property whose verdict a diagnostic of this snapshot tells.
pub(super) fn property<'a>(snapshot: &'a Snapshot, diagnostic: &Diagnostic) -> Option<&'a str> {
    let findings = snapshot.results.told()?;
    let answer = if diagnostic.code == VALUE {
        findings.values.as_ref()?
    } else if [REACHED, VIOLATED, crate::diagnostics::NOT_DECIDED].contains(&diagnostic.code) {
        let index = snapshot.properties.iter().position(|property| property.span == diagnostic.span)?;
        findings.answers.get(index)?.as_ref()?
    } else {
        return None;
    };
    Some(&answer.report()?.id)
}
