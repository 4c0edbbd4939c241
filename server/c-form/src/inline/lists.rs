//! Lists of arguments (C11 7.16): a copied function finds the arguments after its parameters one after the other in a local, and a list
//! is the address of the next one.

use boolprog_base::control::Stop;

use super::{Body, Inliner};
use crate::form::{
    Access, Action, Argument, Base, BlockId, Direction, Function, FunctionId, Instruction, Local, LocalId, Members,
    Operand, Operation, Passed, Place, Shape, Unit,
};

/// The number of bytes in which a scalar lies.
const SLOT: u64 = 8;

/// The functions that go through a list by a format, which are no C text.
const READERS: [&str; 2] = ["__boolprog_format", "__boolprog_scan"];

/// Reading and writing of a list.
const POINTER: Shape = Shape::Pointer(8);

impl Inliner<'_> {
    /// The arguments of a call after the parameters of the function, in a local.
    pub(super) fn pass_list(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        arguments: &[Argument],
    ) -> Result<LocalId, Stop> {
        let list = LocalId(self.result.locals.len() as u32);
        let sizes = arguments.iter().map(|argument| match argument {
            Argument::Value(..) => SLOT,
            Argument::Copy(_, size) => size.next_multiple_of(SLOT),
        });
        let size = sizes.clone().sum::<u64>().max(SLOT);
        self.result.locals.push(Local { name: None, size, align: SLOT, members: Members::default() });
        self.push(block, Instruction { action: Action::Begin(list), ..instruction.clone() })?;
        let mut offset = 0;
        for (argument, size) in arguments.iter().zip(sizes) {
            let place = Place { base: Base::Local(list), offset };
            self.pass(block, instruction, place, argument, Passed::Nothing)?;
            offset += size;
        }
        Ok(list)
    }

    /// An instruction of a body that concerns a list. Returns `false` if it is another one.
    pub(super) fn list(&mut self, body: &Body, block: BlockId, instruction: &Instruction) -> Result<bool, Stop> {
        match (&instruction.action, body.list) {
            (Action::ListStart(list), Some(local)) => {
                let first = self.temporary(POINTER);
                let address = Operation::Address(Place { base: Base::Local(local), offset: 0 });
                self.perform(block, instruction, Action::Compute(first, address))?;
                self.perform(block, instruction, Action::Store(*list, Operand::Temporary(first), access(POINTER)))?;
            }
            (Action::ListNext(to, list), _) => {
                let [next, after] = [POINTER; 2].map(|shape| self.temporary(shape));
                let next_of = |next| Place { base: Base::Pointer(Operand::Temporary(next)), offset: 0 };
                let slot = Operand::Number(SLOT.into());
                let by = Operation::Move(Operand::Temporary(next), Operand::Number(1), slot, Direction::Forwards);
                self.perform(block, instruction, Action::Load(next, *list, access(POINTER)))?;
                self.perform(block, instruction, Action::Load(*to, next_of(next), access(self.shape(*to))))?;
                self.perform(block, instruction, Action::Compute(after, by))?;
                self.perform(block, instruction, Action::Store(*list, Operand::Temporary(after), access(POINTER)))?;
            }
            (Action::ListCopy(to, from), _) => {
                let next = self.temporary(POINTER);
                self.perform(block, instruction, Action::Load(next, *from, access(POINTER)))?;
                self.perform(block, instruction, Action::Store(*to, Operand::Temporary(next), access(POINTER)))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn perform(&mut self, block: BlockId, instruction: &Instruction, action: Action) -> Result<(), Stop> {
        self.push(block, Instruction { action, ..instruction.clone() })
    }
}

/// Returns `true` if a function is one of the library that makes a list for another one, or gives one to [`READERS`].
pub(crate) fn is_native(function: &Function, unit: &Unit) -> bool {
    let is_reader = |called: FunctionId| READERS.contains(&&*unit.functions[called.0 as usize].name);
    let is_library = function.activations.first().is_some_and(|activation| activation.is_library);
    let has = |wanted: fn(&Action) -> bool| function.instructions().any(|instruction| wanted(&instruction.action));
    let makes_for_another =
        has(|action| matches!(action, Action::ListStart(_))) && !has(|action| matches!(action, Action::ListNext(..)));
    let gives_to_reader = || function.instructions().any(|it| it.action.called().is_some_and(is_reader));
    is_library && (makes_for_another || gives_to_reader())
}

fn access(shape: Shape) -> Access {
    Access { shape, bits: None, is_volatile: false, is_atomic: false }
}
