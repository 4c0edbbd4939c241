//! The states of a saved trace.

use std::sync::Arc;

use super::schema::OLDER;
use super::{
    FrameDocument, ProgramKind, PropertyKind, RangeDocument, SCHEMA, StateDocument, StepDocument, ThreadChange,
    ThreadDocument, TraceDocument, Value,
};

/// Why a document is no trace. Steps count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is no JSON, or has not the fields of a trace; why, as a clause.
    #[error("{0}")]
    Unreadable(String),
    /// It was written by another version, or is something else.
    #[error("the schema is `{0}`, but only `{SCHEMA}`, `{newer}` and `{older}` can be read", newer = OLDER[0], older = OLDER[1])]
    Schema(String),
    /// It is one of a C program that was written by an older version.
    #[error("it was written by an older version: a new check writes it again")]
    OldProgram,
    /// The state before the first step is wrong.
    #[error("the initial state is damaged: {0}")]
    Initial(Damage),
    /// A step is wrong.
    #[error("step {step} is damaged: {damage}")]
    Step {
        /// Index of the step.
        step: usize,
        /// Kind of damage.
        damage: Damage,
    },
    /// The thread that violates the property does not exist at the end.
    #[error("thread {0}, which is said to violate the property, is not there at the end")]
    Violation(u32),
}

/// An error in a state or step.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// A list of values does not have one for each variable.
    #[error("there are {found} values for {expected} variables of {of}")]
    Values {
        /// The owner of the values.
        of: String,
        /// Number that was found.
        found: usize,
        /// Number that was expected.
        expected: usize,
    },
    /// The number of a procedure is out of range.
    #[error("there is no procedure number {0}")]
    Procedure(u32),
    /// The number of a shared variable is out of range.
    #[error("there is no shared variable number {0}")]
    Shared(u32),
    /// A thread without activations.
    #[error("thread {0} has no activation")]
    NoFrames(u32),
    /// A thread keeps more activations than it has.
    #[error("thread {0} keeps more activations than it has")]
    Kept(u32),
    /// Threads are not listed by increasing number.
    #[error("thread {0} is listed out of order")]
    Order(u32),
    /// A thread that does not exist takes a step, ends, changes, or is in an atomic section.
    #[error("there is no thread {0}")]
    NoThread(u32),
    /// A created thread exists already or is not described.
    #[error("thread {0} is not newly created")]
    NotNew(u32),
    /// A range ends before it begins, or counts from 0.
    #[error("a range of the text is impossible")]
    Range,
    /// The number of a file is out of range.
    #[error("there is not a file number {0}")]
    File(u32),
}

impl TraceDocument {
    /// The state before each step and, last, the one at the end. Takes time and memory proportional to the number of
    /// steps times the number of shared variables and threads of a state; unchanged activations are shared.
    pub fn states(&self) -> Result<Vec<StateDocument>, DocumentError> {
        let mut states = Vec::with_capacity(self.steps.len() + 1);
        self.walk(|_, state| states.push(state.clone()))?;
        Ok(states)
    }

    /// Visits the same states one after the other, each with the number of steps before it, without keeping them. The
    /// states before damage are visited.
    pub fn walk(&self, mut visit: impl FnMut(usize, &StateDocument)) -> Result<(), DocumentError> {
        if self.schema != SCHEMA {
            return Err(DocumentError::Schema(self.schema.clone()));
        }
        if self.kind == ProgramKind::C && !self.instances.is_empty() {
            return Err(DocumentError::OldProgram);
        }
        self.check_state(&self.initial).map_err(DocumentError::Initial)?;
        let mut state = self.initial.clone();
        visit(0, &state);
        for (number, step) in (1..).zip(&self.steps) {
            self.apply(step, &mut state).map_err(|damage| DocumentError::Step { step: number, damage })?;
            visit(number, &state);
        }
        // An execution to a place, which violates nothing, may end with the last thread; integer programs need not have any.
        let may_be_empty = self.property.kind == PropertyKind::Point || self.is_of_integer_program();
        let all_ended = may_be_empty && state.threads.is_empty();
        match position(&state, self.property.thread) {
            Some(_) => Ok(()),
            None if all_ended => Ok(()),
            None => Err(DocumentError::Violation(self.property.thread)),
        }
    }

