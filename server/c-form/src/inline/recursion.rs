//! Functions that call themselves, directly or not: round by round, what can lead back to its caller gets one more copy of its body.
//!
//! The function is simplified between the rounds, so that where constants say how deep calls are, no call is left at the end.

use boolprog_base::control::Stop;

use super::Inliner;
use crate::form::{Action, ActivationId, BlockId, Callee, FunctionId, Instruction};
use crate::settle::settled;

/// Activations of one function at the same time, as many as are copied at most.
const MOST_ACTIVATIONS: usize = 10;

/// Instructions that are copied for calls that can lead back to the caller, at most.
const MOST_COPIED: u64 = 1 << 13;

impl Inliner<'_> {
    /// Copies the bodies for calls that can lead back to the caller, to the bounds.
    pub(super) fn recursive_calls(&mut self) -> Result<(), Stop> {
        let most = self.size + MOST_COPIED;
        while self.result.instructions().any(|instruction| self.recursive_call(instruction).is_some()) {
            let function = self.result.clone();
            self.result = settled(function, &self.program.unit.objects, self.control)?;
            for number in 0..self.result.blocks.len() {
                self.recursive_calls_of(BlockId(number as u32), most)?;
            }
        }
        Ok(())
    }

    /// The function with a body that an instruction calls.
    fn recursive_call(&self, instruction: &Instruction) -> Option<FunctionId> {
        instruction.action.called().filter(|called| self.has_body(*called))
    }

    /// One more copy for each such call of a block.
    fn recursive_calls_of(&mut self, block: BlockId, most: u64) -> Result<(), Stop> {
        let here = &mut self.result.blocks[block.0 as usize];
        let instructions = std::mem::take(&mut here.instructions);
        let end = std::mem::take(&mut here.end);
        let mut current = block;
        for instruction in instructions {
            let (Some(called), Action::Call(call)) = (self.recursive_call(&instruction), &instruction.action) else {
                self.result.blocks[current.0 as usize].instructions.push(instruction);
                continue;
            };
            if self.is_beyond(instruction.activation, called, most) {
                return self.call_plainly(current, &instruction, Callee::Function(self.program.beyond));
            }
            let after = self.after(call);
            self.enter(current, &instruction, call, called, after)?;
            current = after;
        }
        self.result.blocks[current.0 as usize].end = end;
        Ok(())
    }

    /// Returns `true` if the call of a function by an activation is not copied any more.
    fn is_beyond(&self, caller: ActivationId, called: FunctionId, most: u64) -> bool {
        self.size > most || self.activations(caller, called) >= MOST_ACTIVATIONS
    }
}
