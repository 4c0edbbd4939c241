//! Where assertions are about to be evaluated, for the question whether they ever are.

use boolprog_c_form::FAILS;
use boolprog_c_form::form::{BlockId, Call, End, Instruction, Target};
use boolprog_import::Expr;
use rustc_hash::FxHashSet;

use super::walk::Walk;
use crate::Asked;
use boolprog_integer::Check;

/// The most blocks of which the condition of an assertion consists.
const MOST_BLOCKS: usize = 64;

impl<'a> Walk<'_, 'a> {
    /// Requires what the first argument of a call says.
    pub(super) fn assert(&mut self, call: &Call) {
        let condition = self.argument(call, 0).condition();
        if condition != Expr::Truth(true) {
            self.is_evaluated();
        }
        self.require(&condition, Check::Assertion);
    }

    /// Control is where an assertion chooses between going on and its failure, if one of the targets of a branch is that.
    pub(super) fn chooses(&mut self, targets: [&Target; 2]) {
        if !self.all.options.asks(Asked::Evaluated) {
            return;
        }
        let failure = targets.into_iter().find_map(|target| self.failure(target.block));
        let Some(failure) = failure.or_else(|| self.failure_around(targets)) else { return };
        let (span, stack) = (self.span, self.stack);
        (self.span, self.stack) = self.all.place(self.id, failure.activation, failure.place);
        self.is_evaluated();
        (self.span, self.stack) = (span, stack);
    }

    /// The effect of a failed assertion in a function of the library, if nothing else happens from a block on.
    fn failure(&self, first: BlockId) -> Option<&'a Instruction> {
        let mut block = first;
        for _ in 0..self.function.blocks.len() {
            let body = self.block(block);
            let is_meant = |it: &&Instruction| self.function.activations[it.activation.0 as usize].function == FAILS;
            match (body.instructions.iter().find(is_meant), &body.end) {
                (Some(found), _) => return Some(found),
                (None, End::Jump(next)) if body.instructions.is_empty() => block = next.block,
                (None, _) => return None,
            }
        }
        None
    }

    /// The failure of the assertion in whose condition control is, as after the first operand of `assert(a || b)`.
    fn failure_around(&mut self, targets: [&Target; 2]) -> Option<&'a Instruction> {
        let mut open: Vec<BlockId> = targets.iter().map(|target| target.block).collect();
        let mut seen = FxHashSet::default();
        while let Some(block) = open.pop().filter(|_| seen.len() < MOST_BLOCKS) {
            if !seen.insert(block) {
                continue;
            }
            match self.failure(block) {
                Some(found) => {
                    let (around, _) = self.all.place(self.id, found.activation, found.place);
                    let is_around = around.start <= self.span.start && self.span.end <= around.end;
                    return Some(found).filter(|_| is_around && !self.span.is_empty());
                }
                None => open.extend(self.block(block).end.targets().iter().map(|target| target.block)),
            }
        }
        None
    }

    /// The condition of the assertion at this place of the text is about to be evaluated.
    fn is_evaluated(&mut self) {
        let Some(node) = self.node.filter(|_| self.all.options.asks(Asked::Evaluated)) else { return };
        self.graph.cut.push(node);
        let (thread, property) = (self.thread, self.property(Check::Assertion));
        self.all.properties[property].evaluated.push((thread, node));
    }
}
