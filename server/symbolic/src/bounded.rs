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
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task, Undecided};
use boolprog_certificate::diagrams::Invariant;
use boolprog_explore::relations::{Limits, Relations};
use boolprog_program::program::{Program, Threads};

use crate::{Valuations, proof};

mod backwards;
mod layers;

use layers::Layers;

/// The engine of bounded symbolic search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolicBounded {
    /// Limits on the size of its tables.
    pub limits: Limits,
}

impl<'p> Engine<&'p Program> for SymbolicBounded {
    type Kind = Valuations;

    fn run(&mut self, program: &'p Program, task: &mut Task<'_, Valuations>) -> Outcome<Valuations> {
        let mut search = Search { program, limits: self.limits, control: task.control, open: task.properties.to_vec() };
        let mut outcome = Outcome::nothing(Ended::Bound);
        outcome.ended = search.run(task.threads, &mut outcome).unwrap_or_else(Ended::from);
        outcome
    }
}

struct Search<'p, 'c> {
    program: &'p Program,
    limits: Limits,
    control: &'c dyn Control,
    /// Properties without a violation so far.
    open: Vec<u32>,
}

impl Search<'_, '_> {
    /// Searches with one more live thread after the other. Why it ended.
    fn run(&mut self, most: u32, outcome: &mut Outcome<Valuations>) -> Result<Ended, Undecided> {
        let least = match self.program.threads {
            Threads::Any => 1,
            Threads::Exactly(threads) => threads,
        };
        for threads in least..=most {
            if self.open.is_empty() {
                break;
            }
            let found = self.search_with(threads, outcome)?;
            outcome.searched = threads;
            if let Some(certificate) = found {
                let properties = std::mem::take(&mut self.open);
                outcome.findings.push(Finding::Proved { properties, certificate });
            }
        }
        Ok(if self.open.is_empty() { Ended::Complete } else { Ended::Bound })
    }

    /// Searches with this many live threads. All configurations, if these are all for any number and violate nothing that is
    /// open.
    fn search_with(&mut self, threads: u32, outcome: &mut Outcome<Valuations>) -> Result<Option<Invariant>, Undecided> {
        let Self { program, limits, control, open } = self;
        let relations = Relations::new(program, threads, "symbolic bounded", *limits, *control)?;
        let mut layers = Layers::new(&relations)?;
        loop {
            for (property, violation) in layers.violations(open)? {
                open.retain(|other| *other != property);
                outcome.findings.push(Finding::Violated { property, violation });
            }
            if open.is_empty() {
                return Ok(None);
            }
            if !layers.advance()? {
                break;
            }
        }
        match program.threads {
            Threads::Exactly(_) if !layers.bound_met => proof::of_configurations(&relations, &layers.reached).map(Some),
            _ => Ok(None),
        }
    }
}
