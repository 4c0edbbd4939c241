//! The words for what a check of an integer program says.

use boolprog_check::integer::Replicated;
use boolprog_check::integer::graph::Conclusion;
use boolprog_check::integer::predicates::Predicates;
use boolprog_check::report::Reason;

use super::{INTERNAL_ERROR, count};

/// The scope of a proof, in words that follow `holds`: `in every reachable state`, `with 2 instances of P`.
pub fn scope(replicated: &[Replicated]) -> String {
    let instances =
        |replicated: &Replicated| format!("{} of {}", count(replicated.instances, "instance"), replicated.process);
    let counts: Vec<String> = replicated.iter().map(instances).collect();
    if counts.is_empty() { "in every reachable state".to_owned() } else { format!("with {}", counts.join(", ")) }
}

/// What the predicates of a program come to: `Exact after 4 iterations, with 9 abstract states.`
pub fn conclusion(predicates: &Predicates) -> String {
    let after = format!("after {}", count(predicates.iterations, "iteration"));
    let states = format!("with {}", count(predicates.states as u64, "abstract state"));
    match &predicates.conclusion {
        Ok(Conclusion::Exact) => format!("Exact {after}, {states}."),
        Ok(Conclusion::Violated(property)) => format!("{property} can be violated, found {after}, {states}."),
        Ok(Conclusion::Undecided(why)) => format!("Not exact {after}, {states}: {}.", reason(why)),
        Err(why) => format!("The search ended early, in iteration {}: {}.", predicates.iterations, reason(why)),
    }
}

/// Why nothing is known to be out of reach, as a sentence.
pub fn not_covered(why: &Reason) -> String {
    format!("Not all states can be looked at, so nothing is known to be out of reach: {}.", reason(why))
}

/// Why there is no verdict, without a full stop: `there are more than 200000 states; z3 cannot be started`.
pub fn reasons(reasons: &[Reason]) -> String {
    reasons.iter().map(reason).collect::<Vec<_>>().join("; ")
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Stopped(stop) => stop.to_string(),
        Reason::States(most) => format!("there are more than {most} states"),
        Reason::Inputs(bound) => format!("inputs without a range were tried from -{bound} to {bound} only"),
        Reason::NoValue => "some runs end because a value does not exist".to_owned(),
        Reason::Iterations(iterations) => format!("not exact after {}", count(*iterations, "iteration")),
        Reason::Unproved => "not proved, because no prover is used".to_owned(),
        Reason::NoProver(why) => why.clone(),
        Reason::ProverUndecided(why) => format!("the prover does not know enough: {why}"),
        Reason::PredicateUndefined(why) => format!("a predicate has no value: {why}"),
        Reason::StartUndefined(why) => format!("`init` may have no value: {why}"),
        Reason::Unchecked(why) => format!("the proof could not be checked: {why}"),
        Reason::Overflow => "this engine does not check whether all numbers fit into 64 bits".to_owned(),
        Reason::Internal(what) => format!("{INTERNAL_ERROR}: {what}"),
    }
}
