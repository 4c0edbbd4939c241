//! Bytes that are copied or filled, and values that are chosen.

use boolprog_c_form::form::{Answer, Argument, Base, Call, Operand, Place, Shape};
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::contents::NEVER_WRITTEN;
use super::super::numbers::number;
use super::super::places::Meant;
use super::super::walk::Walk;
use super::printed::WHOLE;
use crate::arithmetic::Value;

impl Walk<'_, '_> {
    pub(in crate::translate) fn copy_bytes(&mut self, call: &Call) {
        let (Some(Argument::Value(to, _)), Some(Argument::Value(from, _))) =
            (call.arguments.first(), call.arguments.get(1))
        else {
            return;
        };
        let [to, from] = [*to, *from].map(|it| Place { base: Base::Pointer(it), offset: 0 });
        let size = self.argument(call, 2);
        if size.term != Expr::Number(0) {
            self.copy(to, from, &size);
        }
    }

    pub(in crate::translate) fn fill(&mut self, call: &Call) {
        let Some(Argument::Value(to, _)) = call.arguments.first() else { return };
        let to = Place { base: Base::Pointer(*to), offset: 0 };
        let (byte, size) = (self.argument(call, 1), self.argument(call, 2));
        if size.term != Expr::Number(0) {
            self.fill_with(to, byte.constant().map(|byte| byte.cast_unsigned() as u8), &size);
        }
    }

    /// A number of bytes comes from outside of the program, at most the number that is asked for; each has any value.
    pub(in crate::translate) fn supply(&mut self, call: &Call) {
        let Some(Argument::Value(to, _)) = call.arguments.first() else { return };
        let (count, most) = (self.argument(call, 1), self.argument(call, 2));
        if count.term != Expr::Number(0) {
            self.receive(Place { base: Base::Pointer(*to), offset: 0 }, &count, &most);
        }
    }

    /// Bytes are written to a descriptor.
    pub(in crate::translate) fn output(&mut self, call: &Call) {
        let Some(Argument::Value(from, _)) = call.arguments.get(1) else { return };
        let size = self.argument(call, 2);
        if size.term != Expr::Number(0) {
            self.read_bytes(Place { base: Base::Pointer(*from), offset: 0 }, &size);
        }
        let is_stream = self.argument(call, 0).term != Expr::Number(0);
        if is_stream && self.is_result_used() {
            self.all.take_for_granted(WHOLE, self.span);
        }
    }

    /// Answers whether bytes were written since the life of their object began.
    pub(in crate::translate) fn written(&mut self, call: &Call) {
        let size = self.number_of(call, 1).map_or(0, i64::cast_unsigned);
        let mut answer = number(1);
        for meant in self.asked_for(call) {
            let part = (meant.offset, size);
            if self.all.memory.overlapping(meant.instance, part.0, part.1) == [part] {
                let variable = self.all.part(meant.instance, part);
                let is_written = self.current(variable).compare(Comparison::NotEqual, &number(NEVER_WRITTEN));
                answer = Value::select(meant.when, Value::truth(is_written), answer);
            }
        }
        self.answer(call, answer);
    }

    /// The places that may not have been written. Objects that live as long as the program begin with values.
    pub(in crate::translate) fn asked_for(&mut self, call: &Call) -> Vec<Meant> {
        let Some(Argument::Value(pointer, _)) = call.arguments.first() else { return Vec::new() };
        let mut found = self.find(Place { base: Base::Pointer(*pointer), offset: 0 }, 1).meant;
        found.retain(|meant| self.all.asked.contains(&(meant.instance.thing, meant.offset)));
        found
    }

    pub(in crate::translate) fn chosen(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (low, high) = (self.argument(call, 0), self.argument(call, 1));
        self.choose(to, (low.low, high.high));
        let value = self.operand(Operand::Temporary(to));
        self.assume(Self::at_most(low.term, value.term.clone()));
        self.assume(Self::at_most(value.term, high.term));
    }

    pub(in crate::translate) fn input(&mut self, call: &Call) {
        let Answer::Value(to) = call.result else { return };
        let (size, is_signed) =
            (self.number_of(call, 0).unwrap_or(8).cast_unsigned() as u8, self.number_of(call, 1) == Some(1));
        let shape = if is_signed { Shape::Signed(size) } else { Shape::Unsigned(size) };
        self.choose(to, self.all.bounds(shape));
    }
}
