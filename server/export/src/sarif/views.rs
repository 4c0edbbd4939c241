//! The views of threads along a counterexample: what changes, in each state, and what never does, once. A wide program has many
//! variables that do not change.

use std::collections::BTreeMap;

use boolprog_trace::document::{ProgramKind, StateDocument, ThreadDocument, TraceDocument, Value};

use super::model::{Message, State};
use crate::lanes;
use crate::values::Values;

/// The values that the variables of a counterexample have.
pub(super) struct Views<'t> {
    trace: &'t TraceDocument,
    shared: Vec<Values>,
    /// Of each thread, its copies of globals.
    copies: BTreeMap<u32, Vec<Values>>,
    /// Of each thread and procedure, its variables in the innermost activation.
    innermost: BTreeMap<(u32, u32), Vec<Values>>,
}

impl<'t> Views<'t> {
    pub(super) fn of(trace: &'t TraceDocument) -> Self {
        let mut views = Self { trace, shared: Vec::new(), copies: BTreeMap::new(), innermost: BTreeMap::new() };
        // After a damaged step there are no states.
        let _ = trace.walk(|_, state| views.add(state));
        views.tell_apart();
        views
    }

    fn add(&mut self, state: &StateDocument) {
        add(&mut self.shared, &state.shared);
        for thread in &state.threads {
            add(self.copies.entry(thread.number).or_default(), &thread.thread_local);
            if let Some(frame) = thread.frames.last() {
                add(self.innermost.entry((thread.number, frame.procedure)).or_default(), &frame.values);
            }
        }
    }

    /// Variables of one name in several procedures of a thread change if they have different values.
    fn tell_apart(&mut self) {
        let mut by_name: BTreeMap<(u32, &str), Values> = BTreeMap::new();
        for ((thread, procedure), values) in &self.innermost {
            for (name, values) in variables(self.trace, *procedure).iter().zip(values) {
                let all = by_name.entry((*thread, name)).or_default();
                match values.only() {
                    Some(value) => all.add(value),
                    None => *all = Values::Several,
                }
            }
        }
        for ((thread, procedure), values) in &mut self.innermost {
            for (name, values) in variables(self.trace, *procedure).iter().zip(values) {
                values.clone_from(&by_name[&(*thread, name.as_str())]);
            }
        }
    }

    /// The view of a thread, as far as it changes: shared variables, its copies of globals, and the variables of its
    /// innermost activation. Without a thread, shared variables alone.
    pub(super) fn changing(&self, state: &StateDocument, thread: Option<u32>) -> State {
        let mut view = State::new();
        let mut enter = |prefix: &str, names: &[String], values: &[Values], now: &[Value]| {
            enter(&mut view, self.trace.kind, (prefix, names), values.iter().zip(now).map(changing));
        };
        enter("", &self.trace.shared, &self.shared, &state.shared);
        let thread = thread.and_then(|number| state.threads.iter().find(|thread| thread.number == number));
        if let Some(ThreadDocument { number, thread_local, frames, .. }) = thread.map(AsRef::as_ref) {
            let prefix = prefix(*number);
            if let Some(values) = self.copies.get(number) {
                enter(&prefix, &self.trace.thread_local, values, thread_local);
            }
            let innermost =
                frames.last().and_then(|frame| Some((frame, self.innermost.get(&(*number, frame.procedure))?)));
            if let Some((frame, values)) = innermost {
                enter(&prefix, variables(self.trace, frame.procedure), values, &frame.values);
            }
        }
        view
    }

    /// The values that never change in the views of these threads.
    pub(super) fn constant(&self, is_meant: impl Fn(u32) -> bool) -> State {
        let mut view = State::new();
        let mut enter = |prefix: &str, names: &[String], values: &[Values]| {
            enter(&mut view, self.trace.kind, (prefix, names), values.iter().map(|values| values.only()));
        };
        enter("", &self.trace.shared, &self.shared);
        for (number, values) in self.copies.iter().filter(|(number, _)| is_meant(**number)) {
            enter(&prefix(*number), &self.trace.thread_local, values);
        }
        for ((number, procedure), values) in self.innermost.iter().filter(|((number, _), _)| is_meant(*number)) {
            enter(&prefix(*number), variables(self.trace, *procedure), values);
        }
        view
    }
}

/// The value of a variable that changes.
fn changing<'v>((values, value): (&Values, &'v Value)) -> Option<&'v Value> {
    values.only().is_none().then_some(value)
}

fn add(values: &mut Vec<Values>, now: &[Value]) {
    values.resize(values.len().max(now.len()), Values::None);
    values.iter_mut().zip(now).for_each(|(values, value)| values.add(value));
}

/// Variables with their values as the language of the program writes them; those without one are left out.
fn enter<'v>(
    view: &mut State,
    kind: ProgramKind,
    (prefix, names): (&str, &[String]),
    values: impl Iterator<Item = Option<&'v Value>>,
) {
    let known = names.iter().zip(values).filter_map(|(name, value)| Some((name, shown(kind, value?)?)));
    view.extend(known.map(|(name, value)| (format!("{prefix}{name}"), Message::literal(&value.to_string()))));
}

fn shown(kind: ProgramKind, value: &Value) -> Option<lanes::Value> {
    Some(lanes::Value::of(kind, value)).filter(|value| *value != lanes::Value::Gone)
}

fn prefix(thread: u32) -> String {
    format!("T{thread}.")
}

fn variables(trace: &TraceDocument, procedure: u32) -> &[String] {
    trace.procedures.get(procedure as usize).map(|procedure| procedure.variables.as_slice()).unwrap_or_default()
}
