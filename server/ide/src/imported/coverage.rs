//! Coverage of statements, for editors that show it.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_check::integer::coverage::Process;

use crate::coverage::{Coverage, Covered, Procedure};

/// A statement is what one or several edges were made of; its number is that of the states in which a thread can take one of
/// them. A procedure is the function of a thread.
pub fn coverage(found: &boolprog_check::integer::coverage::Coverage) -> Coverage {
    let mut statements: BTreeMap<Span, u64> = BTreeMap::new();
    for edge in found.processes.iter().flat_map(|process| &process.edges).filter(|edge| !edge.span.is_empty()) {
        *statements.entry(edge.span).or_default() += edge.states;
    }
    let number = |states: u64| usize::try_from(states).unwrap_or(usize::MAX);
    let statement = |(span, states)| Covered { span, states: number(states), outcomes: None };
    let procedure = |process: &Process| {
        let starts = process.edges.first().map_or(0, |edge| edge.states);
        Procedure { name: process.name.clone(), span: process.span, states: number(starts) }
    };
    Coverage {
        procedures: found.processes.iter().map(procedure).collect(),
        statements: statements.into_iter().map(statement).collect(),
    }
}
