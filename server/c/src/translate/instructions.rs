//! What instructions do, in small steps.

use boolprog_c_form::form::{
    Access, Action, Answer, Base, Call, Callee, LocalId, Operand, Operation, Place, Shape, TemporaryId,
};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::tree::{Atomic, Binary, Gives};
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::memory::Instance;
use super::numbers::{bounds, converted, known, number, within};
use super::walk::Walk;
use crate::arithmetic::{Computed, Fault, Integers, Value};
use crate::lower::Check;
use crate::term;

/// Faults are those of integers of the machine, also where integers are taken to be mathematical.
const MACHINE: Integers = Integers { unbounded: false };

impl Walk<'_, '_> {
    /// Executes an instruction at the start of the program. Returns `false` if that is not possible.
    pub(super) fn executes(&mut self, action: &Action) -> bool {
        let is_known = |value: &Value| matches!(value.term, Expr::Number(_));
        match action {
            Action::Compute(to, operation) => {
                if !self.faults(operation).is_empty() {
                    return false;
                }
                let Some(value) = self.pure(operation).filter(is_known) else { return false };
                self.define(*to, value);
            }
            Action::Load(to, place, access) if access.bits.is_none() => {
                let found = self.find(*place, access.shape.size());
                let Some(value) = self.first_value(&found, access.shape) else { return false };
                self.define(*to, value);
            }
            Action::Store(place, value, access) if access.bits.is_none() => {
                let (found, value) = (self.find(*place, access.shape.size()), self.operand(*value));
                let (Expr::Number(_), [meant], true) =
                    (&value.term, &found.meant[..], found.is_valid == Expr::Truth(true))
                else {
                    return false;
                };
                if !self
                    .all
                    .memory
                    .overlapping(meant.instance, meant.offset, access.shape.size())
                    .iter()
                    .all(|it| *it == (meant.offset, access.shape.size()))
                {
                    return false;
                }
                let cell = self.cell(meant, access.shape);
                let Some(stored) = converted(&value, access.shape, self.all.variables.shape(cell)) else {
                    return false;
                };
                self.all.variables.start(cell, stored.low);
            }
            Action::Zero(place, size) => return self.zeroes_at_start(*place, *size),
            Action::Begin(_) | Action::End(_) => {}
            Action::Call(call) => return self.executes_call(call),
            _ => return false,
        }
        true
    }

    /// Bytes become zero at the start.
    fn zeroes_at_start(&mut self, place: Place, size: u64) -> bool {
        let found = self.find(place, size);
        let ([meant], true) = (&found.meant[..], found.is_valid == Expr::Truth(true)) else { return false };
        for (offset, cell_size) in self.all.memory.overlapping(meant.instance, meant.offset, size) {
            let shape = self.all.memory.shape(meant.instance, (offset, cell_size));
            let cell = self.all.cell(meant.instance, offset, shape);
            self.all.variables.start(cell, 0);
        }
        true
    }

    /// The value that a place has at the start.
    fn first_value(&mut self, found: &super::places::Found, shape: Shape) -> Option<Value> {
        let [meant] = &found.meant[..] else { return None };
        if found.is_valid != Expr::Truth(true) || !self.all.memory.is_known(meant.instance.thing) {
            return None;
        }
        let cell = self.cell(meant, shape);
        if !matches!(meant.instance.thing, Thing::Object(_)) && !self.all.variables.is_started(cell) {
            return None;
        }
        let initial = self.all.variables.initial(cell);
        converted(&number(initial), self.all.variables.shape(cell), shape)
    }

