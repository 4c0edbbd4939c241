//! What expressions mean in a state.

use boolprog_trace::document::{FrameDocument, ThreadDocument, Value};

use super::{Expression, Question, Threads};
use crate::dap::recording::Recording;

/// Where names are looked up.
#[derive(Clone, Copy)]
pub(in crate::dap) struct Viewpoint<'a> {
    pub(in crate::dap) recording: &'a Recording,
    pub(in crate::dap) cursor: usize,
    /// A thread and the position of one of its activations; without, only shared variables are visible.
    pub(in crate::dap) frame: Option<(&'a ThreadDocument, usize)>,
}

impl<'a> Viewpoint<'a> {
    /// That of the innermost activation of a thread; of nobody if it does not live.
    pub(in crate::dap) fn of(recording: &'a Recording, cursor: usize, number: u32) -> Self {
        let nobody = Self { recording, cursor, frame: None };
        nobody.of_thread(number).unwrap_or(nobody)
    }

    /// That of the innermost activation of a thread; `None` if it does not live.
    fn of_thread(self, number: u32) -> Option<Self> {
        let thread = self.recording.thread(self.cursor, number)?;
        Some(Self { frame: Some((thread, thread.frames.len() - 1)), ..self })
    }

    /// The same activation in front of the last step; `None` at the start, or if it was not there.
    fn before(self) -> Option<Self> {
        let cursor = self.cursor.checked_sub(1)?;
        let Some((thread, depth)) = self.frame else { return Some(Self { cursor, ..self }) };
        let before = self.recording.thread(cursor, thread.number)?;
        let is_same = before.frames.get(depth)?.procedure == thread.frames[depth].procedure;
        is_same.then_some(Self { cursor, frame: Some((before, depth)), ..self })
    }

    /// The value of a variable as the language resolves the name: local, else global.
    fn variable(self, name: &str) -> Option<Value> {
        let find = |names: &[String], values: &[Value]| {
            let index = names.iter().position(|candidate| candidate == name)?;
            values.get(index).copied()
        };
        let document = self.recording.document();
        let of_thread = self.frame.and_then(|(thread, depth)| {
            let frame: &FrameDocument = thread.frames.get(depth)?;
            let local = find(self.recording.variable_names(frame), &frame.values);
            local.or_else(|| find(&document.thread_local, &thread.thread_local))
        });
        of_thread.or_else(|| find(&document.shared, &self.recording.state(self.cursor).shared))
    }
}

impl Question {
    /// The answer as the language writes it. Fails with a message for people.
    pub(in crate::dap) fn answer(&self, viewpoint: Viewpoint<'_>) -> Result<String, String> {
        match self {
            Self::Truth(expression) => Ok(expression.any_value(viewpoint)?.to_string()),
            Self::Count(threads) => Ok(threads.count(viewpoint)?.to_string()),
        }
    }

    /// The type of the answer.
    pub(in crate::dap) fn kind(&self, viewpoint: Viewpoint<'_>) -> &'static str {
        match self {
            Self::Truth(expression) => match expression.any_value(viewpoint) {
                Ok(Value::Number(_)) => "int",
                Ok(Value::Truth(_)) | Err(_) => "bool",
            },
            Self::Count(_) => "number",
        }
    }
}

impl Expression {
    /// The value, which is a number if this is a variable that holds one. Fails with a message for people.
    pub(in crate::dap) fn any_value(&self, viewpoint: Viewpoint<'_>) -> Result<Value, String> {
        match self {
            Self::Variable(name, thread) => variable(viewpoint, name, *thread),
            _ => self.value(viewpoint).map(Value::Truth),
        }
    }

    /// The value. Fails with a message for people: something is not there in this state.
    pub(in crate::dap) fn value(&self, viewpoint: Viewpoint<'_>) -> Result<bool, String> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Variable(name, thread) => {
                let value = variable(viewpoint, name, *thread)?;
                value.truth().ok_or_else(|| format!("`{name}` is {value}, which is neither T nor F"))
            }
            Self::Not(inner) => Ok(!inner.value(viewpoint)?),
            Self::Binary(operator, left, right) => Ok(operator.apply(left.value(viewpoint)?, right.value(viewpoint)?)),
            Self::Ternary(parts) => {
                let [condition, then, otherwise] = [&parts[0], &parts[1], &parts[2]].map(|part| part.value(viewpoint));
                Ok(if condition? { then? } else { otherwise? })
            }
            Self::Old(inner) => {
                let before = viewpoint.before().ok_or("there is nothing before this step to look back at")?;
                inner.value(before)
            }
            Self::Threads(threads, comparison, number) => Ok(comparison.holds(threads.count(viewpoint)?, *number)),
        }
    }
}

/// The value of a variable, of this thread's if one is named. Fails with a message for people.
fn variable(viewpoint: Viewpoint<'_>, name: &str, thread: Option<u32>) -> Result<Value, String> {
    let viewpoint = match thread {
        None => viewpoint,
        Some(number) => {
            viewpoint.of_thread(number).ok_or_else(|| format!("there is no thread T{number} at this step"))?
        }
    };
    viewpoint.variable(name).ok_or_else(|| format!("no variable `{name}` is visible here"))
}

impl Threads {
    /// How many there are. Fails with a message for people if there is no such place.
    fn count(&self, viewpoint: Viewpoint<'_>) -> Result<usize, String> {
        let Viewpoint { recording, cursor, .. } = viewpoint;
        if let Self::Label(label) = self
            && !recording.has_label(label)
        {
            return Err(format!("there is no label `{label}`"));
        }
        let is_there = |frame: &&FrameDocument| match self {
            Self::Line(line) => frame.range.line == *line,
            Self::Label(label) => recording.labels_at(frame).any(|name| name == label),
        };
        let threads = recording.state(cursor).threads.iter();
        Ok(threads.filter_map(|thread| thread.frames.last()).filter(is_there).count())
    }
}
