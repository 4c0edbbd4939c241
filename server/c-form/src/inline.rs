//! Inlining: the functions with which threads begin get the bodies of all functions that they call.
//!
//! Functions that call themselves are copied [to a bound](recursion); a call beyond it is one of [`BEYOND`], which ends the path.
//! Calls of functions that have no body stay calls, and those of the library that read a list of arguments. The functions that a call
//! by a pointer can call are those of the [points-to sets](crate::points_to).

use boolprog_base::control::{Control, Progress, Stop};

use crate::form::{
    Action, Activation, ActivationId, Answer, Base, Block, BlockId, Call, Callee, End, Function, FunctionId,
    Instruction, LocalId, Operand, Passed, Place, Sequence, SequenceId, Shape, Target, TemporaryId, Unit,
};
use crate::points_to::PointsTo;

mod assertions;
mod calls;
mod circles;
mod lists;
mod recursion;
mod types;

pub use assertions::FAILS;
pub(crate) use circles::Circles;
pub(crate) use lists::is_native;

/// The function that is called where a path goes beyond what is examined; it does not return.
pub(crate) const BEYOND: &str = "__boolprog_beyond";

/// The functions with which atomic sections begin and end.
pub(crate) const SECTION: [&str; 2] = ["__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"];

/// The body of a function whose name begins so is an atomic section.
const ATOMIC: &str = "__VERIFIER_atomic_";

/// Facts about a program that inlining needs.
pub(crate) struct Program<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) sets: &'a PointsTo<'a>,
    pub(crate) circles: Circles,
    /// The declaration of [`BEYOND`].
    pub(crate) beyond: FunctionId,
    /// The declarations of [`SECTION`].
    pub(crate) section: [FunctionId; 2],
}

/// A function with the bodies of those that it calls; it stands for another one, which is active when it begins. Calls beyond the
/// bound of recursion are those of a declaration of [`BEYOND`]. Fails if the work is stopped. Takes time linear in the result,
/// which can be exponential in the unit, but for functions that call themselves.
pub(crate) fn inline(
    program: &Program<'_>,
    id: FunctionId,
    stands_for: FunctionId,
    control: &dyn Control,
) -> Result<Function, Stop> {
    let function = &program.unit.functions[id.0 as usize];
    let result = Function { blocks: Vec::new(), ..function.clone() };
    let active = vec![stands_for; function.activations.len()];
    let mut inliner = Inliner { program, control, result, active, size: 0 };
    inliner.body(&Body { id, locals: 0, temporaries: 0, sequences: 0, activations: 0, list: None, answer: None })?;
    inliner.recursive_calls()?;
    Ok(inliner.result)
}

struct Inliner<'a> {
    program: &'a Program<'a>,
    control: &'a dyn Control,
    result: Function,
    /// The function of each activation of the result.
    active: Vec<FunctionId>,
    /// Number of instructions.
    size: u64,
}

/// A body that is being copied.
struct Body {
    id: FunctionId,
    /// The offsets that are added to the numbers of its locals, temporaries, sequences and activations.
    locals: u32,
    temporaries: u32,
    sequences: u32,
    activations: u32,
    /// The local with the arguments after the parameters, if there can be any.
    list: Option<LocalId>,
    /// For a called function: where its result goes, and the block after the call.
    answer: Option<(Answer, BlockId)>,
}

/// The control is polled each time that a function has grown by this number of instructions.
const POLL: u64 = 1 << 10;

