//! Executing: what the machine tells becomes steps of the trace.
//!
//! A step of the machine ends with an access that others could see, and can hold several statements before it. A step of the trace
//! is a statement, or the part of one up to such an access. The accesses of a function of the library belong to its call.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_machine::fault::Position;
use boolprog_machine::machine::Machine;
use boolprog_machine::observer::{self, Does, Touched};
use boolprog_machine::program::{Program, UnitId};
use boolprog_machine::thread::{Status, ThreadId};
use boolprog_machine::value::Shape;

use super::events::{Told, What};
use super::model::{Access, Acted, Change, Draft, LeafId, Locks, Model, Raw, Target, Touch, Touching, Wait, place};
use super::objects::Objects;

/// The function that gives a thread its own handle.
const SELF: &str = "pthread_self";

/// A thread, as the trace has it so far.
#[derive(Clone, Default)]
struct Thread {
    /// The place of each frame of the program.
    frames: Vec<Position>,
    /// A step that has begun.
    open: Option<Draft>,
    /// `true` if others can see what it has done so far, in a function of the library that goes on.
    has_acted: bool,
    /// The thing for which it may have to wait.
    may_wait: Option<Wait>,
    is_blocked: bool,
}

/// Makes steps of what the machine tells.
#[derive(Clone)]
pub(super) struct Recorder<'a> {
    program: &'a Program,
    objects: Objects<'a>,
    threads: BTreeMap<ThreadId, Thread>,
    waiting: BTreeSet<ThreadId>,
}

impl<'a> Recorder<'a> {
    /// For a machine before its first step. Static variables with these names are listed in any case.
    pub(super) fn new(program: &'a Program, start: &'a Machine, names: &[String]) -> Self {
        let mut main = Thread::default();
        let activations = start.activations(ThreadId(0));
        main.frames = activations.iter().filter(|it| !it.is_hidden).map(|it| it.position).collect();
        let (threads, waiting) = ([(ThreadId(0), main)].into(), BTreeSet::new());
        let mut objects = Objects::new(program, start);
        objects.expect(names);
        Self { program, objects, threads, waiting }
    }

    /// The events of a step of a thread, after which it is in this state.
    pub(super) fn step(&mut self, machine: &mut Machine, acting: ThreadId, events: Vec<Told>) {
        self.tell_others(acting);
        let mut stale = Vec::new();
        let touches: Vec<Touch> = events.iter().filter_map(|told| self.touch(machine, &told.what)).collect();
        let has_acted = !touches.is_empty();
        let locks = self.locks(machine, acting);
        let last = &mut self.objects.model.last;
        *last = [last[1].take(), Some(Acted { thread: acting, touches, locks: locks.clone() })];
        for told in events {
            self.event(machine, told, &mut stale);
        }
        self.refresh(machine, acting, stale);
        self.waits(machine, acting);
        let is_inside = machine.activations(acting).last().is_some_and(|it| it.is_hidden);
        let is_rest = machine.is_within_step();
        let is_over =
            |draft: &Draft| draft.is_seen() || draft.begins && !is_inside || is_rest && draft.sets_variables();
        let thread = self.threads.entry(acting).or_default();
        if let Some(open) = &mut thread.open {
            open.locks = locks;
        }
        if let Some(draft) = thread.open.take_if(|draft| is_over(draft)) {
            self.objects.model.drafts.push(draft);
        }
        let begins = thread.open.as_ref().is_some_and(|open| open.begins);
        thread.has_acted = has_acted && is_inside && begins && !thread.frames.is_empty();
    }

    /// The locks of a thread.
    fn locks(&mut self, machine: &Machine, thread: ThreadId) -> Locks {
        let lying = |address| match self.objects.pointer(machine.memory(), address) {
            Raw::Pointer(id, offset) => Some((id, offset)),
            _ => None,
        };
        machine.locks(thread).filter_map(lying).collect()
    }

    /// Tells the acts of other threads before the step of this one, but not of those that wait within theirs.
    fn tell_others(&mut self, acting: ThreadId) {
        for (id, thread) in &mut self.threads {
            if *id != acting && !self.waiting.contains(id) && std::mem::take(&mut thread.has_acted) {
                self.objects.model.drafts.extend(thread.open.take());
            }
        }
    }

    /// Number of steps of the trace that are over.
    pub(super) fn told(&self) -> usize {
        self.objects.model.drafts.len()
    }

    /// The step that has begun last in a thread, which ends the execution, perhaps since it fails.
    pub(super) fn end(mut self, thread: Option<ThreadId>, fails: bool) -> Model {
        let is_last = |draft: &Draft| Some(draft.thread) == thread;
        if let Some(thread) = thread.filter(|_| fails && !self.objects.model.drafts.last().is_some_and(is_last)) {
            // A failing act is a step, also where nothing of it is seen.
            self.draft(thread);
        }
        let open = thread.and_then(|thread| self.threads.get_mut(&thread)?.open.take());
        let mut model = self.objects.model;
        // The check that fails is part of the step that has read what it checks, unless another thread came in between.
        let is_rest = |last: &Draft, open: &Draft| last.thread == open.thread && !open.begins && !open.is_seen();
        if open.as_ref().is_some_and(|open| !model.drafts.last().is_some_and(|last| is_rest(last, open))) {
            model.drafts.extend(open);
        }
        model
    }

