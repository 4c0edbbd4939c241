//! A saved trace of an integer program after its program was edited.

use boolprog_integer::explicit::{Fault, Run, replay, replay_fault};
use boolprog_integer::{Environment, Inputs, System, Undefined};
use boolprog_trace::document::{DocumentError, TraceDocument};
use boolprog_trace::integer::retrace::{Followed, Goal, Present, follow};
use boolprog_trace::retrace::Retraced;

use super::evidence::{VALUE, trace, unanswered, unanswered_value};
use super::{Model, PropertyReport, property_ids};

/// What became of a saved trace.
pub(super) enum Again {
    /// It still fails: this is violated, by this run, which was executed again. The report says nothing else yet.
    Fails {
        /// The report on what is violated.
        report: PropertyReport,
        /// The run.
        trace: Box<TraceDocument>,
    },
    /// It does not, or not certainly.
    DoesNot(Retraced),
}

/// Follows a saved trace through a program as it is now, and says what became of it; see [`follow`]. What is said to fail
/// still was executed again. Fails if the document contradicts itself.
pub fn retrace(model: &Model, document: &TraceDocument) -> Result<Retraced, DocumentError> {
    Ok(match again(model, document)? {
        Again::Fails { trace, .. } => Retraced::StillFails(trace),
        Again::DoesNot(retraced) => retraced,
    })
}

/// The same with the report on what fails.
pub(super) fn again(model: &Model, document: &TraceDocument) -> Result<Again, DocumentError> {
    let system = &*model.system;
    let ids = property_ids(system);
    let goal = match ids.iter().position(|id| *id == document.property.id) {
        Some(index) => Goal::Property(index),
        None if document.property.id == VALUE => Goal::Value,
        None => {
            document.states()?;
            return Ok(Again::DoesNot(Retraced::NoSuchProperty));
        }
    };
    let present = Present { text: &model.text, comments: &model.file.comments, system };
    let (run, attempt) = match follow(document, present, goal)? {
        Followed::Fails { run, attempt } => (run, attempt),
        Followed::Stuck { step, why } => return Ok(Again::DoesNot(Retraced::NoLongerExecutable { step, why })),
        Followed::Holds => return Ok(Again::DoesNot(Retraced::NoLongerFails)),
    };
    let undecided = Again::DoesNot(Retraced::Undecided { step: run.steps.len() });
    let (report, run, attempt) = match goal {
        Goal::Property(index) if replay(system, &run, index).is_ok() => (unanswered(system, index), run, None),
        Goal::Property(_) => return Ok(undecided),
        Goal::Value => match fault(system, run, attempt).filter(|fault| replay_fault(system, fault).is_ok()) {
            Some(fault) => (unanswered_value(system, &fault), fault.run, fault.transition),
            None => return Ok(undecided),
        },
    };
    let trace = Box::new(trace(model, &report, "", &run, attempt.as_ref())?);
    Ok(Again::Fails { report, trace })
}

/// The run with the reason why something has no value at its end.
fn fault(system: &System, run: Run, attempt: Option<(u32, Inputs)>) -> Option<Fault> {
    let undefined: Undefined = if let Some((transition, inputs)) = &attempt {
        let transition = &system.transitions[*transition as usize];
        transition.enabled(run.end()).and_then(|_| transition.fire(system, run.end(), inputs)).err()?
    } else {
        let mut properties = system.properties.iter();
        properties.find_map(|property| property.error.evaluate(&Environment::of(run.end())).err())?
    };
    Some(Fault { run, transition: attempt, undefined })
}
