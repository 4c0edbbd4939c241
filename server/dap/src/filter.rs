//! The steps of a trace that a filter asks for.

use std::sync::Arc;

use boolprog_base::words::sentence;
use boolprog_syntax::expression::{Expression, Lookup};
use boolprog_trace::document::TraceDocument;

use crate::asked::Asked;
use crate::environment::Environment;
use crate::launch::language_of;
use crate::recording::Recording;
use crate::viewpoint::Viewpoint;

/// The steps that change all these variables and after which the condition holds; 0 is the start. Variables are written
/// `lock`, or `x@T2` for the copy of one thread. In the condition, `x` is that of the thread that has just acted; where
/// something in it has no value, it does not hold. Of a C program whose text is given, both can be expressions of C. Fails with a
/// sentence.
///
/// Takes time linear in the number of steps, times the number of threads and the length of the condition.
pub fn steps(
    trace: Arc<TraceDocument>,
    changes: &[String],
    condition: Option<&str>,
    text: Option<(String, Environment)>,
) -> Result<Vec<usize>, String> {
    let language = text.and_then(|(text, environment)| language_of(&trace, text, environment));
    let recording = Recording::new(trace).map_err(|damage| format!("This trace cannot be used: {damage}."))?;
    let recording = match language {
        Some(language) => recording.with_language(language),
        None => recording,
    };
    let mut steps: Vec<usize> = (0..=recording.end()).collect();
    for written in changes {
        let is_changed = changed(&recording, written)?;
        steps.retain(|&step| is_changed[step]);
    }
    if let Some(condition) = condition {
        let condition = Asked::condition(condition);
        if let Some(problem) = condition.problem().filter(|_| recording.expressions().is_none()) {
            return Err(sentence(problem));
        }
        let values: Vec<Result<bool, String>> =
            (0..=recording.end()).map(|step| condition.truth(after(&recording, step))).collect();
        if let (Some(Err(why)), true) = (values.first(), values.iter().all(Result::is_err)) {
            return Err(sentence(why));
        }
        steps.retain(|&step| values[step] == Ok(true));
    }
    Ok(steps)
}

/// The thread that has just acted sees a step so.
fn after(recording: &Recording, step: usize) -> Viewpoint<'_> {
    Viewpoint::of(recording, step, recording.last_step(step).map_or(0, |last| last.thread))
}

/// For each step, `true` if it has changed a variable. Fails with a sentence.
fn changed(recording: &Recording, written: &str) -> Result<Vec<bool>, String> {
    let all = 0..=recording.end();
    let none = || format!("There is no variable `{written}` in this trace.");
    if let Ok(Expression::Variable(name, thread)) = Expression::read(written) {
        let copies = |step: usize| copies(recording, step, thread);
        let is_there = |step: usize| copies(step).any(|at| at.variable(&name, None).is_ok());
        return if all.clone().any(is_there) {
            Ok(all.map(|step| copies(step).any(|at| is_changed(&at, &name))).collect())
        } else {
            Err(none())
        };
    }
    if recording.expressions().is_none() {
        return Err("After `changes`, a variable is needed, such as `lock` or `x@T2`.".to_owned());
    }
    let asked = Asked::read(written);
    let value = |at: Viewpoint<'_>| asked.answer(at).map(|told| told.result);
    if let Some(why) =
        value(after(recording, 0)).err().filter(|_| all.clone().all(|it| value(after(recording, it)).is_err()))
    {
        return Err(sentence(&why));
    }
    let is_changed = |at: Viewpoint<'_>| {
        let before = at.before().and_then(value);
        before.is_ok_and(|before| value(at).is_ok_and(|now| now != before))
    };
    Ok(all.map(|step| is_changed(after(recording, step))).collect())
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
