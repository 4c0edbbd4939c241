//! Everything that is wrong with a file: syntax, checks, and the findings of the analysis.

use boolprog_base::{Diagnostic, Severity, Span, Tag};
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::wording::{INTERNAL_ERROR, reason};
use boolprog_program::names::{Symbol, Use};
use boolprog_program::program::Threads;
use boolprog_trace::document::PropertyKind;

use crate::barrier::barrier;
use crate::unreachable::{found, is_assert_false_at};
use crate::verdicts::{NEVER_REACHED, not_decided, violated};
use crate::{Answer, DeadCode, Findings, Results, Snapshot, conditions, constants, needed};

/// All diagnostics of a snapshot, by position. Nothing that a stale result says is among them.
pub fn diagnostics(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = snapshot.syntax.iter().chain(snapshot.analysis.diagnostics()).cloned().collect();
    if snapshot.text.trim().is_empty() {
        all.iter_mut().for_each(not_begun);
    }
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

/// A program that is not begun yet is no mistake.
fn not_begun(diagnostic: &mut Diagnostic) {
    diagnostic.severity = Severity::Information;
    "Nothing is written yet. A program begins with `void main()`, where threads start."
        .clone_into(&mut diagnostic.message);
}

/// The diagnostic for the verdict of a property, by its index; `None` if there is none, or it is not current.
pub(crate) fn of_answer(snapshot: &Snapshot, property: usize) -> Option<Diagnostic> {
    match &snapshot.results {
        Results::Current(findings) | Results::Checking { found: findings, .. } => answer(snapshot, findings, property),
        Results::None | Results::Stale(_) => None,
    }
}

fn answers<'a>(snapshot: &'a Snapshot, findings: &'a Findings) -> impl Iterator<Item = Diagnostic> + 'a {
    (0..snapshot.properties().len()).filter_map(move |property| answer(snapshot, findings, property))
}

fn answer(snapshot: &Snapshot, findings: &Findings, property: usize) -> Option<Diagnostic> {
    let span = snapshot.properties().get(property)?.span;
    match findings.answers.get(property)?.as_ref()? {
        Answer::InternalError => Some(not_decided(span, INTERNAL_ERROR)),
        Answer::Report(report) => match &report.verdict {
            Verdict::Violated(violation) => {
                Some(violated(snapshot, report, violation, span, &watched(snapshot, report)))
            }
            Verdict::Unknown(unknown) => Some(not_decided(span, &reason(unknown))),
            Verdict::Proved(proof) if proof.never_reached() => vacuous(snapshot, findings, span, report),
            Verdict::Proved(_) => None,
        },
    }
}

/// The names of the variables that the asserted expression reads; none for a label.
fn watched<'a>(snapshot: &'a Snapshot, report: &PropertyReport) -> Vec<&'a str> {
    let names = &snapshot.analysis.names;
    let variable = |found: &Use| match found.symbol {
        Symbol::Variable(id) if found.site == report.site => Some(names.info(id).name.as_str()),
        _ => None,
    };
    if report.kind == PropertyKind::Assert { names.uses.iter().filter_map(variable).collect() } else { Vec::new() }
}

/// An assertion that no thread reaches holds, perhaps unintentionally. An error label or `assert F` that is never
/// reached is intended.
fn vacuous(snapshot: &Snapshot, findings: &Findings, span: Span, report: &PropertyReport) -> Option<Diagnostic> {
    let site = report.site?;
    let wanted = report.kind == PropertyKind::Label || is_assert_false_at(snapshot, site);
    if wanted || !snapshot.context.preferences.vacuity {
        return None;
    }
    let message = match snapshot.analysis.reading.threads {
        Threads::Any => "No thread ever reaches this assertion.".to_owned(),
        Threads::Exactly(_) => format!("No thread ever reaches this assertion ({}).", findings.scope),
    };
    let mut diagnostic = Diagnostic::new(NEVER_REACHED, Severity::Information, span, message);
    diagnostic.related.extend(barrier(snapshot, findings, site));
    Some(diagnostic)
}

/// Code without effect in any reachable state, except for findings of the checks of the text alone.
fn dead_code(snapshot: &Snapshot, findings: &Findings, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let fade = match snapshot.context.preferences.dead_code {
        DeadCode::Fade => true,
        DeadCode::Hint => false,
        DeadCode::Off => return Vec::new(),
    };
    let mut all = unreachable(snapshot, findings, fade);
    all.extend(conditions::settled(snapshot));
    all.extend(constants::constants(snapshot));
    all.extend(needed::unneeded(snapshot, fade));
    let says_as_much =
        |other: &Diagnostic| other.tags.contains(&Tag::Unnecessary) || other.code == "constant-condition";
    all.retain(|new| !known.iter().any(|other| says_as_much(other) && other.span.contains(new.span)));
    all
}

fn unreachable(snapshot: &Snapshot, findings: &Findings, fade: bool) -> Vec<Diagnostic> {
    let message = format!("Unreachable {}", findings.scope);
    let hint = |region| {
        let hint = Diagnostic::new("never-reached", Severity::Hint, region, message.clone());
        if fade { hint.with_tag(Tag::Unnecessary) } else { hint }
    };
    found(snapshot).into_iter().map(hint).collect()
}
