//! The sentences for verdicts: the same in diagnostics, lenses, reports, pictures, the debugger and the command line.

use boolprog_base::words::{count, listed};
use boolprog_integer::{Check, Process, System};
use boolprog_program::program::Threads;
use boolprog_trace::document::{ProgramKind, PropertyDocument, PropertyKind, RangeDocument, TraceDocument};

use crate::Query;
use crate::graph::NoGraph;
use crate::integer::executed::FEWEST_THREADS;
use crate::integer::predicates::Predicates;
use crate::integer::{self, graph::Conclusion};
pub use crate::reasons::{INTERNAL_ERROR, incomplete, reason};
use crate::report::{PropertyReport, Reason, Verdict, Visible};
use crate::tree::NoTree;

/// The size of a counterexample: `needs 2 threads, 14 steps`, for an integer program `after 14 steps`. Only `found
/// with` these numbers, or `found after` them, if fewer may do.
pub fn needs(trace: &TraceDocument) -> String {
    let threads = (!trace.has_fixed_instances()).then_some((trace.threads_needed, trace.kind.actor()));
    needs_of(threads, trace.steps.len(), !trace.guarantee.is_empty())
}

/// The same of the numbers alone: of threads or of instances, and of steps.
pub fn needs_of(threads: Option<(u32, &str)>, steps: usize, is_shortest: bool) -> String {
    let steps = count(steps, "step");
    match (threads.map(|(number, noun)| count(number, noun)), is_shortest) {
        (Some(threads), true) => format!("needs {threads}, {steps}"),
        (Some(threads), false) => format!("found with {threads}, {steps}"),
        (None, true) => format!("after {steps}"),
        (None, false) => format!("found after {steps}"),
    }
}

/// The size of a counterexample: `14 steps, 2 threads, 3 context switches`.
pub fn size(steps: usize, threads: &str, switches: usize) -> String {
    format!("{}, {threads}, {}", count(steps, "step"), count(switches, "context switch"))
}

/// The threads of a counterexample: `2 threads`, `3 instances`. If some start after others have ended, the most at the
/// same time and all of them: `3 threads at a time, 4 in all`.
pub fn threads_of(trace: &TraceDocument) -> String {
    let noun = trace.kind.actor();
    let started = trace.steps.iter().filter(|step| step.created.is_some()).count();
    let (needed, all) = (trace.threads_needed, trace.initial.threads.len() + started);
    let threads = count(needed, noun);
    if all > needed as usize { format!("{threads} at a time, {all} in all") } else { threads }
}

/// The violation in a counterexample, as a clause: `assert !inside is violated`.
pub fn happens(kind: PropertyKind, name: &str) -> String {
    match kind {
        PropertyKind::Assert => format!("assert {name} is violated"),
        PropertyKind::Label => format!("{name} is reached"),
        PropertyKind::Target => format!("target {name} is reached"),
        PropertyKind::Point => format!("a path to {name}"),
        PropertyKind::Error => format!("error {name} is reached"),
        PropertyKind::Invariant => format!("invariant {name} is violated"),
        PropertyKind::Check | PropertyKind::Value => name.to_owned(),
    }
}

/// The same for use next to the text of the property: `Assertion violated`.
pub fn happens_here(report: &PropertyReport) -> String {
    let name = &report.name;
    match report.kind {
        PropertyKind::Assert => "Assertion violated".to_owned(),
        PropertyKind::Label => format!("Error label `{name}` reached"),
        PropertyKind::Target | PropertyKind::Point => format!("`{name}` reached"),
        PropertyKind::Check => report.check.map_or("Violated", Check::violation).to_owned(),
        PropertyKind::Error => format!("Error `{name}` reached"),
        PropertyKind::Invariant => format!("Invariant `{name}` violated"),
        PropertyKind::Value => format!("A value does not exist: {name}"),
    }
}

/// The violation at the end of a counterexample: `Assertion violated: !inside`.
pub fn has_happened(trace: &TraceDocument) -> String {
    format!("{}: {}", has_happened_here(trace), told(trace))
}

/// The name of what is violated; of a C program what goes wrong, with what other threads do there:
/// ``data race on `hits`: logger reads (line 17); server writes `hits` (line 10); no lock is held by both``.
pub fn told(trace: &TraceDocument) -> String {
    let PropertyDocument { name, range, related, locks, .. } = &trace.property;
    if related.is_empty() {
        return name.clone();
    }
    let placed = |text: &str, range: &RangeDocument| format!("{text} ({})", trace.place(range));
    let related = related.iter().map(|it| placed(&it.text, &it.range));
    let all: Vec<String> = std::iter::once(placed(name, range)).chain(related).chain(locks.clone()).collect();
    all.join("; ")
}

