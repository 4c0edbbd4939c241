//! Everything that is wrong with a file: syntax, checks, and the findings of the analysis.

use boolprog_base::words::count;
use boolprog_base::{Diagnostic, Severity, Span, Tag};
use boolprog_check::report::{PropertyReport, Unknown, Verdict, Violation};
use boolprog_program::names::{Symbol, Use};
use boolprog_program::program::Threads;
use boolprog_trace::document::PropertyKind;

use crate::barrier::barrier;
use crate::unreachable::{found, is_assert_false_at};
use crate::wording::{INTERNAL_ERROR, needs, reason, scope};
use crate::{Answer, DeadCode, Findings, Results, Snapshot, conditions, constants, story};

/// Related places of one violation, the summary included.
pub(crate) const MAX_RELATED: usize = 12;

const VIOLATED: &str = "assertion-violated";
const REACHED: &str = "error-label-reached";
pub(crate) const NOT_DECIDED: &str = "not-decided";
const NEVER_REACHED: &str = "assertion-never-reached";

/// All diagnostics of a snapshot, by position. Nothing that a stale result says is among them.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = snapshot.syntax.iter().chain(snapshot.analysis.diagnostics()).cloned().collect();
    match &snapshot.results {
        Results::Current(findings) => {
            all.extend(answers(snapshot, findings));
            let dead = dead_code(snapshot, findings, &all);
            all.extend(dead);
        }
        Results::Checking { found, .. } => all.extend(answers(snapshot, found)),
        Results::None | Results::Stale(_) => {}
    }
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    all
}

/// The id of the property whose verdict a diagnostic of this snapshot tells.
pub fn property<'a>(snapshot: &'a Snapshot, diagnostic: &Diagnostic) -> Option<&'a str> {
    if ![VIOLATED, REACHED, NOT_DECIDED, NEVER_REACHED].contains(&diagnostic.code) {
        return None;
    }
    let index = snapshot.properties.iter().position(|property| property.span == diagnostic.span)?;
    Some(&snapshot.results.answer(index)?.report()?.id)
}

/// What is said about the verdict of a property, by its index; `None` if that is nothing, or not current.
pub(crate) fn of_answer(snapshot: &Snapshot, property: usize) -> Option<Diagnostic> {
    match &snapshot.results {
        Results::Current(findings) | Results::Checking { found: findings, .. } => answer(snapshot, findings, property),
        Results::None | Results::Stale(_) => None,
    }
}

fn answers<'a>(snapshot: &'a Snapshot, findings: &'a Findings) -> impl Iterator<Item = Diagnostic> + 'a {
    (0..snapshot.properties.len()).filter_map(move |property| answer(snapshot, findings, property))
}

fn answer(snapshot: &Snapshot, findings: &Findings, property: usize) -> Option<Diagnostic> {
    let span = snapshot.properties.get(property)?.span;
    match findings.answers.get(property)?.as_ref()? {
        Answer::InternalError => Some(not_decided(span, INTERNAL_ERROR)),
        Answer::Report(report) => match &report.verdict {
            Verdict::Violated(violation) => Some(violated(snapshot, findings, span, report, violation)),
            Verdict::Unknown(unknown) => Some(unknown_verdict(span, unknown)),
            Verdict::Proved(proof) if proof.never_reached() => vacuous(snapshot, findings, span, report),
            Verdict::Proved(_) => None,
        },
    }
}

fn violated(
    snapshot: &Snapshot,
    findings: &Findings,
    span: Span,
    report: &PropertyReport,
    violation: &Violation,
) -> Diagnostic {
    let trace = violation.trace();
    let (code, what) = match report.kind {
        PropertyKind::Assert => (VIOLATED, "Assertion can fail".to_owned()),
        _ => (REACHED, format!("Error label `{}` can be reached", report.name)),
    };
    let needed = match trace.context_switches {
        0 => needs(trace),
        switches => format!("{}, {}", needs(trace), count(switches, "context switch")),
    };
    let message = format!("{what}: {needed}");
    let mut diagnostic = Diagnostic::new(code, Severity::Error, span, message);
    for event in story::highlights(trace, &watched(snapshot, report), MAX_RELATED - 1) {
        let place = findings.layout.part(&event.range).and_then(|part| snapshot.span(part));
        diagnostic = diagnostic.with_related(place.unwrap_or(span), event.text);
    }
    diagnostic.with_related(span, format!("full trace: {}", count(trace.steps.len() as u64, "step")))
}

/// The names of the variables that the asserted expression reads; none for a label.
fn watched<'a>(snapshot: &'a Snapshot, report: &PropertyReport) -> Vec<&'a str> {
    let names = &snapshot.analysis.names;
    let variable = |found: &Use| match found.symbol {
        Symbol::Variable(id) if found.site == Some(report.site) => Some(names.info(id).name.as_str()),
        _ => None,
    };
    if report.kind == PropertyKind::Assert { names.uses.iter().filter_map(variable).collect() } else { Vec::new() }
}

fn unknown_verdict(span: Span, unknown: &Unknown) -> Diagnostic {
    not_decided(span, &reason(unknown))
}

/// What is said where there is no verdict.
pub(crate) fn not_decided(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(NOT_DECIDED, Severity::Warning, span, format!("Not decided: {reason}."))
}

/// An assertion that no thread gets to holds, but perhaps not for the reason its author has in mind. An error
/// label or `assert F` that is never reached is just what its author wants.
fn vacuous(snapshot: &Snapshot, findings: &Findings, span: Span, report: &PropertyReport) -> Option<Diagnostic> {
    let wanted = report.kind == PropertyKind::Label || is_assert_false_at(snapshot, report.site);
    if wanted || !snapshot.preferences.vacuity {
        return None;
    }
    let message = match findings.threads {
        Threads::Any => "No thread ever reaches this assertion.".to_owned(),
        threads @ Threads::Exactly(_) => {
            format!("No thread ever reaches this assertion ({}).", scope(threads, findings.creates_threads))
        }
    };
    let mut diagnostic = Diagnostic::new(NEVER_REACHED, Severity::Information, span, message);
    diagnostic.related.extend(barrier(snapshot, findings, report.site));
    Some(diagnostic)
}

/// What has no effect in any reachable state, without what a check of the text alone has already found.
fn dead_code(snapshot: &Snapshot, findings: &Findings, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let fade = match snapshot.preferences.dead_code {
        DeadCode::Fade => true,
        DeadCode::Hint => false,
        DeadCode::Off => return Vec::new(),
    };
    let mut all = unreachable(snapshot, findings, fade);
    all.extend(conditions::settled(snapshot));
    all.extend(constants::constants(snapshot));
    let says_as_much =
        |other: &Diagnostic| other.tags.contains(&Tag::Unnecessary) || other.code == "constant-condition";
    all.retain(|new| !known.iter().any(|other| says_as_much(other) && other.span.contains(new.span)));
    all
}

/// Regions that no thread reaches.
fn unreachable(snapshot: &Snapshot, findings: &Findings, fade: bool) -> Vec<Diagnostic> {
    let message = format!("Unreachable {}", scope(findings.threads, findings.creates_threads));
    let hint = |region| {
        let hint = Diagnostic::new("never-reached", Severity::Hint, region, message.clone());
        if fade { hint.with_tag(Tag::Unnecessary) } else { hint }
    };
    found(snapshot).into_iter().map(hint).collect()
}
