//! Expressions compiled to postfix code.

use boolprog_program::program::{Expr, Possible, Value};
use boolprog_syntax::ast::BinaryOp;
use smallvec::SmallVec;

/// An expression over bits of kind `B`.
#[derive(Clone, Debug)]
pub(in super::super) struct Code<B> {
    instructions: Box<[Instruction<B>]>,
}

#[derive(Clone, Copy, Debug)]
enum Instruction<B> {
    Push(Possible),
    Bit(B),
    Not,
    Binary(BinaryOp),
    Ternary,
}

impl<B: Copy> Code<B> {
    /// Compiles an expression. `bit` maps a variable to its bit; one without a bit may have any value.
    pub(in super::super) fn new(expr: &Expr, bit: &mut impl FnMut(&Expr) -> Option<B>) -> Self {
        let mut instructions = Vec::new();
        emit(expr, bit, &mut instructions);
        Self { instructions: instructions.into() }
    }

    pub(in super::super) fn of_value(value: &Value, bit: &mut impl FnMut(&Expr) -> Option<B>) -> Self {
        match value {
            Value::Any => Self { instructions: Box::new([Instruction::Push(Possible::BOTH)]) },
            Value::Expr(expr) => Self::new(expr, bit),
        }
    }

    /// The values it can have where `read` gives the bits. Linear.
    pub(in super::super) fn possible(&self, read: impl Fn(B) -> bool) -> Possible {
        let mut stack: SmallVec<[Possible; 16]> = SmallVec::new();
        // The code of an expression leaves one value and never takes more than there are.
        let pop = |stack: &mut SmallVec<[Possible; 16]>| stack.pop().unwrap_or(Possible::BOTH);
        for instruction in &self.instructions {
            let value = match *instruction {
                Instruction::Push(value) => value,
                Instruction::Bit(bit) => Possible::only(read(bit)),
                Instruction::Not => pop(&mut stack).negated(),
                Instruction::Binary(operator) => {
                    let right = pop(&mut stack);
                    pop(&mut stack).combined(operator, right)
                }
                Instruction::Ternary => {
                    let otherwise = pop(&mut stack);
                    let then = pop(&mut stack);
                    pop(&mut stack).chosen(then, otherwise)
                }
            };
            stack.push(value);
        }
        pop(&mut stack)
    }

    /// Returns `true` if it can be T.
    pub(in super::super) fn can_be_true(&self, read: impl Fn(B) -> bool) -> bool {
        self.possible(read).t
    }
}

fn emit<B>(expr: &Expr, bit: &mut impl FnMut(&Expr) -> Option<B>, code: &mut Vec<Instruction<B>>) {
    match expr {
        Expr::Const(value) => code.push(Instruction::Push(Possible::only(*value))),
        Expr::Any => code.push(Instruction::Push(Possible::BOTH)),
        Expr::Old(_) | Expr::New(_) | Expr::PassiveOld(_) | Expr::PassiveNew(_) => {
            code.push(bit(expr).map_or(Instruction::Push(Possible::BOTH), Instruction::Bit));
        }
        Expr::Not(operand) => {
            emit(operand, bit, code);
            code.push(Instruction::Not);
        }
        Expr::Binary(operator, left, right) => {
            emit(left, bit, code);
            emit(right, bit, code);
            code.push(Instruction::Binary(*operator));
        }
        Expr::Ternary(condition, then, otherwise) => {
            emit(condition, bit, code);
            emit(then, bit, code);
            emit(otherwise, bit, code);
            code.push(Instruction::Ternary);
        }
    }
}
