//! Coverage of locations and edges, for editors that show it.

use boolprog_check::integer::coverage::{Counted, Process};

use crate::coverage::{Coverage, Covered, Procedure};

/// The same as for Boolean programs: a process stands for a procedure that is entered at its start; locations and edges
/// stand for statements. The numbers are of states, for each instance.
pub fn coverage(found: &boolprog_check::integer::coverage::Coverage) -> Coverage {
    let procedure = |process: &Process| Procedure {
        name: process.name.clone(),
        span: process.span,
        states: number(process.locations.first().map_or(0, |start| start.states)),
    };
    let covered = |counted: &Counted| Covered { span: counted.span, states: number(counted.states), outcomes: None };
    let counted = found.processes.iter().flat_map(|process| process.locations.iter().chain(&process.edges));
    let mut statements: Vec<Covered> = counted.map(covered).collect();
    statements.sort_by_key(|covered| covered.span.start);
    Coverage { procedures: found.processes.iter().map(procedure).collect(), statements }
}

fn number(states: u64) -> usize {
    usize::try_from(states).unwrap_or(usize::MAX)
}
