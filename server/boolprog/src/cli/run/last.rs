//! The last steps of an execution, which is repeated for them.

use std::collections::VecDeque;

use boolprog_machine::fault::Position;
use boolprog_machine::observer::{Event, Happening, Observer};
use boolprog_machine::thread::ThreadId;

use super::Task;
use super::execution::{Execution, Sink};

/// The number of statements that are kept.
const KEPT: usize = 12;

/// A statement that was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    /// The thread that executes it.
    pub thread: ThreadId,
    /// Its place.
    pub position: Position,
}

/// Keeps the last statements.
#[derive(Debug, Default)]
struct Last(VecDeque<Begun>);

impl Observer for Last {
    fn event(&mut self, event: &Event<'_>) {
        if !matches!(event.happening, Happening::Statement) || event.is_hidden {
            return;
        }
        self.0.push_back(Begun { thread: event.thread, position: event.position });
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }
}

impl Sink for Last {}

/// The last statements of all threads, in order. Takes as long as the execution.
pub(super) fn statements(task: &Task<'_>, execution: &Execution) -> Vec<Begun> {
    let mut last = Last::default();
    task.execute(&execution.source, &mut last);
    last.0.into()
}
