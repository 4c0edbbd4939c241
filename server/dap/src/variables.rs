//! Contents of the scopes of an activation.

use std::sync::Arc;

use boolprog_trace::document::{
    ChoiceDocument, FrameDocument, ProgramKind, StateDocument, StepDocument, ThreadDocument, Value,
};

use super::handles::{Handles, Sight};
use super::protocol::{PresentationHint, Variable};
use super::recording::Recording;
use super::simulation::Way;
use super::variable_tree;
pub(super) use super::variable_tree::{Node, find, pointed};

pub(super) fn shared(recording: &Recording, cursor: usize) -> Vec<Variable> {
    let document = recording.document();
    current(document.kind, &document.shared, &recording.state(cursor).shared).collect()
}

/// The parameters and locals of an activation, then the `thread_local` globals of its thread.
pub(super) fn locals(recording: &Recording, thread: &ThreadDocument, frame: &FrameDocument) -> Vec<Variable> {
    let document = recording.document();
    let own = current(document.kind, recording.variable_names(frame), &frame.values);
    let all = own.chain(current(document.kind, &document.thread_local, &thread.thread_local));
    all.collect()
}

/// The parts of what is at a path, as trees; of the empty path, all variables of a sight. `None` if it is not there.
pub(super) fn parts(
    recording: &Recording,
    cursor: usize,
    sight: Sight,
    path: &str,
    handles: &mut Handles,
) -> Option<Vec<Variable>> {
    let shown = |node: variable_tree::Node<'_>| {
        let variables_reference = node.unfolds.map_or(0, |place| handles.number(place));
        let variable = variable(node.name.to_owned(), node.value, "", Some(node.path.to_owned()));
        Variable { kind: None, variables_reference, ..variable }
    };
    Some(variable_tree::parts(recording, cursor, sight, path)?.into_iter().map(shown).collect())
}

fn current(kind: ProgramKind, names: &[String], values: &[Value]) -> impl Iterator<Item = Variable> {
    let named = names.iter().zip(values);
    named.map(move |(name, value)| variable(name.clone(), kind.written(value), value.kind(), Some(name.clone())))
}

/// The changes by the step to a cursor: shared variables, then thread by thread the threads that came or went and the
/// variables with another value. Variables of other threads than the acting one carry its number: `T3.b`. New and left
/// activations are not listed.
pub(super) fn changed(recording: &Recording, cursor: usize) -> Vec<Variable> {
    let Some(step) = recording.last_step(cursor) else { return Vec::new() };
    let began = recording.began(cursor);
    let changed = changes(recording, recording.state(began), recording.state(cursor), step);
    looks(recording, began, cursor).chain(changed).collect()
}

/// The variables that a C program reads from one cursor to another, or writes with the values that they have.
fn looks(recording: &Recording, from: usize, to: usize) -> impl Iterator<Item = Variable> {
    let accesses = recording.document().steps[from..to].iter().flat_map(|step| &step.accesses);
    accesses.filter(|access| access.before == access.after).map(|access| {
        let told = format!("{} {}", access.kind.verb(), recording.document().written(&access.after));
        variable(access.variable.clone(), told, access.after.kind(), Some(access.variable.clone()))
    })
}

/// The same, with a line that says so if there are none.
pub(super) fn changed_or_nothing(recording: &Recording, cursor: usize) -> Vec<Variable> {
    let changed = changed(recording, cursor);
    if changed.is_empty() { vec![fact("nothing", String::new())] } else { changed }
}

/// The same for a step of a thread between two states.
pub(super) fn changes(
    recording: &Recording,
    old: &StateDocument,
    new: &StateDocument,
    step: &StepDocument,
) -> Vec<Variable> {
    let acted = step.thread;
    let document = recording.document();
    let mut found: Vec<_> = differences((document.kind, &[]), &document.shared, &old.shared, &new.shared)
        .map(|(name, kind, change)| variable(name.to_owned(), change, kind, Some(name.to_owned())))
        .collect();
    let in_one = |here: &StateDocument, there: &StateDocument| {
        let numbers = here.threads.iter().map(|thread| thread.number);
        numbers.filter(|number| live(there, *number).is_none()).collect::<Vec<_>>()
    };
    found.extend(in_one(new, old).into_iter().map(|number| event(number, "starts")));
    found.extend(in_one(old, new).into_iter().map(|number| event(number, "ends")));
    for thread in &new.threads {
        let Some(before) = live(old, thread.number) else { continue };
        let fresh = if thread.number == acted { &step.fresh[..] } else { &[] };
        let own = thread_differences(recording, before, thread, fresh);
        for (name, kind, change) in own {
            let shown = if thread.number == acted { name.to_owned() } else { format!("T{}.{name}", thread.number) };
            found.push(variable(shown, change, kind, Some(format!("{name}@T{}", thread.number))));
        }
    }
    found
}

fn live(state: &StateDocument, number: u32) -> Option<&ThreadDocument> {
    state.threads.iter().map(Arc::as_ref).find(|thread| thread.number == number)
}

/// The choices of the step to a cursor: values that the program leaves open, and the branch that the thread took if it
/// had several.
pub(super) fn choices(recording: &Recording, cursor: usize) -> Vec<Variable> {
    recording.last_step(cursor).map(|step| decided(recording.document().kind, step)).unwrap_or_default()
}

