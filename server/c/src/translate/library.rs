//! The intrinsics of the library's C text.

use boolprog_c_form::form::{Answer, Argument, Base, Call, Operand, Place, Shape, TemporaryId};
use boolprog_c_form::points_to::Thing;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::memory::Instance;
use super::numbers::{bounds, number, within};
use super::places::Found;
use super::variables::Variable;
use super::walk::{Walk, is};
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::lower::Check;
use crate::term;

/// Objects of the heap whose sizes are not known have at most this number of bytes.
const MOST_BYTES: i64 = 256;

impl Walk<'_, '_> {
    /// Executes an intrinsic at the start of the program, if that is possible.
    pub(super) fn executes_intrinsic(&mut self, name: &str, call: &Call) -> bool {
        match name {
            "__boolprog_begin" => {
                self.open_sections += 1;
                true
            }
            "__boolprog_end" => {
                self.open_sections = self.open_sections.saturating_sub(1);
                true
            }
            "__boolprog_observe_wait" => true,
            "__CPROVER_assume" | "__VERIFIER_assume" | "__CPROVER_assert" | "__VERIFIER_assert" | "assert" => {
                self.number_of(call, 0).is_some_and(|it| it != 0)
            }
            "__boolprog_await" => self.number_of(call, 0).is_some_and(|it| it != 0),
            "__boolprog_check" => self.number_of(call, 1).is_some_and(|it| it != 0),
            _ => false,
        }
    }

    pub(super) fn argument(&self, call: &Call, index: usize) -> Value {
        match call.arguments.get(index) {
            Some(Argument::Value(value, _)) => self.operand(*value),
            _ => number(0),
        }
    }

