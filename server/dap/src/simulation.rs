//! What-if simulation: executions that leave the recording with another step.
//!
//! A [`Simulator`] for each language gives the steps of a program, in terms of documents; everything else is
//! independent of the language.

mod boolean;
mod c;
mod execution;
mod integer;

use std::fmt::Debug;

use boolprog_trace::document::{
    ProgramKind, PropertyDocument, PropertyKind, StateDocument, StepDocument, TraceDocument,
};

pub(crate) use boolean::BooleanSimulator;
pub(crate) use c::CSimulator;
pub(crate) use execution::{GoOn, Simulation};
pub(crate) use integer::IntegerSimulator;

use crate::recording::Recording;

/// The maximal number of alternatives that are listed.
const MOST_OFFERS: usize = 200;

/// A moment of a recording: before the step with this number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'r> {
    pub(crate) recording: &'r Recording,
    pub(crate) cursor: usize,
}

impl<'r> Moment<'r> {
    pub(crate) fn state(self) -> &'r StateDocument {
        self.recording.state(self.cursor)
    }

    /// The largest number that a thread had so far. Linear in the steps before.
    fn used(self) -> u32 {
        let document = self.recording.document();
        let initial = document.initial.threads.iter().map(|thread| thread.number);
        initial.chain(document.steps[..self.cursor].iter().filter_map(|step| step.created)).max().unwrap_or(0)
    }
}

/// Executes selected steps of a program. Failures are sentences for the user.
pub(crate) trait Simulator: Debug + Send + Sync {
    /// At most `most` alternatives at a moment: all, or those of one thread.
    fn ways(&self, at: Moment<'_>, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String>;

    /// The reason why a thread cannot move, as a clause.
    fn why_blocked(&self, at: Moment<'_>, thread: u32) -> Result<String, String>;

    /// An execution without steps, which starts as much like the execution of another program as it can; none if the two cannot
    /// have the same threads.
    fn begin(&self, like: &Recording) -> Option<TraceDocument>;

    /// Returns `true` if the text of a step can be one of the program.
    fn can_have(&self, step: &str) -> bool;

    /// Returns `true` if a way leads to the state at a cursor of a recording.
    fn is_same(&self, way: &Way, recording: &Recording, cursor: usize) -> bool;

    /// Returns `true` if threads live at a moment without a next step, and wait for one another.
    fn is_stuck(&self, at: Moment<'_>) -> Result<bool, String> {
        Ok(!at.state().threads.is_empty())
    }

    /// The execution that goes on from a moment with one step of each of these threads, up to where something is open, at less cost
    /// than step by step; none if steps are cheap anyway.
    fn along(&self, _at: Moment<'_>, _threads: &[u32]) -> Option<Recording> {
        None
    }

    /// The steps before a moment, as the beginning of something that is tried out.
    fn branch(&self, at: Moment<'_>) -> Result<Recording, String> {
        Ok(at.recording.branch(at.cursor))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) step: StepDocument,
    /// State after the step.
    pub(crate) state: StateDocument,
    pub(crate) violation: Option<PropertyDocument>,
    /// Of a C program, the execution with the step, which may have more variables than the one before, and more steps.
    pub(crate) whole: Option<Recording>,
}

impl Way {
    /// Returns `true` if it is a step that fails, after which nothing can happen: an assertion, or a value that does not exist.
    pub(crate) fn fails(&self) -> bool {
        self.violation
            .as_ref()
            .is_some_and(|violation| self.whole.is_some() || fails_with(violation.kind, self.step.threads.is_empty()))
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
        let at = Moment { recording, cursor };
        let mut ways = self.ways(at, None, MOST_OFFERS + 1)?;
        offers.more = ways.len() > MOST_OFFERS;
        ways.truncate(MOST_OFFERS);
        let offer = |way| Offer { recorded: self.is_in(&way, recording, cursor), way };
        offers.list = ways.into_iter().map(offer).collect();
        if !offers.more {
            let can_move = |number| offers.list.iter().any(|offer| offer.way.step.thread == number);
            for thread in at.state().threads.iter().filter(|thread| !can_move(thread.number)) {
                offers.blocked.push((thread.number, self.why_blocked(at, thread.number)?));
            }
        }
        Ok(offers)
    }

    /// `true` if the recording continues with this step at a cursor.
    pub(crate) fn is_in(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        recording.next_step(cursor).is_some_and(|step| step.thread == way.step.thread)
            && self.is_same(way, recording, cursor + 1)
            && match way.whole {
                // A race at the end of a recording is no fault of the machine.
                Some(_) => !way.fails() || has_failed(recording, cursor + 1),
                None => has_failed(recording, cursor + 1) == way.fails(),
            }
    }
}

/// `true` if the step to a cursor failed, so that no step follows.
pub(crate) fn has_failed(recording: &Recording, cursor: usize) -> bool {
    let kind = recording.document().property.kind;
    let ends = recording.document().kind == ProgramKind::C && recording.document().is_violation();
    let changes_nothing = || recording.last_step(cursor).is_some_and(|step| step.threads.is_empty());
    cursor == recording.end() && cursor > 0 && (ends || fails_with(kind, changes_nothing()))
}
