//! The effect of the step of a site on the states before it: the possible values of a condition, where a new thread
//! starts.

use boolprog_base::words::count;
use boolprog_check::report::LiveThreads;
use boolprog_program::names::{Role, Symbol};
use boolprog_syntax::ast::SiteId;

use crate::Snapshot;
use crate::hover::{line, states};
use crate::markdown::code;
use crate::outcomes::{is_condition, outcomes};

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
            Some(format!("The new thread starts at {}, with copies of this thread's own variables", code(label)))
        }
        Symbol::Procedure(id) => {
            let procedure = &names.procedures.get(id.0 as usize)?.name;
            Some(format!("The new thread runs {} and ends with it", code(procedure)))
        }
        Symbol::Variable(_) => None,
    }
}

/// The number of live threads, if it is known exactly.
fn live(snapshot: &Snapshot) -> String {
    match snapshot.results.current().and_then(|findings| findings.reachable.live) {
        Some(LiveThreads::Unbounded) => " - the number of threads is unbounded".to_owned(),
        Some(LiveThreads::AtMost(threads)) => format!(" - at most {} at the same time", count(threads, "thread")),
        None => String::new(),
    }
}

/// The numbers of states before a condition in which it can be T and can be F. For exact states only.
fn condition(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    if !is_condition(snapshot, site) {
        return None;
    }
    let states = states::exact(snapshot, site)?;
    let program = snapshot.analysis.any_form()?;
    let location = program.locations.iter().find(|location| location.site == site)?;
    let (can_hold, can_fail) = outcomes(program, location, states)?
        .fold((0, 0), |(hold, fail), possible| (hold + usize::from(possible.t), fail + usize::from(possible.f)));
    let all = states.states.len();
    Some(match (can_hold, can_fail) {
        (_, 0) => "The condition is always T here".to_owned(),
        (0, _) => "The condition is always F here".to_owned(),
        _ if (can_hold, can_fail) == (all, all) => "The condition can be T or F in each state".to_owned(),
        _ => format!("The condition can be T in {can_hold} and F in {can_fail} of the {all} states"),
    })
}