    fn number_of(&self, call: &Call, index: usize) -> Option<i64> {
        match self.argument(call, index).term {
            Expr::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The text to which an argument points.
    fn text_of(&self, call: &Call, index: usize) -> Option<String> {
        let (instance, offset) = self.all.memory.at(self.number_of(call, index)?)?;
        let Thing::Object(object) = instance.thing else { return None };
        let bytes = self.all.unit.objects[object.0 as usize].text.as_ref()?;
        let rest = bytes.get(offset as usize..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&rest[..end]).into_owned())
    }

    fn answer(&mut self, call: &Call, value: Value) {
        if let Answer::Value(to) = call.result {
            self.assign(to, value, false);
        }
    }

    /// Executes an intrinsic. Returns `false` if there is none of this name.
    pub(super) fn intrinsic(&mut self, name: &str, call: &Call) -> bool {
        match name {
            "__boolprog_begin" | "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" => self.open(),
            "__boolprog_end" | "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" => self.close(),
            "__boolprog_await" => self.await_condition(call),
            "__CPROVER_assume" | "__VERIFIER_assume" | "assume_abort_if_not" | "__builtin_assume" => {
                let condition = self.argument(call, 0).condition();
                self.assume(condition);
            }
            "__boolprog_observe_wait" | "__boolprog_output" => {}
            "__boolprog_check" => self.check(call),
            "__boolprog_self" => self.answer(call, handle_of(self.thread)),
            "__boolprog_ended" => self.ended(call),
            "__boolprog_result" => self.result(call),
            "__boolprog_finish" => {
                if let Some(Argument::Value(value, _)) = call.arguments.first() {
                    self.give(*value);
                }
                self.finish();
            }
            "__boolprog_exit" | "__boolprog_stop" => self.node = None,
            "__boolprog_destructor" => self.answer(call, number(0)),
            "__boolprog_own" => self.own(call),
            "__boolprog_set_own" => self.set_own(call),
            "__boolprog_sleep" => self.sleep(call),
            "__boolprog_sleeps" => self.sleeps(call),
            "__boolprog_sleepers" => self.sleepers(call),
            "__boolprog_rouse" => self.rouse(call),
            "__boolprog_wake" => self.wake(call),
            "__boolprog_mark" => self.mark(call),
            "__boolprog_set_mark" => self.set_mark(call),
            "__boolprog_allocate" | "__builtin_alloca" => self.allocate_for(call),
            "__boolprog_release" => self.release(call),
            "__boolprog_size" => self.size(call),
            "__boolprog_copy" => self.copy_bytes(call),
            "__boolprog_fill" => self.fill(call),
            "__boolprog_written" => self.written(call),
            "__boolprog_choose" => self.chosen(call),
            "__boolprog_input" => self.input(call),
            "__boolprog_spurious" => match (self.all.options.spurious_wakeups, &call.result) {
                (true, Answer::Value(to)) => self.choose(*to, (0, 1)),
                _ => self.answer(call, number(0)),
            },
            "__boolprog_passed" => self.passed(call),
            "__boolprog_now" => {
                if let Answer::Value(to) = call.result {
                    self.choose(to, (0, i64::MAX));
                }
            }
            "__CPROVER_assert" | "__VERIFIER_assert" | "assert" => self.assert(call),
            "__VERIFIER_error" | "reach_error" => self.require(&Expr::Truth(false), Check::Assertion),
            _ if name.ends_with("nondet_bool") => {
                if let Answer::Value(to) = call.result {
                    self.choose(to, (0, 1));
                }
            }
            _ if name.contains("nondet_") => self.answer_any(call),
            _ => return false,
        }
        true
    }

    /// A section begins.
    pub(super) fn open(&mut self) {
        self.boundary();
        self.section = self.node;
        self.step(Op::Begin, false);
    }

    pub(super) fn close(&mut self) {
        self.step(Op::End, false);
        self.section = None;
        self.boundary();
        self.create_now();
    }

    fn check(&mut self, call: &Call) {
        let kind = self.text_of(call, 0).unwrap_or_default();
        let condition = self.argument(call, 1).condition();
        let check = match kind.as_str() {
            "assertion" => Check::Assertion,
            "index" => Check::Index,
            "division" => Check::Division,
            "overflow" => Check::Overflow,
            "shift" | "shift-left" => Check::Shift,
            "pointer" | "memory" => Check::Pointer,
            "misuse" => Check::Misuse,
            "unreachable" => Check::Unreachable,
            _ => Check::Unsupported,
        };
        self.require(&condition, check);
    }

    // Threads.

    /// Another thread is created.
    pub(super) fn create(&mut self, to: Option<TemporaryId>, thread: usize, arguments: &[Operand]) {
        let parameters = self.all.parameters(thread);
        let values: Vec<Value> = arguments.iter().map(|argument| self.operand(*argument)).collect();
        let mut copies = Vec::new();
        for (parameter, value) in parameters.into_iter().zip(values) {
            self.all.variables.widen(parameter, (value.low, value.high));
            let copy = self.all.variables.name(parameter);
            if let Expr::Number(number) = value.term {
                self.all.variables.start(parameter, number);
                continue;
            }
            let kept = self.between("argument", self.all.variables.shape(parameter));
            self.set(kept, value, false);
            copies.push((copy, self.all.variables.name(kept)));
        }
        self.all.created(thread, self.thread, copies);
        if let Some(to) = to {
            self.assign(to, handle_of(thread), false);
        }
        self.created.push(thread);
        if self.section.is_none() {
            self.create_now();
        }
    }

    /// The threads begin that were created in a section which has ended.
    fn create_now(&mut self) {
        for thread in std::mem::take(&mut self.created) {
            self.boundary();
            let Some(at) = self.node else { return };
            self.all.created_at(thread, at);
            self.step(Op::Create(thread), false);
            self.boundary();
        }
    }

    /// The thread gives its result.
    pub(super) fn give(&mut self, value: Operand) {
        let value = self.operand(value);
        let variable = self.all.result(self.thread);
        if self.all.is_many(self.thread) {
            let full = bounds(self.all.variables.shape(variable));
            self.all.variables.widen(variable, full);
            return;
        }
        self.set(variable, value, false);
    }

    fn result(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let handle = self.argument(call, 0);
        let mut value: Option<Value> = None;
        for thread in (1..self.all.threads.len()).rev() {
            if self.all.is_many(thread) {
                return self.any(to);
            }
            let variable = self.all.result(thread);
            let given = self.all.variables.value(variable);
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            value = Some(match value {
                None => given,
                Some(rest) => Value::select(is_it.clone(), given, rest),
            });
        }
        match value {
            Some(value) => self.assign(to, value, true),
            None => self.any(to),
        }
    }

    /// The end of another thread: either it has ended, or that is not so.
    fn ended(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let handle = self.argument(call, 0);
        let (yes, end) = (self.new_node(), self.new_node());
        let Some(from) = self.node else { return };
        if let Some(ended) = self.all.has_ended(&handle) {
            let no = self.new_node();
            self.edge(from, no, Op::Guard(Expr::complement(ended)), true);
            self.node = Some(no);
        } else {
            let no = self.new_node();
            self.edge(from, no, Op::Skip, true);
            self.node = Some(no);
        }
        let variable = self.between("has_ended", Shape::Bool);
        self.all.variables.widen(variable, (0, 1));
        let name = self.all.variables.name(variable);
        self.step(Op::Assign(vec![(name.clone(), Expr::Number(0))]), false);
        self.go(end);
        self.edge(from, yes, Op::Join(handle.term), true);
        self.node = Some(yes);
        self.step(Op::Assign(vec![(name, Expr::Number(1))]), false);
        self.go(end);
        self.node = Some(end);
        self.all.joins = true;
        let value = self.all.variables.value(variable);
        self.assign(to, value, false);
    }

    /// The marks of a thread by its handle.
    fn mark(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (handle, Some(which)) = (self.argument(call, 0), self.number_of(call, 1)) else { return self.any(to) };
        let mut value = number(0);
        for thread in (0..self.all.threads.len()).rev() {
            let variable = self.all.mark(thread, which.cast_unsigned() as u32);
            let given = self.all.variables.value(variable);
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            value = Value::select(is_it.clone(), given, value);
        }
        self.assign(to, value, true);
    }

    fn set_mark(&mut self, call: &Call) {
        let (handle, Some(which), value) = (self.argument(call, 0), self.number_of(call, 1), self.argument(call, 2))
        else {
            return;
        };
        let mut assignments = Vec::new();
        for thread in 0..self.all.threads.len() {
            // Of any number of threads nobody knows which one is meant.
            if self.all.is_many(thread) {
                continue;
            }
            let is_it = handle.compare(Comparison::Equal, &handle_of(thread));
            if is_it == Expr::Truth(false) {
                continue;
            }
            let variable = self.all.mark(thread, which.cast_unsigned() as u32);
            let new = Value::select(is_it.clone(), value.clone(), self.all.variables.value(variable));
            self.all.variables.widen(variable, (new.low, new.high));
            assignments.push((self.all.variables.name(variable), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), true);
        }
    }

    // What belongs to an object of the library.

    /// What the first argument points to.
    fn object(&mut self, call: &Call) -> Found {
        let Some(Argument::Value(pointer, _)) = call.arguments.first() else {
            return Found { meant: Vec::new(), is_valid: Expr::Truth(false), check: Check::Pointer, is_open: true };
        };
        self.valid(Place { base: Base::Pointer(*pointer), offset: 0 }, 1)
    }

    fn own(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (found, shape) = (self.object(call), self.shape_of(to));
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let variable = self.all.own(self.thread, meant.instance, meant.offset, shape);
            let kept = self.all.variables.value(variable);
            value = Some(value.map_or(kept.clone(), |rest| Value::select(meant.when.clone(), kept, rest)));
        }
        match value {
            Some(value) => self.answer(call, value),
            None => self.answer_any(call),
        }
    }

