//! Deadlocks: threads wait, for a lock or a semaphore, at a barrier, for the end of another thread or to be woken, and no other thread goes on.
//!
//! All threads that were created have ended or wait, and at least one waits. Where a thread stays for another reason, such as an
//! assumption that does not hold or a call of `exit`, nothing is said about the execution; nor where `main` has returned, which
//! ends all threads.

use boolprog_import::{Expr, Property};
use boolprog_integer::{Check, Comparison};
use smol_str::SmolStr;

use crate::composed::{Composed, Users};
use crate::graph::Node;
use crate::term;

/// The property that there is no deadlock, at the function that runs first.
pub(crate) fn property(composed: &Composed<'_>, users: &Users) -> Property {
    let threads = 0..composed.flow.threads.len();
    let waits = |thread: usize| composed.flow.threads[thread].graph.waits.iter().map(move |node| (thread, *node));
    let some = threads.clone().flat_map(waits).map(|(thread, node)| composed.any_at(thread, node)).collect();
    let mut parts = vec![term::any(some)];
    for thread in threads {
        if composed.is_many(thread) {
            parts.extend(none_goes_on(composed, users, thread));
        } else {
            parts.push(stays(composed, users, thread));
        }
    }
    Property { formula: term::all(parts), ..composed.nowhere(Check::Deadlock) }
}

/// A thread was not created, has ended while others go on, or waits.
fn stays(composed: &Composed<'_>, users: &Users, number: usize) -> Expr {
    let thread = &composed.flow.threads[number];
    if number > 0 && thread.start.is_none() {
        // Nothing that is ever executed creates it.
        return Expr::Truth(true);
    }
    let mut ways = Vec::new();
    let is_again = thread.start.as_ref().is_some_and(|start| start.runs.is_some());
    if (thread.start.is_some() && !is_again) || thread.leaves_others {
        ways.push(composed.at(number, thread.end));
    }
    if thread.start.is_some() {
        let flag = Expr::Name(composed.flag(number, 0));
        ways.push(term::and(composed.at(number, 0), term::compare(Comparison::Equal, flag, Expr::Number(0))));
    }
    for node in &thread.graph.waits {
        ways.push(term::and(composed.at(number, *node), condition(composed, users, number, *node)));
    }
    term::any(ways)
}

/// Each of any number of threads was not created, has ended, or waits.
fn none_goes_on(composed: &Composed<'_>, users: &Users, number: usize) -> Vec<Expr> {
    let thread = &composed.flow.threads[number];
    let none_at = |place: &SmolStr| {
        term::compare(Comparison::Equal, Expr::Count(thread.name.clone(), place.clone()), Expr::Number(0))
    };
    let mut parts = Vec::new();
    for (node, place) in composed.places(number).filter(|(node, _)| ![0, thread.end].contains(node)) {
        let waits = thread.graph.waits.contains(&node);
        let blocked = waits.then(|| condition(composed, users, number, node));
        // A condition on values of its own is not asked of each thread: each is taken to wait, and evidence tells whether it does.
        let blocked = blocked.map(|it| if has_own(composed, users, number, &it) { Expr::Truth(true) } else { it });
        parts.push(term::or(none_at(place), blocked.unwrap_or(Expr::Truth(false))));
    }
    parts
}

/// Returns `true` if a condition depends on variables that each thread of a number has.
fn has_own(composed: &Composed<'_>, users: &Users, number: usize, condition: &Expr) -> bool {
    let name = &composed.flow.threads[number].name;
    let own = |variable: &SmolStr| variable.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'));
    term::mentions(condition, &|variable| own(variable) || composed.is_local(variable, users))
}

/// The condition that holds while a thread at this place waits.
fn condition(composed: &Composed<'_>, users: &Users, thread: usize, node: Node) -> Expr {
    let condition = composed.flow.threads[thread].graph.stays.get(&node).cloned().unwrap_or_else(|| {
        let steps = composed.all[thread].steps.iter().filter(|step| step.from == node);
        Expr::complement(term::any(steps.map(|step| term::all(step.guard.clone())).collect()))
    });
    // A variable that no step reads or writes any more has its first value.
    let mut constants = composed.constants.clone();
    term::for_each_name(&condition, &mut |name| {
        if let (Some(scalar), false) = (composed.flow.scalars.get(name), users.contains_key(name)) {
            constants.insert(name.clone(), Expr::Number(scalar.initial));
        }
    });
    let condition = term::replace(&condition, &constants);
    term::of_instance(&condition, &composed.flow.threads[thread].name, &|name| composed.is_local(name, users))
}
