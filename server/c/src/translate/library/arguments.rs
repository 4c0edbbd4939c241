//! The arguments of the program: texts of any length, whose beginnings are known.

use boolprog_c_form::form::{Answer, Argument, Call, Shape};
use boolprog_c_form::points_to::{Offset, Thing};
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::target::pointer_size;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::memory::Instance;
use super::super::numbers::{known, number, within};
use super::super::walk::{Walk, is};
use crate::arithmetic::Value;
use crate::term;

/// The number of characters of an argument that are known.
const KNOWN: i64 = 16;

/// The most characters of an argument.
const MOST: i64 = i64::MAX / 2;

impl Walk<'_, '_> {
    /// The pointers to the arguments, and a null pointer after them.
    pub(in crate::translate) fn program_arguments(&mut self, call: &Call) {
        let (count, size) = (self.argument(call, 0), pointer_size(self.all.options.target).cast_signed());
        let texts: Vec<Value> = (1..call.arguments.len()).map(|index| self.argument(call, index)).collect();
        let bytes = self.vector_size(&count, size);
        let instance = self.beginning(call, &bytes, size * texts.len() as i64);
        for (index, text) in (0..).zip(texts) {
            let at = (index * size).cast_unsigned();
            for part in self.all.memory.overlapping(instance, at, size.cast_unsigned()) {
                let variable = self.all.part(instance, part);
                if part == (at, size.cast_unsigned()) {
                    let is_there = within(&count, i128::from(index) + 1, i64::MAX.into());
                    self.set(variable, Value::select(is_there, text.clone(), number(0)), false);
                } else {
                    self.forget(variable, &Expr::Truth(true));
                }
            }
        }
    }

    /// The size of an array of that many pointers, and one more.
    fn vector_size(&self, count: &Value, size: i64) -> Value {
        let shape = Shape::Signed(8);
        let number = |value: i64| number(i128::from(value));
        let more = self.all.integers().binary(Binary::Add, count, &number(1), shape);
        let bytes = known(more).and_then(|more| known(self.all.integers().binary(Binary::Multiply, &more, &number(size), shape)));
        bytes.unwrap_or_else(|| number(size))
    }

    /// A text that ends with a zero, and has any other characters.
    pub(in crate::translate) fn program_argument(&mut self, call: &Call) {
        let argument = u32::try_from(self.argument(call, 0).low).unwrap_or(0);
        let length = self.between("length", Shape::Unsigned(8));
        self.any_piece(length, (0, MOST), Piece::Length(argument));
        let name = self.all.variables.name(length);
        let length = self.all.variables.value(length);
        let size = known(self.all.integers().binary(Binary::Add, &length, &number(1), Shape::Signed(8)));
        let size = size.unwrap_or(length);
        let instance = self.beginning(call, &size, KNOWN);
        if !self.all.is_shared(instance.thing) {
            let number = self.between("number", Shape::Signed(8));
            self.any_piece(number, (i64::MIN, i64::MAX), Piece::Number(argument));
            let number = self.all.variables.value(number);
            self.all.numbers.insert(instance.thing, number);
        }
        for part in self.all.memory.overlapping(instance, 0, KNOWN.cast_unsigned()) {
            let variable = self.all.part(instance, part);
            self.open_up(variable, &Expr::Truth(true), Piece::Character(argument, part.0 as u32));
            if part.1 == 1 {
                let (end, value) = (part.0.cast_signed(), self.all.variables.value(variable));
                self.set(variable, Value::select(is(&name, end), number(0), value), false);
            }
        }
    }

    /// The arguments to whose beginnings a pointer can point, by their addresses, with the numbers that they are; none if it can
    /// point to something else.
    pub(in crate::translate) fn numbers_of(&mut self, call: &Call) -> Option<Vec<(i64, Value)>> {
        let Some(Argument::Value(pointer, _)) = call.arguments.first() else { return None };
        let set = self.all.sets.operand(self.id, *pointer);
        let numbers = set.iter().map(|pointee| {
            let value = self.all.numbers.get(&pointee.thing).filter(|_| pointee.offset == Offset::At(0))?.clone();
            Some((self.all.memory.address(Instance { thing: pointee.thing, copy: 0 }), value))
        });
        numbers.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }

    /// The number that an argument of the program is.
    pub(in crate::translate) fn argument_number(&mut self, call: &Call) {
        let pointer = self.argument(call, 0);
        let numbers = self.numbers_of(call).unwrap_or_default();
        let select = |rest: Value, (address, value): (i64, Value)| {
            let is_it = term::compare(Comparison::Equal, pointer.term.clone(), Expr::Number(address));
            Value::select(is_it, value, rest)
        };
        let value = numbers.into_iter().fold(None, |rest, next| match rest {
            None => Some(next.1),
            Some(rest) => Some(select(rest, next)),
        });
        self.answer(call, value.unwrap_or_else(|| number(0)));
    }

    /// The answer is a new object of a size, of which at most a number of bytes are known.
    fn beginning(&mut self, call: &Call, size: &Value, known: i64) -> Instance {
        let thing = Thing::Allocated(self.id, self.number);
        self.reserve_beginning(thing, size, known);
        let instance = Instance { thing, copy: 0 };
        self.fix_room(instance, size.clone());
        let address = self.all.memory.address(instance);
        if let Answer::Value(to) = call.result {
            self.assign(to, number(address), false);
        }
        instance
    }
}
