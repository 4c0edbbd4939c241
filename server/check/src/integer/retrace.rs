//! A saved trace of an integer program after its program was edited.

use boolprog_integer::explicit::{Fault, Run, replay, replay_fault};
use boolprog_integer::{Environment, Inputs, System, Undefined};
use boolprog_trace::document::{DocumentError, TraceDocument};
use boolprog_trace::integer::retrace::{Followed, Goal, Present, follow};
use boolprog_trace::retrace::Retraced;

use super::evidence::{VALUE, trace, unanswered, unanswered_value};
use super::{Model, property_ids};

/// Follows a saved trace through a program as it is now, and says what became of it; see [`follow`]. What is said to fail
/// still was executed again. Fails if the document contradicts itself.
pub fn retrace(model: &Model, document: &TraceDocument) -> Result<Retraced, DocumentError> {
    let system = &*model.system;
    let ids = property_ids(system);
    let goal = match ids.iter().position(|id| *id == document.property.id) {
        Some(index) => Goal::Property(index),
        None if document.property.id == VALUE => Goal::Value,
        None => {
            document.states()?;
            return Ok(Retraced::NoSuchProperty);
        }
    };
    let present = Present { text: &model.text, comments: &model.file.comments, system };
    let (run, attempt) = match follow(document, present, goal)? {
        Followed::Fails { run, attempt } => (run, attempt),
        Followed::Stuck { step, why } => return Ok(Retraced::NoLongerExecutable { step, why }),
        Followed::Holds => return Ok(Retraced::NoLongerFails),
    };
    let steps = run.steps.len();
    let retraced = match goal {
        Goal::Property(index) if replay(system, &run, index).is_ok() => {
            Some(trace(model, &unanswered(system, index), "", &run, None)?)
        }
        Goal::Property(_) => None,
        Goal::Value => match fault(system, run, attempt).filter(|fault| replay_fault(system, fault).is_ok()) {
            Some(fault) => {
                let report = unanswered_value(system, &fault);
                Some(trace(model, &report, "", &fault.run, fault.transition.as_ref())?)
            }
            None => None,
        },
    };
    Ok(match retraced {
        Some(trace) => Retraced::StillFails(Box::new(trace)),
        None => Retraced::Undecided { step: steps },
    })
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
