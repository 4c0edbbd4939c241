//! Symbolic bounded search: breadth first over sets of configurations, with 1, 2, 3, ... live threads.
//!
//! A set of configurations is kept per *places*, the locations of the threads; it is a set of valuations of the
//! shared bits and of those of each thread. The layers of the search stay, so that a run to a violation can be read
//! off backwards, one concrete valuation after the other. It is one with the fewest live threads, and among those
//! with the fewest steps.
//!
//! Where the program starts with a fixed number of threads and no creation was cut off by the bound, a search that
//! finds nothing new has seen every reachable configuration: that set is an invariant, and a proof once it is checked.

use boolprog_base::control::Control;
use boolprog_program::program::{Program, Threads};

use crate::proof::Proof;
use crate::run::Run;
use boolprog_certificate::diagrams;
use boolprog_explore::relations::Limits;
use boolprog_explore::relations::Relations;

use crate::Undecided;

mod backwards;
mod layers;

use layers::Layers;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The properties to be violated.
    pub properties: Vec<u32>,
    /// The maximal number of live threads of the search.
    pub threads: u32,
}

/// What was found, also if the search ended early.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// A shortest run to each property that is violated.
    pub violations: Vec<(u32, Run)>,
    /// The proof of the other properties, if every reachable configuration was seen.
    pub proof: Option<Proof>,
    /// Every execution with up to this number of live threads was searched.
    pub searched: u32,
    /// Why it ended with properties that have no answer; `None` if that is the bound.
    pub undecided: Option<Undecided>,
}

/// Searches for violations.
pub fn search(program: &Program, question: &Question, limits: Limits, control: &dyn Control) -> Answer {
    let mut answer = Answer::default();
    let mut open = question.properties.clone();
    let least = match program.threads {
        Threads::Any => 1,
        Threads::Exactly(threads) => threads,
    };
    for threads in least..=question.threads {
        if open.is_empty() {
            break;
        }
        let found = search_with(program, threads, &mut open, &mut answer, limits, control);
        match found {
            Ok(proof) => {
                answer.searched = threads;
                if proof.is_some() {
                    answer.proof = proof;
                    break;
                }
            }
            Err(undecided) => {
                answer.undecided = Some(undecided);
                break;
            }
        }
    }
    answer
}

/// Searches with this many live threads. The proof of the properties that stay open, if that is one.
fn search_with(
    program: &Program,
    threads: u32,
    open: &mut Vec<u32>,
    answer: &mut Answer,
    limits: Limits,
    control: &dyn Control,
) -> Result<Option<Proof>, Undecided> {
    let relations =
        Relations::new(program, threads, "symbolic bounded", limits, control).map_err(Undecided::Refused)?;
    let mut layers = Layers::new(&relations)?;
    loop {
        for (property, run) in layers.violations(open)? {
            open.retain(|other| *other != property);
            answer.violations.push((property, run));
        }
        if open.is_empty() {
            return Ok(None);
        }
        if !layers.advance()? {
            break;
        }
    }
    match program.threads {
        Threads::Exactly(_) if !layers.bound_met => {
            diagrams::of_configurations(&relations, &layers.reached, open)?;
            Proof::of_configurations(&relations, &layers.reached, open.clone()).map(Some)
        }
        _ => Ok(None),
    }
}
