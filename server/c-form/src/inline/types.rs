//! The types of functions and of their calls (C11 6.5.2.2p6, p9).

use boolprog_base::control::Stop;

use super::Inliner;
use crate::form::{
    Access, Action, ActivationId, Answer, Argument, BlockId, Call, FunctionId, Instruction, Operand, Operation, Passed,
    Place, Shape, TemporaryId, Unknown,
};

impl Inliner<'_> {
    /// Returns `true` if a call by a pointer fits the type of a function.
    pub(super) fn fits(&self, caller: ActivationId, call: &Call, id: FunctionId) -> bool {
        let function = &self.program.unit.functions[id.0 as usize];
        let signature = &function.signature;
        let (given, taken) = (call.arguments.len(), signature.parameters.len());
        // Programs start threads with functions that declare neither the parameter nor the result.
        if self.result.activations[caller.0 as usize].is_library || (function.blocks.is_empty() && taken == 0) {
            return given >= taken;
        }
        let accepts = |(argument, taken): (&Argument, &Passed)| {
            let given = passed(argument);
            if signature.is_prototype { given.fits(*taken) } else { given.fits_promoted(*taken) }
        };
        let answers = match &call.result {
            Answer::None => true,
            Answer::Value(to) => signature.result.fits(Passed::Value(self.shape(*to))),
            Answer::Place(_) => matches!(signature.result, Passed::Copy(_)),
        };
        (given == taken || signature.is_variadic && given > taken)
            && answers
            && call.arguments.iter().zip(&signature.parameters).all(accepts)
    }

    pub(super) fn shape(&self, temporary: TemporaryId) -> Shape {
        self.result.temporaries[temporary.0 as usize]
    }

    /// A parameter gets its argument.
    pub(super) fn pass(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        place: Place,
        argument: &Argument,
        taken: Passed,
    ) -> Result<(), Stop> {
        let action = match argument {
            Argument::Value(value, given) => {
                let shape = if let Passed::Value(shape) = taken { shape } else { *given };
                let value = self.converted(block, instruction, *value, (*given, shape))?;
                let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
                Action::Store(place, value, access)
            }
            Argument::Copy(from, size) => Action::Copy(place, *from, *size),
        };
        self.push(block, Instruction { action, ..instruction.clone() })
    }

    /// The value of a result as the call takes it.
    pub(super) fn answer(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        value: Option<Operand>,
        given: Passed,
        to: TemporaryId,
    ) -> Result<Operand, Stop> {
        let shape = self.shape(to);
        match (value, given) {
            (Some(value), Passed::Value(given)) => self.converted(block, instruction, value, (given, shape)),
            (Some(value), _) => Ok(value),
            (None, _) => {
                let any = self.temporary(shape);
                let action = Action::Any(any, Unknown::Unwritten);
                self.push(block, Instruction { action, ..instruction.clone() })?;
                Ok(Operand::Temporary(any))
            }
        }
    }

    fn converted(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        value: Operand,
        (from, to): (Shape, Shape),
    ) -> Result<Operand, Stop> {
        if from == to {
            return Ok(value);
        }
        let temporary = self.temporary(to);
        let action = Action::Compute(temporary, Operation::Convert(value, from, to));
        self.push(block, Instruction { action, ..instruction.clone() })?;
        Ok(Operand::Temporary(temporary))
    }
}

/// The passing of an argument.
fn passed(argument: &Argument) -> Passed {
    match argument {
        Argument::Value(_, shape) => Passed::Value(*shape),
        Argument::Copy(_, size) => Passed::Copy(*size),
    }
}
