//! The quick path: instructions that no other thread can see, on integers in variables without an address. They do what the general
//! instructions do, as long as no fault, no choice and no observer can come of it; where one could, the general ones go on.

use boolprog_c_syntax::tree::{Gives, Unary};

use super::Execution;
use crate::arithmetic;
use crate::code::{Code, Op};
use crate::value::{Scalar, Value};

impl Execution<'_> {
    /// Executes instructions as long as they are quick, at most this number of them. Gives their number.
    pub(super) fn quick(&mut self, most: u32) -> u32 {
        let thread = &mut self.state.threads[self.current];
        let Some(frame) = thread.frames.last_mut() else { return 0 };
        if self.observed || self.state.options.by_statement || frame.watched > 0 {
            return 0;
        }
        let Some(cells) = thread.cells.get_mut(frame.cells as usize..) else { return 0 };
        let mut quick = Quick { code: self.code, cells, stack: &mut thread.stack, next: frame.next };
        let mut count = 0;
        while count < most && quick.instruction().is_some() {
            count += 1;
        }
        frame.next = quick.next;
        count
    }
}

/// State that quick instructions use.
struct Quick<'q> {
    code: &'q Code,
    cells: &'q mut [Value],
    stack: &'q mut Vec<Value>,
    next: u32,
}

impl Quick<'_> {
    /// Executes the next instruction; none if it is not quick, and then nothing has happened.
    #[inline]
    fn instruction(&mut self) -> Option<()> {
        let mut next = self.next + 1;
        match *self.code.ops.get(self.next as usize)? {
            Op::Statement => {}
            Op::Number(number) => self.stack.push(Value::Integer(number.into())),
            Op::LoadCell(cell, _) => match self.cells.get(cell as usize)? {
                Value::None => return None,
                value => self.stack.push(value.clone()),
            },
            Op::StoreCell(cell, _) => *self.cells.get_mut(cell as usize)? = self.stack.pop()?,
            Op::KeepCell(cell, _) => *self.cells.get_mut(cell as usize)? = self.stack.last()?.clone(),
            Op::Drop => drop(self.stack.pop()),
            Op::Binary(operator, scalar) => {
                let [.., a, b] = &mut self.stack[..] else { return None };
                *a = arithmetic::quick(operator, scalar, a, b)?;
                self.stack.pop();
            }
            Op::Unary(Unary::Not, _) => *self.integer()? = i128::from(*self.integer()? == 0),
            Op::Convert(Scalar::Integer { .. }, to @ Scalar::Integer { .. }) => {
                let number = self.integer()?;
                *number = arithmetic::wrap(*number, to);
            }
            Op::Modify(index) => self.modify(index)?,
            Op::Jump(to) => next = to,
            Op::JumpIfZero(to) => {
                if !self.stack.pop()?.is_true() {
                    next = to;
                }
            }
            Op::JumpIfNotZero(to) => {
                if self.stack.pop()?.is_true() {
                    next = to;
                }
            }
            _ => return None,
        }
        self.next = next;
        Some(())
    }

    /// The integer on top of the stack.
    fn integer(&mut self) -> Option<&mut i128> {
        match self.stack.last_mut()? {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// `value number -> value`
    fn modify(&mut self, index: u32) -> Option<()> {
        let update = self.code.updates.get(index as usize)?;
        if update.has_address || update.step.is_some() || update.stored != update.computed {
            return None;
        }
        let [.., value, operand] = &mut self.stack[..] else { return None };
        let after = arithmetic::quick(update.operator, update.computed, value, operand)?;
        match update.gives {
            Gives::After => {
                self.stack.pop();
                *self.stack.last_mut()? = after;
            }
            Gives::Before => *operand = after,
        }
        Some(())
    }
}
