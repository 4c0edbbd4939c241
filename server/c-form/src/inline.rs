//! Inlining: the functions with which threads begin get the bodies of all functions that they call.
//!
//! Calls of functions that call themselves, that read a list of arguments, or that have no body stay calls. What a call by a
//! pointer can call is what the [points-to sets](crate::points_to) say.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Binary;

use crate::form::{
    Action, Answer, Argument, Base, Block, BlockId, Call, Callee, End, Function, FunctionId, Instruction, LocalId,
    Operand, Operation, Place, Sequence, SequenceId, Shape, Target, TemporaryId, Unit,
};
use crate::points_to::PointsTo;

/// The unit in which these functions have the bodies of those that they call. Fails if the work is stopped. Takes time linear in
/// the result, which can be exponential in the unit.
pub fn inline(unit: &Unit, roots: &[FunctionId], sets: &PointsTo<'_>, control: &dyn Control) -> Result<Unit, Stop> {
    let mut result = unit.clone();
    for root in roots {
        let function = &unit.functions[root.0 as usize];
        let mut inliner =
            Inliner { unit, sets, control, result: Function { blocks: Vec::new(), ..function.clone() }, size: 0 };
        let activation =
            Activation { id: *root, stack: vec![*root], locals: 0, temporaries: 0, sequences: 0, answer: None };
        inliner.body(&activation)?;
        result.functions[root.0 as usize] = inliner.result;
    }
    Ok(result)
}

struct Inliner<'a> {
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    control: &'a dyn Control,
    result: Function,
    /// Number of instructions.
    size: u64,
}

/// A body that is being copied.
struct Activation {
    id: FunctionId,
    /// The functions that are active, the root first.
    stack: Vec<FunctionId>,
    /// The offsets that are added to the numbers of its locals, temporaries and sequences.
    locals: u32,
    temporaries: u32,
    sequences: u32,
    /// For a called function: where its result goes, and the block after the call.
    answer: Option<(Answer, BlockId)>,
}

/// The control is polled each time that a function has grown by this number of instructions.
const POLL: u64 = 1 << 10;

