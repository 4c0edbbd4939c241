//! Code actions: quick fixes, actions on verdicts, and predicates.

use boolprog_base::{Diagnostic, Span};
use boolprog_check::report::Verdict;

use super::{Snapshot, diagnostics, predicate_offers};
use crate::actions::verdicts::{install_prover, replay, undecided};
use crate::actions::{Action, each_once, fixes, touches};
use crate::{Answer, Results};

/// The actions at a range.
pub fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let found = snapshot.diagnostics().filter(|diagnostic| touches(diagnostic.span, range));
    let mut actions: Vec<Action> =
        found.flat_map(|diagnostic| fixes::by(diagnostic.fixes.iter().cloned(), diagnostic)).collect();
    for (index, _) in snapshot.properties.iter().enumerate().filter(|(_, it)| touches(it.span, range)) {
        let about = diagnostics::of_property(snapshot, index);
        actions.extend(of_answer(&snapshot.results, snapshot.results.answer(index), about.as_ref()));
    }
    let values = snapshot.results.told().and_then(|findings| findings.values.as_ref());
    let about = diagnostics::of_values(snapshot).filter(|diagnostic| touches(diagnostic.span, range));
    actions.extend(about.iter().flat_map(|about| of_answer(&snapshot.results, values, Some(about))));
    actions.extend(predicate_offers::actions(snapshot, range));
    actions.extend(fixes::all(snapshot.diagnostics()));
    each_once(actions)
}

/// The actions for a violation, or for an undecided property; a program in whatever language.
pub(crate) fn of_answer(results: &Results, answer: Option<&Answer>, about: Option<&Diagnostic>) -> Vec<Action> {
    let Some((answer, report)) = answer.and_then(|answer| Some((answer, answer.report()?))) else { return Vec::new() };
    match &report.verdict {
        Verdict::Violated(_) => vec![replay(&report.id, about)],
        Verdict::Unknown(unknown) => {
            let install = unknown.lacks_prover().then(|| install_prover(about));
            install.into_iter().chain(undecided(results, answer, about)).collect()
        }
        Verdict::Proved(_) => Vec::new(),
    }
}
