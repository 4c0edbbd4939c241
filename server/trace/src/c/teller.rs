//! Telling: the steps of an execution with their states, as a document has them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_machine::fault::Position;
use boolprog_machine::memory::Origin;
use boolprog_machine::observer::Does;
use boolprog_machine::program::FunctionIndex;
use boolprog_machine::thread::ThreadId;

use super::model::{Access, Change, Draft, InstanceId, LeafId, Model, Raw, Target, Wait};
use super::names::{Column, Names};
use super::places::Places;
use super::scopes::{Locals, Scopes};
use super::waits::{ended, waits_for};
use crate::document::{
    AccessDocument, AccessKind, BlockedDocument, FrameDocument, RangeDocument, StateDocument, StepDocument,
    ThreadChange, ThreadDocument, Value,
};

/// A thread while its steps are written.
struct Living {
    thread_local: Vec<Value>,
    frames: Vec<Frame>,
    /// Objects of a frame that has not begun.
    expected: Vec<InstanceId>,
    /// The thread has not begun: its only frame stands for the first one.
    is_new: bool,
    /// The lowest frame that has changed.
    changed: Option<usize>,
}

struct Frame {
    depth: u32,
    locals: Locals,
    document: FrameDocument,
}

/// Tells the steps of an execution.
pub(super) struct Teller<'a> {
    model: &'a Model,
    names: &'a Names<'a>,
    places: &'a Places<'a>,
    scopes: Scopes,
    threads: BTreeMap<ThreadId, Living>,
    shared: Vec<Value>,
    /// Changes of shared variables in the current step.
    written: BTreeMap<u32, Value>,
    /// The thread of the current step, and the columns of its frames whose variables are others than before the step.
    acting: Option<ThreadId>,
    fresh: BTreeSet<(usize, usize)>,
    /// For each step, where its thread is afterwards.
    next: Vec<Position>,
}

impl<'a> Teller<'a> {
    /// Before the first step: `main` has these frames, and variables have these scopes. `ends` are the places where threads are at the end.
    pub(super) fn new(
        model: &'a Model,
        names: &'a Names<'a>,
        places: &'a Places<'a>,
        scopes: Scopes,
        main: &[(FunctionIndex, u32)],
        ends: &BTreeMap<ThreadId, Position>,
    ) -> Self {
        let (next, first) = positions(model, ends);
        let mut teller = Self {
            model,
            names,
            places,
            scopes,
            threads: BTreeMap::new(),
            shared: vec![Value::Nothing; names.shared.len()],
            written: BTreeMap::new(),
            acting: None,
            fresh: BTreeSet::new(),
            next,
        };
        for (index, leaf) in model.leaves.iter().enumerate() {
            let is_static = matches!(model.instance(leaf.instance).origin, Origin::Declaration(..));
            if let (true, Some((_, Column::Shared(column)))) = (is_static, names.leaf(LeafId(index as u32))) {
                teller.shared[column] = names.value_of(Target::Leaf(LeafId(index as u32)), &leaf.initial);
            }
        }
        let position = first.get(&ThreadId(0)).or_else(|| ends.get(&ThreadId(0))).copied().unwrap_or_default();
        let frames = main.iter().map(|(function, depth)| teller.frame(*function, *depth, position)).collect();
        let thread_local = vec![Value::Nothing; names.thread_local.len()];
        let main = Living { thread_local, frames, expected: Vec::new(), is_new: false, changed: None };
        teller.threads.insert(ThreadId(0), main);
        teller
    }

    /// The state before the first step.
    pub(super) fn initial(&self) -> StateDocument {
        let document = |(id, thread): (&ThreadId, &Living)| ThreadDocument {
            number: number(*id),
            thread_local: thread.thread_local.clone(),
            frames: thread.frames.iter().map(|frame| frame.document.clone()).collect(),
        };
        let threads = self.threads.iter().map(document).map(Arc::new).collect();
        StateDocument { shared: self.shared.clone(), atomic: None, threads }
    }

    /// All steps.
    pub(super) fn steps(&mut self) -> Vec<StepDocument> {
        (0..self.model.drafts.len()).map(|index| self.step(index)).collect()
    }