impl Inliner<'_> {
    fn body(&mut self, activation: &Activation) -> Result<(), Stop> {
        let function = &self.unit.functions[activation.id.0 as usize];
        let first = self.result.blocks.len() as u32;
        self.result.blocks.resize(first as usize + function.blocks.len(), Block::default());
        for (number, block) in function.blocks.iter().enumerate() {
            let mut current = BlockId(first + number as u32);
            let parameters = block.parameters.iter().map(|it| TemporaryId(it.0 + activation.temporaries));
            self.result.blocks[current.0 as usize].parameters = parameters.collect();
            for instruction in &block.instructions {
                let instruction = Self::renamed(activation, instruction);
                match self.callees(activation, &instruction.action) {
                    Some(callees) => current = self.call(activation, current, &instruction, &callees)?,
                    None => self.push(current, instruction)?,
                }
            }
            self.end(activation, current, first, &block.end, block.instructions.last())?;
        }
        Ok(())
    }

    /// The functions whose bodies take the place of a call; none if it stays.
    fn callees(&self, activation: &Activation, action: &Action) -> Option<Vec<FunctionId>> {
        let Action::Call(call) = action else { return None };
        let call = Call { function: unmoved(call.function, activation.temporaries), ..call.clone() };
        let callees = self.sets.callees(activation.id, &call);
        let stays = |id: &FunctionId| {
            let function = &self.unit.functions[id.0 as usize];
            function.blocks.is_empty() || activation.stack.contains(id) || reads_list(function)
        };
        (!callees.is_empty() && !callees.iter().any(stays)).then_some(callees)
    }

    fn push(&mut self, block: BlockId, instruction: Instruction) -> Result<(), Stop> {
        self.result.blocks[block.0 as usize].instructions.push(instruction);
        self.size += 1;
        if !self.size.is_multiple_of(POLL) {
            return Ok(());
        }
        let bytes = self.size as usize * size_of::<Instruction>();
        self.control.poll(&Progress { phase: "inlining", states: self.size, bytes, ..Progress::default() })
    }

    /// An instruction with the numbers of the result.
    fn renamed(activation: &Activation, instruction: &Instruction) -> Instruction {
        let mut instruction = instruction.clone();
        instruction.sequence.0 += activation.sequences;
        for operand in instruction.action.operands_mut() {
            move_operand(operand, activation.temporaries);
        }
        if let Some(to) = instruction.action.written_mut() {
            to.0 += activation.temporaries;
        }
        if let Some(local) = instruction.action.local_mut() {
            local.0 += activation.locals;
        }
        for place in instruction.action.places_mut() {
            match (place.base, &activation.answer) {
                (Base::Local(local), _) => place.base = Base::Local(LocalId(local.0 + activation.locals)),
                (Base::Result, Some((Answer::Place(wanted), _))) => {
                    *place = Place { base: wanted.base, offset: wanted.offset + place.offset };
                }
                _ => {}
            }
        }
        instruction
    }

    /// The bodies of called functions; gives the block after the call.
    fn call(
        &mut self,
        activation: &Activation,
        mut block: BlockId,
        instruction: &Instruction,
        callees: &[FunctionId],
    ) -> Result<BlockId, Stop> {
        let Action::Call(call) = &instruction.action else { return Ok(block) };
        let after = self.new_block();
        if let Answer::Value(to) = call.result {
            self.result.blocks[after.0 as usize].parameters.push(to);
        }
        for (index, callee) in callees.iter().enumerate() {
            let here = match call.function {
                Callee::Pointer(pointer) if index + 1 < callees.len() => {
                    let (here, next) = (self.new_block(), self.new_block());
                    self.select(block, instruction, pointer, *callee, [here, next])?;
                    block = next;
                    here
                }
                _ => block,
            };
            self.enter(activation, here, instruction, call, *callee, after)?;
        }
        Ok(after)
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

    fn enter(
        &mut self,
        activation: &Activation,
        block: BlockId,
        instruction: &Instruction,
        call: &Call,
        callee: FunctionId,
        after: BlockId,
    ) -> Result<(), Stop> {
        let function = &self.unit.functions[callee.0 as usize];
        let mut stack = activation.stack.clone();
        stack.push(callee);
        let inner = Activation {
            id: callee,
            stack,
            locals: self.result.locals.len() as u32,
            temporaries: self.result.temporaries.len() as u32,
            sequences: self.result.sequences.len() as u32,
            answer: Some((call.result.clone(), after)),
        };
        self.result.locals.extend(function.locals.iter().cloned());
        self.result.temporaries.extend(&function.temporaries);
        self.result.sequences.extend(function.sequences.iter().map(|sequence| {
            let whole = sequence.whole.map_or(instruction.sequence, |whole| SequenceId(whole.0 + inner.sequences));
            Sequence { whole: Some(whole), ..*sequence }
        }));
        for local in 0..function.locals.len() as u32 {
            self.push(
                block,
                Instruction { action: Action::Begin(LocalId(inner.locals + local)), ..instruction.clone() },
            )?;
        }
        for (parameter, argument) in function.parameters.iter().zip(&call.arguments) {
            let place = Place { base: Base::Local(LocalId(inner.locals + parameter.0)), offset: 0 };
            let action = match argument {
                Argument::Value(value, shape) => {
                    let access =
                        crate::form::Access { shape: *shape, bits: None, is_volatile: false, is_atomic: false };
                    Action::Store(place, *value, access)
                }
                Argument::Copy(from, size) => Action::Copy(place, *from, *size),
            };
            self.push(block, Instruction { action, ..instruction.clone() })?;
        }
        let first = BlockId(self.result.blocks.len() as u32);
        self.result.blocks[block.0 as usize].end = End::Jump(to(first));
        stacker::maybe_grow(64 << 10, 1 << 20, || self.body(&inner))
    }

    /// The end of a block; a return goes on after the call.
    fn end(
        &mut self,
        activation: &Activation,
        block: BlockId,
        first: u32,
        end: &End,
        last: Option<&Instruction>,
    ) -> Result<(), Stop> {
        let mut end = end.clone();
        for operand in end.operands_mut() {
            move_operand(operand, activation.temporaries);
        }
        for target in end.targets_mut() {
            target.block.0 += first;
        }
        if let (End::Return(value), Some((answer, after))) = (&end, &activation.answer) {
            let locals = self.unit.functions[activation.id.0 as usize].locals.len() as u32;
            let place = last.map(|last| (last.place, last.sequence));
            let (place, sequence) =
                place.unwrap_or((boolprog_c_syntax::source::Place::default(), SequenceId(activation.sequences)));
            for local in 0..locals {
                let action = Action::End(LocalId(activation.locals + local));
                self.push(block, Instruction { action, place, sequence })?;
            }
            let wanted =
                if matches!(answer, Answer::Value(_)) { Some(value.unwrap_or(Operand::Number(0))) } else { None };
            end = End::Jump(Target { block: *after, arguments: wanted.into_iter().collect() });
        }
        self.result.blocks[block.0 as usize].end = end;
        Ok(())
    }

    fn temporary(&mut self, shape: Shape) -> TemporaryId {
        self.result.temporaries.push(shape);
        TemporaryId(self.result.temporaries.len() as u32 - 1)
    }

    fn new_block(&mut self) -> BlockId {
        self.result.blocks.push(Block::default());
        BlockId(self.result.blocks.len() as u32 - 1)
    }
}

fn reads_list(function: &Function) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| matches!(instruction.action, Action::ListStart(_)))
}

fn to(block: BlockId) -> Target {
    Target { block, arguments: Vec::new() }
}

fn move_operand(operand: &mut Operand, by: u32) {
    if let Operand::Temporary(temporary) = operand {
        temporary.0 += by;
    }
}

/// The callee, as the function that calls it names it.
fn unmoved(callee: Callee, by: u32) -> Callee {
    match callee {
        Callee::Pointer(Operand::Temporary(temporary)) => {
            Callee::Pointer(Operand::Temporary(TemporaryId(temporary.0 - by)))
        }
        callee => callee,
    }
}