    fn answer_any(&mut self, call: &Call) {
        if let Answer::Value(to) = call.result {
            self.any(to);
        }
    }

    fn set_own(&mut self, call: &Call) {
        let (found, value) = (self.object(call), self.argument(call, 1));
        let Some(Argument::Value(_, shape)) = call.arguments.get(1) else { return };
        let is_one = found.meant.len() == 1;
        let mut assignments = Vec::new();
        for meant in &found.meant {
            let variable = self.all.own(self.thread, meant.instance, meant.offset, *shape);
            let old = self.all.variables.value(variable);
            let new = if is_one { value.clone() } else { Value::select(meant.when.clone(), value.clone(), old) };
            self.all.variables.widen(variable, (new.low, new.high));
            assignments.push((self.all.variables.name(variable), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), false);
        }
    }

    /// For each object that may be meant, goes the way of that object.
    fn for_each(&mut self, found: &Found, mut act: impl FnMut(&mut Self, Instance, u64)) {
        let end = self.new_node();
        for meant in &found.meant {
            let (this, others) = (self.new_node(), self.new_node());
            self.fork(meant.when.clone(), this, others);
            self.node = Some(this).filter(|node| self.graph.entered[*node]);
            act(self, meant.instance, meant.offset);
            self.go(end);
            self.node = Some(others).filter(|node| self.graph.entered[*node]);
        }
        self.node = Some(end).filter(|end| self.graph.entered[*end]);
    }

