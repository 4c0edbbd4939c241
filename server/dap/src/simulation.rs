//! What-if simulation: executions that leave the recording with another step.
//!
//! What a program does is asked of a [`Simulator`], one for each language, in terms of documents: everything else is the same.

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

/// Executes selected steps of a program. Failures are sentences for people.
pub(crate) trait Simulator: Debug + Send + Sync {
    /// At most `most` alternatives from a state: all, or those of one thread. `used` is the largest number that a
    /// thread ever had.
    fn ways(&self, at: &StateDocument, used: u32, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String>;

    /// Why a thread cannot go on, as a clause.
    fn why_blocked(&self, at: &StateDocument, thread: u32) -> Result<String, String>;

    /// Whether two documents describe the same state.
    fn is_same(&self, one: &StateDocument, other: &StateDocument) -> bool;
}

/// One way to go on.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) step: StepDocument,
    /// The state after it.
    pub(crate) state: StateDocument,
    pub(crate) violation: Option<PropertyDocument>,
}

impl Way {
    /// Whether it is a step that fails and changes nothing: an assertion, or a value that does not exist.
    pub(crate) fn fails(&self) -> bool {
        self.violation.as_ref().is_some_and(|violation| fails_with(violation.kind, self.step.threads.is_empty()))
    }
}

/// Whether a property of this kind is violated by the last step itself.
fn fails_with(kind: PropertyKind, changes_nothing: bool) -> bool {
    kind == PropertyKind::Assert || kind == PropertyKind::Value && changes_nothing
}

/// What can happen next at a moment.
pub(crate) struct Offers {
    /// The ways to go on, at most [`MOST_OFFERS`].
    pub(crate) list: Vec<Offer>,
    /// Whether there are more.
    pub(crate) more: bool,
    /// The threads that cannot move, each with a clause that says why.
    pub(crate) blocked: Vec<(u32, String)>,
}

/// One way to go on, and whether it is the step that is recorded.
pub(crate) struct Offer {
    pub(crate) way: Way,
    pub(crate) recorded: bool,
}

impl dyn Simulator + '_ {
    /// What can happen next at a cursor. Fails with a sentence for people.
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

    /// Whether a recording goes on like this at a cursor.
    pub(crate) fn is_in(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        recording.next_step(cursor).is_some_and(|step| step.thread == way.step.thread)
            && self.is_same(recording.state(cursor + 1), &way.state)
            && has_failed(recording, cursor + 1) == way.fails()
    }
}

/// Whether the step that led to a cursor failed, so that no step follows.
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
