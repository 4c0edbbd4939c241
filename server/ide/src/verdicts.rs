//! The presentation of a verdict in all features.

use boolprog_base::words::count;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::report::{PropertyReport, Verdict, Violation};
use boolprog_check::wording::{INTERNAL_ERROR, happens_here, needs, reason};
use boolprog_trace::document::{ProgramKind, PropertyKind, RangeDocument};

use crate::{Answer, Checkable, story};

/// Related places of one violation, the summary included.
const MAX_RELATED: usize = 12;

const NOT_DECIDED: &str = "not-decided";
/// The code of an assertion that holds since no thread reaches it.
pub(crate) const NEVER_REACHED: &str = "assertion-never-reached";
const VALUE: &str = "value-missing";

/// The advice to a person without a prover.
const INSTALL: &str =
    " Install Z3 (`pip install z3-solver`), or name another prover in the setting `boolprog.integer.prover`.";

/// Codes of diagnostics that only a check of an integer program produces.
pub const CODES: [&str; 4] = ["error-reached", "invariant-violated", VALUE, "check-violated"];

fn code(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Assert => "assertion-violated",
        PropertyKind::Label | PropertyKind::Target | PropertyKind::Point => "error-label-reached",
        PropertyKind::Check => CODES[3],
        PropertyKind::Error => CODES[0],
        PropertyKind::Invariant => CODES[1],
        PropertyKind::Value => VALUE,
    }
}

/// The diagnostic of a violation, whose most important steps are related to it. Steps that write to a variable in `watched`
/// are more important than others.
pub(crate) fn violated(
    snapshot: &impl Checkable,
    report: &PropertyReport,
    violation: &Violation,
    span: Span,
    watched: &[&str],
) -> Diagnostic {
    let trace = violation.trace();
    let mut message = format!("{}: {}", happens_here(report), needs(trace));
    if trace.context_switches > 0 && trace.kind != ProgramKind::Integer {
        message = format!("{message}, {}", count(trace.context_switches, "context switch"));
    }
    let mut diagnostic = Diagnostic::new(code(report.kind), Severity::Error, span, message);
    let parts = snapshot.parts();
    for other in &trace.property.related {
        let place = moved(snapshot, &parts, &other.range).unwrap_or(span);
        diagnostic = diagnostic.with_related(place, other.text.clone());
    }
    if let Some(locks) = &trace.property.locks {
        diagnostic = diagnostic.with_related(span, format!("{}; {locks}", trace.property.name));
    }
    for event in story::highlights(trace, watched, MAX_RELATED - 1) {
        let place = moved(snapshot, &parts, &event.range).unwrap_or(span);
        diagnostic = diagnostic.with_related(place, event.text);
    }
    diagnostic.with_related(span, format!("full trace: {}", count(trace.steps.len() as u64, "step")))
}

/// The diagnostic of an answer about an integer program, in whatever language; none for a proof.
pub(crate) fn of_integer_program(snapshot: &impl Checkable, answer: &Answer, span: Span) -> Option<Diagnostic> {
    let Some(report) = answer.report() else { return Some(not_decided(span, INTERNAL_ERROR)) };
    match &report.verdict {
        Verdict::Violated(violation) => Some(violated(snapshot, report, violation, span, &[])),
        Verdict::Unknown(unknown) => {
            let mut found = not_decided(span, &reason(unknown));
            if unknown.lacks_prover() {
                found.message.push_str(INSTALL);
            }
            Some(found)
        }
        Verdict::Proved(_) => None,
    }
}

pub(crate) fn not_decided(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(NOT_DECIDED, Severity::Warning, span, format!("Not decided: {reason}."))
}

/// The place in this text of the expression whose value does not exist.
pub(crate) fn place(snapshot: &impl Checkable, answer: &Answer) -> Option<Span> {
    place_in(snapshot, &snapshot.parts(), answer)
}

/// The place in a text of these parts where the counterexample of an answer ends.
pub(crate) fn place_in(snapshot: &impl Checkable, parts: &[Span], answer: &Answer) -> Option<Span> {
    let Verdict::Violated(violation) = answer.verdict()? else { return None };
    moved(snapshot, parts, &violation.trace().property.range)
}

/// The current place of a part of the text that was checked.
fn moved(snapshot: &impl Checkable, parts: &[Span], range: &RangeDocument) -> Option<Span> {
    let (first, last) = snapshot.results().told()?.layout.parts(range)?;
    Some(Span::new(parts.get(first)?.start, parts.get(last)?.end))
}

/// The id of the property whose verdict a diagnostic of this snapshot shows.
pub fn property<'a>(snapshot: &'a impl Checkable, diagnostic: &Diagnostic) -> Option<&'a str> {
    const SHOWN: [&str; 4] = ["assertion-violated", "error-label-reached", NOT_DECIDED, NEVER_REACHED];
    let findings = snapshot.results().told()?;
    let answer = if diagnostic.code == VALUE {
        findings.values.as_ref()?
    } else if SHOWN.contains(&diagnostic.code) || CODES.contains(&diagnostic.code) {
        findings.answers.get(snapshot.property_in(diagnostic.span)?)?.as_ref()?
    } else {
        return None;
    };
    Some(&answer.report()?.id)
}
