//! Calls.

use boolprog_c_syntax::tree::{ExprId, ExprKind};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use super::operands::{Evaluated, Wanted};
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
        let place = self.unnamed(function, result);
        self.call(function, arguments, Answer::Place(place));
        place
    }

    fn call(&mut self, function: ExprId, arguments: &[ExprId], result: Answer) {
        let passed = arguments.iter().map(|argument| match self.shape(&self.tree[*argument].ty) {
            Some(_) => Wanted::Value(*argument),
            None => Wanted::Structure(*argument),
        });
        let wanted: Vec<Wanted> = [Wanted::Callee(function)].into_iter().chain(passed).collect();
        let found = self.sequenced(|it| it.watched(function, |it| it.evaluate(function, &wanted)));
        let arguments = arguments.iter().zip(&found[1..]).map(|(argument, found)| self.passed_as(*argument, found));
        let arguments = arguments.collect();
        let function = self.called(function, &found[0]);
        self.part(Part::Call, |it| it.act(Action::Call(Call { function, arguments, result })));
    }

    /// The pointer to the function; nothing for one that is called by its name.
    pub(super) fn callee(&mut self, function: ExprId) -> Evaluated {
        match self.named(function) {
            Some(_) => Evaluated { place: None, value: None },
            None => Evaluated::value(self.value(function)),
        }
    }

    fn called(&self, function: ExprId, found: &Evaluated) -> Callee {
        match (self.named(function), found.value) {
            (Some(named), _) => Callee::Function(named),
            (None, pointer) => Callee::Pointer(pointer.unwrap_or(Operand::Number(0))),
        }
    }

    fn named(&self, function: ExprId) -> Option<FunctionId> {
        let (ExprKind::Decay(of) | ExprKind::Address(of)) = self.tree[function].kind else { return None };
        match self.tree[of].kind {
            ExprKind::Function(named) => Some(FunctionId(named.0)),
            _ => None,
        }
    }

    fn passed_as(&self, expr: ExprId, found: &Evaluated) -> Argument {
        let ty = &self.tree[expr].ty;
        match (self.shape(ty), found.place) {
            (None, Some(place)) => Argument::Copy(place, self.tree.size_of(ty).unwrap_or(0)),
            (shape, _) => {
                Argument::Value(found.value.unwrap_or(Operand::Number(0)), shape.unwrap_or(Shape::Unsigned(1)))
            }
        }
    }
}