    /// Executes an instruction.
    pub(super) fn action(&mut self, action: &Action) {
        match action {
            Action::Compute(to, operation) => self.compute(*to, operation),
            Action::Load(to, place, access) => self.load(*to, *place, *access),
            Action::Store(place, value, access) => self.store(*place, *value, *access),
            Action::Copy(to, from, size) => self.copy(*to, *from, *size),
            Action::Zero(place, size) => self.fill_with(*place, 0, *size),
            Action::Atomic(to, operation, place, operands, shape) => {
                self.atomic(*to, *operation, *place, operands, *shape);
            }
            Action::Call(call) => self.call(call),
            Action::Create(to, thread, arguments) => self.create(*to, thread.0 as usize, arguments),
            Action::Allocate(to, size) => self.allocate(*to, *size),
            Action::Begin(local) if self.is_written_first(*local) => {}
            Action::Begin(local) => self.unwritten(Thing::Local(self.id, *local)),
            Action::End(_) | Action::ListStart(_) | Action::ListCopy(..) => {}
            Action::ListNext(to, _) | Action::Any(to, _) => self.any(*to),
            Action::Forget(pointer, _) => self.forget_all(*pointer),
        }
    }

    /// A temporary gets any value of its shape.
    pub(super) fn any(&mut self, to: TemporaryId) {
        let shape = self.shape_of(to);
        let bounds = if matches!(shape, Shape::Pointer(_)) { (0, self.all.variables.top) } else { bounds(shape) };
        self.choose(to, bounds);
    }

    /// The value of an operation that is no fault.
    fn pure(&mut self, operation: &Operation) -> Option<Value> {
        let value = match operation {
            Operation::Address(place) => self.address(*place),
            Operation::Unary(operator, value, shape) => {
                return known(self.all.integers().unary(*operator, &self.operand(*value), *shape));
            }
            Operation::Binary(operator, a, b, shape) => {
                let (a, b) = (self.operand(*a), self.operand(*b));
                return known(self.all.integers().binary(*operator, &a, &b, *shape));
            }
            Operation::Convert(value, from, to) => {
                return known(self.all.integers().convert(&self.operand(*value), *from, *to));
            }
            Operation::Move(pointer, by, size, direction) => {
                let [pointer, by, size] = [pointer, by, size].map(|it| self.operand(*it));
                return known(self.all.integers().moved(&pointer, &by, &size, *direction, Shape::Pointer(8)));
            }
            Operation::Distance(a, b, size) => {
                let [a, b, size] = [a, b, size].map(|it| self.operand(*it));
                return known(self.all.integers().distance(&a, &b, &size, Shape::Pointer(8)));
            }
        };
        Some(value)
    }

    /// What is wrong with an operation, and when.
    fn faults(&mut self, operation: &Operation) -> Vec<(Check, Expr)> {
        let faults = match operation {
            Operation::Unary(operator, value, shape) => MACHINE.unary_faults(*operator, &self.operand(*value), *shape),
            Operation::Binary(operator, a, b, shape) => {
                let (a, b) = (self.operand(*a), self.operand(*b));
                MACHINE.binary_faults(*operator, &a, &b, *shape)
            }
            Operation::Move(pointer, ..) => return self.leaves_object(*pointer, operation),
            _ => Vec::new(),
        };
        let check = |fault| match fault {
            Fault::Division => Check::Division,
            Fault::Shift => Check::Shift,
            Fault::Overflow => Check::Overflow,
        };
        let is_asked = |check: &Check| *check != Check::Overflow || self.all.options.asks(crate::Asked::Overflows);
        let faults = faults.into_iter().map(|(fault, when)| (check(fault), when));
        faults.filter(|(check, when)| is_asked(check) && *when != Expr::Truth(false)).collect()
    }

    /// A pointer is moved out of its object (C11 6.5.6p8).
    fn leaves_object(&mut self, pointer: Operand, operation: &Operation) -> Vec<(Check, Expr)> {
        let Some(moved) = self.pure(operation) else { return Vec::new() };
        let before = self.operand(pointer);
        let instances = match before.term {
            Expr::Number(address) => self.all.memory.at(address).map(|(instance, _)| instance).into_iter().collect(),
            _ => self.instances(pointer),
        };
        let is_one = instances.len() == 1;
        let mut stays = Vec::new();
        for instance in instances {
            let base = i128::from(self.all.memory.address(instance));
            let end = base + i128::from(self.all.memory.size(instance.thing));
            let inside = within(&moved, base, end);
            stays.push(if is_one { inside } else { term::and(within(&before, base, end), inside) });
        }
        let leaves = Expr::complement(term::any(stays));
        if leaves == Expr::Truth(false) { Vec::new() } else { vec![(Check::Pointer, leaves)] }
    }

