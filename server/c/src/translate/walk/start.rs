//! The start of the program, which is executed up to the first step that depends on something unknown.

use super::Walk;
use crate::arithmetic::Value;
use boolprog_c_form::form::{BlockId, End, Operand, Target, TemporaryId};
use boolprog_import::Expr;
use rustc_hash::FxHashSet;

/// Instructions that are executed at the start at most.
const MOST_STEPS: usize = 50_000;

impl Walk<'_, '_> {
    /// Executes the beginning of the program up to the first unknown, but not a part of a block that is executed again; gives the block
    /// and the number of the instruction where more is needed.
    pub(in crate::translate) fn start(&mut self) -> (BlockId, usize) {
        let steps = self.start_for(MOST_STEPS).1;
        self.values.clear();
        self.open_sections = 0;
        self.begun.clear();
        self.all.variables.restart();
        self.start_for(steps).0
    }

    /// Executes at most a number of instructions; gives the place after them, and the number of those before a block that is executed
    /// again was begun.
    pub(in crate::translate) fn start_for(&mut self, most: usize) -> ((BlockId, usize), usize) {
        let (mut block, mut from, mut steps, mut begun) = (BlockId(0), 0, 0, 0);
        loop {
            let body = self.block(block);
            let again = self.all.comes_back(self.id, block);
            while let Some(instruction) = body.instructions.get(from) {
                self.locate(block, from, instruction);
                if steps >= most || !self.executes(&instruction.action) {
                    return ((block, from), if again { begun } else { steps });
                }
                (from, steps) = (from + 1, steps + 1);
            }
            let target = self.known_target(&body.end).filter(|_| steps < most);
            let Some(target) = target else { return ((block, from), if again { begun } else { steps }) };
            let values: Vec<Value> = target.arguments.iter().map(|argument| self.operand(*argument)).collect();
            self.values.extend(self.block(target.block).parameters.iter().copied().zip(values));
            // A jump counts, so that the beginning of a block can be told from the end of the one before.
            (block, from, steps) = (target.block, 0, steps + 1);
            begun = steps;
        }
    }

    /// A value that was computed at the start, which ended in a block, and is computed again, becomes a variable with this first
    /// value.
    pub(in crate::translate) fn keep_started(&mut self, end: BlockId, again: &[BlockId]) {
        for block in again {
            let body = self.block(*block);
            let written =
                body.instructions.iter().filter_map(|instruction| instruction.action.clone().written_mut().copied());
            for temporary in body.parameters.iter().copied().chain(written) {
                if let Some(value) = self.values.remove(&temporary)
                    && let Expr::Number(number) = value.term
                {
                    // Of the versions that are one variable, at most one is alive.
                    let is_alive = self.all.versions[self.thread].is_alive(temporary, end);
                    if is_alive && self.is_used_from(temporary, end) {
                        let variable = self.variable_of(temporary);
                        self.all.variables.start(variable, number);
                        self.shown.insert(self.all.variables.name(variable), (number, number));
                        self.kept.insert(temporary);
                    }
                }
            }
        }
    }

    /// Returns `true` if a temporary may be used from the beginning of a block on before it is computed again. Linear in the blocks
    /// up to there.
    fn is_used_from(&self, temporary: TemporaryId, first: BlockId) -> bool {
        let (mut seen, mut open) = (FxHashSet::from_iter([first]), vec![first]);
        let uses = |operands: Vec<&mut Operand>| operands.iter().any(|it| it.temporary() == Some(temporary));
        'blocks: while let Some(block) = open.pop() {
            let body = self.block(block);
            // The parameters of the first block have their values already.
            if block != first && body.parameters.contains(&temporary) {
                continue;
            }
            for instruction in &body.instructions {
                let mut action = instruction.action.clone();
                if uses(action.operands_mut()) {
                    return true;
                }
                if action.written_mut().is_some_and(|written| *written == temporary) {
                    continue 'blocks;
                }
            }
            let mut end = body.end.clone();
            if uses(end.operands_mut()) {
                return true;
            }
            open.extend(end.targets().into_iter().map(|target| target.block).filter(|target| seen.insert(*target)));
        }
        false
    }

    /// Where control goes, if that is known.
    pub(in crate::translate) fn known_target<'b>(&self, end: &'b End) -> Option<&'b Target> {
        let number = |operand: &Operand| match self.operand(*operand).term {
            Expr::Number(number) => Some(i128::from(number)),
            _ => None,
        };
        let target = match end {
            End::Jump(target) => Some(target),
            End::Branch(condition, then, otherwise) => {
                number(condition).map(|value| if value == 0 { otherwise } else { then })
            }
            End::Switch(value, cases, default) => number(value).map(|value| {
                let case = cases.iter().find(|(low, high, _)| (*low..=*high).contains(&value));
                case.map_or(default, |(.., target)| target)
            }),
            End::Return(_) | End::Unreachable => None,
        };
        target.filter(|it| it.arguments.iter().all(|it| number(it).is_some()))
    }
}
