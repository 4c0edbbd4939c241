//! Comparisons of addresses: equality where C leaves it open, as of the end of an object and the beginning of another one
//! (C11 6.5.9p6), or of texts that may be the same bytes (C11 6.4.5p7); and order, which is that of one object (C11 6.5.8p5).

use std::collections::BTreeSet;

use boolprog_c_form::form::{Operand, Operation, Shape};
use boolprog_c_form::points_to::{Offset, Thing};
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::memory::Instance;
use super::super::numbers::within;
use super::super::places::Found;
use super::super::walk::Walk;
use crate::arithmetic::Value;
use crate::term;

/// The assumption about memory in which another object lay before.
const REUSED: &str = "which freed memory an allocation uses again is one choice of those that C allows";

/// A part of an object to which a pointer may point.
#[derive(Clone, Copy)]
struct Part {
    of: Instance,
    /// The first of its offsets.
    from: u64,
    /// The last one.
    to: u64,
}

impl Part {
    /// One place.
    fn at(of: Instance, offset: u64) -> Self {
        Self { of, from: offset, to: offset }
    }

    fn is_one_place(self) -> bool {
        self.from == self.to
    }
}

impl Walk<'_, '_> {
    /// That it is open whether two pointers are equal.
    pub(in crate::translate) fn is_equality_open(&mut self, operation: &Operation) -> Expr {
        let Operation::Binary(Binary::Equal | Binary::NotEqual, a, b, Shape::Pointer(_)) = operation else {
            return Expr::Truth(false);
        };
        let (first, second) = (self.parts(*a), self.parts(*b));
        let mut open = Vec::new();
        for one in &first {
            for other in second.iter().filter(|other| other.of != one.of) {
                let [end, other_end] = [one, other].map(|part| self.all.memory.size(part.of.thing));
                if one.to == end && other.from == 0 {
                    open.push(self.are_there((*a, Part::at(one.of, end)), (*b, Part::at(other.of, 0))));
                }
                if other.to == other_end && one.from == 0 {
                    open.push(self.are_there((*a, Part::at(one.of, 0)), (*b, Part::at(other.of, other_end))));
                }
                if self.may_be_one(*one, *other) {
                    open.push(self.are_there((*a, *one), (*b, *other)));
                }
            }
        }
        term::any(open)
    }

    /// When pointers are compared or subtracted that point into different objects, for which that is undefined (C11 6.5.6p9,
    /// 6.5.8p5).
    pub(in crate::translate) fn is_between_objects(&mut self, operation: &Operation) -> Expr {
        match operation {
            Operation::Distance(a, b, _) => self.are_apart(*a, *b),
            Operation::Binary(operator, a, b, Shape::Pointer(_)) if is_order(*operator) => self.are_apart(*a, *b),
            _ => Expr::Truth(false),
        }
    }

    /// Returns `true` if the result of an operation on integers depends on where objects lie in memory, which C leaves open
    /// (C11 6.3.2.3p6): addresses of different objects are compared or subtracted, or an address is taken to pieces that are more
    /// than its alignment says.
    pub(in crate::translate) fn depends_on_addresses(&self, operation: &Operation) -> bool {
        let Operation::Binary(operator, a, b, Shape::Signed(_) | Shape::Unsigned(_)) = operation else { return false };
        let [first, second] = [a, b].map(|operand| self.numbered(*operand));
        match operator {
            _ if first.is_empty() && second.is_empty() => false,
            operator if is_order(*operator) || *operator == Binary::Subtract => {
                !first.is_empty() && !second.is_empty() && (first.len() > 1 || first != second)
            }
            Binary::Multiply | Binary::ShiftRight | Binary::Divide => true,
            Binary::Remainder | Binary::And => {
                let bits = match (self.operand(*a).constant(), self.operand(*b).constant()) {
                    (_, Some(bits)) | (Some(bits), None) => bits.cast_unsigned(),
                    (None, None) => return true,
                };
                let bits = if *operator == Binary::Remainder { bits.wrapping_sub(1) } else { bits.min(!bits) };
                first.union(&second).any(|of| bits >= self.all.memory.align(of.thing))
            }
            _ => false,
        }
    }

    /// Records what is taken for granted where the addresses of these objects are compared, one of which may have ended, so that C
    /// may put the other one there (C11 6.2.4p2).
    pub(in crate::translate) fn compare_objects(&mut self, first: &BTreeSet<Thing>, second: &BTreeSet<Thing>) {
        let is_reused = |one: &BTreeSet<Thing>, other: &BTreeSet<Thing>| {
            let mut freed = one.iter().filter(|thing| is_heap(**thing) && self.all.is_released(**thing));
            freed.next().is_some() && other.iter().any(|it| is_heap(*it))
        };
        if is_reused(first, second) || is_reused(second, first) {
            self.all.take_for_granted(REUSED, self.span);
        }
    }

    /// The result of a comparison, where equal handles of any number of threads need not mean one thread.
    pub(in crate::translate) fn of_handles(&mut self, operation: &Operation, value: Value) -> Value {
        let Operation::Binary(Binary::Equal | Binary::NotEqual, a, b, _) = operation else { return value };
        if !self.all.handles.contains(self.id, *a) || !self.all.handles.contains(self.id, *b) {
            return value;
        }
        let [first, second] = [a, b].map(|operand| self.operand(*operand));
        let many = (1..).zip(&self.all.many).filter(|(_, many)| **many).map(|(thread, _)| {
            let is_it = |handle: &Value| handle.compare(Comparison::Equal, &Value::number(thread));
            term::and(is_it(&first), is_it(&second))
        });
        let may_differ = term::any(many.collect());
        if may_differ == Expr::Truth(false) {
            return value;
        }
        let any = self.between("is_same", Shape::Bool);
        self.any_piece(any, (0, 1), Piece::Whole);
        Value::select(may_differ, self.all.variables.value(any), value)
    }

