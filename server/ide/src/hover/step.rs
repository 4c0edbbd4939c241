//! What the step of a site does with the states in front of it: how a condition can turn out, where a new thread
//! starts.

use boolprog_check::report::{LiveThreads, SiteStates};
use boolprog_program::names::{Role, Symbol};
use boolprog_program::program::{Atom, Expr, Goal, Instance, Possible, Program, Slot};
use boolprog_syntax::ast::{SiteId, SiteKind, StatementKind};
use rustc_hash::FxHashMap;

use crate::hover::{line, states};
use crate::wording::count;
use crate::{Snapshot, walk};

/// The line about the step of a site, if there is anything to say.
pub(super) fn describe(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    let started = started(snapshot, site).map(|started| started + &live(snapshot));
    started.or_else(|| condition(snapshot, site)).map(line)
}

fn started(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    let names = &snapshot.analysis.names;
    let start = names.uses.iter().find(|found| found.site == Some(site) && found.role == Role::ThreadStart)?;
    match start.symbol {
        Symbol::Label(id) => {
            let label = &names.labels.get(id.0 as usize)?.name;
            Some(format!("The new thread starts at `{label}`, with copies of this thread's own variables"))
        }
        Symbol::Procedure(id) => {
            let procedure = &names.procedures.get(id.0 as usize)?.name;
            Some(format!("The new thread runs `{procedure}` and ends with it"))
        }
        Symbol::Variable(_) => None,
    }
}

/// How many threads there can be, if that is known exactly.
fn live(snapshot: &Snapshot) -> String {
    match snapshot.results.current().and_then(|findings| findings.reachable.live) {
        Some(LiveThreads::Unbounded) => " - the number of threads is unbounded".to_owned(),
        Some(LiveThreads::AtMost(threads)) => format!(" - at most {} at the same time", count(threads, "thread")),
        None => String::new(),
    }
}

/// In how many of the states in front of a condition it can be T, and in how many F. Said of exact states only.
fn condition(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    if !is_condition(snapshot, site) {
        return None;
    }
    let states = states::exact(snapshot, site)?;
    let (can_hold, can_fail) = outcomes(snapshot.analysis.any_form()?, site, states)?;
    let all = states.states.len();
    Some(match (can_hold, can_fail) {
        (_, 0) => "The condition is always T here".to_owned(),
        (0, _) => "The condition is always F here".to_owned(),
        _ if (can_hold, can_fail) == (all, all) => "The condition can be T or F in each state".to_owned(),
        _ => format!("The condition can be T in {can_hold} and F in {can_fail} of the {all} states"),
    })
}

fn is_condition(snapshot: &Snapshot, site: SiteId) -> bool {
    let tests = |kind: &StatementKind| {
        matches!(kind, StatementKind::Assume(_) | StatementKind::Assert(_) | StatementKind::Constrain(_))
    };
    snapshot.site(site).is_some_and(|site| site.kind == SiteKind::Condition)
        || walk::statement_at(&snapshot.file, site).is_some_and(|statement| tests(&statement.kind))
}

/// Counts the states where the condition of a site can be T and where it can be F. States times expression steps.
fn outcomes(program: &Program, site: SiteId, states: &SiteStates) -> Option<(usize, usize)> {
    // Every instance of the procedure has the same condition, over bits of its own.
    let location = program.locations.iter().find(|location| location.site == site)?;
    let edges = program.edges.get(location.edges.start as usize..location.edges.end as usize)?;
    // The way on when the condition holds comes first, but for the failure of an assertion.
    let condition: &Expr = &edges.iter().find(|edge| !matches!(edge.goal, Goal::Violation(_)))?.guard;
    let columns = columns(program, program.instance(location.instance), states);
    let mut counts = (0, 0);
    for state in &states.states {
        let value = |slot| columns.get(&slot).and_then(|&column| state.get(column)).copied();
        let possible = condition.possible(&|atom| match atom {
            Atom::Old(slot) => value(slot).map_or(Possible::BOTH, Possible::only),
            Atom::New(_) | Atom::PassiveOld(_) | Atom::PassiveNew(_) => Possible::BOTH,
        });
        counts.0 += usize::from(possible.t);
        counts.1 += usize::from(possible.f);
    }
    Some(counts)
}

/// Where the states list the bits that a thread in an instance sees.
fn columns(program: &Program, instance: &Instance, states: &SiteStates) -> FxHashMap<Slot, usize> {
    let shared = (0..).map(Slot::Shared).zip(program.shared_variables.iter().copied());
    let thread_local = (0..).map(Slot::Local).zip(program.thread_local_variables.iter().copied());
    let own = instance.variables.iter().map(|&(variable, bit)| (Slot::Local(bit), variable));
    let column = |variable| states.columns.iter().position(|column| *column == variable);
    let slots = shared.chain(thread_local).chain(own);
    slots.filter_map(|(slot, variable)| Some((slot, column(variable)?))).collect()
}
