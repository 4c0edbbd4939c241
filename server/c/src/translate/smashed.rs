//! Arrays of the heap of which the number of elements has no bound: all elements are known together.
//!
//! Of each scalar of an element it is known which values some element gets, and how many of the first elements have got one: a loop that
//! writes all of them, one after another, leaves none without a value. A read gives any of those values, and anything where the element
//! may not have been written. (Blanchet et al., "A static analyzer for large safety-critical software", PLDI 2003, smash arrays;
//! Cousot, Cousot, Logozzo, "A parametric segmentation functor", POPL 2011, know what holds before an index.)

use std::collections::BTreeSet;

use boolprog_c_form::form::Shape;
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::memory::Instance;
use super::numbers::{converted, number, within};
use super::places::Meant;
use super::variables::Variable;
use super::walk::Walk;
use crate::arithmetic::Value;
use crate::graph::Op;
use crate::term;

/// The values that some element gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    /// One of these numbers.
    One(BTreeSet<i64>),
    /// A number between the bounds of the variable.
    Between,
}

/// More numbers are not told apart.
const MOST_NUMBERS: usize = 8;

impl Walk<'_, '_> {
    /// All elements of the arrays of a place of allocation are known together.
    pub(super) fn smash(&mut self, thing: Thing, element: u64) {
        if self.all.memory.smash(thing, element) {
            self.all.variables.grow();
        }
    }

    /// The scalar at an offset in one of the elements: that which is a number of bytes after a pointer.
    pub(super) fn element(&mut self, instance: Instance, (pointer, after): (&Value, u64), offset: u64) -> Meant {
        let (base, size) = (self.all.memory.address(instance), self.all.memory.size(instance.thing));
        let when = within(pointer, base.into(), i128::from(base) + i128::from(size));
        let first = Expr::Number(base + offset.cast_signed() - after.cast_signed());
        let before = term::arithmetic(Arithmetic::Subtract, pointer.term.clone(), first);
        Meant { instance, offset, when, before: Some(before) }
    }

    /// A new array is zero, or no element was written.
    pub(super) fn fresh_elements(&mut self, instance: Instance, is_zero: bool) {
        let size = self.all.memory.size(instance.thing);
        for part in self.all.memory.overlapping(instance, 0, size) {
            let written = self.written_to(instance, part.0);
            if is_zero {
                let variable = self.all.part(instance, part);
                self.note_stored(variable, &number(0));
            }
            let elements = if is_zero { number(size) } else { number(0) };
            self.set(written, elements, false);
        }
    }

    /// The value of a scalar in an element that is this number of bytes after the first one.
    pub(super) fn read_element(&mut self, meant: &Meant, before: &Expr, shape: Shape) -> Option<Value> {
        let parts = self.all.memory.covering(meant.instance, meant.offset, shape.size())?;
        let [part] = parts[..] else { return None };
        let variable = self.all.part(meant.instance, part);
        let of_part = self.all.variables.shape(variable);
        let written = self.written_to(meant.instance, part.0);
        let is_written = term::compare(Comparison::Less, before.clone(), self.all.variables.value(written).term);
        let (stored, any) = (self.stored(variable), self.unknown(of_part));
        converted(&Value::select(is_written, stored, any), of_part, shape)
    }

    /// The variables that change where a scalar of an element gets a value, if a condition holds.
    pub(super) fn write_element(
        &mut self,
        meant: &Meant,
        (before, when): (&Expr, &Expr),
        value: &Value,
        shape: Shape,
    ) -> Vec<(Variable, Value)> {
        let element = self.all.memory.element(meant.instance.thing).unwrap_or(1);
        let mut counts = Vec::new();
        for (variable, value) in self.parts_of(meant, value, shape) {
            match value {
                Some(value) => self.note_stored(variable, &value),
                None => self.forget_elements(variable),
            }
            let Variable::Part(_, offset, _) = variable else { continue };
            let written = self.written_to(meant.instance, offset);
            let count = self.all.variables.value(written);
            let is_next = term::compare(Comparison::Equal, before.clone(), count.term.clone());
            let most = self.all.memory.size(meant.instance.thing).cast_signed();
            let more = term::arithmetic(Arithmetic::Add, count.term.clone(), Expr::Number(element.cast_signed()));
            let more = Value { term: more, low: 0, high: most };
            self.all.variables.widen(written, (0, most));
            counts.push((written, Value::select(term::and(when.clone(), is_next), more, count)));
        }
        counts
    }

    /// Some element may get any value.
    pub(super) fn forget_elements(&mut self, variable: Variable) {
        let bounds = self.all.bounds(self.all.variables.shape(variable));
        self.all.variables.widen(variable, bounds);
        self.keep_stored(variable, Stored::Between);
    }

    /// Returns `true` if a variable is that of a part of all elements of an array.
    pub(super) fn is_of_elements(&self, variable: Variable) -> bool {
        matches!(variable, Variable::Part(instance, ..) if self.all.memory.element(instance.thing).is_some())
    }

    /// The number of bytes of the first elements that have got a value at an offset.
    fn written_to(&mut self, instance: Instance, offset: u64) -> Variable {
        let wanted = format!("{}_{offset}_written", self.all.memory.name(instance.thing));
        let shared = self.all.is_shared(instance.thing);
        self.all.hidden(Variable::Written(instance, offset), &wanted, Shape::Unsigned(8), shared)
    }

    /// Some element gets a value.
    fn note_stored(&mut self, variable: Variable, value: &Value) {
        self.all.variables.widen(variable, (value.low, value.high));
        let mut known = match self.all.stored.get(&variable) {
            None => BTreeSet::new(),
            Some(Stored::One(numbers)) => numbers.clone(),
            Some(Stored::Between) => return,
        };
        let is_few = value.constant().is_some_and(|number| {
            known.insert(number);
            known.len() <= MOST_NUMBERS
        });
        self.keep_stored(variable, if is_few { Stored::One(known) } else { Stored::Between });
    }

    fn keep_stored(&mut self, variable: Variable, stored: Stored) {
        if self.all.stored.get(&variable) != Some(&stored) {
            self.all.stored.insert(variable, stored);
            self.all.variables.grow();
        }
    }

    /// A value that some element has got.
    fn stored(&mut self, variable: Variable) -> Value {
        let shape = self.all.variables.shape(variable);
        let numbers = match self.all.stored.get(&variable) {
            Some(Stored::Between) => {
                let bounds = self.all.variables.bounds(variable);
                return self.any_between(shape, bounds);
            }
            Some(Stored::One(numbers)) => numbers.iter().copied().collect(),
            None => vec![0],
        };
        let mut numbers = numbers.into_iter().rev();
        let last = number(numbers.next().unwrap_or(0));
        numbers.fold(last, |rest, this| {
            let chosen = self.any_between(Shape::Bool, (0, 1)).condition();
            Value::select(chosen, number(this), rest)
        })
    }

    fn any_between(&mut self, shape: Shape, bounds: (i64, i64)) -> Value {
        let any = self.between("stored", shape);
        self.all.variables.widen(any, bounds);
        let name = self.all.variables.name(any);
        self.step(Op::Choose(name, self.all.range(bounds), Piece::Whole), false);
        self.all.variables.value(any)
    }
}
