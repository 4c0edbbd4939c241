//! Jumps: they end the lives of the locals whose scopes they leave.

use boolprog_c_syntax::tree::{ExprId, LabelId, StmtId};
use rustc_hash::FxHashMap;

use super::{Lowering, Scope, to};
use crate::form::{
    Action, Answer, Argument, BlockId, Call, Callee, End, FunctionId, LocalId, Operand, Operation, Part, Requirement,
};

/// The targets of jumps.
#[derive(Debug, Default)]
pub(super) struct Jumps {
    /// The targets of `break`, each with the number of scopes around.
    pub(super) breaks: Vec<(BlockId, usize)>,
    /// The same of `continue`.
    pub(super) continues: Vec<(BlockId, usize)>,
    cases: FxHashMap<StmtId, BlockId>,
    labels: FxHashMap<LabelId, Label>,
    /// The jumps to labels, with the scopes around them.
    to_labels: Vec<(BlockId, LabelId, Vec<Scope>)>,
}

#[derive(Debug)]
struct Label {
    block: BlockId,
    /// Numbers of the scopes around it, once it is known.
    scopes: Vec<u32>,
}

/// The address of a label: the number that a computed jump to it gets.
pub(super) fn address(label: LabelId) -> Operand {
    Operand::Number(1 + i128::from(label.0))
}

impl Lowering<'_> {
    /// Leaves scopes, and jumps to a block around which this number of scopes remains.
    pub(super) fn leave_to(&mut self, target: Option<(BlockId, usize)>) {
        let Some((block, depth)) = target else { return };
        let left = self.locals_in(depth);
        self.end_lives(left);
        self.jump(block);
    }

    /// The locals in the scopes after a number of them.
    pub(super) fn locals_in(&self, depth: usize) -> Vec<LocalId> {
        self.scopes[depth..].iter().flat_map(|scope| &scope.locals).copied().collect()
    }

    /// Calls the functions of the attribute `cleanup`, that of the last local first (GNU C).
    pub(super) fn clean_up(&mut self, locals: &[LocalId]) {
        for object in locals.iter().rev().filter_map(|local| self.cleanups.get(local).copied()).collect::<Vec<_>>() {
            let Some(function) = self.tree[object].cleanup else { continue };
            let place = self.place_of(object);
            let is_row = self.tree[object].ty.is_variable();
            self.full(|it| {
                let pointer = it.pointer();
                let address = if is_row {
                    it.load(place, it.pointer_access())
                } else {
                    it.compute(pointer, Operation::Address(place))
                };
                let function = Callee::Function(FunctionId(function.0));
                let call = Call { function, arguments: vec![Argument::Value(address, pointer)], result: Answer::None };
                it.part(Part::Call, |it| it.act(Action::Call(call)));
            });
        }
    }

    /// The lives of locals end.
    pub(super) fn end_lives(&mut self, locals: Vec<LocalId>) {
        self.clean_up(&locals);
        for local in locals {
            self.act(Action::End(local));
        }
    }

    /// The block of a `case` or `default`.
    pub(super) fn case(&mut self, id: StmtId) -> BlockId {
        if let Some(block) = self.jumps.cases.get(&id) {
            return *block;
        }
        let block = self.new_block();
        self.jumps.cases.insert(id, block);
        block
    }

    /// The cases of a `switch` have been lowered.
    pub(super) fn forget_cases(&mut self, cases: &[StmtId]) {
        for case in cases {
            self.jumps.cases.remove(case);
        }
    }

    /// Goes on in the block of a label.
    pub(super) fn come_to(&mut self, label: LabelId) {
        if self.orders.is_copy {
            return self.leave_copy();
        }
        let block = self.label(label);
        if let Some(label) = self.jumps.labels.get_mut(&label) {
            label.scopes = self.scopes.iter().map(|scope| scope.number).collect();
        }
        self.go_on_in(block);
    }

    /// `goto label;`
    pub(super) fn go_to(&mut self, label: LabelId) {
        if self.orders.is_copy {
            return self.leave_copy();
        }
        let block = self.label(label);
        self.jumps.to_labels.push((self.block, label, self.scopes.clone()));
        self.jump(block);
    }

    /// `goto *e;`
    pub(super) fn go_to_one_of_all(&mut self, expr: ExprId) {
        let value = self.full(|it| it.value(expr));
        let labels = 0..self.labels.len() as u32;
        let ways: Vec<_> = labels.map(|label| (LabelId(label), self.new_block())).collect();
        let targets = ways.iter().map(|(label, block)| (1 + i128::from(label.0), 1 + i128::from(label.0), to(*block)));
        let targets = targets.collect();
        let otherwise = self.new_block();
        self.end(End::Switch(value, targets, to(otherwise)));
        let next = self.block;
        self.block = otherwise;
        self.act(Action::Require(Requirement::Label, Operand::Number(0)));
        self.end(End::Unreachable);
        for (label, block) in ways {
            self.block = block;
            self.go_to(label);
        }
        self.block = next;
    }

    /// A text with labels is lowered for one order of evaluation only.
    fn leave_copy(&mut self) {
        self.act(Action::Require(Requirement::FewOrders, Operand::Number(0)));
        self.end(End::Unreachable);
    }

    fn label(&mut self, label: LabelId) -> BlockId {
        if let Some(label) = self.jumps.labels.get(&label) {
            return label.block;
        }
        let block = self.new_block();
        self.jumps.labels.insert(label, Label { block, scopes: Vec::new() });
        block
    }

    /// Ends the lives that jumps to labels end, once it is known where all labels are.
    pub(super) fn leave_by_labels(&mut self) {
        for (from, label, scopes) in std::mem::take(&mut self.jumps.to_labels) {
            let around = self.jumps.labels.get(&label).map_or(&[][..], |label| &label.scopes);
            let left = scopes.iter().filter(|scope| !around.contains(&scope.number));
            let left: Vec<LocalId> = left.flat_map(|scope| &scope.locals).copied().collect();
            self.block = from;
            self.end_lives(left);
        }
    }
}
