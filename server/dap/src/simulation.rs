//! What-if simulation: executions that leave the recording with another step.
//!
//! A [`Simulator`] for each language gives the steps of a program, in terms of documents; everything else is
//! independent of the language.

mod boolean;
mod execution;
mod integer;

use std::fmt::Debug;

use boolprog_trace::document::{PropertyDocument, PropertyKind, StateDocument, StepDocument};

pub(crate) use boolean::BooleanSimulator;
pub(crate) use execution::{GoOn, Simulation};
pub(crate) use integer::IntegerSimulator;

use crate::recording::Recording;

/// The maximal number of alternatives that are listed.
const MOST_OFFERS: usize = 200;

/// Executes selected steps of a program. Failures are sentences for the user.
pub(crate) trait Simulator: Debug + Send + Sync {
    /// At most `most` alternatives from a state: all, or those of one thread. `used` is the largest number that a
    /// thread ever had.
    fn ways(&self, at: &StateDocument, used: u32, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String>;

    /// The reason why a thread cannot move, as a clause.
    fn why_blocked(&self, at: &StateDocument, thread: u32) -> Result<String, String>;

    /// Returns `true` if two documents describe the same state.
    fn is_same(&self, one: &StateDocument, other: &StateDocument) -> bool;
}

#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) step: StepDocument,
    /// State after the step.
    pub(crate) state: StateDocument,
    pub(crate) violation: Option<PropertyDocument>,
}

impl Way {
    /// Returns `true` if it is a step that fails and changes nothing: an assertion, or a value that does not exist.
    pub(crate) fn fails(&self) -> bool {
        self.violation.as_ref().is_some_and(|violation| fails_with(violation.kind, self.step.threads.is_empty()))
    }
}

/// `true` if the last step itself violates a property of this kind.
fn fails_with(kind: PropertyKind, changes_nothing: bool) -> bool {
    kind == PropertyKind::Assert || kind == PropertyKind::Value && changes_nothing
}

/// Possible next steps at a moment.
pub(crate) struct Offers {
    /// Possible next steps, at most [`MOST_OFFERS`].
    pub(crate) list: Vec<Offer>,
    /// `true` if there are more.
    pub(crate) more: bool,
    /// The threads that cannot move, each with a clause that says why.
    pub(crate) blocked: Vec<(u32, String)>,
}

/// A possible next step, and whether it is the recorded one.
pub(crate) struct Offer {
    pub(crate) way: Way,
    pub(crate) recorded: bool,
}

impl dyn Simulator + '_ {
    /// The possible next steps at a cursor. Fails with a sentence for the user.
    pub(crate) fn offers(&self, recording: &Recording, cursor: usize) -> Result<Offers, String> {
        let mut offers = Offers { list: Vec::new(), more: false, blocked: Vec::new() };
        if has_failed(recording, cursor) {
            return Ok(offers);
        }
        let at = recording.state(cursor);
        let mut ways = self.ways(at, used(recording, cursor), None, MOST_OFFERS + 1)?;
        offers.more = ways.len() > MOST_OFFERS;
        ways.truncate(MOST_OFFERS);
        let offer = |way| Offer { recorded: self.is_in(&way, recording, cursor), way };
        offers.list = ways.into_iter().map(offer).collect();
        if !offers.more {
            let can_move = |number| offers.list.iter().any(|offer| offer.way.step.thread == number);
            for thread in at.threads.iter().filter(|thread| !can_move(thread.number)) {
                offers.blocked.push((thread.number, self.why_blocked(at, thread.number)?));
            }
        }
        Ok(offers)
    }

    /// `true` if the recording continues with this step at a cursor.
    pub(crate) fn is_in(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        recording.next_step(cursor).is_some_and(|step| step.thread == way.step.thread)
            && self.is_same(recording.state(cursor + 1), &way.state)
            && has_failed(recording, cursor + 1) == way.fails()
    }
}

/// `true` if the step to a cursor failed, so that no step follows.
fn has_failed(recording: &Recording, cursor: usize) -> bool {
    let kind = recording.document().property.kind;
    let changes_nothing = || recording.last_step(cursor).is_some_and(|step| step.threads.is_empty());
    cursor == recording.end() && cursor > 0 && fails_with(kind, changes_nothing())
}

/// The largest number that a thread had up to a cursor.
fn used(recording: &Recording, cursor: usize) -> u32 {
    let document = recording.document();
    let initial = document.initial.threads.iter().map(|thread| thread.number);
    initial.chain(document.steps[..cursor].iter().filter_map(|step| step.created)).max().unwrap_or(0)
}