    fn add(&mut self, variable: Variable, more: i64, shared: bool) {
        let old = self.all.variables.value(variable);
        self.all.variables.widen(variable, ((old.low + more).max(0), (old.high + more).clamp(1, 1 << 20)));
        let name = self.all.variables.name(variable);
        let value = term::arithmetic(boolprog_integer::Arithmetic::Add, Expr::Name(name.clone()), Expr::Number(more));
        self.step(Op::Assign(vec![(name, value)]), shared);
    }

    /// The thread is asleep at an object from now on.
    fn sleep(&mut self, call: &Call) {
        let found = self.object(call);
        self.for_each(&found, |it, instance, offset| {
            let [asleep, sleepers, _] = it.all.sleeping(it.thread, instance, offset);
            it.add(sleepers, 1, true);
            it.set(asleep, number(1), false);
        });
    }

    /// The thread is asleep no longer, although nobody has woken it.
    fn rouse(&mut self, call: &Call) {
        let found = self.object(call);
        self.for_each(&found, |it, instance, offset| {
            let [asleep, sleepers, _] = it.all.sleeping(it.thread, instance, offset);
            let (yes, end) = (it.new_node(), it.new_node());
            let is_asleep = is(&it.all.variables.name(asleep), 1);
            it.fork(is_asleep, yes, end);
            it.node = Some(yes);
            it.add(sleepers, -1, true);
            it.set(asleep, number(0), false);
            it.go(end);
            it.node = Some(end);
        });
    }

