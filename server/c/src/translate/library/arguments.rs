//! The arguments of the program: texts of any length, whose beginnings are known.

use boolprog_c_form::form::{Answer, Argument, Call, Shape};
use boolprog_c_form::points_to::{Offset, Thing};
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::target::pointer_size;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::memory::Instance;
use super::super::numbers::{converted, known, number, within};
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
        let instance = self.beginning(call, &bytes, size * texts.len().cast_signed() as i64);
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
        let bytes = known(more)
            .and_then(|more| known(self.all.integers().binary(Binary::Multiply, &more, &number(size), shape)));
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

    /// The arguments to whose beginnings a pointer can point; none if it can point to something else.
    fn arguments_of(&self, call: &Call) -> Option<Vec<Instance>> {
        let Some(Argument::Value(pointer, _)) = call.arguments.first() else { return None };
        let set = self.all.sets.operand(self.id, *pointer);
        let found = set.iter().map(|pointee| {
            let is_argument = self.all.numbers.contains_key(&pointee.thing) && pointee.offset == Offset::At(0);
            is_argument.then_some(Instance { thing: pointee.thing, copy: 0 })
        });
        found.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }

    /// Returns `true` if a text is known to be an argument of the program.
    pub(in crate::translate) fn is_argument(&self, call: &Call) -> bool {
        self.arguments_of(call).is_some()
    }

    /// The number that an argument of the program is.
    pub(in crate::translate) fn argument_number(&mut self, call: &Call) {
        let value = self.of_arguments(call, |it, instance| it.all.numbers.get(&instance.thing).cloned());
        self.answer(call, value.unwrap_or_else(|| number(0)));
    }

    /// The comparison of an argument of the program with a literal; none if the text is no argument, or the literal is not known,
    /// or long, or has other characters than those of ASCII.
    pub(in crate::translate) fn compared(&mut self, call: &Call) -> Option<Value> {
        let literal = self.text_of(call, 1).filter(|text| text.is_ascii() && text.len() < KNOWN as usize)?.into_bytes();
        self.of_arguments(call, |it, instance| {
            let characters = (0..).zip(literal.iter().copied().chain([0])).map(|(at, other)| {
                let is_whole = it.all.memory.overlapping(instance, at, 1) == [(at, 1)];
                let variable = is_whole.then(|| it.all.part(instance, (at, 1)))?;
                let shape = it.all.variables.shape(variable);
                let character = converted(&it.all.variables.value(variable), shape, Shape::Signed(1))?;
                Some((character, i128::from(other)))
            });
            let characters = characters.collect::<Option<Vec<_>>>()?;
            let compare = |rest: Value, (character, other): (Value, i128)| {
                let more = Expr::complement(within(&character, 0, other));
                let rest = Value::select(more, number(1), rest);
                Value::select(within(&character, 0, other - 1), number(-1), rest)
            };
            Some(characters.into_iter().rev().fold(number(0), compare))
        })
    }

    /// The argument of the program that a text is; none if it is no argument, or that is not known.
    fn of_arguments(
        &mut self,
        call: &Call,
        mut value: impl FnMut(&mut Self, Instance) -> Option<Value>,
    ) -> Option<Value> {
        let pointer = self.argument(call, 0);
        let mut found: Option<Value> = None;
        for instance in self.arguments_of(call)? {
            let address = self.all.memory.address(instance);
            let is_it = term::compare(Comparison::Equal, pointer.term.clone(), Expr::Number(address));
            let value = value(self, instance)?;
            found = Some(match found {
                None => value,
                Some(rest) => Value::select(is_it, value, rest),
            });
        }
        found
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