/// The same next to the text of the property: `Assertion violated`.
pub fn has_happened_here(trace: &TraceDocument) -> &'static str {
    match trace.property.kind {
        PropertyKind::Check => "Violated",
        PropertyKind::Assert => "Assertion violated",
        PropertyKind::Label => "Error label reached",
        PropertyKind::Target => "Target reached",
        PropertyKind::Point => "Place reached",
        PropertyKind::Error => "Error reached",
        PropertyKind::Invariant => "Invariant violated",
        PropertyKind::Value => "A value does not exist",
    }
}

/// The size of the counterexample, as a sentence: `Shortest: 2 threads, 7 steps, 3 context switches.` Where only the threads are the
/// fewest, the steps are those found: `Needs 2 threads; found with 7 steps, 3 context switches.`
pub fn happens_with(trace: &TraceDocument) -> String {
    let threads = threads_of(trace);
    let (steps, switches) = (count(trace.steps.len(), "step"), count(trace.context_switches, "context switch"));
    match trace.guarantee.as_str() {
        "" => format!("Found: {threads}, {steps}, {switches}."),
        FEWEST_THREADS => format!("Needs {threads}; found with {steps}, {switches}."),
        _ => format!("Shortest: {threads}, {steps}, {switches}."),
    }
}

/// The scope of a proof, in words that follow `holds` or `unreachable`: `for any number of threads`. That is said only if
/// the number is left open; what one thread starts belongs to its executions.
pub fn scope(threads: Threads, creates_threads: bool) -> String {
    match (threads, creates_threads) {
        (Threads::Any, _) => "for any number of threads".to_owned(),
        (Threads::Exactly(1), true) => "in every execution".to_owned(),
        (Threads::Exactly(number), false) => format!("for {}", count(number, "thread")),
        (Threads::Exactly(number), true) => format!("with {number} threads in main, however many more are started"),
    }
}

/// The same for a query: after `holds`.
pub fn scope_of(query: &Query) -> String {
    match query {
        Query::Boolean(unit, _) => {
            let creates_threads = unit.analysis.creates_threads();
            scope(unit.analysis.reading.threads, creates_threads)
        }
        Query::Integer(model, _) if model.kind() == ProgramKind::C => {
            let scope = if model.has_any_number() { "for any number of threads" } else { "in every execution" };
            scope.to_owned()
        }
        Query::Integer(model, _) => scope_of_instances(&model.system),
    }
}

/// The verdict in one line, as the title of a lens: `violated - needs 2 threads, 14 steps`.
pub fn verdict(report: &PropertyReport, scope: &str) -> String {
    let verdict = match &report.verdict {
        Verdict::Violated(violation) => format!("violated - {}", needs(violation.trace())),
        Verdict::Proved(_) if report.kind == PropertyKind::Value => format!("proved - {} {scope}", report.name),
        Verdict::Proved(_) => format!("proved - {}", holds(report.kind, scope)),
        Verdict::Unknown(unknown) => format!("unknown: {}", reason(unknown)),
    };
    let localized = report.visible.as_ref().filter(|visible| visible.rounds > 0);
    match localized.map(|visible| few(visible.names.len(), visible.of)) {
        Some(few) => match report.verdict {
            Verdict::Violated(_) => verdict,
            Verdict::Proved(_) => format!("{verdict}, with {few}"),
            Verdict::Unknown(_) => format!("{verdict}; tried with {few}"),
        },
        None => verdict,
    }
}

/// Some of the variables of a program: `2 of 42 variables`.
pub fn few(number: usize, of: usize) -> String {
    format!("{number} of {}", count(of, "variable"))
}

/// The variables that a verdict depends on: `Proved with 2 of 42 variables: lock, in`.
pub fn visible(verdict: &Verdict, visible: &Visible) -> String {
    /// More names are counted.
    const SHOWN: usize = 12;
    let what = match verdict {
        Verdict::Proved(_) => "Proved",
        Verdict::Violated(_) => "Found",
        Verdict::Unknown(_) => "Tried",
    };
    let few = few(visible.names.len(), visible.of);
    let hidden = visible.names.len().saturating_sub(SHOWN);
    let mut names: Vec<String> = visible.names.iter().take(SHOWN).cloned().collect();
    names.extend((hidden > 0).then(|| format!("{hidden} more")));
    if names.is_empty() { format!("{what} with {few}") } else { format!("{what} with {few}: {}", names.join(", ")) }
}

/// A proof in words: `holds for any number of threads`, of an error `never happens`, both with the scope of the proof.
pub fn holds(kind: PropertyKind, scope: &str) -> String {
    match kind {
        PropertyKind::Error if scope == EVERY_STATE => "never happens".to_owned(),
        PropertyKind::Error => format!("never happens {scope}"),
        _ => format!("holds {scope}"),
    }
}

/// The scope of a proof for a system whose number of instances is fixed.
const EVERY_STATE: &str = "in every reachable state";

