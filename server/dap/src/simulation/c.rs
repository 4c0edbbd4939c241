//! C programs, executed by the abstract machine.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_machine::choices::Question;
use boolprog_machine::program::Program;
use boolprog_trace::c::{Alternative, NoTrace, WhatIf};
use boolprog_trace::can_be_in;
use boolprog_trace::document::{ChoiceDocument, PropertyDocument, StepDocument, TraceDocument, Value};

use super::{Moment, Simulator, Way};
use crate::environment::Environment;
use crate::recording::Recording;

#[derive(Debug)]
pub(crate) struct CSimulator {
    program: WhatIf,
    environment: Environment,
}

impl CSimulator {
    /// Makes sure that a recording is an execution of a program; takes time linear in the recording. Fails with a sentence for
    /// the user.
    pub(crate) fn new(program: Arc<Program>, recording: &Recording, environment: Environment) -> Result<Self, String> {
        let control = (environment.control)();
        let program = WhatIf::new(program, recording.document(), &*control).map_err(|why| match why {
            NoTrace::NoSchedule => {
                "What-if is unavailable: the trace has no schedule, which a new check writes.".to_owned()
            }
            NoTrace::Stopped(stop) => format!("What-if is unavailable: {stop}."),
            why => format!("What-if is unavailable: the recording does not fit the program: {why}."),
        })?;
        Ok(Self { program, environment })
    }

    /// For any execution of a program. Fails if it ends before its first step.
    pub(crate) fn of(program: Arc<Program>, like: &TraceDocument, environment: Environment) -> Result<Self, NoTrace> {
        let control = (environment.control)();
        let program = WhatIf::afresh(program, like, &*control)?;
        Ok(Self { program, environment })
    }

    fn control(&self) -> Box<dyn Control> {
        (self.environment.control)()
    }

    /// A step as it is offered: with what was chosen in it.
    fn way(at: Moment<'_>, found: Alternative) -> Result<Way, String> {
        let Alternative { trace, fault, answers } = found;
        let whole = Recording::new(Arc::new(trace)).map_err(|damage| damage.to_string())?;
        let step = whole.next_step(at.cursor).cloned().ok_or_else(|| "The step is missing.".to_owned())?;
        let step = StepDocument { choices: answers.into_iter().map(choice).collect(), ..step };
        let violation = fault.map(|_| violated(&whole.document().property, &at.recording.document().property));
        let state = whole.state(at.cursor + 1).clone();
        Ok(Way { step, state, violation, whole: Some(whole) })
    }
}

impl Simulator for CSimulator {
    fn ways(&self, at: Moment<'_>, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String> {
        let document = at.recording.document();
        let found = self.program.alternatives(document, at.cursor, (thread, most), &*self.control());
        found.map_err(|why| unavailable(&why))?.into_iter().map(|found| Self::way(at, found)).collect()
    }

    fn why_blocked(&self, at: Moment<'_>, thread: u32) -> Result<String, String> {
        Ok(match at.recording.waits(at.cursor).get(&thread) {
            Some(on) => format!("T{thread} waits for {on}"),
            None if at.recording.next_step(at.cursor).is_some() => {
                format!("T{thread} has no step of its own here")
            }
            None => format!("T{thread} cannot act: the program has ended"),
        })
    }

    fn is_same(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        let told = |step: &StepDocument| StepDocument {
            shared: Vec::new(),
            threads: Vec::new(),
            choices: Vec::new(),
            ..step.clone()
        };
        let is_step = recording.last_step(cursor).is_some_and(|step| told(step) == told(&way.step));
        let is_like = |whole: &Recording| {
            let (ours, theirs) = (answers(whole).iter(), answers(recording).iter());
            ours.zip(theirs).all(|(our, their)| our == their) && whole.values(cursor) == recording.values(cursor)
        };
        is_step && way.whole.as_ref().is_some_and(is_like)
    }

    fn begin(&self, like: &Recording) -> Option<TraceDocument> {
        self.program.up_to(like.document(), 0, &*self.control()).ok()
    }

    fn can_have(&self, step: &str) -> bool {
        self.program.files().any(|(text, comments)| can_be_in(text, comments, step))
    }

    fn is_stuck(&self, at: Moment<'_>) -> Result<bool, String> {
        self.program.is_stuck(at.recording.document(), at.cursor, &*self.control()).map_err(|why| unavailable(&why))
    }

    fn along(&self, at: Moment<'_>, threads: &[u32]) -> Option<Recording> {
        let trace = self.program.along(at.recording.document(), at.cursor, threads, &*self.control()).ok()?;
        Recording::new(Arc::new(trace)).ok()
    }

    fn branch(&self, at: Moment<'_>) -> Result<Recording, String> {
        let trace = self
            .program
            .up_to(at.recording.document(), at.cursor, &*self.control())
            .map_err(|why| unavailable(&why))?;
        let whole = Recording::new(Arc::new(trace)).map_err(|damage| damage.to_string())?;
        Ok(at.recording.branch(at.cursor).grown(whole))
    }
}

/// The choices, in order.
fn answers(recording: &Recording) -> &[i128] {
    recording.document().schedule.as_ref().map_or(&[], |schedule| &schedule.choices)
}

/// A violation has the id of the recorded one if it is the same.
fn violated(found: &PropertyDocument, recorded: &PropertyDocument) -> PropertyDocument {
    let is_recorded = (&found.name, found.range) == (&recorded.name, recorded.range);
    let id = if is_recorded { recorded.id.clone() } else { found.id.clone() };
    PropertyDocument { id, ..found.clone() }
}

fn choice((question, answer): (Question, i128)) -> ChoiceDocument {
    let value = i64::try_from(answer).map_or_else(|_| Value::text(answer.to_string()), Value::Number);
    let chosen = |name: &str| ChoiceDocument::Value { variable: name.to_owned(), thread: None, value: value.clone() };
    match question {
        Question::Input => ChoiceDocument::Input { input: value },
        Question::Uninitialised => chosen("never written"),
        Question::Order => chosen("operand first"),
        Question::Spurious | Question::Wakeup => chosen("without a reason"),
        Question::Library => chosen("library"),
    }
}

fn unavailable(why: &NoTrace) -> String {
    format!("What-if is unavailable: {why}.")
}
