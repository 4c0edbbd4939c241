//! Arrays with many elements, or with any number of them: all elements are known together.
//!
//! Of each scalar of an element it is known which values some element gets, and how many of the first elements have got one: a loop that
//! writes all of them, one after another, leaves none without a value. A read gives any of those values, and anything where the element
//! may not have been written. (Blanchet et al., "A static analyzer for large safety-critical software", PLDI 2003, smash arrays;
//! Cousot, Cousot, Logozzo, "A parametric segmentation functor", POPL 2011, know what holds before an index.)

use std::collections::BTreeSet;

use boolprog_c_form::form::{Place, Shape};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use super::memory::{Instance, Smashed};
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
    /// The objects of a place of allocation are arrays without a bound, of which all elements are known together.
    pub(super) fn smash_endless(&mut self, thing: Thing, element: u64) {
        if self.all.memory.smash_endless(thing, element) {
            self.all.variables.grow();
        }
    }

    /// The scalar in one of the elements of an array that a pointer and a place after it may mean: a first offset of it, and its size.
    pub(super) fn element(
        &mut self,
        instance: Instance,
        array: Smashed,
        (pointer, place): (&Value, Place),
        (first, size): (u64, u64),
    ) -> Meant {
        let (base, offset) = (i128::from(self.all.memory.address(instance)), array.place(first));
        let least = base + i128::from(first) - i128::from(place.offset);
        let most = base + i128::from(array.end) - i128::from(size) - i128::from(place.offset);
        let when = within(pointer, least, most);
        let first = i128::from(offset) - i128::from(place.offset) + base;
        let before = match i64::try_from(first) {
            Ok(first) => term::arithmetic(Arithmetic::Subtract, pointer.term.clone(), Expr::Number(first)),
            Err(_) => Expr::Number(0),
        };
        Meant { instance, offset, when, before: (size <= array.element).then_some(before) }
    }

    /// A part of the elements of a new array is zero, or was not written.
    pub(super) fn fresh_elements(&mut self, instance: Instance, part: (u64, u64), is_zero: bool) {
        let variable = self.all.part(instance, part);
        if is_zero {
            self.note_stored(variable, &number(0));
        }
        if let (Some(written), Some(array)) =
            (self.written_to(instance, part.0), self.all.memory.smashed(instance.thing, part.0))
        {
            let elements = if is_zero { number(array.end - array.first) } else { number(0) };
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
        let stored = self.stored(variable);
        let Some(written) = written else { return converted(&stored, of_part, shape) };
        let is_written = term::compare(Comparison::Less, before.clone(), self.all.variables.value(written).term);
        let any = self.unknown(of_part);
        converted(&Value::select(is_written, stored, any), of_part, shape)
    }

    /// A part of an element, or of all elements, gets a value if a condition holds: one that is not known if there is none. Gives the
    /// number of bytes that were written then, if that is counted.
    pub(super) fn write_element(
        &mut self,
        meant: &Meant,
        variable: Variable,
        (value, when): (Option<&Value>, &Expr),
    ) -> Option<(Variable, Value)> {
        match value {
            Some(value) => self.note_stored(variable, value),
            None => self.forget_elements(variable),
        }
        let Variable::Part(instance, offset, _) = variable else { return None };
        let array = self.all.memory.smashed(instance.thing, offset)?;
        let written = self.written_to(instance, offset)?;
        let (count, most) = (self.all.variables.value(written), (array.end - array.first).cast_signed());
        let (is_next, more) = match &meant.before {
            Some(before) => {
                let one = Expr::Number(array.element.cast_signed());
                let more = term::arithmetic(Arithmetic::Add, count.term.clone(), one);
                let is_next = term::compare(Comparison::Equal, before.clone(), count.term.clone());
                (term::and(when.clone(), is_next), Value { term: more, low: 0, high: most })
            }
            None => (when.clone(), number(most)),
        };
        self.all.variables.widen(written, (0, most));
        Some((written, Value::select(is_next, more, count)))
    }

    /// Some element may get any value.
    pub(super) fn forget_elements(&mut self, variable: Variable) {
        let bounds = self.all.bounds(self.all.variables.shape(variable));
        self.all.variables.widen(variable, bounds);
        self.keep_stored(variable, Stored::Between);
    }

    /// Returns `true` if a variable is that of a part of all elements of an array.
    pub(super) fn is_of_elements(&self, variable: Variable) -> bool {
        matches!(variable, Variable::Part(of, offset, _) if self.all.memory.smashed(of.thing, offset).is_some())
    }

    /// The number of bytes of the first elements that have got a value at an offset; none of an object that is initialised.
    fn written_to(&mut self, instance: Instance, offset: u64) -> Option<Variable> {
        if matches!(instance.thing, Thing::Object(_)) {
            return None;
        }
        let wanted = format!("{}_{offset}_written", self.all.memory.name(instance.thing));
        let shared = self.all.is_shared(instance.thing);
        Some(self.all.hidden(Variable::Written(instance, offset), &wanted, Shape::Unsigned(8), shared))
    }

    /// Some element gets a value.
    pub(super) fn note_stored(&mut self, variable: Variable, value: &Value) {
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
            Some(Stored::One(numbers)) => numbers.clone(),
            None => BTreeSet::new(),
        };
        // Objects are zero unless they are initialised otherwise.
        let is_zero =
            numbers.is_empty() || matches!(variable, Variable::Part(of, ..) if matches!(of.thing, Thing::Object(_)));
        let numbers: BTreeSet<i64> = numbers.into_iter().chain(is_zero.then_some(0)).collect();
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
