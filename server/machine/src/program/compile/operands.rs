//! Operands of one operator, which C evaluates in any order (C11 6.5p3).

use boolprog_c_syntax::tree::ExprId;

use super::Compiler;
use super::effects::Effects;
use crate::code::Op;

/// The facts that the order of operands needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Disorder {
    /// Functions that are called could notice it: the order is a choice.
    pub is_open: bool,
    /// Accesses could be unsequenced: they are compared.
    pub is_watched: bool,
}

impl Compiler<'_> {
    /// The facts that the order of operands with these effects needs.
    pub(super) fn disorder(&self, operands: &[Effects]) -> Disorder {
        let mut disorder = Disorder::default();
        let callers = operands.iter().filter(|effects| effects.calls).count();
        let visible = operands.iter().filter(|effects| effects.calls || self.is_visible(effects)).count();
        disorder.is_open = callers > 0 && visible > 1;
        let mut before = Effects::default();
        for effects in operands {
            disorder.is_watched |= self.conflict(&effects.writes, &before.reads)
                || self.conflict(&effects.writes, &before.writes)
                || self.conflict(&before.writes, &effects.reads);
            before.join(effects);
        }
        disorder
    }

    /// Evaluates expressions as operands of one operator: their values are left in textual order.
    pub(super) fn values(&mut self, exprs: &[ExprId]) {
        let effects: Vec<Effects> = exprs.iter().map(|expr| self.effects(*expr)).collect();
        let disorder = self.disorder(&effects);
        self.watch(disorder);
        self.blocks(disorder, exprs.len(), |compiler, index| compiler.value(exprs[index]));
        self.unwatch(disorder);
    }

    /// Begins an operator whose operands are compared.
    pub(super) fn watch(&mut self, disorder: Disorder) {
        if disorder.is_watched {
            self.watching += 1;
            self.emit(Op::Watch);
        }
    }

    /// Ends it, if no side effect of the operator itself follows.
    fn unwatch(&mut self, disorder: Disorder) {
        if disorder.is_watched {
            self.emit(Op::Unmark);
            self.emit(Op::Unwatch);
            self.watching -= 1;
        }
    }

    /// Ends it after its side effect.
    pub(super) fn settle(&mut self, disorder: Disorder) {
        if disorder.is_watched {
            self.emit(Op::Settle);
            self.emit(Op::Unwatch);
            self.watching -= 1;
        }
    }

    /// Evaluates what is sequenced before the value of the expression around (C11 5.1.2.3p3, Annex C).
    pub(super) fn sequenced(&mut self, evaluate: impl FnOnce(&mut Self)) {
        if self.watching == 0 {
            return evaluate(self);
        }
        self.emit(Op::Mark);
        evaluate(self);
        self.emit(Op::Sequenced);
    }

    /// The code of operands, each of which exists once. If they are compared, a mark is left.
    pub(super) fn blocks(&mut self, disorder: Disorder, count: usize, mut operand: impl FnMut(&mut Self, usize)) {
        if disorder.is_watched {
            self.emit(Op::Mark);
        }
        let order = disorder.is_open.then(|| {
            self.code.orders.push((Vec::with_capacity(count), 0));
            let order = self.code.orders.len() - 1;
            self.emit(Op::Order(order as u32));
            order
        });
        for index in 0..count {
            if let Some(order) = order {
                let here = self.here();
                self.code.orders[order].0.push(here);
            }
            operand(self, index);
            if disorder.is_watched {
                self.emit(Op::Mark);
            }
            if order.is_some() {
                self.emit(Op::OperandEnd);
            }
        }
        if let Some(order) = order {
            self.code.orders[order].1 = self.here();
        }
        if disorder.is_watched {
            self.emit(Op::Compare(count as u32));
        }
    }
}
