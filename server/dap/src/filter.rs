//! The steps of a trace that a filter asks for.

use std::sync::Arc;

use boolprog_base::words::sentence;
use boolprog_syntax::expression::{Expression, Lookup};
use boolprog_trace::document::TraceDocument;

use crate::recording::Recording;
use crate::viewpoint::Viewpoint;

/// The steps that change all these variables and after which the condition holds; 0 is the start. Variables are written
/// `lock`, or `x@T2` for the copy of one thread. In the condition, `x` is that of the thread that has just acted; where
/// something in it has no value, it does not hold. Fails with a sentence.
///
/// Takes time linear in the number of steps, times the number of threads and the length of the condition.
pub fn steps(trace: Arc<TraceDocument>, changes: &[String], condition: Option<&str>) -> Result<Vec<usize>, String> {
    let recording = Recording::new(trace).map_err(|damage| format!("This trace cannot be used: {damage}."))?;
    let mut steps: Vec<usize> = (0..=recording.end()).collect();
    for written in changes {
        let Ok(Expression::Variable(name, thread)) = Expression::read(written) else {
            return Err("After `changes`, a variable is needed, such as `lock` or `x@T2`.".to_owned());
        };
        let copies = |step: usize| copies(&recording, step, thread);
        if !steps.iter().any(|&step| copies(step).any(|at| at.variable(&name, None).is_ok())) {
            return Err(format!("There is no variable `{written}` in this trace."));
        }
        steps.retain(|&step| copies(step).any(|at| is_changed(&at, &name)));
    }
    if let Some(condition) = condition {
        let condition = Expression::read(condition).map_err(|why| sentence(&why))?;
        let holds = |step: usize| {
            let acting = recording.last_step(step).map_or(0, |last| last.thread);
            condition.truth(&Viewpoint::of(&recording, step, acting))
        };
        let values: Vec<Result<bool, String>> = (0..=recording.end()).map(holds).collect();
        if let (Some(Err(why)), true) = (values.first(), values.iter().all(Result::is_err)) {
            return Err(sentence(why));
        }
        steps.retain(|&step| values[step] == Ok(true));
    }
    Ok(steps)
}

/// From where copies of a variable are seen at a step: without any thread, and from each that lives; or from one thread alone.
fn copies(recording: &Recording, step: usize, thread: Option<u32>) -> impl Iterator<Item = Viewpoint<'_>> {
    let shared = thread.is_none().then_some(Viewpoint { recording, cursor: step, frame: None });
    let live = recording.live(step).map(|live| live.number);
    let wanted = live.filter(move |&number| thread.is_none_or(|thread| thread == number));
    shared.into_iter().chain(wanted.map(move |number| Viewpoint::of(recording, step, number)))
}

/// Returns `true` if the last step gave the variable another value.
fn is_changed(at: &Viewpoint<'_>, name: &str) -> bool {
    let before = at.before().and_then(|before| before.variable(name, None));
    before.is_ok_and(|before| at.variable(name, None).is_ok_and(|now| now != before))
}
