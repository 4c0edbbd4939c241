//! Operands whose order of evaluation C leaves open, and matters (C11 6.5p3).

use super::program::{Expr, Program, Shared};

/// The accesses that the evaluation of an expression may make. The array is one object, which has no number.
#[derive(Default)]
struct Effects {
    reads: Vec<Option<Shared>>,
    writes: Vec<Option<Shared>>,
    is_atomic: bool,
}

/// Returns `true` if the order of two operands can matter without a data race: one writes what the other accesses, or both have atomic accesses,
/// whose order other threads see.
pub(super) fn meet(program: &Program, one: &Expr, other: &Expr) -> bool {
    let [one, other] = [one, other].map(|operand| {
        let mut effects = Effects::default();
        effects.add(program, operand);
        effects
    });
    one.changes(&other) || other.changes(&one) || one.is_atomic && other.is_atomic
}

impl Effects {
    fn changes(&self, other: &Self) -> bool {
        self.writes.iter().any(|object| other.reads.contains(object) || other.writes.contains(object))
    }

    fn add(&mut self, program: &Program, expr: &Expr) {
        match expr {
            Expr::Number(_) | Expr::Local(_) | Expr::Parameter | Expr::Choice => {}
            Expr::Shared(of) => self.reads.push(Some(*of)),
            Expr::Element(index) => {
                self.add(program, index);
                self.reads.push(None);
            }
            Expr::Binary(_, left, right) | Expr::Logical(_, left, right) => {
                self.add(program, left);
                self.add(program, right);
            }
            Expr::Not(inner) | Expr::Negate(inner) => self.add(program, inner),
            Expr::Conditional(condition, yes, no) => {
                self.add(program, condition);
                self.add(program, yes);
                self.add(program, no);
            }
            Expr::Increment(_, of) => self.writes.push(Some(*of)),
            Expr::Call(argument) => {
                self.add(program, argument);
                self.add(program, &program.function);
            }
            Expr::FetchAndAdd(of, _) | Expr::CompareAndSwap(of, ..) => {
                self.writes.push(Some(*of));
                self.is_atomic = true;
            }
        }
    }
}
