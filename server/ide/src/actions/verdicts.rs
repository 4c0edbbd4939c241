//! What one does about a violation, or about a property that is not decided.

use boolprog_check::report::Verdict;
use boolprog_syntax::{Edit, Span};

use super::{Action, Effect, Kind, insertion, place, touches};
use crate::trace::trace;
use crate::{Snapshot, story};

/// The actions for the properties that a range touches, and that something current is known of.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let properties = snapshot.properties.iter().enumerate().filter(|(_, property)| touches(property.span, range));
    let mut actions = Vec::new();
    for report in properties.filter_map(|(index, _)| snapshot.results.answer(index)?.report()) {
        let quick = |title: &str, effect| Action::refactoring(Kind::QuickFix, title, effect);
        match &report.verdict {
            Verdict::Violated(_) => {
                actions.push(quick("Replay the counterexample", Effect::Replay(report.id.clone())));
                if snapshot.results.current().is_some() {
                    let effect = Effect::TraceComment(report.id.clone());
                    actions.push(quick("Insert the counterexample as a comment", effect));
                }
            }
            Verdict::Unknown(_) => actions.push(quick("Check again, with the longer time limit", Effect::Check)),
            Verdict::Proved(_) => {}
        }
    }
    actions
}

/// The edit that writes a counterexample above its property, one line for each step.
pub(super) fn comment(snapshot: &Snapshot, id: &str) -> Option<Vec<Edit>> {
    let trace = trace(snapshot, id)?;
    let report = snapshot.results.current()?.answered().filter_map(crate::Answer::report).position(|it| it.id == id)?;
    let span = snapshot.properties.get(report)?.span;
    let before = snapshot.text.get(..span.start as usize)?;
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1) as u32;
    let indentation = place::indentation(snapshot, span.start);
    let steps = (1..).zip(trace.steps.iter().zip(story::steps(&trace)));
    let told = steps.map(|(number, (step, text))| format!("{indentation}// {number}. T{}: {text}\n", step.thread));
    let text: String = told.collect();
    Some(vec![insertion(line, text)])
}