/// The reason why there is no graph of an abstraction with at most this number of nodes, as a sentence.
pub fn no_abstract_graph(why: &integer::graph::NoGraph, most: usize) -> String {
    match why {
        integer::graph::NoGraph::TooLarge(nodes) => {
            format!("The graph has {}; at most {most} are drawn.", count(*nodes as u64, "abstract state"))
        }
        integer::graph::NoGraph::NoIteration(last) => {
            format!("There is no such iteration: the search ends after {}.", count(*last, "iteration"))
        }
        integer::graph::NoGraph::Unknown(reason) => format!("There is no graph: {reason}."),
    }
}

/// The reason why there is no graph with at most this number of thread states.
pub fn no_graph(why: &NoGraph, most: usize) -> String {
    match why {
        NoGraph::NoProgram => {
            "The program cannot be explored: it has errors, or recursion prevents inlining.".to_owned()
        }
        NoGraph::NoProperty => "There is no such property.".to_owned(),
        NoGraph::TooLarge { states, reachable } => {
            let reachable = reachable.map_or(String::new(), |reachable| format!(", {reachable} of them reachable"));
            format!("The graph has {}{reachable}; at most {most} are drawn.", count(*states as u64, "thread state"))
        }
        NoGraph::Unknown(unknown) => format!("There is no graph: {}.", reason(unknown)),
    }
}

/// Why there is no tree of Karp and Miller, as a sentence.
pub fn no_tree(why: &NoTree, most: usize) -> String {
    match why {
        NoTree::TooLarge => format!("The tree has more than {}.", count(most, "node")),
        NoTree::Unknown(unknown) => format!("There is no tree: {}.", reason(unknown)),
    }
}

/// Why an expression is not allowed at a place, or everywhere.
pub fn unusable(asked: &str, at_place: bool) -> String {
    let variables = if at_place { "variables that are visible there" } else { "shared variables" };
    format!("Invalid expression `{asked}`: use {variables}, without `*`, `'` and `$`.")
}

/// The place where an expression does not hold: `line 7 where x is F`.
pub fn exception(expression: &str, line: Option<usize>) -> String {
    let place = line.map_or_else(|| "a state".to_owned(), |line| format!("line {line}"));
    format!("{place} where {expression} is F")
}

/// The scope of a proof, in words that follow `holds`: `in every reachable state`, `with 2 instances of P`,
/// `for any number of instances of P`.
pub fn scope_of_instances(system: &System) -> String {
    let all = (0..).zip(&system.processes).filter(|(_, process)| process.replicated);
    if !system.counters.is_empty() {
        let names: Vec<String> = all.map(|(_, process)| process.name.to_string()).collect();
        return format!("for any number of instances of {}", listed(&names));
    }
    let instances = |(index, process): (u16, &Process)| {
        let number = system.instances.iter().filter(|instance| instance.process == index).count();
        format!("{} of {}", count(number as u64, "instance"), process.name)
    };
    let counts: Vec<String> = all.map(instances).collect();
    if counts.is_empty() { EVERY_STATE.to_owned() } else { format!("with {}", counts.join(", ")) }
}

/// The conclusion of a search over predicates: `Exact after 4 iterations, with 9 abstract states.`
pub fn conclusion(predicates: &Predicates) -> String {
    let after = format!("after {}", count(predicates.iterations, "iteration"));
    let states = format!("with {}", count(predicates.states as u64, "abstract state"));
    match &predicates.conclusion {
        Ok(Conclusion::Exact) => format!("Exact {after}, {states}."),
        Ok(Conclusion::Violated(property)) => format!("{property} is violated, found {after}, {states}."),
        Ok(Conclusion::Undecided(why)) => format!("Not exact {after}, {states}: {why}."),
        Err(why) => format!("The search ended early, in iteration {}: {why}.", predicates.iterations),
    }
}

/// Why nothing is known to be unreachable, as a sentence.
pub fn not_covered(why: &Reason) -> String {
    format!("Not all states can be visited, so no unreachable code is known: {why}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_never_happens_and_an_invariant_holds() {
        assert_eq!(holds(PropertyKind::Error, EVERY_STATE), "never happens");
        assert_eq!(holds(PropertyKind::Error, "with 2 instances of P"), "never happens with 2 instances of P");
        assert_eq!(holds(PropertyKind::Invariant, EVERY_STATE), "holds in every reachable state");
    }

    #[test]
    fn a_proof_says_for_how_many_threads_it_holds() {
        assert_eq!(scope(Threads::Any, false), "for any number of threads");
        assert_eq!(scope(Threads::Exactly(3), false), "for 3 threads");
        assert_eq!(scope(Threads::Exactly(1), true), "in every execution");
        assert_eq!(scope(Threads::Exactly(2), true), "with 2 threads in main, however many more are started");
    }
}
