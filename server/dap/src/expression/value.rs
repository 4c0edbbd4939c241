//! What expressions mean in a state.

use boolprog_syntax::ast::BinaryOp;
use boolprog_trace::document::{FrameDocument, ThreadDocument, Value};

use super::{Expression, Question, Threads};
use crate::recording::Recording;

/// Where names are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Viewpoint<'a> {
    pub(crate) recording: &'a Recording,
    pub(crate) cursor: usize,
    /// A thread and the position of one of its activations; without, only shared variables are visible.
    pub(crate) frame: Option<(&'a ThreadDocument, usize)>,
}

impl<'a> Viewpoint<'a> {
    /// That of the innermost activation of a thread; of nobody if it does not live.
    pub(crate) fn of(recording: &'a Recording, cursor: usize, number: u32) -> Self {
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
    pub(crate) fn answer(&self, viewpoint: Viewpoint<'_>) -> Result<String, String> {
        match self {
            Self::Truth(expression) => Ok(expression.any_value(viewpoint)?.to_string()),
            Self::Count(threads) => Ok(threads.count(viewpoint)?.to_string()),
        }
    }

    /// The type of the answer.
    pub(crate) fn kind(&self, viewpoint: Viewpoint<'_>) -> &'static str {
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
    /// The value, be it a number or a truth value. Fails with a message for people.
    pub(crate) fn any_value(&self, viewpoint: Viewpoint<'_>) -> Result<Value, String> {
        match self {
            Self::Variable(name, thread) => variable(viewpoint, name, *thread),
            Self::Number(number @ (0 | 1)) => Ok(Value::Truth(*number == 1)),
            Self::Number(number) => Ok(Value::Number(*number)),
            Self::Old(inner) => inner.any_value(before(viewpoint)?),
            Self::Ternary(parts) => {
                let [then, otherwise] = [&parts[1], &parts[2]].map(|part| part.any_value(viewpoint));
                Ok(if parts[0].value(viewpoint)? { then? } else { otherwise? })
            }
            _ => self.value(viewpoint).map(Value::Truth),
        }
    }

    /// The truth value. Fails with a message for people: something is not there in this state, or it is a number.
    pub(crate) fn value(&self, viewpoint: Viewpoint<'_>) -> Result<bool, String> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Variable(..) | Self::Number(_) | Self::Old(_) | Self::Ternary(_) => {
                let value = self.any_value(viewpoint)?;
                value.truth().ok_or_else(|| match self {
                    Self::Variable(name, _) => format!("`{name}` is {value}, which is neither T nor F"),
                    _ => format!("{value} is neither T nor F"),
                })
            }
            Self::Not(inner) => Ok(!inner.value(viewpoint)?),
            Self::Binary(operator, left, right) => binary(*operator, left, right, viewpoint),
            Self::Ordered(comparison, sides) => {
                Ok(comparison.holds(sides[0].number(viewpoint)?, sides[1].number(viewpoint)?))
            }
            Self::Threads(threads, comparison, number) => Ok(comparison.holds(threads.count(viewpoint)?, *number)),
        }
    }

    /// The number. Fails with a message for people if it is a truth value.
    fn number(&self, viewpoint: Viewpoint<'_>) -> Result<i64, String> {
        match self {
            Self::Number(number) => return Ok(*number),
            Self::Old(inner) => return inner.number(before(viewpoint)?),
            Self::Ternary(parts) => {
                let chosen = if parts[0].value(viewpoint)? { &parts[1] } else { &parts[2] };
                return chosen.number(viewpoint);
            }
            _ => {}
        }
        match (self, self.any_value(viewpoint)?) {
            (_, Value::Number(number)) => Ok(number),
            (Self::Variable(name, _), value) => Err(format!("`{name}` is {value}, which is no number")),
            (_, value) => Err(format!("{value} is no number")),
        }
    }
}

/// An infix operator. Numbers can be equal, too.
fn binary(operator: BinaryOp, left: &Expression, right: &Expression, viewpoint: Viewpoint<'_>) -> Result<bool, String> {
    if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
        let sides = [left.any_value(viewpoint)?, right.any_value(viewpoint)?];
        if sides.iter().any(|side| side.truth().is_none()) {
            let is_equal = left.number(viewpoint)? == right.number(viewpoint)?;
            return Ok(is_equal == (operator == BinaryOp::Equal));
        }
    }
    Ok(operator.apply(left.value(viewpoint)?, right.value(viewpoint)?))
}

fn before(viewpoint: Viewpoint<'_>) -> Result<Viewpoint<'_>, String> {
    viewpoint.before().ok_or_else(|| "there is nothing before this step to look back at".to_owned())
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
