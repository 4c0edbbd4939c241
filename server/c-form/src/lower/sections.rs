//! Functions that are atomic sections by their names, as SV-COMP has them: from their entry to each return, no other thread acts.

use boolprog_c_syntax::tree::Unit;

use super::Lowering;
use super::intrinsics::Intrinsic;
use crate::form::{Action, End, Operand, Requirement};

/// A function with a body whose name begins so is an atomic section.
const SECTION: &str = "__VERIFIER_atomic_";

/// Returns `true` if a unit has such functions. Then the [intrinsics](Intrinsic) follow its functions.
pub(super) fn are_in(tree: &Unit) -> bool {
    tree.functions.iter().any(|function| function.body.is_some() && function.name.starts_with(SECTION))
}

impl Lowering<'_> {
    /// The body of the function begins.
    pub(super) fn enter(&mut self) {
        if self.name.starts_with(SECTION) {
            self.full(|it| it.call_intrinsic(Intrinsic::Begin, Vec::new()));
        }
    }

    /// The function returns.
    pub(super) fn leave(&mut self, result: Option<Operand>) {
        if self.name.starts_with(SECTION) {
            self.full(|it| it.call_intrinsic(Intrinsic::End, Vec::new()));
        }
        if self.is_noreturn {
            self.act(Action::Require(Requirement::NoReturn, Operand::Number(0)));
        }
        self.end(End::Return(result));
    }
}