pub(super) fn decided(kind: ProgramKind, step: &StepDocument) -> Vec<Variable> {
    let shown = |choice: &ChoiceDocument| match choice {
        ChoiceDocument::Value { variable: name, thread, value } => {
            let (shown, expression) = match thread {
                None => (name.clone(), name.clone()),
                Some(number) if *number == step.thread => (name.clone(), format!("{name}@T{number}")),
                Some(number) => (format!("T{number}.{name}"), format!("{name}@T{number}")),
            };
            variable(shown, kind.written(value), value.kind(), Some(expression))
        }
        ChoiceDocument::Input { input } => variable("input".to_owned(), kind.written(input), input.kind(), None),
        ChoiceDocument::Branch { line } => fact("goes on", format!("line {line}")),
    };
    step.choices.iter().map(shown).collect()
}

/// The position of the cursor in the interleaving.
pub(super) fn schedule(recording: &Recording, cursor: usize) -> Vec<Variable> {
    let none = || "none".to_owned();
    let name = |number: u32| format!("T{number}");
    let steps = &recording.document().steps[..cursor];
    let switches = steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
    let state = recording.state(cursor);
    let tried = recording.simulated().map(|simulated| fact("what if", format!("from step {} on", simulated.from + 1)));
    let facts = [
        fact("steps taken", format!("{cursor} of {}", recording.end())),
        fact("acted", recording.last_step(cursor).map_or_else(none, |step| name(step.thread))),
        fact("acts next", recording.next_step(cursor).map_or_else(none, |step| name(step.thread))),
        fact("context switches", switches.to_string()),
        fact("live threads", recording.live(cursor).count().to_string()),
        fact("in an atomic section", state.atomic.map_or_else(none, name)),
    ];
    let waits =
        recording.waits(cursor).into_iter().map(|(number, on)| fact(&format!("T{number} waits for"), on.to_owned()));
    facts.into_iter().chain(tried).chain(waits).collect()
}

/// The differences in one thread: its `thread_local` globals, then activation by activation from outside. In the innermost one, `fresh`
/// variables have no old value.
fn thread_differences<'a>(
    recording: &'a Recording,
    old: &'a ThreadDocument,
    new: &'a ThreadDocument,
    fresh: &'a [u32],
) -> impl Iterator<Item = (&'a str, &'static str, String)> {
    let kind = recording.document().kind;
    let thread_local =
        differences((kind, &[]), &recording.document().thread_local, &old.thread_local, &new.thread_local);
    let shared = old.frames.shared_with(&new.frames);
    let pairs = old.frames.above(shared).zip(new.frames.above(shared));
    let kept = pairs.filter(|(old, new)| old.procedure == new.procedure);
    let frames = kept.flat_map(move |(outer, new)| {
        let is_innermost = old.frames.last().is_some_and(|last| std::ptr::eq(last, outer));
        let fresh = if is_innermost { fresh } else { &[] };
        differences((kind, fresh), recording.variable_names(new), &outer.values, &new.values)
    });
    thread_local.chain(frames)
}

/// A change as the language of the program writes it: `0 -> 1`, or the new value if there was none.
fn change(kind: ProgramKind, old: &Value, new: &Value) -> String {
    match old {
        Value::Nothing => kind.written(new),
        old => format!("{} -> {}", kind.written(old), kind.written(new)),
    }
}

/// Variables with another value: name, kind and change. `fresh` ones had no value before.
fn differences<'a>(
    (kind, fresh): (ProgramKind, &'a [u32]),
    names: &'a [String],
    old: &'a [Value],
    new: &'a [Value],
) -> impl Iterator<Item = (&'a str, &'static str, String)> {
    let before = move |(index, old)| if fresh.contains(&index) { &Value::Nothing } else { old };
    let pairs = names.iter().zip((0..).zip(old).map(before).zip(new));
    let changed = pairs.filter(|(_, (old, new))| old != new && !new.is_nothing());
    changed.map(move |(name, (old, new))| (name.as_str(), new.kind(), change(kind, old, new)))
}

fn event(number: u32, what: &str) -> Variable {
    fact(&format!("T{number}"), what.to_owned())
}

/// A line that is no variable.
pub(super) fn fact(name: &str, value: String) -> Variable {
    Variable { kind: None, ..variable(name.to_owned(), value, "", None) }
}

fn variable(name: String, value: String, kind: &'static str, evaluate_name: Option<String>) -> Variable {
    let presentation_hint = PresentationHint { attributes: ["readOnly"] };
    Variable { name, value, kind: Some(kind), presentation_hint, evaluate_name, variables_reference: 0 }
}

/// The changes and choices of an offered step, in words.
pub(super) fn effects(recording: &Recording, cursor: usize, way: &Way) -> Vec<String> {
    let recording = way.whole.as_ref().unwrap_or(recording);
    let changed = changes(recording, recording.state(cursor), &way.state, &way.step);
    let decided = decided(recording.document().kind, &way.step)
        .into_iter()
        .filter(|found| changed.iter().all(|c| c.name != found.name));
    let decided: Vec<String> = decided
        .map(|found| format!("{}{}{}", found.name, if found.kind.is_some() { " = " } else { " " }, found.value))
        .collect();
    changed.iter().map(|found| format!("{} {}", found.name, found.value)).chain(decided).collect()
}
