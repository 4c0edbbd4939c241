//! Code actions on verdicts.

use boolprog_base::Span;

use super::{Snapshot, diagnostics};
use crate::actions::{Action, each_once, touches};
use crate::integer::actions::of_answer;

/// The actions at a range.
pub fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let touched = snapshot.places().into_iter().enumerate().filter(|(_, place)| touches(*place, range));
    let of_property = |(index, place)| {
        let about = diagnostics::of_property(snapshot, index, place);
        of_answer(&snapshot.results, snapshot.results.answer(index), about.as_ref())
    };
    each_once(touched.flat_map(of_property).collect())
}
