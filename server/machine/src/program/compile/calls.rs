//! Calls.

use boolprog_c_syntax::tree::{ExprId, ExprKind};
use boolprog_c_syntax::types::{Kind, Signature, Type};

use super::{Compiler, Use};
use crate::code::{Op, Site};
use crate::program::FunctionIndex;

impl Compiler<'_> {
    /// A call. Functions that the machine gives programs are instructions.
    pub(super) fn call(&mut self, function: ExprId, arguments: &[ExprId], ty: &Type, how: Use) {
        let direct = self.named(function);
        if let Some(op) = direct.and_then(|index| section(&self.program.function(index).name)) {
            for argument in arguments {
                self.value(*argument);
            }
            self.emit(op);
            self.nothing(how);
            return;
        }
        let Some(signature) = self.signature(function) else {
            self.unsupported("What is called is no function.".into());
            return;
        };
        let operands: Vec<ExprId> =
            direct.is_none().then_some(function).into_iter().chain(arguments.iter().copied()).collect();
        self.sequenced(|compiler| compiler.values(&operands));
        let is_void = Self::is_void(ty);
        let site = Site {
            direct,
            signature,
            arguments: arguments.iter().map(|argument| self.shape(&self.tree[*argument].ty)).collect(),
            result: (!is_void).then(|| self.shape(ty)),
            is_used: how == Use::Value && !is_void,
            is_checked: direct.is_some_and(|index| self.fits(index, function)),
        };
        self.code.sites.push(site);
        let index = self.code.sites.len() as u32 - 1;
        self.emit(Op::Call(index));
        if how == Use::Effect {
            self.emit(Op::Drop);
        }
    }

    /// The function, if it is called by its name.
    fn named(&self, function: ExprId) -> Option<FunctionIndex> {
        let ExprKind::Decay(of) = self.tree[function].kind else { return None };
        let ExprKind::Function(id) = self.tree[of].kind else { return None };
        Some(self.linked.functions[id.0 as usize])
    }

    fn signature(&self, function: ExprId) -> Option<std::sync::Arc<Signature>> {
        match &self.tree[function].ty.target()?.kind {
            Kind::Function(signature) => Some(signature.clone()),
            _ => None,
        }
    }

    /// Returns `true` if a function is called with the prototype that its definition has in this unit.
    fn fits(&self, index: FunctionIndex, function: ExprId) -> bool {
        let ExprKind::Decay(of) = self.tree[function].kind else { return false };
        let ExprKind::Function(id) = self.tree[of].kind else { return false };
        self.program.function(index).declaration == Some((self.unit, id)) && self.tree[id].signature.is_prototype
    }
}

/// The instruction that a function of the machine is.
fn section(name: &str) -> Option<Op> {
    Some(match name {
        "__boolprog_begin" | "__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin" => Op::SectionBegin,
        "__boolprog_end" | "__CPROVER_atomic_end" | "__VERIFIER_atomic_end" => Op::SectionEnd,
        "__boolprog_await" => Op::Await,
        _ => return None,
    })
}
