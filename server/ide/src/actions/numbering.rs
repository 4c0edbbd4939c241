//! Labels replaced by numbers, in textual order.
//!
//! Labels of error and those that begin with `ASYNC_` mean something by their names, so they keep them. All others are
//! names of places and nothing else; every jump follows its label.

use boolprog_program::names::{LabelId, Names, ProcedureId, Role, Symbol};
use boolprog_program::walk::is_async_label;
use boolprog_syntax::{Edit, Span};
use rustc_hash::FxHashMap;

use super::{Action, Effect, Kind};
use crate::Snapshot;
use crate::rename::spelt;

/// The actions for a range that begins at a label, a jump, or the name of a procedure where it is declared: for this
/// procedure, and for all of them with no number twice.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let names = &snapshot.analysis.names;
    let Some(home) = procedure(names, range.start).filter(|_| !snapshot.has_errors()) else { return Vec::new() };
    let name = names.procedures.get(home.0 as usize).map_or("", |info| &info.name);
    let own = numbered(snapshot, |procedure| procedure == home);
    let all = numbered(snapshot, |_| true);
    let is_more = names.labels.iter().any(|label| label.procedure != home);
    let title = format!("Number the labels of `{name}`");
    let offered = [(true, title, own), (is_more, "Number the labels of the file".to_owned(), all)];
    let offered = offered.into_iter().filter(|(is_wanted, _, edits)| *is_wanted && !edits.is_empty());
    offered.map(|(_, title, edits)| Action::refactoring(Kind::Rewrite, title, Effect::Change(edits))).collect()
}

fn procedure(names: &Names, offset: u32) -> Option<ProcedureId> {
    let found = names.use_at(offset)?;
    match found.symbol {
        Symbol::Label(_) => found.procedure,
        Symbol::Procedure(id) if found.role == Role::Declaration => Some(id),
        _ => None,
    }
}

/// The edits that number the labels of some procedures; those that have their number already stay. Equal labels that
/// nobody jumps to get different numbers.
fn numbered(snapshot: &Snapshot, is_wanted: impl Fn(ProcedureId) -> bool) -> Vec<Edit> {
    let names = &snapshot.analysis.names;
    let reading = &snapshot.analysis.reading;
    let mut numbers = (1_u32..).map(|number| number.to_string()).filter(|number| !reading.is_error_label(number));
    let mut new_names: FxHashMap<LabelId, String> = FxHashMap::default();
    for (id, label) in (0..).map(LabelId).zip(&names.labels) {
        let has_meaning = reading.is_error_label(&label.name) || is_async_label(&label.name);
        if is_wanted(label.procedure) && !has_meaning {
            new_names.extend(numbers.next().map(|number| (id, number)));
        }
    }
    let changed = names.uses.iter().filter_map(|found| {
        let Symbol::Label(id) = found.symbol else { return None };
        let number = new_names.get(&id)?;
        (snapshot.slice(found.span) != number).then(|| spelt(&snapshot.text, found.span, number))
    });
    changed.collect()
}
