//! Actions for a property, by its verdict.

use boolprog_base::{Diagnostic, Edit, Span};
use boolprog_check::report::Verdict;

use super::{Action, Effect, Kind, insertion, place, touches};
use crate::diagnostics::of_answer;
use crate::retries::{retries, title};
use crate::trace::trace;
use crate::{Answer, Results, Snapshot, story};

/// The actions for the properties that a range touches, and that something current is known of.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let properties = snapshot.properties().iter().enumerate().filter(|(_, property)| touches(property.span, range));
    properties.flat_map(|(index, _)| of_property(snapshot, index)).collect()
}

/// Actions that fix nothing but belong to the verdict.
fn of_property(snapshot: &Snapshot, index: usize) -> Vec<Action> {
    let Some(answer) = snapshot.results.answer(index) else { return Vec::new() };
    let Some(report) = answer.report() else { return Vec::new() };
    let diagnostic = of_answer(snapshot, index);
    match &report.verdict {
        Verdict::Violated(_) => {
            let effect = || Effect::TraceComment(report.id.clone());
            let comment = || quick("Insert the counterexample as a comment", effect(), diagnostic.as_ref());
            let replay = replay(&report.id, diagnostic.as_ref());
            std::iter::once(replay).chain(snapshot.results.current().map(|_| comment())).collect()
        }
        Verdict::Unknown(_) => undecided(&snapshot.results, answer, diagnostic.as_ref()),
        Verdict::Proved(_) => {
            vec![Action::refactoring(Kind::Rewrite, "Save the proof as a theorem...", Effect::SaveTheorems)]
        }
    }
}

fn quick(title: &str, effect: Effect, about: Option<&Diagnostic>) -> Action {
    Action { diagnostic: about.cloned(), ..Action::refactoring(Kind::QuickFix, title, effect) }
}

/// Replays the counterexample to the property with this id.
pub(crate) fn replay(id: &str, about: Option<&Diagnostic>) -> Action {
    quick("Replay the counterexample", Effect::Replay(id.to_owned()), about)
}

/// Says how a prover gets here, without which nothing decides the property.
pub(crate) fn install_prover(about: Option<&Diagnostic>) -> Action {
    Action { preferred: true, ..quick("Install a prover", Effect::InstallProver, about) }
}

/// Repeats the check of a property with this answer, with more time if that was the limit.
pub(crate) fn undecided(results: &Results, answer: &Answer, about: Option<&Diagnostic>) -> Vec<Action> {
    let again = quick("Check again, with the longer time limit", Effect::Check, about);
    let id = answer.report().map_or("", |report| report.id.as_str());
    let retry = |seconds| quick(&title(seconds), Effect::Retry(id.to_owned(), seconds), about);
    std::iter::once(again).chain(retries(results, Some(answer)).into_iter().map(retry)).collect()
}

/// The edit that writes a counterexample above its property, one line for each step.
pub(super) fn comment(snapshot: &Snapshot, id: &str) -> Option<Vec<Edit>> {
    let trace = trace(snapshot, id)?;
    let report = snapshot.results.current()?.answered().filter_map(Answer::report).position(|it| it.id == id)?;
    let span = snapshot.properties().get(report)?.span;
    let before = snapshot.text.get(..span.start as usize)?;
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1) as u32;
    let indentation = place::indentation(snapshot, span.start);
    let steps = (1..).zip(trace.steps.iter().zip(story::steps(&trace)));
    let told = steps.map(|(number, (step, text))| format!("{indentation}// {number}. T{}: {text}\n", step.thread));
    let text: String = told.collect();
    Some(vec![insertion(line, text)])
}
