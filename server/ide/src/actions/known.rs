//! An assertion of the facts that hold before a statement.

use boolprog_base::{Edit, Span};
use boolprog_check::report::Completeness;
use boolprog_syntax::ast::{SiteId, SiteKind};
use rustc_hash::FxHashSet;

use super::{Action, Effect, Kind, insertion, place};
use crate::hover::place_at;
use crate::hover::states::{columns, known_at};
use crate::listing::listing;
use crate::{Snapshot, walk};

/// Length above which assertions are not offered.
const MAX_LENGTH: usize = 300;
/// Nor made from more states.
const MAX_STATES: usize = 1_000;

/// The action for the statement at the beginning of a range; only from complete, current results.
pub(super) fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let title = "Assert the known facts here";
    let edits = edits(snapshot, range.start);
    edits.map(|edits| Action::refactoring(Kind::Rewrite, title, Effect::Change(edits))).into_iter().collect()
}

/// The site before which expressible facts hold.
fn asked(snapshot: &Snapshot, offset: u32) -> Option<SiteId> {
    let findings = snapshot.results.current()?;
    if findings.reachable.completeness != Completeness::Exact {
        return None;
    }
    let site = place_at(snapshot, offset)?;
    let states = known_at(snapshot, site)?;
    let columns = columns(snapshot, states);
    // Of two variables with one name only one is visible.
    let names: FxHashSet<&str> = columns.iter().map(|column| column.name).collect();
    let is_small = states.states.len() <= MAX_STATES && names.len() == columns.len() && !columns.is_empty();
    let is_statement = snapshot.site(site)?.kind == SiteKind::Statement;
    (is_small && is_statement).then_some(site)
}

/// The edit of the action at this offset; `None` if there is nothing worth asserting.
fn edits(snapshot: &Snapshot, offset: u32) -> Option<Vec<Edit>> {
    let site = asked(snapshot, offset)?;
    let formula = listing(snapshot, offset)?.formula.filter(|formula| formula != "T" && formula.len() <= MAX_LENGTH)?;
    let start = walk::statement_at(&snapshot.file, site)?.span.start;
    let indentation = place::indentation(snapshot, start);
    Some(vec![insertion(start, format!("assert {formula};\n{indentation}"))])
}
