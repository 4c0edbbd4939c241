//! Atomic operations.

use super::super::numbers::number;
use super::super::places::Found;
use super::super::walk::Walk;
use crate::arithmetic::{Computed, Value};
use boolprog_c_form::form::{Access, Base, Operand, Place, Shape, TemporaryId};
use boolprog_c_syntax::tree::{Atomic, Binary, Gives};
use boolprog_integer::Comparison;

impl Walk<'_, '_> {
    pub(in crate::translate) fn atomic(
        &mut self,
        to: Option<TemporaryId>,
        operation: Atomic,
        place: Place,
        operands: &[Operand],
        shape: Shape,
    ) {
        if operation == Atomic::Fence {
            return;
        }
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: true };
        let found = self.valid(place, shape.size());
        if operation != Atomic::Load {
            self.require_writable(place, &found);
        }
        if self.node.is_none() {
            return;
        }
        let values: Vec<Value> = operands.iter().map(|operand| self.operand(*operand)).collect();
        let given = |index: usize| values.get(index).cloned().unwrap_or_else(|| number(0));
        let is_section = self.section.is_none();
        if is_section {
            self.begin_section();
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
                if let Some(expected) = operands.first() {
                    let set = self.all.sets.operand(self.id, *expected);
                    let expected = set.iter().map(|pointee| pointee.thing).collect();
                    self.compare_objects(&self.objects_in(&found), &expected);
                }
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
            self.end_section();
        }
    }

    pub(in crate::translate) fn atomic_write(&mut self, found: &Found, value: &Value, access: Access, shared: bool) {
        self.touch_all(found, access, true);
        self.write(found, value, access, shared);
    }

    pub(in crate::translate) fn compare_exchange(
        &mut self,
        found: &Found,
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
        self.compare_objects(&self.objects_in(found), &self.objects_in(&wanted));
        let equal = old.compare(Comparison::Equal, &self.all.variables.value(kept));
        let (then, otherwise, end) = (self.new_node(), self.new_node(), self.new_node());
        if let (true, Some(from)) = (weak, self.node) {
            let tries = self.new_node();
            self.edge(from, otherwise, crate::graph::Op::Skip, false);
            self.edge(from, tries, crate::graph::Op::Skip, false);
            self.node = Some(tries);
        }
        self.fork(equal, then, otherwise);
        let succeeds = self.between("succeeds", Shape::Bool);
        self.node = Some(then).filter(|node| self.graph.entered[*node]);
        let is_shared = self.is_shared(found, shape);
        self.atomic_write(found, &desired, access, is_shared);
        self.set(succeeds, number(1), false);
        self.go(end);
        self.node = Some(otherwise).filter(|node| self.graph.entered[*node]);
        self.touch_all(&wanted, plain, true);
        self.write(&wanted, old, plain, shared);
        self.set(succeeds, number(0), false);
        self.go(end);
        self.node = Some(end);
        Some(self.all.variables.value(succeeds))
    }

    pub(in crate::translate) fn combined(&mut self, operator: Binary, a: &Value, b: &Value, shape: Shape) -> Value {
        match self.all.integers().binary(operator, a, b, shape) {
            Computed::Value(value) => value,
            Computed::Any => self.unknown(shape),
        }
    }
}
