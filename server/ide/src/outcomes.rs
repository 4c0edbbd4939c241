//! The possible values of a condition in the thread states before it.

use boolprog_check::report::SiteStates;
use boolprog_program::program::{Atom, Expr, Goal, Instance, Location, Possible, Program, Slot};
use boolprog_syntax::ast::{SiteId, SiteKind, StatementKind};
use rustc_hash::FxHashMap;

use crate::{Snapshot, walk};

/// Returns `true` if the step of a site is a test: `assume`, `constrain`, `assert`, or the condition of `if`, `elsif`
/// or `while`.
pub(crate) fn is_condition(snapshot: &Snapshot, site: SiteId) -> bool {
    let tests = |kind: &StatementKind| {
        matches!(kind, StatementKind::Assume(_) | StatementKind::Assert(_) | StatementKind::Constrain(_))
    };
    snapshot.site(site).is_some_and(|site| site.kind == SiteKind::Condition)
        || walk::statement_at(&snapshot.file, site).is_some_and(|statement| tests(&statement.kind))
}

/// The values that the condition at a location can have, in each of these states. `None` if no step leaves from there.
///
/// Values that a state does not determine, such as the variables of other threads, can be either: an
/// over-approximation, in which only *impossibility* is certain. Every instance of a procedure has the same condition,
/// over bits of its own, so any location of the site will do.
pub(crate) fn outcomes<'a>(
    program: &'a Program,
    location: &Location,
    states: &'a SiteStates,
) -> Option<impl Iterator<Item = Possible> + use<'a>> {
    let edges = program.edges.get(location.edges.start as usize..location.edges.end as usize)?;
    // The branch taken when the condition holds comes first, except for the failure of an assertion.
    let condition: &Expr = &edges.iter().find(|edge| !matches!(edge.goal, Goal::Violation(_)))?.guard;
    let columns = columns(program, program.instance(location.instance), states);
    Some(states.states.iter().map(move |state| {
        let value = |slot| columns.get(&slot).and_then(|&column: &usize| state.get(column)).copied();
        condition.possible(&|atom| match atom {
            Atom::Old(slot) => value(slot).map_or(Possible::BOTH, Possible::only),
            Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::BOTH,
        })
    }))
}

/// The columns of the states for the bits that a thread in an instance sees.
fn columns(program: &Program, instance: &Instance, states: &SiteStates) -> FxHashMap<Slot, usize> {
    let shared = (0..).map(Slot::Shared).zip(program.shared_variables.iter().copied());
    let thread_local = (0..).map(Slot::Local).zip(program.thread_local_variables.iter().copied());
    let own = instance.variables.iter().map(|&(variable, bit)| (Slot::Local(bit), variable));
    let column = |variable| states.columns.iter().position(|column| *column == variable);
    let slots = shared.chain(thread_local).chain(own);
    slots.filter_map(|(slot, variable)| Some((slot, column(variable)?))).collect()
}
