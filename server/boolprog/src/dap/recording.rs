//! A counterexample with every state written out: all that a session shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_trace::document::{
    DocumentError, FrameDocument, RangeDocument, StateDocument, StepDocument, ThreadDocument, TraceDocument,
};

/// A counterexample and its states. Cursor `k` is the moment before step `k`; the last cursor is the moment after
/// the last step.
#[derive(Debug)]
pub(super) struct Recording {
    document: Arc<TraceDocument>,
    /// One more than there are steps.
    states: Vec<StateDocument>,
    thread_names: BTreeMap<u32, String>,
}

impl Recording {
    /// Writes out the states of a counterexample; takes time and memory linear in their size.
    ///
    /// Fails if the document is of another schema or contradicts itself.
    pub(super) fn new(document: Arc<TraceDocument>) -> Result<Self, DocumentError> {
        let states = document.states()?;
        let thread_names = thread_names(&document);
        Ok(Self { document, states, thread_names })
    }

    /// The counterexample.
    pub(super) fn document(&self) -> &TraceDocument {
        &self.document
    }

    /// The last cursor: the number of steps.
    pub(super) fn end(&self) -> usize {
        self.document.steps.len()
    }

    /// The state at a cursor.
    pub(super) fn state(&self, cursor: usize) -> &StateDocument {
        &self.states[cursor]
    }

    /// The step about to be taken; `None` at the end.
    pub(super) fn next_step(&self, cursor: usize) -> Option<&StepDocument> {
        self.document.steps.get(cursor)
    }

    /// The step that led here; `None` at the start.
    pub(super) fn last_step(&self, cursor: usize) -> Option<&StepDocument> {
        self.document.steps.get(cursor.checked_sub(1)?)
    }

    /// A live thread.
    pub(super) fn thread(&self, cursor: usize, number: u32) -> Option<&ThreadDocument> {
        self.state(cursor).threads.iter().find(|thread| thread.number == number)
    }

    /// Whether a thread of this number is ever alive.
    pub(super) fn ever_lives(&self, number: u32) -> bool {
        self.thread_names.contains_key(&number)
    }

    /// The name of a thread: number, procedure, and where it was started unless it is there from the start.
    pub(super) fn thread_name(&self, number: u32) -> String {
        self.thread_names.get(&number).cloned().unwrap_or_else(|| format!("T{number}"))
    }

    /// The name of the procedure of an activation.
    pub(super) fn procedure_name(&self, frame: &FrameDocument) -> &str {
        procedure_name(&self.document, frame)
    }

    /// The names of the variables of an activation.
    pub(super) fn variable_names(&self, frame: &FrameDocument) -> &[String] {
        self.document.procedures.get(frame.procedure as usize).map_or(&[], |procedure| &procedure.variables)
    }

    /// Whether a statement has this label.
    pub(super) fn has_label(&self, label: &str) -> bool {
        self.document.procedures.iter().flat_map(|procedure| &procedure.labels).any(|found| found.name == label)
    }

    /// The labels of the statement that an activation is about to execute.
    pub(super) fn labels_at(&self, frame: &FrameDocument) -> impl Iterator<Item = &str> {
        let procedure = self.document.procedures.get(frame.procedure as usize);
        let labels = procedure.into_iter().flat_map(|procedure| &procedure.labels);
        labels.filter(|label| label.range == frame.range).map(|label| label.name.as_str())
    }

    /// Where an activation of a live thread is. At the end the violating thread is at what it violates: an
    /// assertion that failed has no statement behind it, and of a labelled statement the label is meant.
    pub(super) fn position(&self, cursor: usize, thread: &ThreadDocument, depth: usize) -> RangeDocument {
        let property = &self.document.property;
        let innermost = depth + 1 == thread.frames.len();
        if cursor == self.end() && thread.number == property.thread && innermost {
            property.range
        } else {
            thread.frames[depth].range
        }
    }

    /// Where the next step is, or at the end the violation: what a breakpoint compares with.
    pub(super) fn next_range(&self, cursor: usize) -> RangeDocument {
        self.next_step(cursor).map_or(self.document.property.range, |step| step.range)
    }

    /// Who takes the next step; at the end the thread that violates.
    pub(super) fn next_thread(&self, cursor: usize) -> u32 {
        self.next_step(cursor).map_or(self.document.property.thread, |step| step.thread)
    }

    /// The thread to look at: the one that took the step that led here; at the start the one that acts first; at
    /// the end the one that violates. If that one is gone, the one that acts next, or any.
    pub(super) fn focus(&self, cursor: usize) -> Option<u32> {
        let violating = (cursor == self.end()).then_some(self.document.property.thread);
        let acted = self.last_step(cursor).map(|step| step.thread);
        let acts = self.next_step(cursor).map(|step| step.thread);
        let any = self.state(cursor).threads.first().map(|thread| thread.number);
        let candidates = [violating, acted, acts, any];
        candidates.into_iter().flatten().find(|number| self.thread(cursor, *number).is_some())
    }
}

fn thread_names(document: &TraceDocument) -> BTreeMap<u32, String> {
    let name = |thread: &ThreadDocument| {
        let procedure = thread.frames.first().map_or("?", |frame| procedure_name(document, frame));
        format!("T{} {procedure}", thread.number)
    };
    let mut names: BTreeMap<_, _> =
        document.initial.threads.iter().map(|thread| (thread.number, name(thread))).collect();
    for step in &document.steps {
        for thread in step.threads.iter().filter(|thread| step.created == Some(thread.number)) {
            names.insert(thread.number, format!("{} (started line {})", name(thread), step.range.line));
        }
    }
    names
}

fn procedure_name<'a>(document: &'a TraceDocument, frame: &FrameDocument) -> &'a str {
    document.procedures.get(frame.procedure as usize).map_or("?", |procedure| &procedure.name)
}