    fn sleepers(&mut self, call: &Call) {
        let found = self.object(call);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let [_, sleepers, _] = self.all.sleeping(self.thread, meant.instance, meant.offset);
            let number = self.all.variables.value(sleepers);
            value = Some(value.map_or(number.clone(), |rest| Value::select(meant.when.clone(), number, rest)));
        }
        match (value, &call.result) {
            (Some(value), Answer::Value(to)) => self.assign(*to, value, true),
            _ => self.answer_any(call),
        }
    }

    /// Whether the thread is still asleep. Before the section in which that is asked, it can be woken.
    fn sleeps(&mut self, call: &Call) {
        let found = self.object(call);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let [asleep, sleepers, woken] = self.all.sleeping(self.thread, meant.instance, meant.offset);
            if let Some(section) = self.section {
                self.can_be_woken(section, [asleep, sleepers, woken]);
            }
            let kept = self.all.variables.value(asleep);
            value = Some(value.map_or(kept.clone(), |rest| Value::select(meant.when.clone(), kept, rest)));
        }
        match value {
            Some(value) => self.answer(call, value),
            None => self.answer_any(call),
        }
    }

    /// The steps by which a thread that is asleep at a place answers whoever wakes it.
    fn can_be_woken(&mut self, at: usize, [asleep, sleepers, woken]: [Variable; 3]) {
        let [asleep, sleepers, woken] = [asleep, sleepers, woken].map(|it| self.all.variables.name(it));
        self.graph.cut.push(at);
        let fewer = term::arithmetic(boolprog_integer::Arithmetic::Add, Expr::Name(sleepers.clone()), Expr::Number(-1));
        for (by, back) in [(1, 0), (2, 2)] {
            let first = self.graph.edges.len();
            let (middle, other) = (self.graph.node(true), self.graph.node(true));
            let is_called = term::and(is(&asleep, 1), is(&woken, by));
            self.edge(at, middle, Op::Guard(is_called), false);
            let answer = vec![
                (woken.clone(), Expr::Number(back)),
                (sleepers.clone(), fewer.clone()),
                (asleep.clone(), Expr::Number(0)),
            ];
            self.edge(middle, other, Op::Assign(answer), true);
            self.edge(other, at, Op::Skip, false);
            self.graph.edges[first..].iter_mut().for_each(|edge| edge.answers = true);
        }
    }

    /// Wakes one thread or all that are asleep at an object; no other step happens before they are awake.
    fn wake(&mut self, call: &Call) {
        let (found, all) = (self.object(call), self.number_of(call, 1).unwrap_or(1) != 0);
        self.for_each(&found, |it, instance, offset| {
            let [_, sleepers, woken] = it.all.sleeping(it.thread, instance, offset);
            it.all.variables.widen(woken, (0, 2));
            let [sleepers, woken] = [sleepers, woken].map(|it_is| it.all.variables.name(it_is));
            let Some(from) = it.node else { return };
            let (some, calling, told, end) = (it.new_node(), it.graph.node(true), it.new_node(), it.new_node());
            it.graph.cut.push(calling);
            let are_there = term::compare(Comparison::Greater, Expr::Name(sleepers.clone()), Expr::Number(0));
            it.edge(from, some, Op::Guard(are_there.clone()), true);
            it.edge(from, end, Op::Guard(Expr::complement(are_there)), true);
            let number = if all { 2 } else { 1 };
            it.edge(some, calling, Op::Assign(vec![(woken.clone(), Expr::Number(number))]), true);
            let done = is(if all { &sleepers } else { &woken }, 0);
            it.edge(calling, told, Op::Guard(done), true);
            it.edge(told, end, Op::Assign(vec![(woken, Expr::Number(0))]), true);
            it.node = Some(end);
        });
    }

    // The heap.

    /// An object that lives as long as the activation.
    pub(super) fn allocate(&mut self, to: TemporaryId, _size: Operand) {
        let thing = Thing::Allocated(self.id, self.number);
        let address = self.all.memory.address(Instance { thing, copy: 0 });
        self.assign(to, number(address), false);
    }

    fn allocate_for(&mut self, call: &Call) {
        let thing = Thing::Allocated(self.id, self.number);
        let is_zeroed = self.number_of(call, 2).unwrap_or(1) != 0;
        let Answer::Value(to) = call.result else { return };
        let size = self.argument(call, 0);
        let most = if size.low >= 0 && size.high <= MOST_BYTES { size.high } else { MOST_BYTES };
        if self.all.memory.allocates(thing, most.cast_unsigned()) {
            self.all.variables.grow();
        }
        self.require(&within(&size, 0, most.into()), Check::Heap);
        let copies = self.all.copies(thing);
        let (end, chosen) = (self.new_node(), self.between("allocated", Shape::Pointer(8)));
        for copy in 0..copies {
            let instance = Instance { thing, copy };
            let address = self.all.memory.address(instance);
            let (free, taken) = (self.new_node(), self.new_node());
            let alive = self.all.alive_variable(instance);
            let is_free = is(&self.all.variables.name(alive), 0);
            let is_free = if copies == 1 && !self.all.is_released(thing) { Expr::Truth(true) } else { is_free };
            self.fork(is_free, free, taken);
            self.node = Some(free);
            self.set(alive, number(1), self.all.variables.is_shared(alive));
            self.fresh(instance, is_zeroed);
            self.set(chosen, number(address), false);
            self.go(end);
            self.node = Some(taken).filter(|node| self.graph.entered[*node]);
        }
        self.require(&Expr::Truth(false), Check::Heap);
        self.node = Some(end);
        let value = self.all.variables.value(chosen);
        self.assign(to, value, false);
    }

    /// A new object is zero, or was never written.
    pub(super) fn fresh(&mut self, instance: Instance, is_zeroed: bool) {
        let size = self.all.memory.size(instance.thing);
        for cell in self.all.memory.overlapping(instance, 0, size) {
            if is_zeroed {
                let shape = self.all.memory.shape(instance, cell);
                let variable = self.all.cell(instance, cell.0, shape);
                self.set(variable, number(0), false);
            } else {
                self.forget_cell(instance, cell, &Expr::Truth(true));
            }
        }
    }

    fn release(&mut self, call: &Call) {
        let found = self.object(call);
        let mut assignments = Vec::new();
        let is_one = found.meant.len() == 1;
        for meant in &found.meant {
            if !matches!(meant.instance.thing, Thing::Allocated(..)) || meant.offset != 0 {
                let is_it = meant.when.clone();
                self.require(&Expr::complement(is_it), Check::Pointer);
                continue;
            }
            let alive = self.all.alive_variable(meant.instance);
            self.touch(alive, &meant.when, true, true);
            let old = self.all.variables.value(alive);
            let new = number(0);
            let new = if is_one { new } else { Value::select(meant.when.clone(), new, old) };
            assignments.push((self.all.variables.name(alive), new.term));
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), true);
        }
    }

    fn size(&mut self, call: &Call) {
        let found = self.object(call);
        let mut value: Option<Value> = None;
        for meant in found.meant.iter().rev() {
            let size = number(self.all.memory.size(meant.instance.thing));
            value = Some(value.map_or(size.clone(), |rest| Value::select(meant.when.clone(), size, rest)));
        }
        self.answer(call, value.unwrap_or_else(|| number(0)));
    }

    // Bytes.

    fn copy_bytes(&mut self, call: &Call) {
        let (Some(Argument::Value(to, _)), Some(Argument::Value(from, _))) =
            (call.arguments.first(), call.arguments.get(1))
        else {
            return;
        };
        let [to, from] = [*to, *from].map(|it| Place { base: Base::Pointer(it), offset: 0 });
        match self.number_of(call, 2) {
            Some(0) => {}
            Some(size) => self.action(&boolprog_c_form::form::Action::Copy(to, from, size.cast_unsigned())),
            None => self.unknown_bytes(to),
        }
    }

    fn fill(&mut self, call: &Call) {
        let Some(Argument::Value(to, _)) = call.arguments.first() else { return };
        let to = Place { base: Base::Pointer(*to), offset: 0 };
        match (self.number_of(call, 1), self.number_of(call, 2)) {
            (_, Some(0)) => {}
            (Some(byte), Some(size)) => self.fill_with(to, byte.cast_unsigned() as u8, size.cast_unsigned()),
            _ => self.unknown_bytes(to),
        }
    }

    /// The object of a place may have any values.
    fn unknown_bytes(&mut self, place: Place) {
        if let Base::Pointer(pointer) = place.base {
            self.action(&boolprog_c_form::form::Action::Forget(pointer, boolprog_c_form::form::Unknown::NotExpressed));
        }
    }

    fn written(&mut self, call: &Call) {
        let found = match call.arguments.first() {
            Some(Argument::Value(pointer, _)) => self.find(Place { base: Base::Pointer(*pointer), offset: 0 }, 1),
            _ => return,
        };
        let is_static = found.meant.iter().all(|meant| matches!(meant.instance.thing, Thing::Object(_)));
        self.answer(call, number(i128::from(is_static)));
    }

    // Choices.

    fn chosen(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (low, high) = (self.argument(call, 0), self.argument(call, 1));
        self.choose(to, (low.low, high.high));
        let value = self.operand(Operand::Temporary(to));
        self.assume(Self::at_most(low.term, value.term.clone()));
        self.assume(Self::at_most(value.term, high.term));
    }

    fn input(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (size, is_signed) =
            (self.number_of(call, 0).unwrap_or(8).cast_unsigned() as u8, self.number_of(call, 1) == Some(1));
        let shape = if is_signed { Shape::Signed(size) } else { Shape::Unsigned(size) };
        self.choose(to, bounds(shape));
    }
}

/// The handle of a thread.
fn handle_of(thread: usize) -> Value {
    number(thread as u32 + 1)
}