    fn event(&mut self, machine: &Machine, told: Told, stale: &mut Vec<LeafId>) {
        let Told { thread, position, depth, is_hidden, what } = told;
        match what {
            What::Statement if !is_hidden => self.begin(thread, position),
            What::Access(access) => self.access(machine, thread, &access, is_hidden, stale),
            What::Called(function) if self.program.function(function).name == SELF => {
                self.draft(thread).known = Some(thread);
            }
            What::Called(function) if !is_hidden => {
                let place = self
                    .program
                    .function(function)
                    .declaration
                    .map(|(unit, id)| Position { unit, place: self.program.unit(unit)[id].place });
                self.threads.entry(thread).or_default().frames.push(place.unwrap_or_default());
                self.change(thread, Change::Push(thread, function, depth));
            }
            What::Returned if !is_hidden => {
                self.change(thread, Change::Pop(thread));
                self.leave(thread);
            }
            What::Statement | What::Called(_) | What::Returned => {}
            What::Born(index) => {
                let id = self.objects.born(machine.memory(), index, (thread, depth));
                self.change(thread, Change::Born(id));
            }
            What::Died(index) => {
                let id = self.objects.at(machine.memory(), index);
                self.change(thread, Change::Died(id));
            }
            What::Created(created) => {
                self.draft(thread).created = Some((created, machine.start_of(created)));
            }
            What::Ended => self.draft(thread).ended = true,
            What::Joined(ended) => self.draft(thread).joined = Some(ended),
            What::WaitsFor(what, address) => {
                let (object, end_of) = match self.objects.pointer(machine.memory(), address) {
                    Raw::Pointer(id, offset) => (Some((id, offset)), None),
                    Raw::Address(number) => (None, u32::try_from(number).ok()),
                    _ => (None, None),
                };
                self.threads.entry(thread).or_default().may_wait = Some(Wait { what, object, end_of, holder: None });
            }
        }
    }

    /// The act of an event on bytes that others can see.
    fn touch(&mut self, machine: &Machine, what: &What) -> Option<Touch> {
        let ((offset, bit), index, size, does) = match what {
            What::Access(access) => {
                let Touched::Object(index, offset) = access.touched else { return None };
                let does = Touching::Access { does: access.does, is_ordered: access.is_ordered };
                (place(offset, access.shape), index, access.shape.size(), does)
            }
            What::Died(index) => ((0, 0), *index, u64::MAX, Touching::End),
            _ => return None,
        };
        let instance = self.objects.at(machine.memory(), index);
        Some(Touch { instance, bytes: offset..offset + size, bit, does })
    }

    /// A statement begins: the one before it is over.
    fn begin(&mut self, thread: ThreadId, position: Position) {
        let state = self.threads.entry(thread).or_default();
        let call = state.frames.len().checked_sub(2).map(|caller| state.frames[caller]);
        if let Some(frame) = state.frames.last_mut() {
            *frame = position;
        }
        let mut draft = Draft::new(thread, position, true);
        match state.open.take() {
            // Nothing that a person would miss. Statements of one macro begin in one place.
            Some(open)
                if (!open.begins || open.position == position)
                    && !open.is_seen()
                    && !open.sets_variables()
                    && self.objects.model.tell_join(&open.position, thread, open.joined) =>
            {
                draft.changes = self.objects.model.tell_call(call, thread, open.changes);
            }
            open => self.objects.model.drafts.extend(open),
        }
        state.open = Some(draft);
    }

    /// A function returns: what follows belongs to the statement that has called it.
    fn leave(&mut self, thread: ThreadId) {
        let state = self.threads.entry(thread).or_default();
        state.frames.pop();
        if !state.frames.is_empty() {
            let returned = state.open.take();
            self.objects.model.drafts.extend(returned);
        }
    }

    /// The step of a thread that goes on. A new thread begins with the step that creates it.
    fn draft(&mut self, thread: ThreadId) -> &mut Draft {
        let state = self.threads.entry(thread).or_default();
        let position = state.frames.last().copied().unwrap_or_default();
        state.open.get_or_insert_with(|| Draft::new(thread, position, false))
    }

    fn change(&mut self, thread: ThreadId, change: Change) {
        self.draft(thread).changes.push(change);
    }