    fn compute(&mut self, to: TemporaryId, operation: &Operation) {
        for (check, when) in self.faults(operation) {
            self.require(&Expr::complement(when), check);
        }
        match self.pure(operation) {
            Some(value) => {
                let value = self.within_objects(operation, value);
                self.define(to, value);
            }
            None => self.any(to),
        }
    }

    /// A pointer that was moved, and is no fault, is within the objects to which it pointed before.
    fn within_objects(&mut self, operation: &Operation, value: Value) -> Value {
        let (Operation::Move(pointer, ..), false) = (operation, matches!(value.term, Expr::Number(_))) else {
            return value;
        };
        let instances = self.instances(*pointer);
        let bases: Vec<i64> = instances.iter().map(|it| self.all.memory.address(*it)).collect();
        let ends = bases.iter().zip(&instances).map(|(base, it)| base + self.all.memory.size(it.thing).cast_signed());
        let (Some(low), Some(high)) = (bases.iter().min(), ends.max()) else { return value };
        Value { low: value.low.max(*low), high: value.high.min(high), ..value }
    }

    fn load(&mut self, to: TemporaryId, place: Place, access: Access) {
        let found = self.valid(place, access.shape.size());
        if self.node.is_none() {
            return;
        }
        if found.is_open || found.meant.is_empty() {
            return self.any(to);
        }
        let value = self.read(&found, access.shape);
        let value = match access.bits {
            Some(bits) => value.and_then(|value| known(value.bits(bits, access.shape))),
            None => value,
        };
        self.touch_all(&found, access, false);
        let shared = self.is_shared(&found, access.shape);
        match value {
            Some(value) => self.assign(to, value, shared),
            None => self.any(to),
        }
    }

    fn store(&mut self, place: Place, value: Operand, access: Access) {
        let found = self.valid(place, access.shape.size());
        let value = self.operand(value);
        let value = match access.bits {
            Some(bits) => {
                let old = self.read(&found, access.shape);
                let new = old.and_then(|old| known(old.with_bits(bits, &value, access.shape)));
                match new {
                    Some(new) => new,
                    None => self.unknown(access.shape),
                }
            }
            None => value,
        };
        self.touch_all(&found, access, true);
        let shared = self.is_shared(&found, access.shape);
        self.write(&found, &value, access, shared);
    }

    /// A number of bytes get the same value.
    pub(super) fn fill_with(&mut self, place: Place, byte: u8, size: u64) {
        let found = self.valid(place, size);
        let is_one = found.meant.len() == 1;
        for meant in found.meant {
            for cell in self.all.memory.overlapping(meant.instance, meant.offset, size) {
                let when = if is_one { Expr::Truth(true) } else { meant.when.clone() };
                let shape = self.all.memory.shape(meant.instance, cell);
                match repeated(byte, shape) {
                    Some(value) if cell.0 >= meant.offset && cell.0 + cell.1 <= meant.offset + size => {
                        self.write_cell(meant.instance, cell, &number(value), &when);
                    }
                    _ => self.forget_cell(meant.instance, cell, &when),
                }
            }
        }
    }

    /// A scalar gets a value of its shape, if a condition holds.
    fn write_cell(&mut self, instance: Instance, (offset, size): (u64, u64), value: &Value, when: &Expr) {
        let shape = self.all.memory.shape(instance, (offset, size));
        let cell = self.all.cell(instance, offset, shape);
        let old = self.all.variables.value(cell);
        let new = Value::select(when.clone(), value.clone(), old);
        let shared = self.all.variables.is_shared(cell);
        self.touch(cell, when, true, false);
        self.set(cell, new, shared);
    }

