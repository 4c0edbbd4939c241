//! Choices of a step that the program leaves open.

use boolprog_program::names::VariableId;

use super::Interpreter;
use super::evaluate::Cell;
use crate::configuration::Configuration;

/// Something that a step decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A variable could have got either value according to the statement.
    Value {
        /// Variable with the chosen value.
        variable: VariableId,
        /// Number of the thread whose copy it is; `None` for a shared variable.
        thread: Option<u32>,
        /// The value that it got.
        value: bool,
    },
    /// The step could have led elsewhere: into the other branch, to another label, or to another waiting thread.
    Branch,
}

impl Interpreter<'_> {
    /// The choices of the step of a thread that leads to `next`; none if no step does. Arguments and time as for
    /// [`Self::step_to`].
    pub fn choices(&self, at: &Configuration, thread: usize, fresh: Option<u32>, next: &Configuration) -> Vec<Choice> {
        let outcomes = self.outcomes(at, thread, fresh);
        let Some(taken) = outcomes.iter().find(|outcome| outcome.contains(next)) else { return Vec::new() };
        let branch = (outcomes.len() > 1).then_some(Choice::Branch);
        let values = taken.open.iter().filter_map(|cell| self.chosen(*cell, next));
        values.chain(branch).collect()
    }

    fn chosen(&self, cell: Cell, next: &Configuration) -> Option<Choice> {
        let (variable, thread) = match cell {
            Cell::Shared(index) => (self.names.shared().nth(index)?, None),
            Cell::ThreadLocal(thread, index) => (self.names.thread_local().nth(index)?, Some(thread)),
            Cell::Local(thread, frame, index) => {
                let procedure = next.threads.get(thread)?.frames.get(frame)?.procedure;
                (*self.names.variables_of(procedure).get(index)?, Some(thread))
            }
        };
        let thread = thread.map(|position| next.threads[position].number);
        Some(Choice::Value { variable, thread, value: cell.get(next)? })
    }
}
