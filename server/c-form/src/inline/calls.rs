//! Calls: those of functions whose bodies are copied, and those that stay.

use boolprog_base::control::Stop;
use boolprog_c_syntax::tree::Binary;

use super::{Inliner, to};
use crate::form::{
    Action, Answer, Base, BlockId, Call, Callee, End, FunctionId, Instruction, Operand, Operation, Place, Shape, Target,
};

impl Inliner<'_> {
    /// The bodies of called functions, or of others that the program does not have; gives the block after the call.
    pub(super) fn call(
        &mut self,
        mut block: BlockId,
        instruction: &Instruction,
        callees: &[FunctionId],
        is_other: bool,
    ) -> Result<BlockId, Stop> {
        let Action::Call(call) = &instruction.action else { return Ok(block) };
        let after = self.after(call);
        for callee in callees {
            let here = match call.function {
                Callee::Pointer(_) if !self.fits(instruction.activation, call, *callee) => continue,
                Callee::Pointer(pointer) => {
                    let (here, next) = (self.new_block(), self.new_block());
                    self.select(block, instruction, pointer, *callee, [here, next])?;
                    block = next;
                    here
                }
                Callee::Function(_) => block,
            };
            if self.stays(instruction.activation, *callee) {
                self.call_by_name(here, instruction, call, *callee, after)?;
            } else {
                self.enter(here, instruction, call, *callee, after)?;
            }
        }
        if matches!(call.function, Callee::Pointer(_)) {
            // A call by a pointer to none of the functions is undefined, unless that is to another one: what is called has no address.
            let called = if is_other { call.function } else { Callee::Pointer(Operand::Number(0)) };
            self.call_plainly(block, instruction, called)?;
        }
        Ok(after)
    }

    /// The block after a call, which gets its result.
    pub(super) fn after(&mut self, call: &Call) -> BlockId {
        let after = self.new_block();
        if let Answer::Value(to) = call.result {
            self.result.blocks[after.0 as usize].parameters.push(to);
        }
        after
    }

    /// A call without arguments and result.
    pub(super) fn call_plainly(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        function: Callee,
    ) -> Result<(), Stop> {
        let call = Call { function, arguments: Vec::new(), result: Answer::None };
        self.push(block, Instruction { action: Action::Call(call), ..instruction.clone() })
    }

    /// Goes on in the first block if a pointer is that to a function, else in the second.
    fn select(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        pointer: Operand,
        callee: FunctionId,
        [here, next]: [BlockId; 2],
    ) -> Result<(), Stop> {
        let shape = Shape::Pointer(8);
        let [address, equal] = [shape, Shape::Signed(4)].map(|shape| self.temporary(shape));
        let code = Place { base: Base::Function(callee), offset: 0 };
        let comparison = Operation::Binary(Binary::Equal, pointer, Operand::Temporary(address), shape);
        for action in [Action::Compute(address, Operation::Address(code)), Action::Compute(equal, comparison)] {
            self.push(block, Instruction { action, ..instruction.clone() })?;
        }
        self.result.blocks[block.0 as usize].end = End::Branch(Operand::Temporary(equal), to(here), to(next));
        Ok(())
    }

    /// A call by a pointer becomes one by the name of a function whose body is not copied.
    fn call_by_name(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        call: &Call,
        callee: FunctionId,
        after: BlockId,
    ) -> Result<(), Stop> {
        let mut call = Call { function: Callee::Function(callee), ..call.clone() };
        let mut arguments = Vec::new();
        if let Answer::Value(to) = &mut call.result {
            *to = self.temporary(self.result.temporaries[to.0 as usize]);
            arguments.push(Operand::Temporary(*to));
        }
        self.push(block, Instruction { action: Action::Call(call), ..instruction.clone() })?;
        self.result.blocks[block.0 as usize].end = End::Jump(Target { block: after, arguments });
        Ok(())
    }
}
