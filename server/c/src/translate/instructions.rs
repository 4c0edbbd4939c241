//! The effects of instructions, in small steps.

mod atomics;
mod bytes;
mod comparisons;
mod faults;

use boolprog_base::Span;
use boolprog_c_form::form::{
    Access, Action, Answer, Argument, Call, Callee, Function, Operand, Operation, Place, Requirement, Shape,
    TemporaryId, Unknown,
};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::{Check, Comparison};

use super::memory::Instance;
use super::numbers::{known, number};
use super::places::{Found, is_elsewhere};
use super::survey::endings::addressed;
use super::variables::Variable;
use super::walk::Walk;
use crate::Asked;
use crate::arithmetic::Value;
use crate::term;
use boolprog_c_syntax::library::PREFIX;

/// A function that the program and the library call, and neither defines.
fn is_foreign(function: &Function) -> bool {
    function.blocks.is_empty() && !function.name.starts_with(PREFIX)
}

/// A function of the library, or one that only its headers declare.
fn is_of_library(function: &Function) -> bool {
    function.activations.first().is_some_and(|activation| activation.is_library)
}

/// Functions of the library that stay calls, and give objects of the heap.
const ALLOCATING: [&str; 2] = ["asprintf", "vasprintf"];

impl<'a> Walk<'_, 'a> {
    /// Executes an instruction at the start of the program. Returns `false` if that is not possible.
    pub(super) fn executes(&mut self, action: &Action) -> bool {
        let is_known = |value: &Value| matches!(value.term, Expr::Number(_));
        match action {
            Action::Compute(to, operation) => {
                let is_open = self.depends_on_addresses(operation)
                    || self.is_equality_open(operation) != Expr::Truth(false)
                    || !self.faults(operation).is_empty();
                if is_open {
                    return false;
                }
                let Some(value) = self.pure(operation).filter(is_known) else { return false };
                if let Some(local) = addressed(operation) {
                    self.set_life_at_start(local, true);
                }
                self.define(*to, value);
            }
            Action::Load(to, place, access) if access.bits.is_none() => {
                let found = self.find(*place, access.shape.size());
                let value = self.first_value(&found, access.shape).filter(|_| self.lives_at_start(*place, &found));
                let Some(value) = value else { return false };
                self.accesses_at_start(&found, access.shape.size());
                self.define(*to, value);
            }
            Action::Store(place, value, access) if access.bits.is_none() => {
                let (found, value) = (self.find(*place, access.shape.size()), self.operand(*value));
                self.accesses_at_start(&found, access.shape.size());
                return is_known(&value)
                    && self.is_writable(*place, &found) == Expr::Truth(true)
                    && self.lives_at_start(*place, &found)
                    && self.stores_at_start(&found, &value, access.shape);
            }
            Action::Zero(place, size) => return self.zeroes_at_start(*place, *size),
            Action::Begin(local) => self.begin_at_start(*local),
            Action::End(local) => self.set_life_at_start(*local, false),
            Action::Label(name) => return !self.all.options.error_labels.contains(name),
            Action::Call(call) => return self.executes_call(call),
            Action::Require(_, value) => return self.operand(*value).condition() == Expr::Truth(true),
            _ => return false,
        }
        true
    }

    /// Bytes become zero at the start.
    fn zeroes_at_start(&mut self, place: Place, size: u64) -> bool {
        let found = self.find(place, size);
        let ([meant], true) = (&found.meant[..], found.is_valid == Expr::Truth(true)) else { return false };
        if !self.lives_at_start(place, &found) || self.is_writable(place, &found) != Expr::Truth(true) {
            return false;
        }
        for part in self.all.memory.overlapping(meant.instance, meant.offset, size) {
            let variable = self.all.part(meant.instance, part);
            if !self.starts(variable, 0) {
                return false;
            }
        }
        self.accesses_at_start(&found, size);
        true
    }

    /// Bytes are accessed at the start, by the text and not to set initial values.
    fn accesses_at_start(&mut self, found: &Found, size: u64) {
        let [meant] = &found.meant[..] else { return };
        let parts = if self.span == Span::empty(0) {
            Vec::new()
        } else {
            self.all.memory.overlapping(meant.instance, meant.offset, size)
        };
        for part in parts {
            let variable = self.all.part(meant.instance, part);
            self.all.variables.access_first(variable);
        }
    }

    /// The value that a place has at the start.
    fn first_value(&mut self, found: &Found, shape: Shape) -> Option<Value> {
        let [meant] = &found.meant[..] else { return None };
        let thing = meant.instance.thing;
        let is_alone = self.all.memory.smashed(thing, meant.offset).is_none();
        if found.is_valid != Expr::Truth(true) || !self.all.memory.is_known(thing) || !is_alone {
            return None;
        }
        let is_known = |it: &Self, variable| {
            matches!(meant.instance.thing, Thing::Object(_)) || it.all.variables.is_started(variable)
        };
        self.composed(meant, shape, |it, variable| {
            is_known(it, variable).then(|| number(it.all.variables.initial(variable)))
        })
    }

    /// A scalar gets a value at the start. Returns `false` if that is not possible.
    fn stores_at_start(&mut self, found: &Found, value: &Value, shape: Shape) -> bool {
        let ([meant], true) = (&found.meant[..], found.is_valid == Expr::Truth(true)) else { return false };
        let parts = self.parts_of(meant, value, shape);
        let known = parts.into_iter().map(|(variable, value)| match value?.term {
            Expr::Number(number) => Some((variable, number)),
            _ => None,
        });
        let Some(parts) = known.collect::<Option<Vec<_>>>() else { return false };
        parts.into_iter().all(|(variable, number)| self.starts(variable, number))
    }

    /// A variable has a number at the start. Returns `false` if it stands for elements of which those that were written are counted.
    fn starts(&mut self, variable: Variable, first: i64) -> bool {
        if !self.is_of_elements(variable) {
            self.all.variables.start(variable, first);
        } else if let Variable::Part(Instance { thing: Thing::Object(_), .. }, ..) = variable {
            self.note_stored(variable, &number(first));
        } else {
            return false;
        }
        true
    }

    /// Executes an instruction.
    pub(super) fn action(&mut self, action: &Action) {
        match action {
            Action::Compute(to, operation) => self.compute(*to, operation),
            Action::Load(to, place, access) => self.load(*to, *place, *access),
            Action::Store(place, value, access) => self.store(*place, *value, *access),
            Action::Copy(to, from, size) => self.copy(*to, *from, &number(*size)),
            Action::Zero(place, size) => self.fill_with(*place, Some(0), &number(*size)),
            Action::Atomic(to, operation, place, operands, shape) => {
                self.atomic(*to, *operation, *place, operands, *shape);
            }
            Action::Call(call) => self.call(call),
            Action::Create(to, thread, arguments) => self.create(*to, thread.0 as usize, arguments),
            Action::Allocate(to, size) => self.allocate(*to, *size),
            Action::Begin(local) => self.begin_life(*local),
            Action::End(local) => self.end_life(Thing::Local(self.id, *local)),
            Action::Label(name) => {
                if self.all.options.error_labels.contains(name) {
                    self.require(&Expr::Truth(false), Check::Label);
                }
            }
            Action::ListStart(_) | Action::ListCopy(..) => {}
            Action::Any(to, Unknown::Arguments) => {
                self.choose_piece(*to, (0, i64::from(i32::MAX)), Piece::Count);
            }
            Action::Any(to, Unknown::Unwritten) => {
                let bounds = self.all.bounds(self.shape_of(*to));
                self.choose_piece(*to, bounds, Piece::Unwritten(0));
            }
            Action::ListNext(to, _) => self.any(*to),
            Action::Any(to, why) => {
                self.taken_for_granted(*why);
                self.any(*to);
            }
            Action::Forget(pointer, why) => {
                self.taken_for_granted(*why);
                self.forget_all(0, *pointer, true);
            }
            Action::Require(requirement, value) => {
                let check = match requirement {
                    Requirement::Sequenced => Check::Sequence,
                    Requirement::Label => Check::Pointer,
                    Requirement::Index => Check::Index,
                    Requirement::NoReturn => Check::Unreachable,
                    Requirement::FewOrders => Check::Unsupported,
                };
                self.require(&self.operand(*value).condition(), check);
            }
        }
    }

    /// Records what is taken for granted where something is not known.
    fn taken_for_granted(&mut self, why: Unknown) {
        let what = match why {
            Unknown::Unwritten | Unknown::Arguments => return,
            Unknown::Assembly => "inline assembly changes only its operands, which then have any value",
            Unknown::NotExpressed => "a value has no place in memory here: it may be any",
        };
        self.all.take_for_granted(what, self.span);
    }

    /// A temporary gets any value of its shape.
    pub(super) fn any(&mut self, to: TemporaryId) {
        let shape = self.shape_of(to);
        let bounds = self.all.bounds(shape);
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

    fn compute(&mut self, to: TemporaryId, operation: &Operation) {
        for (check, when) in self.faults(operation) {
            self.require(&Expr::complement(when), check);
        }
        if let Operation::Binary(Binary::Equal | Binary::NotEqual, a, b, _) = operation {
            self.compare_operands(*a, *b);
        }
        if self.depends_on_addresses(operation) {
            self.all.take_for_granted("objects lie in memory in one order of those that C allows", self.span);
        }
        if let Some(local) = addressed(operation) {
            self.address_local(local);
        }
        if let Some(value) = self.pure(operation) {
            let value = self.within_objects(operation, value);
            let value = self.of_handles(operation, value);
            let value = self.opened(operation, value);
            return self.define(to, value);
        }
        if operation.is_floating() {
            let granted = "floating-point numbers, and what is computed from them, have any value";
            self.all.take_for_granted(granted, self.span);
        }
        self.any(to);
    }

    fn load(&mut self, to: TemporaryId, place: Place, access: Access) {
        let access = Access { shape: access.unit(), ..access };
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
        let access = Access { shape: access.unit(), ..access };
        let found = self.writable(place, access.shape.size());
        let (value, shared) = (self.operand(value), self.is_shared(&found, access.shape));
        let value = match access.bits {
            Some(bits) => {
                let old = self.beside(&found, access.shape, shared);
                let new = old.and_then(|old| known(old.with_bits(bits, &value, access.shape)));
                match new {
                    Some(new) => new,
                    None => self.unknown(access.shape),
                }
            }
            None => value,
        };
        self.touch_all(&found, access, true);
        self.write(&found, &value, access, shared);
    }

    /// The storage unit of a bit-field before that is written: others may act in between (C11 3.14p3).
    fn beside(&mut self, found: &Found, shape: Shape, shared: bool) -> Option<Value> {
        let old = self.read(found, shape)?;
        if !shared {
            return Some(old);
        }
        let kept = self.between("beside", shape);
        self.set(kept, old, true);
        Some(self.all.variables.value(kept))
    }

    /// Any value of a shape.
    pub(super) fn unknown(&mut self, shape: Shape) -> Value {
        let any = self.between("unknown", shape);
        self.any_of(any);
        self.all.variables.value(any)
    }

    fn any_of(&mut self, variable: Variable) {
        let bounds = self.all.bounds(self.all.variables.shape(variable));
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        self.step(crate::graph::Op::Choose(name, self.all.range(bounds), Piece::Whole), false);
    }

    /// The function of a call; none of a call by a pointer, which is to no function of the program.
    fn callee(&self, call: &Call) -> Option<&'a Function> {
        match call.function {
            Callee::Function(function) => Some(&self.all.unit.functions[function.0 as usize]),
            Callee::Pointer(_) => None,
        }
    }

    fn executes_call(&mut self, call: &Call) -> bool {
        self.callee(call).is_some_and(|callee| self.executes_intrinsic(&callee.name, call))
    }

    fn call(&mut self, call: &Call) {
        let callee = self.callee(call);
        if callee.is_some_and(|callee| self.intrinsic(&callee.name, call)) {
            return;
        }
        if let Callee::Pointer(pointer) = call.function {
            let is_elsewhere = is_elsewhere(&self.operand(pointer), &self.all.sets.operand(self.id, pointer));
            self.require(&Expr::complement(is_elsewhere), Check::Elsewhere);
            self.require(&Expr::Truth(false), Check::Pointer);
        }
        let Some(callee) = callee else { return };
        // A function of the program that stays a call can do more than what is forgotten here: nothing is known after it.
        let is_library = is_of_library(callee);
        if is_library && !is_foreign(callee) {
            let name = self.called_function().unwrap_or_else(|| callee.name.clone());
            let is_formatted = !callee.name.starts_with(PREFIX);
            let what = format!(
                "what `{name}` reads and writes here lives, has room, and is accessed by no other thread{}",
                if is_formatted { "; it has no `%n`" } else { "" },
            );
            self.all.take_for_granted(what, self.span);
            if ALLOCATING.contains(&&*callee.name) && self.all.options.asks(Asked::Leaks) {
                self.require(&Expr::Truth(false), Check::Unsupported);
            }
        } else if !callee.blocks.is_empty() {
            self.require(&Expr::Truth(false), Check::Recursion);
        }
        self.unknown_call(call);
    }

    /// A function that the program does not have: it may change what it gets, and gives anything.
    fn unknown_call(&mut self, call: &Call) {
        if let Some(callee) = self.callee(call).filter(|callee| is_foreign(callee)) {
            // The answer of the system is open; of a pointer, there is more to know.
            let gives_pointer =
                matches!(call.result, Answer::Value(to) if matches!(self.shape_of(to), Shape::Pointer(_)));
            if is_of_library(callee) && gives_pointer {
                self.doubt(&format!("`{}` returns any value: the machine does not know this function", callee.name));
            }
            let hint = match callee.name.as_str() {
                "atomic_begin" | "atomic_end" => format!("; did you mean `__CPROVER_{}`?", callee.name),
                _ => String::new(),
            };
            let what = format!(
                "`{}` has no definition: it changes what its arguments point to, and returns any value",
                callee.name
            );
            self.all.take_for_granted(what + &hint, self.span);
        }
        self.calls_back();
        self.forget_unknown();
        let only_read = self.callee(call).map_or(&[][..], |callee| &callee.only_read);
        for (number, argument) in (0..).zip(&call.arguments) {
            if let Argument::Value(value, _) = argument {
                let writes = !only_read.get(number as usize).is_some_and(|only_read| *only_read);
                self.forget_all(number, *value, writes);
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
