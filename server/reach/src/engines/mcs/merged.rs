//! `mcs-merged`: the coverability set of the system with bisimilar local states merged, for proofs alone.

use boolprog_base::control::Control;
use boolprog_base::engine::{Ended, Engine, Outcome, Task, Undecided};
use boolprog_certificate::sets::{Certificate, Ideal};
use boolprog_explore::tts::Tts;

use super::{Closure, search};
use crate::bisimilar::merge;
use crate::coverability::Found;
use crate::threads::{Subject, Threads};

/// The maximal number of tails of the ideals when merged local states are separated again.
const MOST_TAILS: usize = 1_000_000;

/// The engine `mcs` on merged local states.
#[derive(Clone, Copy, Debug)]
pub struct McsMerged;

impl<'s> Engine<&'s Subject<'s>> for McsMerged {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let mut outcome = Outcome::nothing(Ended::Complete);
        match uncovered(subject.tts, task.properties, task.control) {
            Err(why) => outcome.ended = why.into(),
            Ok((properties, Some(ideals))) => outcome.prove(properties, Certificate::Ideals(ideals)),
            Ok((_, None)) => {}
        }
        outcome
    }
}

/// The properties that the merged system does not violate, and its ideals in the numbers of the system, unless they are
/// too many.
fn uncovered(
    tts: &Tts,
    properties: &[u32],
    control: &dyn Control,
) -> Result<(Vec<u32>, Option<Vec<Ideal>>), Undecided> {
    let merged = merge(tts, control)?;
    let Found { set, .. } = search(&merged.tts, Closure::default(), None, control)?;
    Ok((set.uncovered(&merged.tts.targets, properties), merged.lift(&set.ideals, MOST_TAILS)))
}