    fn access(
        &mut self,
        machine: &Machine,
        thread: ThreadId,
        access: &observer::Access,
        is_hidden: bool,
        stale: &mut Vec<LeafId>,
    ) {
        let memory = machine.memory();
        match access.touched {
            Touched::Variable(object) if !is_hidden => {
                let unit = self.unit(thread).filter(|unit| self.program.known_name(*unit, object).is_some());
                let Some(unit) = unit else { return };
                let after = self.objects.raw(memory, &access.after, access.shape);
                self.objects.see(&after);
                self.objects.points(unit, &self.program.object(unit, object).ty, &after);
                self.change(thread, Change::Set(Target::Cell(unit, object), after));
            }
            Touched::Variable(_) => {}
            Touched::Object(index, offset) => {
                let id = self.objects.at(memory, index);
                if !self.objects.is_known(id) {
                    return;
                }
                if !is_hidden {
                    self.objects.see(&Raw::Pointer(id, 0));
                }
                let (from, to) = (offset, offset + access.shape.size());
                let leaf = self.objects.leaf(id, offset, access.shape, is_hidden);
                let whole = leaf.filter(|leaf| self.objects.model.leaf(*leaf).shape == access.shape);
                if access.does != Does::Read && matches!(access.shape, Shape::Bytes(_)) {
                    stale.extend(self.objects.leaves_within(id, from, to));
                } else if access.does != Does::Read {
                    let others = self.objects.overlapping(id, from, to);
                    stale.extend(others.into_iter().filter(|other| Some(*other) != whole));
                }
                let Some(leaf) = whole else { return };
                let [before, after] =
                    [&access.before, &access.after].map(|it| self.objects.raw(memory, it, access.shape));
                self.tell(
                    thread,
                    leaf,
                    access.does,
                    (before, after),
                    is_hidden || !memory[index].is_shared || memory[index].is_constant,
                );
            }
        }
    }

    /// An access to a part of an object.
    fn tell(&mut self, thread: ThreadId, leaf: LeafId, does: Does, (before, after): (Raw, Raw), is_quiet: bool) {
        self.objects.see(&after);
        if let Some((unit, ty)) = self.objects.model.leaf(leaf).ty.clone() {
            self.objects.points(unit, &ty, &after);
        }
        let draft = self.draft(thread);
        if before != after || does != Does::Read {
            draft.changes.push(Change::Set(Target::Leaf(leaf), after.clone()));
        }
        if !is_quiet {
            draft.accesses.push(Access { does, leaf, before, after });
        }
    }

    /// Parts whose values are known only from the memory: bytes were copied, or parts of them written.
    fn refresh(&mut self, machine: &Machine, acting: ThreadId, mut stale: Vec<LeafId>) {
        stale.sort_unstable();
        stale.dedup();
        for leaf in stale {
            let value = self.objects.value(machine.memory(), leaf);
            self.change(acting, Change::Set(Target::Leaf(leaf), value));
        }
    }

    /// The unit of the innermost function of the program in a thread.
    fn unit(&self, thread: ThreadId) -> Option<UnitId> {
        Some(self.threads.get(&thread)?.frames.last()?.unit)
    }

    /// Which threads wait after a step, and which no longer do.
    fn waits(&mut self, machine: &mut Machine, acting: ThreadId) {
        let mut ready = Vec::new();
        machine.ready(&mut ready);
        if machine.ended().is_some() {
            return;
        }
        let waits = |(id, status): (ThreadId, Status)| matches!(status, Status::Waiting { .. }).then_some(id);
        let now: BTreeSet<ThreadId> = machine.threads().filter_map(waits).collect();
        let woken: Vec<ThreadId> =
            self.waiting.iter().copied().filter(|id| !now.contains(id) && *id != acting).collect();
        let blocked: Vec<ThreadId> = now.iter().copied().filter(|id| !self.waiting.contains(id)).collect();
        for id in &blocked {
            let wait = self.wait(machine, *id);
            self.threads.entry(*id).or_default().is_blocked = true;
            self.draft(acting).blocked.push((*id, wait));
        }
        let thread = self.threads.entry(acting).or_default();
        if !now.contains(&acting) && std::mem::take(&mut thread.is_blocked) {
            self.draft(acting).resumes = true;
        }
        if !woken.is_empty() {
            self.draft(acting).woken = woken;
        }
        self.waiting = now;
    }

    /// The thing for which a thread waits, and its holder.
    fn wait(&mut self, machine: &Machine, thread: ThreadId) -> Wait {
        let state = self.threads.entry(thread).or_default();
        let known = state.may_wait.clone();
        let mut wait = known.unwrap_or_else(Wait::for_condition);
        // Woken, but another thread has the mutex.
        if state.is_blocked && wait.what == "condition variable" {
            "the mutex of condition variable".clone_into(&mut wait.what);
        }
        let address = wait.object.map(|(id, offset)| self.objects.model.instance(id).base + offset);
        let holder = address.and_then(|address| machine.holders(address).find(|holder| *holder != thread));
        Wait { holder: holder.map(|holder| holder.0 + 1), ..wait }
    }
}
