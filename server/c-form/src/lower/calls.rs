//! Calls.

use boolprog_c_syntax::tree::{ExprId, ExprKind};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use crate::form::{Action, Answer, Argument, Call, Callee, FunctionId, Operand, Part, Place, Shape};

impl Lowering<'_> {
    /// A call whose result is dropped.
    pub(super) fn call_for_effect(&mut self, function: ExprId, arguments: &[ExprId], result: &Type) {
        if self.shape(result).is_none() && !result.is_void() {
            self.call_for_place(function, arguments, result);
        } else {
            self.call(function, arguments, Answer::None);
        }
    }

    /// A call that gives a scalar.
    pub(super) fn call_for_value(&mut self, function: ExprId, arguments: &[ExprId], shape: Shape) -> Operand {
        let to = self.temporary(shape);
        self.call(function, arguments, Answer::Value(to));
        Operand::Temporary(to)
    }

    /// A call that gives a structure, which lies in a local.
    pub(super) fn call_for_place(&mut self, function: ExprId, arguments: &[ExprId], result: &Type) -> Place {
        let place = self.unnamed(result);
        self.call(function, arguments, Answer::Place(place));
        place
    }

    fn call(&mut self, function: ExprId, arguments: &[ExprId], result: Answer) {
        let group = self.new_group();
        let function = self.operand(group, |it| it.callee(function));
        let arguments = arguments.iter().map(|argument| self.operand(group, |it| it.argument(*argument))).collect();
        self.part(Part::Call, |it| it.act(Action::Call(Call { function, arguments, result })));
    }

    fn callee(&mut self, function: ExprId) -> Callee {
        if let ExprKind::Decay(of) | ExprKind::Address(of) = self.tree[function].kind
            && let ExprKind::Function(named) = self.tree[of].kind
        {
            return Callee::Function(FunctionId(named.0));
        }
        Callee::Pointer(self.value(function))
    }

    fn argument(&mut self, expr: ExprId) -> Argument {
        let ty = &self.tree[expr].ty;
        match self.shape(ty) {
            Some(shape) => Argument::Value(self.value(expr), shape),
            None => Argument::Copy(self.aggregate(expr), self.tree.size_of(ty).unwrap_or(0)),
        }
    }
}
