//! Calls of functions that no unit defines: native ones, and those of which nothing is known.

use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::types::Type;

use super::calls::argument;
use super::returns::returned;
use super::{Execution, Flow, Open};
use crate::choices::Question;
use crate::code::Site;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::Origin;
use crate::native::{Argument, Call, Native};
use crate::program::{Function, FunctionIndex, Program, integers};
use crate::value::{Scalar, Shape};

/// A function without a definition writes this number of integers of an object.
const MOST: usize = 256;

impl<'m> Execution<'m> {
    pub(super) fn call_native(&mut self, native: Native, function: FunctionIndex, site: &Site) -> Result<Flow, Halt> {
        let arguments = self.take_arguments(site);
        let program: &'m Program = self.program;
        let result = match site.result {
            Some(Shape::Scalar(scalar)) => Some(scalar),
            _ => None,
        };
        let mut call =
            Call { execution: self, name: &program.function(function).name, arguments, result, is_seen: false };
        let value = native(&mut call)?;
        let is_seen = call.is_seen;
        self.refresh();
        self.push(returned(value, site.result));
        Ok(if is_seen { Flow::Seen } else { Flow::Next })
    }

    fn take_arguments(&mut self, site: &Site) -> Vec<Argument> {
        let first = self.thread().stack.len() - site.arguments.len();
        let values = self.thread().stack.split_off(first);
        self.drop_function(site);
        values.iter().zip(&site.arguments).map(|(value, shape)| argument(value, *shape)).collect()
    }

    /// A function without a definition: an input if its name says so, the end of the run if it does not return, and otherwise
    /// a fault.
    pub(super) fn call_undefined(&mut self, function: FunctionIndex, site: &Site) -> Result<Flow, Halt> {
        let arguments = self.take_arguments(site);
        let function = self.program.function(function);
        let is_noreturn = function.declaration.is_some_and(|(unit, id)| self.is_noreturn(unit, id));
        if is_noreturn {
            return Err(Halt::Quiet);
        }
        if site.is_used && site.signature.result.is_pointer() && self.is_of_header(function) {
            let message = format!("The pointer that `{}` returns is not known.", function.name);
            return Err(self.fault(Kind::Unsupported, "", message));
        }
        if !function.name.contains("nondet") {
            self.check(Kind::Definition, "C11 6.9p5", || {
                format!("The function `{}` is called, which has no definition.", function.name)
            })?;
        }
        let takes = function.declaration.map(|(unit, id)| &self.program.unit(unit)[id].signature.parameters[..]);
        for (index, argument) in arguments.iter().enumerate() {
            let parameter = takes.and_then(|parameters| parameters.get(index));
            if !parameter.is_some_and(Type::points_to_constant) {
                self.overwrite(index as u32, argument)?;
            }
        }
        let value = self.any_of(Question::Input, site.result);
        self.push(value);
        Ok(Flow::Seen)
    }

    /// Returns `true` for a function that is declared in a header of this program.
    fn is_of_header(&self, function: &Function) -> bool {
        function.declaration.is_some_and(|(unit, id)| {
            let unit = self.program.unit(unit);
            unit.sources.files[unit[id].place.file.0 as usize].is_built_in
        })
    }

    /// A number of bytes that come from outside of the program for this address: the first integers there are chosen.
    pub(crate) fn supplied(&mut self, to: u64, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        let Some(index) = self.state.memory.find(to) else { return bytes };
        let object = &self.state.memory[index];
        let first = to - object.base;
        let scalars = match object.origin {
            Origin::Declaration(unit, id, _) => {
                let tree = self.program.unit(unit);
                integers(tree, &tree[id].ty, MOST)
            }
            _ => (first..).take(count.min(MOST)).map(|at| (at, Scalar::Integer { size: 1, signed: false })).collect(),
        };
        for (offset, scalar) in scalars {
            let size = scalar.size() as usize;
            let Some(at) = offset.checked_sub(first).map(|at| at as usize).filter(|at| at + size <= count) else {
                continue;
            };
            let value = self.any(Open::given(Piece::Written(0, offset as u32)), scalar);
            bytes[at..at + size].copy_from_slice(&value.integer().to_le_bytes()[..size]);
        }
        bytes
    }

    /// A function of which nothing is known has got an argument of this number: if that is a pointer to a variable that it may
    /// write, some of its integers have any values afterwards.
    fn overwrite(&mut self, number: u32, argument: &Argument) -> Result<(), Halt> {
        let is_pointer = matches!(argument.scalar, Some(Scalar::Pointer { .. }));
        let Some(index) = self.state.memory.find(argument.value.address()).filter(|_| is_pointer) else {
            return Ok(());
        };
        let object = &self.state.memory[index];
        let Origin::Declaration(unit, id, _) = object.origin else { return Ok(()) };
        if !object.is_alive() || object.is_constant {
            return Ok(());
        }
        let tree = self.program.unit(unit);
        for (offset, scalar) in integers(tree, &tree[id].ty, MOST) {
            let at = offset as u32;
            if self.choose(Open::given(Piece::IsWritten(number, at)), 0, 1) == 1 {
                let value = self.any(Open::given(Piece::Written(number, at)), scalar);
                self.store_object(index, offset, Shape::Scalar(scalar), false, &value)?;
            }
        }
        Ok(())
    }
}
