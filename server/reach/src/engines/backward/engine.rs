//! Backward search as an engine, from one of its runs to the next.
//!
//! A brief run searches from each property with a limited number of elements, so that one hard property does not keep
//! the others from an answer. If the search meets a known coverable configuration, the property is violated, and waits
//! until no other is open: a shortest run is more likely to come from another engine.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_certificate::sets::{Certificate, Ideal};

use super::{Answer, Backward};
use crate::chain::Chain;
use crate::threads::{Subject, Threads, Violation};

/// Elements that may be found for a property in a brief run.
const BRIEFLY: u64 = 20_000;

/// Progress between the searches for two properties, each of which may be too short to look at the control.
const BETWEEN: Progress = Progress { phase: "backward search", states: 0, frontier: 0, threads: 0, bytes: 0, ahead: 0 };

/// The engine of backward search.
#[derive(Default)]
pub struct BackwardSearch<'s> {
    search: Option<Backward<'s>>,
    /// The properties that brief runs have left; `None` before the first one.
    left: Option<Vec<u32>>,
    /// Properties known to be violated, with chains from coverable configurations.
    violated: Vec<(u32, Chain)>,
}

impl<'s> Engine<&'s Subject<'s>> for BackwardSearch<'s> {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let ended = self.search(subject, task).unwrap_or_else(Ended::Stopped);
        let statistics = self.search.as_ref().map(Backward::statistics).unwrap_or_default();
        Outcome { statistics, ..Outcome::nothing(ended) }
    }
}

impl<'s> BackwardSearch<'s> {
    fn search(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Result<Ended, Stop> {
        if self.search.is_none() {
            let search = Backward::new(subject.tts, subject.possible(task.control)?);
            self.search = Some(match subject.coverable.get() {
                Some(coverable) => search.with_coverable(coverable),
                None => search,
            });
        }
        if task.is_brief {
            self.search_briefly(subject, task)?;
        } else {
            self.search_to_the_end(subject, task)?;
        }
        let is_complete = self.violated.is_empty() && self.left.as_ref().is_none_or(Vec::is_empty);
        Ok(if is_complete { Ended::Complete } else { Ended::Bound })
    }

    fn search_briefly(&mut self, subject: &Subject<'_>, task: &mut Task<'_, Threads>) -> Result<(), Stop> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let control = task.control;
        let left = self.left.insert(Vec::new());
        let briefly = Limited::new(control, Budget::states(BRIEFLY));
        let mut never = Vec::new();
        for &property in task.properties {
            control.poll(&BETWEEN)?;
            match search.search(property, &briefly) {
                Ok(Answer::Never) => never.push(property),
                Ok(Answer::Chain(chain)) => (task.early)(violated(property, chain)),
                Ok(Answer::Coverable(chain)) => self.violated.push((property, chain)),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(_) => left.push(property),
            }
        }
        if !never.is_empty() {
            (task.early)(proved(never, search, subject, control)?);
        }
        Ok(())
    }

    /// Searches for the open properties, one after the other, and then for executions of those that are known to be
    /// violated.
    fn search_to_the_end(&mut self, subject: &Subject<'_>, task: &mut Task<'_, Threads>) -> Result<(), Stop> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let control = task.control;
        for property in self.left.replace(Vec::new()).unwrap_or_else(|| task.properties.to_vec()) {
            control.poll(&BETWEEN)?;
            if (task.is_open)(property) {
                match search.search(property, control)? {
                    Answer::Never => (task.early)(proved(vec![property], search, subject, control)?),
                    Answer::Chain(chain) => (task.early)(violated(property, chain)),
                    Answer::Coverable(chain) => self.violated.push((property, chain)),
                }
            }
        }
        for (property, chain) in std::mem::take(&mut self.violated) {
            control.poll(&BETWEEN)?;
            if (task.is_open)(property)
                && let Some(chain) = search.complete(&chain, control)?
            {
                (task.early)(violated(property, chain));
            }
        }
        Ok(())
    }
}

fn violated(property: u32, chain: Chain) -> Finding<Threads> {
    Finding::Violated { property, violation: Violation::Chain(chain) }
}

/// The proof of these properties, with the evidence of all properties that hold.
fn proved(
    properties: Vec<u32>,
    search: &Backward<'_>,
    subject: &Subject<'_>,
    control: &dyn Control,
) -> Result<Finding<Threads>, Stop> {
    let rows = subject.possible(control)?.rows();
    let certificate = Certificate::Complement {
        ideals: rows.map(|(shared, locals)| Ideal::of_thread_states(shared, locals)).collect(),
        minimal: search.unreachable(),
        place_invariants: search.place_invariants(),
    };
    Ok(Finding::Proved { properties, certificate })
}
