//! Scope in which the names of expressions are resolved: a state of a recording, as seen by one activation of a thread.

use boolprog_syntax::expression::{Lookup, Threads};
use boolprog_trace::c::{Expressions, Moment};
use boolprog_trace::document::{FrameDocument, ThreadDocument, Value};

use crate::handles::Sight;
use crate::recording::Recording;
use crate::variables::{Node, find};

#[derive(Clone, Copy)]
pub(crate) struct Viewpoint<'a> {
    pub(crate) recording: &'a Recording,
    pub(crate) cursor: usize,
    /// A thread and the position of one of its activations; without, only shared variables are visible.
    pub(crate) frame: Option<(&'a ThreadDocument, usize)>,
}

impl<'a> Viewpoint<'a> {
    /// The viewpoint of the innermost activation of a thread; without one if it does not live.
    pub(crate) fn of(recording: &'a Recording, cursor: usize, number: u32) -> Self {
        let shared = Self { recording, cursor, frame: None };
        shared.of_thread(number).unwrap_or(shared)
    }

    /// The viewpoint of the innermost activation of a thread; `None` if it does not live.
    fn of_thread(self, number: u32) -> Option<Self> {
        let thread = self.recording.thread(self.cursor, number)?;
        Some(Self { frame: Some((thread, thread.frames.len() - 1)), ..self })
    }

    /// The same activation before the last step; `None` at the start, or if it was not there.
    fn previous(self) -> Option<Self> {
        let cursor = self.cursor.checked_sub(1)?;
        let Some((thread, depth)) = self.frame else { return Some(Self { cursor, ..self }) };
        let before = self.recording.thread(cursor, thread.number)?;
        let is_same = before.frames.get(depth)?.procedure == thread.frames.get(depth)?.procedure;
        is_same.then_some(Self { cursor, frame: Some((before, depth)), ..self })
    }

    /// A variable of a C program, or a part of one, which may have parts itself.
    pub(crate) fn object(self, path: &str) -> Option<Node<'a>> {
        let sight = self.frame.map_or(Sight::Shared, |(thread, depth)| Sight::Locals(thread.number, depth));
        find(self.recording, self.cursor, sight, path).filter(|_| self.recording.has_parts())
    }

    /// The reader of expressions of C, and the moment at which they are evaluated; `None` for other programs, and if the text is not
    /// that of the recording.
    pub(crate) fn language(self) -> Option<(&'a Expressions, Moment<'a>)> {
        let Self { recording, cursor, frame } = self;
        let frame = frame.and_then(|(thread, depth)| {
            let range = recording.position(cursor, thread, (depth, thread.frames.get(depth)?));
            Some((thread.number, depth, range))
        });
        let moment = Moment { document: recording.document(), state: recording.state(cursor), frame };
        Some((recording.expressions()?, moment))
    }

    /// Returns `true` if there is a variable with this name, with a value or not.
    pub(crate) fn lists(self, name: &str) -> bool {
        self.resolved(name).is_some()
    }

    /// The value of a variable as the language resolves the name: local, else global.
    fn resolved(self, name: &str) -> Option<Value> {
        let find = |names: &[String], values: &[Value]| {
            let index = names.iter().position(|candidate| candidate == name)?;
            values.get(index).cloned()
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

impl Lookup for Viewpoint<'_> {
    fn variable(&self, name: &str, thread: Option<u32>) -> Result<Value, String> {
        let viewpoint = match thread {
            None => *self,
            Some(number) => {
                self.of_thread(number).ok_or_else(|| format!("there is no thread T{number} at this step"))?
            }
        };
        match viewpoint.resolved(name) {
            Some(Value::Nothing) => Err(format!("`{name}` has no value here")),
            Some(value) => Ok(value),
            None => Err(format!("no variable `{name}` is visible here")),
        }
    }

    fn written(&self, value: &Value) -> String {
        self.recording.document().written(value)
    }

    fn before(&self) -> Result<Self, String> {
        self.previous().ok_or_else(|| "there is no previous step".to_owned())
    }

    fn count(&self, threads: &Threads) -> Result<usize, String> {
        let Self { recording, cursor, .. } = *self;
        if let Threads::Label(label) = threads
            && !recording.has_label(label)
        {
            return Err(format!("there is no label `{label}`"));
        }
        let is_there = |frame: &&FrameDocument| match threads {
            Threads::Line(line) => frame.range.line == *line,
            Threads::Label(label) => recording.labels_at(frame).any(|name| name == label),
        };
        let live = recording.live(cursor);
        Ok(live.filter_map(|thread| thread.frames.last()).filter(is_there).count())
    }
}
