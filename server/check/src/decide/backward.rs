//! Backward search, then bounded search: for systems whose steps change other threads.
//!
//! 1. Each open property is searched **backward**, with a limited number of elements first, so that one hard
//!    property does not keep the others from an answer. What cannot be reached is proved.
//! 2. A chain that was found is executed. It says how many threads suffice, and a **bounded** search with so many
//!    finds the shortest run; if that takes too long, the run of the chain itself is the counterexample.
//! 3. The properties that are left are searched backward without a limit.
//! 4. Where a chain does not execute, because a thread blocks the others, a bounded search has the last word.

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::saturate::{Restricted, Saturation, saturate};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::backward::{Backward, Chain, Finding};
use boolprog_reach::bounded;
use boolprog_reach::certificate::Certificate;

use super::{Capped, Counterexample, Decider, Outcome, Undecided, regions};

/// Elements that may be found for a property before the others have had their turn.
const FIRST_TRY: u64 = 20_000;

/// Configurations that may be visited for a run shorter than that of a chain.
const SHORTENING: u64 = 500_000;

/// Why a property is open whose chain did not execute.
const NOT_MONOTONE: &str = "not monotone: a `constrain` over `x$` lets a further thread block a step";

impl<S: ThreadSystem> Decider<'_, '_, S> {
    /// Decides what can be decided for any number of threads. What is left is not monotone, and is searched with up
    /// to `threads` live ones.
    pub(super) fn decide_backward(
        &mut self,
        restricted: &mut Restricted,
        saturation: &Saturation,
        threads: u32,
    ) -> Result<(), Undecided> {
        if self.open().is_empty() {
            return Ok(());
        }
        let possible = saturate(&mut restricted.tts, self.control)?;
        let mut search = Search { engine: Backward::new(&restricted.tts, &possible), restricted, saturation };
        let first_try = Capped { control: self.control, states: FIRST_TRY };
        let open = self.search_backward(&mut search, &self.open(), &first_try)?;
        for property in open {
            self.search_backward(&mut search, &[property], self.control)?;
        }
        self.search_bounded(threads, Some(NOT_MONOTONE))
    }

    /// Searches for each of the properties; those for which the control stopped the search.
    fn search_backward(
        &mut self,
        search: &mut Search<'_>,
        properties: &[u32],
        control: &dyn Control,
    ) -> Result<Vec<u32>, Undecided> {
        let mut never = Vec::new();
        let mut chains = Vec::new();
        let mut stopped = Vec::new();
        for &property in properties {
            match search.engine.search(property, control) {
                Ok(Finding::Never) => never.push(property),
                Ok(Finding::Chain(chain)) => chains.push((property, search.original(chain))),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                Err(_) => stopped.push(property),
            }
        }
        if !never.is_empty() {
            self.prove(&never, "backward", search.certificate())?;
        }
        self.execute_chains(chains)?;
        // What stopped a search may have been more than the limit on elements.
        self.control.poll(&Progress::default())?;
        Ok(stopped)
    }

    /// Settles the properties whose chain shows that they can be violated.
    fn execute_chains(&mut self, chains: Vec<(u32, Chain)>) -> Result<(), Undecided> {
        let mut runs = Vec::new();
        for (property, chain) in chains {
            if let Some(run) = chain.run(self.system, self.control)? {
                let threads = self.execute(&run)?;
                runs.push((property, Counterexample { run, threads, guarantee: None }));
            }
        }
        let Some(threads) = runs.iter().map(|(_, found)| found.threads).max() else { return Ok(()) };
        let properties = runs.iter().map(|(property, _)| *property).collect();
        let question = bounded::Question { properties, threads, thread_states: 0 };
        let capped = Capped { control: self.control, states: SHORTENING };
        let shortest = bounded::search(self.system, &question, &capped);
        self.firsts.extend(shortest.firsts);
        for violation in shortest.violations {
            self.violated(violation)?;
        }
        for (property, found) in runs {
            if self.outcomes[property as usize].is_none() {
                self.settle(property, Outcome::Violated(found));
            }
        }
        Ok(())
    }
}

/// A backward search over what saturation left, and the numbers of the system itself.
struct Search<'a> {
    engine: Backward<'a>,
    restricted: &'a Restricted,
    saturation: &'a Saturation,
}

impl Search<'_> {
    /// The evidence for everything that was found never to happen.
    fn certificate(&self) -> Certificate {
        let minimal = self.engine.unreachable().into_iter().map(|configuration| self.renumber(configuration));
        Certificate::Complement { regions: regions(self.saturation), minimal: minimal.collect() }
    }

    fn original(&self, Chain(elements): Chain) -> Chain {
        Chain(elements.into_iter().map(|configuration| self.renumber(configuration)).collect())
    }

    fn renumber(&self, (SharedId(shared), threads): (SharedId, Vec<LocalId>)) -> (SharedId, Vec<LocalId>) {
        let Restricted { shared: all, locals, .. } = self.restricted;
        let mut threads: Vec<_> = threads.into_iter().map(|LocalId(local)| locals[local as usize]).collect();
        threads.sort_unstable();
        (all[shared as usize], threads)
    }
}