    fn apply(&self, step: &StepDocument, state: &mut StateDocument) -> Result<(), Damage> {
        self.check_range(step.range)?;
        position(state, step.thread).ok_or(Damage::NoThread(step.thread))?;
        for (index, value) in &step.shared {
            state.shared.get_mut(*index as usize).ok_or(Damage::Shared(*index))?.clone_from(value);
        }
        if let Some(number) = step.created {
            let described = step.threads.iter().any(|thread| thread.number == number);
            if !described || position(state, number).is_some() {
                return Err(Damage::NotNew(number));
            }
        }
        for change in &step.threads {
            self.check_change(change)?;
            match position(state, change.number) {
                Some(position) => state.threads[position] = changed(&state.threads[position], change)?,
                None if step.created == Some(change.number) => push(state, change)?,
                None => return Err(Damage::NoThread(change.number)),
            }
        }
        if let Some(number) = step.ended {
            let position = position(state, number).ok_or(Damage::NoThread(number))?;
            state.threads.remove(position);
        }
        state.atomic = step.atomic;
        check_atomic(state)
    }

    fn check_state(&self, state: &StateDocument) -> Result<(), Damage> {
        check_values(|| "the program".to_owned(), &state.shared, &self.shared)?;
        for pair in state.threads.windows(2) {
            if pair[0].number >= pair[1].number {
                return Err(Damage::Order(pair[1].number));
            }
        }
        check_atomic(state)?;
        state.threads.iter().try_for_each(|thread| self.check_thread(thread))
    }

    fn check_thread(&self, thread: &ThreadDocument) -> Result<(), Damage> {
        if thread.frames.is_empty() {
            return Err(Damage::NoFrames(thread.number));
        }
        self.check_copies(thread.number, &thread.thread_local)?;
        self.check_frames(thread.frames.iter())
    }

    fn check_change(&self, change: &ThreadChange) -> Result<(), Damage> {
        if change.kept == 0 && change.frames.is_empty() {
            return Err(Damage::NoFrames(change.number));
        }
        self.check_copies(change.number, &change.thread_local)?;
        self.check_frames(&change.frames)
    }

    fn check_copies(&self, thread: u32, values: &[Value]) -> Result<(), Damage> {
        check_values(|| format!("thread {thread}"), values, &self.thread_local)
    }

    fn check_frames<'a>(&self, frames: impl IntoIterator<Item = &'a FrameDocument>) -> Result<(), Damage> {
        for frame in frames {
            let procedure = self.procedures.get(frame.procedure as usize);
            let procedure = procedure.ok_or(Damage::Procedure(frame.procedure))?;
            check_values(|| format!("`{}`", procedure.name), &frame.values, &procedure.variables)?;
            self.check_range(frame.range)?;
        }
        Ok(())
    }

    fn check_range(&self, range: RangeDocument) -> Result<(), Damage> {
        let start = (range.line, range.column);
        let end = (range.end_line, range.end_column);
        if range.line == 0 || range.column == 0 || range.end_column == 0 || end < start {
            return Err(Damage::Range);
        }
        let unknown = range.file.filter(|file| *file as usize >= self.files.len());
        unknown.map_or(Ok(()), |file| Err(Damage::File(file)))
    }
}

fn position(state: &StateDocument, number: u32) -> Option<usize> {
    state.threads.iter().position(|thread| thread.number == number)
}

/// The thread after a change.
fn changed(thread: &ThreadDocument, change: &ThreadChange) -> Result<Arc<ThreadDocument>, Damage> {
    if change.kept > thread.frames.len() { Err(Damage::Kept(thread.number)) } else { Ok(thread.after(change).into()) }
}

/// Adds a thread, which has to have the largest number.
fn push(state: &mut StateDocument, created: &ThreadChange) -> Result<(), Damage> {
    if created.kept > 0 {
        return Err(Damage::Kept(created.number));
    }
    if state.threads.last().is_some_and(|last| last.number >= created.number) {
        return Err(Damage::Order(created.number));
    }
    state.threads.push(Arc::new(created.created()));
    Ok(())
}

fn check_atomic(state: &StateDocument) -> Result<(), Damage> {
    state.atomic.map_or(Ok(()), |holder| position(state, holder).map(drop).ok_or(Damage::NoThread(holder)))
}

fn check_values(of: impl Fn() -> String, values: &[Value], variables: &[String]) -> Result<(), Damage> {
    if values.len() == variables.len() {
        return Ok(());
    }
    Err(Damage::Values { of: of(), found: values.len(), expected: variables.len() })
}