    fn copy(&mut self, to: Place, from: Place, size: u64) {
        let (from, to) = (self.valid(from, size), self.valid(to, size));
        if self.node.is_none() {
            return;
        }
        for target in &to.meant {
            let when = if to.meant.len() == 1 { Expr::Truth(true) } else { target.when.clone() };
            for (offset, cell_size) in self.all.memory.overlapping(target.instance, target.offset, size) {
                let inside = offset >= target.offset && offset + cell_size <= target.offset + size;
                let shape = self.all.memory.shape(target.instance, (offset, cell_size));
                let part = Access { shape, bits: None, is_volatile: false, is_atomic: false };
                let mut source = from.clone();
                for meant in &mut source.meant {
                    meant.offset = (meant.offset + offset).wrapping_sub(target.offset);
                }
                let is_known = source.meant.iter().all(|meant| {
                    self.all
                        .memory
                        .overlapping(meant.instance, meant.offset, cell_size)
                        .contains(&(meant.offset, cell_size))
                });
                if !inside || !is_known || source.is_open || source.meant.is_empty() {
                    self.forget_cell(target.instance, (offset, cell_size), &when);
                    continue;
                }
                let Some(value) = self.read(&source, shape) else {
                    self.forget_cell(target.instance, (offset, cell_size), &when);
                    continue;
                };
                self.touch_all(&source, part, false);
                let shared = self.is_shared(&source, shape);
                let kept = self.between("copied", shape);
                self.set(kept, value, shared);
                let value = self.all.variables.value(kept);
                self.write_cell(target.instance, (offset, cell_size), &value, &when);
            }
        }
    }

    /// Returns `true` if all bytes of a local are written before anything else can happen to it.
    fn is_written_first(&self, local: LocalId) -> bool {
        let size = self.function.locals[local.0 as usize].size;
        let is_whole =
            |place: &Place, written: u64| place.base == Base::Local(local) && place.offset == 0 && written >= size;
        for instruction in self.rest {
            match &instruction.action {
                Action::Zero(place, written) if is_whole(place, *written) => return true,
                Action::Store(place, _, access) if is_whole(place, access.shape.size()) => return true,
                Action::Copy(place, from, written) if is_whole(place, *written) => {
                    return from.base != Base::Local(local);
                }
                Action::Begin(_) | Action::End(_) | Action::Compute(..) | Action::Any(..) => {}
                Action::Zero(place, _) | Action::Store(place, ..) if matches!(place.base, Base::Object(_)) => {}
                Action::Zero(place, _) | Action::Store(place, ..) if matches!(place.base, Base::Local(other) if other != local) =>
                    {}
                _ => return false,
            }
        }
        false
    }

    /// The variables of an object have any values.
    fn unwritten(&mut self, thing: Thing) {
        let instance = Instance { thing, copy: 0 };
        if self.all.is_lost(thing) {
            self.require(&Expr::Truth(false), Check::Layout);
        }
        if let Thing::Local(_, local) = thing
            && self.function.parameters.contains(&local)
        {
            return;
        }
        let size = self.all.memory.size(thing);
        for cell in self.all.memory.overlapping(instance, 0, size) {
            self.forget_cell(instance, cell, &Expr::Truth(true));
        }
    }

    /// What an operand points to may have any value.
    fn forget_all(&mut self, pointer: Operand) {
        let set = self.all.sets.operand(self.id, pointer);
        for thing in set.iter().map(|pointee| pointee.thing).collect::<std::collections::BTreeSet<_>>() {
            for copy in 0..self.all.copies(thing) {
                let instance = Instance { thing, copy };
                let size = self.all.memory.size(thing);
                for cell in self.all.memory.overlapping(instance, 0, size) {
                    let any = self.between("unknown", Shape::Bool);
                    self.all.variables.widen(any, (0, 1));
                    let name = self.all.variables.name(any);
                    self.step(crate::graph::Op::Choose(name.clone(), Some((0, 1))), false);
                    self.forget_cell(instance, cell, &super::walk::is(&name, 1));
                }
            }
        }
    }