    fn step(&mut self, index: usize) -> StepDocument {
        let model = self.model;
        let draft = &model.drafts[index];
        self.acting = Some(draft.thread);
        self.leave_scopes(draft);
        let accesses = draft.accesses.iter().filter_map(|access| self.access(draft.thread, access)).collect();
        for change in &draft.changes {
            self.change(draft, change);
        }
        if let Some((created, start)) = draft.created {
            self.create(created, start, index);
        }
        let after = self.next[index];
        let ended = draft.ended.then_some(draft.thread);
        match ended {
            Some(ended) => drop(self.threads.remove(&ended)),
            None => self.stand(draft.thread, self.places.range(after)),
        }
        StepDocument {
            thread: number(draft.thread),
            range: self.places.range(draft.position),
            text: self.places.text(draft.position),
            shared: std::mem::take(&mut self.written).into_iter().collect(),
            atomic: None,
            threads: self.changed(),
            accesses,
            begins: draft.begins,
            woken: draft.woken.iter().copied().map(number).collect(),
            blocked: draft.blocked.iter().map(|(thread, wait)| self.blocked(*thread, wait)).collect(),
            created: draft.created.map(|(created, _)| number(created)),
            ended: ended.map(number),
            joined: draft.joined.map(number),
            fresh: self.fresh(draft.thread),
            choices: Vec::new(),
        }
    }

    /// The threads that look different after a step.
    fn changed(&mut self) -> Vec<ThreadChange> {
        let change = |(id, thread): (&ThreadId, &mut Living)| {
            let kept = thread.changed.take()?.min(thread.frames.len());
            let frames = thread.frames[kept..].iter().map(|frame| frame.document.clone()).collect();
            Some(ThreadChange { number: number(*id), thread_local: thread.thread_local.clone(), kept, frames })
        };
        self.threads.iter_mut().filter_map(change).collect()
    }

    fn access(&self, thread: ThreadId, access: &Access) -> Option<AccessDocument> {
        let (name, column) = self.names.leaf(access.leaf)?;
        let leaf = self.model.leaf(access.leaf);
        let is_other = |(owner, _): &(ThreadId, u32)| matches!(column, Column::Local(_)) && *owner != thread;
        let owner = self.model.instance(leaf.instance).frame.filter(is_other);
        let value = |raw: &Raw| self.names.value_of(Target::Leaf(access.leaf), raw);
        // Initialisers are preceded by zeros, which the text does not write.
        let is_first = access.does == Does::Write && self.is_unset(access.leaf, column);
        Some(AccessDocument {
            kind: match access.does {
                Does::Read => AccessKind::Read,
                Does::Write => AccessKind::Write,
                Does::Update => AccessKind::Update,
            },
            variable: owner.map_or_else(|| name.to_owned(), |(thread, _)| format!("{name}@T{}", number(thread))),
            before: if is_first { Value::Nothing } else { value(&access.before) },
            after: value(&access.after),
        })
    }

    /// Returns `true` if the state shows no value of a part.
    fn is_unset(&self, id: LeafId, column: Column) -> bool {
        let instance = self.model.instance(self.model.leaf(id).instance);
        let shown = match (column, instance.frame) {
            (Column::Shared(column), _) => self.shared.get(column),
            (Column::Local(column), Some((thread, depth))) => self.threads.get(&thread).and_then(|thread| {
                let frame = thread.frames.iter().rfind(|frame| frame.depth == depth)?;
                frame.document.values.get(column)
            }),
            (Column::Local(_) | Column::ThreadLocal(_), _) => None,
        };
        shown == Some(&Value::Nothing)
    }

    fn blocked(&self, thread: ThreadId, wait: &Wait) -> BlockedDocument {
        let has_ended = |holder: u32| !self.threads.keys().any(|thread| number(*thread) == holder);
        let named = |holder: u32| format!("T{holder}{}", ended(has_ended(holder)));
        BlockedDocument { thread: number(thread), on: waits_for(self.names, wait, &named) }
    }

