//! Effects of jumps: the functions of the attribute `cleanup` are called for variables whose scope is left, the last
//! one first.

use boolprog_c_syntax::tree::{FunctionId, LabelId, ObjectId};

use super::Compiler;
use crate::code::{Op, Site};
use crate::value::{Scalar, Shape};

/// A jump to a label.
pub(super) struct Jump {
    /// The instruction.
    at: usize,
    label: LabelId,
    /// The scopes around it, the innermost first, each with the variables that are declared before it.
    around: Vec<(u32, Vec<ObjectId>)>,
}

impl Compiler<'_> {
    /// A label is here.
    pub(super) fn mark_label(&mut self, label: LabelId) {
        self.code.labels[label.0 as usize] = (self.here(), self.scope);
        self.declared.insert(label, self.code.scopes[self.scope as usize].declared.len());
    }

    /// `goto label;`
    pub(super) fn goto(&mut self, label: LabelId) {
        self.emit(Op::Statement);
        let at = self.emit(Op::Goto(label.0));
        if self.has_cleanup() {
            let declared = |scope: u32| (scope, self.code.scopes[scope as usize].declared.clone());
            let around = self.code.around(self.scope).map(declared).collect();
            self.jumps.push(Jump { at, label, around });
        }
    }

    /// Where a jump leaves variables that want a call, it goes by code that does this. All labels are known now.
    pub(super) fn finish_jumps(&mut self) {
        for jump in std::mem::take(&mut self.jumps) {
            let (_, target) = self.code.labels[jump.label.0 as usize];
            let kept: Vec<u32> = self.code.around(target).collect();
            let first = self.here();
            self.place = self.code.positions[jump.at].place;
            for (scope, declared) in jump.around {
                let is_left = !kept.contains(&scope);
                let before = if is_left { 0 } else { self.declared_before(jump.label, scope, target, declared.len()) };
                self.clean_up(&declared[before.min(declared.len())..]);
                if !is_left {
                    break;
                }
                self.emit(Op::Leave(scope));
            }
            self.emit(Op::Goto(jump.label.0));
            self.code.ops[jump.at] = Op::Jump(first);
        }
    }

    /// Number of variables of a scope that stay alive where a jump arrives: those that are declared before the label, if it is there.
    fn declared_before(&self, label: LabelId, scope: u32, target: u32, all: usize) -> usize {
        if scope == target { self.declared.get(&label).copied().unwrap_or(all) } else { all }
    }

    /// Calls the functions of the attribute `cleanup` for the variables of a scope.
    pub(super) fn clean_up_scope(&mut self, scope: u32) {
        if !self.cleans_up {
            return;
        }
        let declared = self.code.scopes[scope as usize].declared.clone();
        self.clean_up(&declared);
    }

    fn clean_up(&mut self, declared: &[ObjectId]) {
        for object in declared.iter().rev() {
            let Some(function) = self.tree[*object].cleanup else { continue };
            let base = self.object(*object);
            self.visit(|compiler| {
                compiler.address(base);
                compiler.clean(function);
            });
        }
    }

    fn clean(&mut self, function: FunctionId) {
        let pointer = Shape::Scalar(Scalar::Pointer { size: self.program.pointer_size() });
        let signature = self.tree[function].signature.clone();
        let result = (!Self::is_void(&signature.result)).then(|| self.shape(&signature.result));
        self.code.sites.push(Site {
            direct: Some(self.linked.functions[function.0 as usize]),
            signature,
            arguments: vec![pointer],
            result,
            is_used: false,
            is_checked: true,
        });
        let index = self.code.sites.len() as u32 - 1;
        self.emit(Op::Call(index));
        self.emit(Op::Drop);
    }

    /// Returns `true` if a variable of the scopes around wants a call at its end. All others end with the frame.
    pub(super) fn has_cleanup(&self) -> bool {
        let has_one = |scope: u32| {
            let declared = &self.code.scopes[scope as usize].declared;
            declared.iter().any(|object| self.tree[*object].cleanup.is_some())
        };
        self.cleans_up && self.code.around(self.scope).any(has_one)
    }
}
