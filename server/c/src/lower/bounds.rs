//! Bounds of what is checked: where a run needs more, it ends, and violates every property in a run that may not be one of
//! the program. So what is proved needs no more, and what is violated is violated within the bounds.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Check, Lower};
use crate::ast::Type;
use crate::graph::Op;

impl Lower<'_> {
    /// More is needed here than what is checked.
    pub(super) fn exceed(&mut self, check: Check, span: Span, bound: String) {
        if self.node.is_none() {
            return;
        }
        let doubtful = self.doubtful();
        self.step(Op::Assign(vec![(doubtful, Term::Number(1))]), false);
        let error = self.error(check, span);
        self.go(error);
        if !self.exceeded.contains(&bound) {
            self.exceeded.push(bound);
        }
    }

    /// The variable that says that a run may not be one of the program.
    pub(super) fn doubtful(&mut self) -> SmolStr {
        if let Some(name) = &self.doubtful {
            return name.clone();
        }
        let name = self.variable("doubtful", &Type::BOOL, true);
        self.doubtful.insert(name).clone()
    }
}