    fn change(&mut self, draft: &Draft, change: &Change) {
        match change {
            Change::Set(Target::Leaf(leaf), raw) => self.set_leaf(*leaf, raw),
            Change::Set(target @ Target::Cell(unit, object), raw) => {
                let value = self.names.value_of(*target, raw);
                if let Some(column) = self.names.cell(*unit, *object) {
                    self.set_local((draft.thread, None), *target, column, value);
                }
            }
            Change::Born(instance) => self.born(*instance),
            Change::Died(instance) => self.died(*instance),
            Change::Push(thread, function, depth) => self.push(draft, *thread, *function, *depth),
            Change::Pop(thread) => self.pop(*thread),
        }
    }

    fn set_leaf(&mut self, id: LeafId, raw: &Raw) {
        let Some((_, column)) = self.names.leaf(id) else { return };
        let leaf = self.model.leaf(id);
        let value = self.names.value_of(Target::Leaf(id), raw);
        let instance = self.model.instance(leaf.instance);
        match (column, instance.frame, instance.origin) {
            (Column::Shared(column), ..) => self.set_shared(column, value),
            (Column::ThreadLocal(column), _, Origin::Declaration(_, _, Some(thread))) => {
                if let Some(thread) = self.threads.get_mut(&thread) {
                    thread.thread_local[column] = value;
                    thread.changed.get_or_insert(thread.frames.len());
                }
            }
            (Column::Local(column), Some((thread, depth)), _) => {
                self.set_local((thread, Some(depth)), Target::Leaf(id), column, value);
            }
            _ => {}
        }
    }

    fn set_shared(&mut self, column: usize, value: Value) {
        if self.shared[column] != value {
            self.shared[column] = value.clone();
            self.written.insert(column as u32, value);
        }
    }

    /// Sets a variable of the frame of a thread at a depth, or of the innermost one.
    fn set_local(&mut self, (id, depth): (ThreadId, Option<u32>), target: Target, column: usize, value: Value) {
        let Some(thread) = self.threads.get_mut(&id) else { return };
        let index = match depth {
            Some(depth) => thread.frames.iter().rposition(|frame| frame.depth == depth),
            None => thread.frames.len().checked_sub(1),
        };
        let Some(index) = index else { return };
        let is_own = Some(id) == self.acting;
        let locals = &mut thread.frames[index].locals;
        if is_own && locals.is_new(target, column) {
            self.fresh.insert((index, column));
        }
        let shown = locals.set(target, column, value);
        thread.show(index, column, shown);
    }

    fn born(&mut self, id: InstanceId) {
        let instance = self.model.instance(id);
        if let Some((thread, depth)) = instance.frame
            && let Some(state) = self.threads.get_mut(&thread)
            && state.frames.iter().all(|frame| frame.depth != depth)
        {
            state.expected.push(id);
            return;
        }
        for leaf in instance.leaves.values() {
            let initial = &self.model.leaf(*leaf).initial;
            self.set_leaf(*leaf, initial);
        }
    }

    fn died(&mut self, id: InstanceId) {
        for leaf in self.model.instance(id).leaves.values() {
            self.set_leaf(*leaf, &Raw::Nothing);
        }
    }

    fn frame(&self, function: FunctionIndex, depth: u32, position: Position) -> Frame {
        let (procedure, count) = self.names.procedure(function);
        let (range, values) = (self.places.range(position), vec![Value::Nothing; count]);
        let locals = Locals::default();
        Frame { depth, locals, document: FrameDocument { procedure, range, location: None, values } }
    }

    /// A thread begins with the function that the library calls for it, or else with the first one that it calls; one that calls
    /// none goes on in that of its creator.
    fn create(&mut self, created: ThreadId, start: Option<FunctionIndex>, index: usize) {
        let drafts = &self.model.drafts[index..];
        let first = drafts.iter().find(|draft| draft.thread == created).map(|draft| draft.position);
        let mut changes = drafts.iter().flat_map(|draft| &draft.changes);
        let called = changes.find_map(|change| match change {
            Change::Push(thread, function, _) if *thread == created => Some(*function),
            _ => None,
        });
        let creator = self.threads.get(&self.model.drafts[index].thread).and_then(|creator| creator.frames.last());
        let frame = match (start.or(called), creator) {
            (Some(function), _) => {
                let position = first.or_else(|| self.places.first_of(function));
                self.frame(function, 0, position.unwrap_or(self.model.drafts[index].position))
            }
            (None, Some(frame)) => Frame { depth: 0, locals: Locals::default(), document: frame.document.clone() },
            (None, None) => return,
        };
        let frames = vec![frame];
        let thread_local = vec![Value::Nothing; self.names.thread_local.len()];
        let thread = Living { thread_local, frames, expected: Vec::new(), is_new: true, changed: Some(0) };
        self.threads.insert(created, thread);
    }