    fn atomic(&mut self, to: Option<TemporaryId>, operation: Atomic, place: Place, operands: &[Operand], shape: Shape) {
        if operation == Atomic::Fence {
            return;
        }
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: true };
        let found = self.valid(place, shape.size());
        if self.node.is_none() {
            return;
        }
        let values: Vec<Value> = operands.iter().map(|operand| self.operand(*operand)).collect();
        let given = |index: usize| values.get(index).cloned().unwrap_or_else(|| number(0));
        let is_section = self.section.is_none();
        if is_section {
            self.open();
        }
        let shared = self.is_shared(&found, shape);
        let before = self.between("before", shape);
        if operation != Atomic::Store && operation != Atomic::Clear {
            let value = if found.is_open { None } else { self.read(&found, shape) };
            self.touch_all(&found, access, false);
            match value {
                Some(value) => self.set(before, value, shared),
                None => self.any_of(before),
            }
        }
        let old = self.all.variables.value(before);
        let result = match operation {
            Atomic::Load => Some(old),
            Atomic::Store => {
                self.atomic_write(&found, &given(0), access, shared);
                None
            }
            Atomic::Exchange => {
                self.atomic_write(&found, &given(0), access, shared);
                Some(old)
            }
            Atomic::Clear => {
                self.atomic_write(&found, &number(0), access, shared);
                None
            }
            Atomic::TestAndSet => {
                self.atomic_write(&found, &number(1), access, shared);
                Some(Value::truth(old.condition()))
            }
            Atomic::Fetch(operator, gives) => {
                let new = self.combined(operator, &old, &given(0), shape);
                self.atomic_write(&found, &new, access, shared);
                Some(if gives == Gives::Before { old } else { new })
            }
            Atomic::FetchNand(gives) => {
                let both = self.combined(Binary::And, &old, &given(0), shape);
                let new = match self.all.integers().unary(boolprog_c_syntax::tree::Unary::Complement, &both, shape) {
                    Computed::Value(value) => value,
                    Computed::Any => self.unknown(shape),
                };
                self.atomic_write(&found, &new, access, shared);
                Some(if gives == Gives::Before { old } else { new })
            }
            Atomic::CompareExchange { weak } => {
                let (first, second) = (operands.first().copied(), given(1));
                self.compare_exchange(&found, (first, second), &old, access, weak)
            }
            Atomic::CompareSwap | Atomic::CompareSwapSucceeds => {
                let (then, otherwise, end) = (self.new_node(), self.new_node(), self.new_node());
                let equal = old.compare(Comparison::Equal, &given(0));
                self.fork(equal.clone(), then, otherwise);
                self.node = Some(then).filter(|node| self.graph.entered[*node]);
                self.atomic_write(&found, &given(1), access, shared);
                self.go(end);
                self.node = Some(otherwise).filter(|node| self.graph.entered[*node]);
                self.go(end);
                self.node = Some(end);
                Some(if operation == Atomic::CompareSwap { old } else { Value::truth(equal) })
            }
            Atomic::Fence => None,
        };
        if let (Some(to), Some(value)) = (to, result) {
            self.assign(to, value, false);
        }
        if is_section {
            self.close();
        }
    }

    fn atomic_write(&mut self, found: &super::places::Found, value: &Value, access: Access, shared: bool) {
        self.touch_all(found, access, true);
        self.write(found, value, access, shared);
    }

    fn compare_exchange(
        &mut self,
        found: &super::places::Found,
        (expected, desired): (Option<Operand>, Value),
        old: &Value,
        access: Access,
        weak: bool,
    ) -> Option<Value> {
        let shape = access.shape;
        let place = Place { base: Base::Pointer(expected?), offset: 0 };
        let plain = Access { is_atomic: false, ..access };
        let wanted = self.valid(place, shape.size());
        let value = self.read(&wanted, shape);
        self.touch_all(&wanted, plain, false);
        let kept = self.between("expected", shape);
        let shared = self.is_shared(&wanted, shape);
        match value {
            Some(value) => self.set(kept, value, shared),
            None => self.any_of(kept),
        }
        let mut equal = old.compare(Comparison::Equal, &self.all.variables.value(kept));
        if weak {
            let may = self.between("may_succeed", Shape::Bool);
            self.all.variables.widen(may, (0, 1));
            let name = self.all.variables.name(may);
            self.step(crate::graph::Op::Choose(name.clone(), Some((0, 1))), false);
            equal = term::and(equal, super::walk::is(&name, 1));
        }
        let succeeds = self.between("succeeds", Shape::Bool);
        self.set(succeeds, Value::truth(equal), false);
        let is_equal = super::walk::is(&self.all.variables.name(succeeds), 1);
        let (then, otherwise, end) = (self.new_node(), self.new_node(), self.new_node());
        self.fork(is_equal, then, otherwise);
        self.node = Some(then);
        let is_shared = self.is_shared(found, shape);
        self.atomic_write(found, &desired, access, is_shared);
        self.go(end);
        self.node = Some(otherwise);
        self.touch_all(&wanted, plain, true);
        self.write(&wanted, old, plain, shared);
        self.go(end);
        self.node = Some(end);
        Some(self.all.variables.value(succeeds))
    }

    fn combined(&mut self, operator: Binary, a: &Value, b: &Value, shape: Shape) -> Value {
        match self.all.integers().binary(operator, a, b, shape) {
            Computed::Value(value) => value,
            Computed::Any => self.unknown(shape),
        }
    }

    /// Any value of a shape.
    fn unknown(&mut self, shape: Shape) -> Value {
        let any = self.between("unknown", shape);
        self.any_of(any);
        self.all.variables.value(any)
    }

    fn any_of(&mut self, variable: super::variables::Variable) {
        let bounds = bounds(self.all.variables.shape(variable));
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        self.step(crate::graph::Op::Choose(name, Some(bounds)), false);
    }

    /// The name of the function of a call.
    fn callee(&self, call: &Call) -> Option<&str> {
        let id = match call.function {
            Callee::Function(function) => function,
            Callee::Pointer(pointer) => match self.operand(pointer).term {
                Expr::Number(address) => self.function_at(address)?,
                _ => return None,
            },
        };
        Some(self.all.unit.functions[id.0 as usize].name.as_str())
    }

    fn executes_call(&mut self, call: &Call) -> bool {
        let name = self.callee(call).map(str::to_owned);
        self.executes_intrinsic(name.as_deref().unwrap_or_default(), call)
    }

    fn call(&mut self, call: &Call) {
        let name = self.callee(call).map(str::to_owned);
        if !self.intrinsic(name.as_deref().unwrap_or_default(), call) {
            self.unknown_call(call);
        }
    }

    /// A function that the program does not have: it may change what it gets, and gives anything.
    fn unknown_call(&mut self, call: &Call) {
        for argument in &call.arguments {
            if let boolprog_c_form::form::Argument::Value(value, _) = argument {
                self.forget_all(*value);
            }
        }
        if let Answer::Value(to) = call.result {
            self.any(to);
        }
    }

    /// `a <= b`, of integers.
    pub(super) fn at_most(a: Expr, b: Expr) -> Expr {
        term::compare(Comparison::LessOrEqual, a, b)
    }
}

/// The scalar all of whose bytes have this value; none for floating numbers.
fn repeated(byte: u8, shape: Shape) -> Option<i64> {
    let wide = i64::from_le_bytes([byte; 8]);
    match shape {
        Shape::Bool => Some(i64::from(byte & 1)),
        Shape::Signed(size @ 1..=8) => Some(wide >> (64 - 8 * size)),
        Shape::Unsigned(8) | Shape::Pointer(8) => Some(wide),
        Shape::Unsigned(size @ 1..8) | Shape::Pointer(size @ 1..8) => {
            Some((wide.cast_unsigned() >> (64 - 8 * size)).cast_signed())
        }
        _ => (byte == 0).then_some(0),
    }
}