    /// The same of two operands.
    pub(in crate::translate) fn compare_operands(&mut self, a: Operand, b: Operand) {
        let [first, second] = [a, b].map(|operand| {
            let set = self.all.sets.operand(self.id, operand);
            set.iter().map(|pointee| pointee.thing).collect()
        });
        self.compare_objects(&first, &second);
    }

    /// The objects to which what lies at a place may point.
    pub(in crate::translate) fn objects_in(&self, found: &Found) -> BTreeSet<Thing> {
        found.meant.iter().flat_map(|meant| self.all.sets.things_in(meant.instance.thing)).collect()
    }

    /// The objects of which an integer may be an address, as the program computes it.
    fn numbered(&self, operand: Operand) -> BTreeSet<Instance> {
        let set = self.all.sets.operand(self.id, operand);
        let things = set.iter().map(|pointee| pointee.thing).filter(|thing| !matches!(thing, Thing::Code(_)));
        things.flat_map(|thing| (0..self.all.copies(thing)).map(move |copy| Instance { thing, copy })).collect()
    }

    /// That two addresses are those of different objects.
    fn are_apart(&mut self, a: Operand, b: Operand) -> Expr {
        let [first, second] = [a, b].map(|pointer| self.things(pointer));
        if first.is_empty() || second.is_empty() || (first.len() == 1 && first == second) {
            return Expr::Truth(false);
        }
        let mut together = Vec::new();
        for instance in first.intersection(&second) {
            let size = self.all.memory.size(instance.thing);
            let whole = Part { of: *instance, from: 0, to: size };
            together.push(self.are_there((a, whole), (b, whole)));
        }
        let [is_first, is_second] = [(a, first), (b, second)].map(|(pointer, instances)| {
            let all = instances.into_iter().map(|instance| {
                let (base, size) = (self.all.memory.address(instance), self.all.memory.size(instance.thing));
                within(&self.operand(pointer), base.into(), i128::from(base) + i128::from(size))
            });
            term::any(all.collect())
        });
        term::and(term::and(is_first, is_second), Expr::complement(term::any(together)))
    }

    /// The objects of which an operand may be an address.
    fn things(&self, pointer: Operand) -> BTreeSet<Instance> {
        self.parts(pointer).into_iter().map(|part| part.of).collect()
    }

    /// The value of an equality that may be open.
    pub(in crate::translate) fn opened(&mut self, operation: &Operation, value: Value) -> Value {
        match self.is_equality_open(operation) {
            Expr::Truth(false) => value,
            open => Value::select(open, self.unknown(Shape::Bool), value),
        }
    }

    /// That two pointers point to these parts.
    fn are_there(&mut self, a: (Operand, Part), b: (Operand, Part)) -> Expr {
        let [a, b] = [a, b].map(|(pointer, part)| {
            let base = i128::from(self.all.memory.address(part.of));
            within(&self.operand(pointer), base + i128::from(part.from), base + i128::from(part.to))
        });
        term::and(a, b)
    }

    /// The parts of objects to which a pointer may point.
    fn parts(&self, pointer: Operand) -> Vec<Part> {
        if let Expr::Number(address) = self.operand(pointer).term {
            let at = self.all.memory.at(address).filter(|(of, _)| !matches!(of.thing, Thing::Code(_)));
            return at.map(|(of, offset)| Part::at(of, offset)).into_iter().collect();
        }
        let set = self.all.sets.operand(self.id, pointer);
        let mut parts = Vec::new();
        for pointee in set.iter().filter(|pointee| !matches!(pointee.thing, Thing::Code(_))) {
            let size = self.all.memory.size(pointee.thing);
            let (from, to) = match pointee.offset {
                Offset::At(at) => (at, at),
                every @ Offset::Every { .. } => {
                    let last = if every.contains(size) { size } else { size.saturating_sub(1) };
                    (u64::from(!every.contains(0)), last)
                }
            };
            let instances = (0..self.all.copies(pointee.thing)).map(|copy| Instance { thing: pointee.thing, copy });
            parts.extend(instances.map(|of| Part { of, from, to }));
        }
        parts
    }

    /// Returns `true` if two texts may be the same bytes, so that these offsets are one place, or any offsets are.
    fn may_be_one(&self, a: Part, b: Part) -> bool {
        let (Some(first), Some(second)) = (self.all.memory.text(a.of.thing), self.all.memory.text(b.of.thing)) else {
            return false;
        };
        if !a.is_one_place() || !b.is_one_place() {
            return true;
        }
        let [at_a, at_b] = [a.from, b.from].map(|at| at as usize);
        let common = at_a.min(at_b);
        let (Some(first), Some(second)) = (first.get(at_a - common..), second.get(at_b - common..)) else {
            return false;
        };
        first.iter().zip(second).all(|(first, second)| first == second)
    }
}

fn is_heap(thing: Thing) -> bool {
    matches!(thing, Thing::Allocated(..))
}

fn is_order(operator: Binary) -> bool {
    matches!(operator, Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual)
}