    fn push(&mut self, draft: &Draft, id: ThreadId, function: FunctionIndex, depth: u32) {
        let frame = self.frame(function, depth, draft.position);
        let call = self.places.range(draft.position);
        let Some(thread) = self.threads.get_mut(&id) else { return };
        if std::mem::take(&mut thread.is_new) {
            thread.frames.clear();
        }
        if let Some(caller) = thread.frames.last_mut() {
            caller.document.range = call;
        }
        thread.mark(thread.frames.len().saturating_sub(1));
        thread.frames.push(frame);
        for expected in std::mem::take(&mut thread.expected) {
            self.born(expected);
        }
    }

    /// The last frame of a thread stays until the thread ends.
    fn pop(&mut self, id: ThreadId) {
        let Some(thread) = self.threads.get_mut(&id) else { return };
        if thread.frames.len() > 1 {
            thread.frames.pop();
            thread.mark(thread.frames.len() - 1);
        }
    }

    /// Before a step, the thread may have left the scopes of variables: they are no more.
    fn leave_scopes(&mut self, draft: &Draft) {
        let Some(thread) = self.threads.get_mut(&draft.thread) else { return };
        let Some(index) = thread.frames.len().checked_sub(1) else { return };
        for column in thread.frames[index].locals.leave(&self.scopes, self.model, draft.position) {
            let shown = thread.frames[index].locals.shown(column);
            thread.show(index, column, shown);
            self.fresh.insert((index, column));
        }
    }

    /// The columns of the step whose variables are others than before, of those that have a value.
    fn fresh(&mut self, thread: ThreadId) -> Vec<u32> {
        let fresh = std::mem::take(&mut self.fresh);
        let Some(frames) = self.threads.get(&thread).map(|thread| &thread.frames) else { return Vec::new() };
        let has_value = |index: usize, column: usize| {
            let value = frames.get(index).and_then(|frame| frame.document.values.get(column));
            value.is_some_and(|value| !value.is_nothing())
        };
        let own = fresh.into_iter().filter(|(index, column)| has_value(*index, *column));
        own.map(|(_, column)| column as u32).collect()
    }

    /// A thread is at the statement that it executes next.
    fn stand(&mut self, id: ThreadId, range: RangeDocument) {
        let Some(thread) = self.threads.get_mut(&id) else { return };
        let index = thread.frames.len() - 1;
        if thread.frames[index].document.range != range {
            thread.frames[index].document.range = range;
            thread.mark(index);
        }
    }
}

impl Living {
    /// A column of a frame shows a value.
    fn show(&mut self, frame: usize, column: usize, value: Value) {
        if let Some(old) = self.frames[frame].document.values.get_mut(column)
            && *old != value
        {
            *old = value;
            self.mark(frame);
        }
    }

    fn mark(&mut self, index: usize) {
        self.changed = Some(self.changed.map_or(index, |changed| changed.min(index)));
    }
}

/// Threads count from 1 in a document.
pub(super) const fn number(thread: ThreadId) -> u32 {
    thread.0 + 1
}

/// Where the thread of each step is after it, and where each thread begins.
fn positions(model: &Model, ends: &BTreeMap<ThreadId, Position>) -> (Vec<Position>, BTreeMap<ThreadId, Position>) {
    let mut known = BTreeMap::new();
    let mut next = vec![Position::default(); model.drafts.len()];
    for (draft, next) in model.drafts.iter().zip(&mut next).rev() {
        *next = known
            .insert(draft.thread, draft.position)
            .or_else(|| ends.get(&draft.thread).copied())
            .unwrap_or(draft.position);
    }
    (next, known)
}
