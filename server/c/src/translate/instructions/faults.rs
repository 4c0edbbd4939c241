//! Faults of operations.

use super::super::memory::Instance;
use super::super::numbers::within;
use super::super::places::is_elsewhere;
use super::super::walk::Walk;
use crate::arithmetic::{Fault, Integers, Value};
use crate::term;
use boolprog_c_form::form::{Base, Operand, Operation, Place};
use boolprog_c_syntax::tree::Precedence;
use boolprog_import::Expr;
use boolprog_integer::Check;

/// Faults are those of integers of the machine, also where integers are taken to be mathematical.
const MACHINE: Integers = Integers { unbounded: false };

impl Walk<'_, '_> {
    /// The faults of an operation, each with its condition.
    pub(in crate::translate) fn faults(&mut self, operation: &Operation) -> Vec<(Check, Expr)> {
        let apart = self.is_between_objects(operation);
        let faults = match operation {
            Operation::Unary(operator, value, shape) => MACHINE.unary_faults(*operator, &self.operand(*value), *shape),
            Operation::Binary(operator, a, b, shape) => {
                let (a, b) = (self.operand(*a), self.operand(*b));
                MACHINE.binary_faults(*operator, &a, &b, *shape)
            }
            Operation::Move(pointer, ..) => return self.leaves_object(*pointer, operation),
            Operation::Address(place) if self.is_weak_name(place) => {
                return vec![(Check::Unsupported, Expr::Truth(true))];
            }
            _ => Vec::new(),
        };
        let check = |fault| match fault {
            Fault::Division => Check::Division,
            Fault::Shift => Check::Shift,
            Fault::Overflow => Check::Overflow,
        };
        let is_asked = |check: &Check| *check != Check::Overflow || self.all.options.asks(crate::Asked::Overflows);
        let faults = faults.into_iter().map(|(fault, when)| (check(fault), when)).chain([(Check::Pointer, apart)]);
        faults.filter(|(check, when)| is_asked(check) && *when != Expr::Truth(false)).collect()
    }

    /// Returns `true` for the address of a function that is declared with the attribute `weak`, and is not defined: it may be null.
    fn is_weak_name(&self, place: &Place) -> bool {
        let Base::Function(function) = place.base else { return false };
        let function = &self.all.unit.functions[function.0 as usize];
        function.blocks.is_empty() && function.precedence == Precedence::Weak
    }

    /// A pointer is moved out of its object (C11 6.5.6p8).
    pub(in crate::translate) fn leaves_object(
        &mut self,
        pointer: Operand,
        operation: &Operation,
    ) -> Vec<(Check, Expr)> {
        let Some(moved) = self.pure(operation) else { return Vec::new() };
        let before = self.operand(pointer);
        let instances: Vec<Instance> = match before.term {
            Expr::Number(address) => self.all.memory.at(address).map(|(instance, _)| instance).into_iter().collect(),
            _ => self.instances(pointer),
        };
        let (mut stays, mut known) = (Vec::new(), Vec::new());
        for instance in &instances {
            let base = i128::from(self.all.memory.address(*instance));
            let end = base + i128::from(self.all.memory.size(instance.thing));
            let is_it = if instances.len() == 1 { Expr::Truth(true) } else { within(&before, base, end) };
            let inside = term::and(is_it, within(&moved, base, end));
            stays.push(term::and(inside.clone(), self.reaches_within(*instance, &moved, 0)));
            known.push(inside);
        }
        let (leaves, is_unknown) = (Expr::complement(term::any(stays)), Expr::complement(term::any(known)));
        let is_larger = term::and(is_unknown.clone(), self.is_larger(&instances));
        let is_elsewhere = is_elsewhere(&before, &self.all.sets.operand(self.id, pointer));
        let is_elsewhere = term::and(is_unknown, is_elsewhere);
        [(Check::Heap, is_larger), (Check::Elsewhere, is_elsewhere), (Check::Pointer, leaves)]
            .into_iter()
            .filter(|(_, when)| *when != Expr::Truth(false))
            .collect()
    }

    /// A pointer that was moved, and is no fault, is within the objects to which it pointed before.
    pub(in crate::translate) fn within_objects(&mut self, operation: &Operation, value: Value) -> Value {
        let (Operation::Move(pointer, ..), false) = (operation, matches!(value.term, Expr::Number(_))) else {
            return value;
        };
        let instances = self.instances(*pointer);
        let bases: Vec<i64> = instances.iter().map(|it| self.all.memory.address(*it)).collect();
        let ends = bases.iter().zip(&instances).map(|(base, it)| base + self.all.memory.size(it.thing).cast_signed());
        let (Some(low), Some(high)) = (bases.iter().min(), ends.max()) else { return value };
        Value { low: value.low.max(*low), high: value.high.min(high), ..value }
    }
}
