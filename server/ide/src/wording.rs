//! The words for verdicts: the same in lenses, diagnostics, the status line and the command line.

pub mod integer;

use boolprog_base::control::Stop;
use boolprog_base::words::{count, listed};
use boolprog_check::Query;
use boolprog_check::graph::NoGraph;
use boolprog_check::integer::replicated;
use boolprog_check::report::{Unknown, Verdict};
use boolprog_program::program::Threads;
use boolprog_trace::document::{PropertyKind, TraceDocument};

use crate::{Answer, Findings};

/// What a counterexample needs: `needs 2 threads, 14 steps`, for an integer program `needs 14 steps`. Only `found with` these
/// numbers, if fewer may do.
pub fn needs(trace: &TraceDocument) -> String {
    let needs = if trace.guarantee.is_empty() { "found with" } else { "needs" };
    let steps = count(trace.steps.len() as u64, "step");
    if trace.is_of_integer_program() {
        return format!("{needs} {steps}");
    }
    format!("{needs} {}, {steps}", count(trace.threads_needed, "thread"))
}

/// The scope of a proof, in words that follow `holds` or `unreachable`: `for any number of threads`.
pub fn scope(threads: Threads, creates_threads: bool) -> String {
    match (threads, creates_threads) {
        (Threads::Any, _) | (Threads::Exactly(1), true) => "for any number of threads".to_owned(),
        (Threads::Exactly(number), false) => format!("for {}", count(number, "thread")),
        (Threads::Exactly(number), true) => format!("with {number} threads in main, however many more are started"),
    }
}

/// The same for a query: after `holds`.
pub fn scope_of(query: &Query) -> String {
    match query {
        Query::Boolean(unit, _) => {
            let creates_threads = unit.analysis.any_form().is_some_and(|program| program.creates_threads);
            scope(unit.analysis.reading.threads, creates_threads)
        }
        Query::Integer(model, _) => integer::scope(&replicated(&model.system)),
    }
}

/// Why there is no verdict, without a full stop: `time limit reached; no violation with up to 3 threads`.
pub fn reason(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Stopped { stop, threads } => format!("{stop}{}", searched(*threads)),
        Unknown::NotApplicable { why, threads } => format!("{}{}", why.trim_end_matches('.'), searched(*threads)),
        Unknown::Recursion { cycle, depth, stop } => recursion(cycle, *depth, *stop),
        Unknown::Internal { what } => format!("{INTERNAL_ERROR}: {}", what.trim_end_matches('.')),
        Unknown::Integer(reasons) => integer::reasons(reasons),
        Unknown::TooLarge => "the program is too large once its procedures are inlined".to_owned(),
    }
}

fn recursion(cycle: &[String], depth: u32, stop: Option<Stop>) -> String {
    let who = match cycle {
        [one] => format!("`{one}` calls itself (recursion)"),
        many => {
            let names: Vec<String> = many.iter().map(|name| format!("`{name}`")).collect();
            format!("{} call each other (recursion)", listed(&names))
        }
    };
    let why = stop.map_or_else(String::new, |stop| format!(", {stop}"));
    let searched = if depth == 0 { String::new() } else { format!("; no violation to recursion depth {depth}") };
    format!("{who}{why}{searched}")
}

/// The reason of an answer that is no report.
pub const INTERNAL_ERROR: &str = "internal error";

/// The verdict in one line: the title of a lens.
pub fn verdict(answer: &Answer, findings: &Findings) -> String {
    let Some(report) = answer.report() else { return format!("unknown: {INTERNAL_ERROR}") };
    let scope = &findings.scope;
    match &report.verdict {
        Verdict::Violated(violation) => format!("violated - {}", needs(violation.trace())),
        Verdict::Proved(_) if report.kind == PropertyKind::Value => format!("every value exists {scope}"),
        Verdict::Proved(_) => format!("holds {scope}"),
        Verdict::Unknown(unknown) => format!("unknown: {}", reason(unknown)),
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

/// Why an expression cannot be asked for at a place, or everywhere.
pub fn unusable(asked: &str, at_place: bool) -> String {
    let variables = if at_place { "variables that are visible there" } else { "shared variables" };
    format!("Invalid expression `{asked}`: use {variables}, without `*`, `'` and `$`.")
}

/// Where an expression that was asked for does not hold: `line 7 where x is F`.
pub fn exception(expression: &str, line: Option<usize>) -> String {
    let place = line.map_or_else(|| "a state".to_owned(), |line| format!("line {line}"));
    format!("{place} where {expression} is F")
}

fn searched(threads: u32) -> String {
    if threads == 0 { String::new() } else { format!("; no violation with up to {}", count(threads, "thread")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_says_for_how_many_threads_it_holds() {
        assert_eq!(scope(Threads::Any, false), "for any number of threads");
        assert_eq!(scope(Threads::Exactly(3), false), "for 3 threads");
        assert_eq!(scope(Threads::Exactly(1), true), "for any number of threads");
        assert_eq!(scope(Threads::Exactly(2), true), "with 2 threads in main, however many more are started");
    }

    #[test]
    fn reasons_name_the_bound_that_was_searched() {
        let unknown = Unknown::Stopped { stop: Stop::Time, threads: 3 };
        assert_eq!(reason(&unknown), "time limit reached; no violation with up to 3 threads");
        assert_eq!(reason(&Unknown::Stopped { stop: Stop::Cancelled, threads: 0 }), "cancelled");
        let alone = Unknown::Recursion { cycle: vec!["f".into()], depth: 0, stop: None };
        assert_eq!(reason(&alone), "`f` calls itself (recursion)");
        let cycle = ["f", "g", "h"].map(String::from).to_vec();
        let three = Unknown::Recursion { cycle, depth: 2, stop: Some(Stop::Time) };
        assert_eq!(
            reason(&three),
            "`f`, `g` and `h` call each other (recursion), time limit reached; no violation to recursion depth 2"
        );
    }
}