impl Inliner<'_> {
    fn body(&mut self, body: &Body) -> Result<(), Stop> {
        let function = &self.program.unit.functions[body.id.0 as usize];
        let first = self.result.blocks.len() as u32;
        self.result.blocks.resize(first as usize + function.blocks.len(), Block::default());
        for (number, block) in function.blocks.iter().enumerate() {
            let mut current = BlockId(first + number as u32);
            let parameters = block.parameters.iter().map(|it| TemporaryId(it.0 + body.temporaries));
            self.result.blocks[current.0 as usize].parameters = parameters.collect();
            for instruction in &block.instructions {
                let instruction = Self::renamed(body, instruction);
                if self.list(body, current, &instruction)? {
                    continue;
                }
                match self.callees(body, &instruction) {
                    Some((callees, is_other)) => current = self.call(current, &instruction, &callees, is_other)?,
                    None => self.push(current, instruction)?,
                }
            }
            self.end(body, current, first, &block.end, block.instructions.last())?;
        }
        Ok(())
    }

    /// The functions that a call can call, if it does not stay as it is, and whether it can call one that the program does not have.
    fn callees(&self, body: &Body, instruction: &Instruction) -> Option<(Vec<FunctionId>, bool)> {
        let Action::Call(call) = &instruction.action else { return None };
        let call = Call { function: unmoved(call.function, body.temporaries), ..call.clone() };
        let callees = self.program.sets.callees(body.id, &call);
        let stays = matches!(call.function, Callee::Function(called) if self.stays(instruction.activation, called));
        let is_other = match call.function {
            Callee::Pointer(pointer) => self.program.sets.operand(body.id, pointer).is_elsewhere(),
            Callee::Function(_) => false,
        };
        (!callees.is_empty() && !stays).then_some((callees, is_other))
    }

    /// Returns `true` if a function is not copied at once where an activation calls it.
    fn stays(&self, caller: ActivationId, id: FunctionId) -> bool {
        !self.has_body(id) || self.program.circles.are_together(self.active[caller.0 as usize], id)
    }

    /// Returns `true` if a function has a body that can be copied.
    fn has_body(&self, id: FunctionId) -> bool {
        let function = &self.program.unit.functions[id.0 as usize];
        !function.blocks.is_empty() && !lists::is_native(function, self.program.unit)
    }

    /// Number of times that a function is active in an activation.
    fn activations(&self, activation: ActivationId, id: FunctionId) -> usize {
        let all = std::iter::successors(Some(activation), |it| Some(self.result.activations[it.0 as usize].caller?.0));
        all.filter(|activation| self.active[activation.0 as usize] == id).count()
    }

    fn push(&mut self, block: BlockId, instruction: Instruction) -> Result<(), Stop> {
        self.note_assertion(&instruction);
        self.result.blocks[block.0 as usize].instructions.push(instruction);
        self.size += 1;
        if !self.size.is_multiple_of(POLL) {
            return Ok(());
        }
        let bytes = self.size as usize * size_of::<Instruction>();
        self.control.poll(&Progress { phase: "inlining", states: self.size, bytes, ..Progress::default() })
    }

    /// An instruction with the numbers of the result.
    fn renamed(body: &Body, instruction: &Instruction) -> Instruction {
        let mut instruction = instruction.clone();
        instruction.sequence.0 += body.sequences;
        instruction.activation.0 += body.activations;
        for operand in instruction.action.operands_mut() {
            move_operand(operand, body.temporaries);
        }
        if let Some(to) = instruction.action.written_mut() {
            to.0 += body.temporaries;
        }
        if let Some(local) = instruction.action.local_mut() {
            local.0 += body.locals;
        }
        for place in instruction.action.places_mut() {
            match (place.base, &body.answer) {
                (Base::Local(local), _) => place.base = Base::Local(LocalId(local.0 + body.locals)),
                (Base::Result, Some((Answer::Place(wanted), _))) => {
                    *place = Place { base: wanted.base, offset: wanted.offset + place.offset };
                }
                _ => {}
            }
        }
        instruction
    }

    /// The body of a function that is called where a block ends.
    fn enter(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        call: &Call,
        callee: FunctionId,
        after: BlockId,
    ) -> Result<(), Stop> {
        let function = &self.program.unit.functions[callee.0 as usize];
        let mut inner = Body {
            id: callee,
            locals: self.result.locals.len() as u32,
            temporaries: self.result.temporaries.len() as u32,
            sequences: self.result.sequences.len() as u32,
            activations: self.result.activations.len() as u32,
            list: None,
            answer: Some((call.result.clone(), after)),
        };
        self.result.locals.extend(function.locals.iter().cloned());
        self.result.temporaries.extend(&function.temporaries);
        self.result.sequences.extend(function.sequences.iter().map(|sequence| {
            let whole = sequence.whole.map_or(instruction.sequence, |whole| SequenceId(whole.0 + inner.sequences));
            Sequence { whole: Some(whole), ..*sequence }
        }));
        self.result.activations.extend(function.activations.iter().map(|activation| match activation.caller {
            Some((caller, place)) => {
                let caller = ActivationId(caller.0 + inner.activations);
                Activation { caller: Some((caller, place)), ..activation.clone() }
            }
            None => Activation {
                caller: Some((instruction.activation, instruction.place)),
                is_result_used: call.result != Answer::None,
                ..activation.clone()
            },
        }));
        self.active.resize(self.result.activations.len(), callee);
        for local in 0..function.locals.len() as u32 {
            self.push(
                block,
                Instruction { action: Action::Begin(LocalId(inner.locals + local)), ..instruction.clone() },
            )?;
        }
        let taken = function.signature.parameters.iter().copied();
        let parameters = function.parameters.iter().zip(taken.chain(std::iter::repeat(Passed::Nothing)));
        for ((parameter, taken), argument) in parameters.zip(&call.arguments) {
            let place = Place { base: Base::Local(LocalId(inner.locals + parameter.0)), offset: 0 };
            self.pass(block, instruction, place, argument, taken)?;
        }
        if function.signature.is_variadic {
            let rest = call.arguments.get(function.parameters.len()..).unwrap_or_default();
            inner.list = Some(self.pass_list(block, instruction, rest)?);
        }
        let [begin, _] = self.program.section;
        self.pass_section(block, instruction, callee, begin)?;
        let first = BlockId(self.result.blocks.len() as u32);
        self.result.blocks[block.0 as usize].end = End::Jump(to(first));
        stacker::maybe_grow(64 << 10, 1 << 20, || self.body(&inner))
    }

    /// Calls a function at the begin or at the end of the body of another one, if that is an atomic section.
    fn pass_section(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        of: FunctionId,
        called: FunctionId,
    ) -> Result<(), Stop> {
        if !self.program.unit.functions[of.0 as usize].name.starts_with(ATOMIC) {
            return Ok(());
        }
        self.call_plainly(block, instruction, Callee::Function(called))
    }

    /// The end of a block; a return goes on after the call.
    fn end(
        &mut self,
        body: &Body,
        block: BlockId,
        first: u32,
        end: &End,
        last: Option<&Instruction>,
    ) -> Result<(), Stop> {
        let mut end = end.clone();
        for operand in end.operands_mut() {
            move_operand(operand, body.temporaries);
        }
        for target in end.targets_mut() {
            target.block.0 += first;
        }
        if let (End::Return(value), Some((answer, after))) = (&end, &body.answer) {
            let locals = self.program.unit.functions[body.id.0 as usize].locals.len() as u32;
            let last = match last {
                Some(last) => Self::renamed(body, last),
                None => Self::renamed(body, &Instruction::made(Action::End(LocalId(0)))),
            };
            let [_, leave] = self.program.section;
            self.pass_section(block, &last, body.id, leave)?;
            let own = (0..locals).map(|local| LocalId(body.locals + local));
            for local in own.chain(body.list) {
                let action = Action::End(local);
                self.push(block, Instruction { action, ..last.clone() })?;
            }
            let given = self.program.unit.functions[body.id.0 as usize].signature.result;
            let wanted = match answer {
                Answer::Value(to) => Some(self.answer(block, &last, *value, given, *to)?),
                Answer::None | Answer::Place(_) => None,
            };
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
