//! The places of a body where threads are created.

use boolprog_c_syntax::tree::Binary;

use super::{Body, Start};
use crate::form::{
    Action, Answer, Argument, Base, Block, BlockId, Call, End, Function, FunctionId, Instruction, Operand, Operation,
    Place, Shape, Target, TemporaryId, ThreadId, Unit,
};
use crate::points_to::{PointsTo, Set, Thing};

/// The intrinsic that creates a thread.
const CREATE: &str = "__boolprog_create";

/// The intrinsic that tells whether a thread has ended.
const ENDED: &str = "__boolprog_ended";

/// The intrinsic that makes an object of the heap.
const ALLOCATE: &str = "__boolprog_allocate";

/// A place where threads are created.
pub(super) struct Site {
    /// The function whose body it is in.
    pub(super) function: FunctionId,
    /// The thread that executes it, if there is just one.
    pub(super) creator: Option<ThreadId>,
    block: BlockId,
    instruction: usize,
    /// The threads that may be created.
    pub(super) starts: Vec<Start>,
}

/// The places of a body where threads are created of which the functions are known, in their order.
pub(super) fn sites(unit: &Unit, sets: &PointsTo<'_>, body: &Body) -> Vec<Site> {
    let mut sites = Vec::new();
    for (number, block) in unit.functions[body.id.0 as usize].blocks.iter().enumerate() {
        for (instruction, it) in block.instructions.iter().enumerate() {
            let Some(call) = creation(unit, &it.action) else { continue };
            let starts = starts(unit, sets, body.id, call);
            if !starts.is_empty() {
                let block = BlockId(number as u32);
                sites.push(Site { function: body.id, creator: body.thread, block, instruction, starts });
            }
        }
    }
    sites
}

/// Returns `true` if an instruction creates a thread.
pub(super) fn is_creation(unit: &Unit, action: &Action) -> bool {
    creation(unit, action).is_some()
}

/// Returns `true` if an instruction asks for the end of a thread.
pub(super) fn is_join(unit: &Unit, action: &Action) -> bool {
    action.called().is_some_and(|called| unit.functions[called.0 as usize].name == ENDED)
}

/// Returns `true` if an instruction makes an object of the heap.
pub(super) fn is_allocation(unit: &Unit, action: &Action) -> bool {
    action.called().is_some_and(|called| unit.functions[called.0 as usize].name == ALLOCATE)
}

fn creation<'a>(unit: &Unit, action: &'a Action) -> Option<&'a Call> {
    let Action::Call(call) = action else { return None };
    let name = &unit.functions[action.called()?.0 as usize].name;
    let are_scalars = call.arguments.iter().all(|argument| matches!(argument, Argument::Value(..)));
    (name == CREATE && are_scalars && !call.arguments.is_empty()).then_some(call)
}

/// The functions that the new thread may execute. The first argument of its function, if it points to functions only, is the one
/// that the thread is to start with.
fn starts(unit: &Unit, sets: &PointsTo<'_>, id: FunctionId, call: &Call) -> Vec<Start> {
    let operands = operands(call);
    let set = |index: usize| operands.get(index).map(|operand| sets.operand(id, *operand)).unwrap_or_default();
    let (runs, given) = (functions(unit, &set(0)), set(1));
    let starts = functions(unit, &given);
    let is_known = !starts.is_empty() && starts.len() == given.iter().count();
    let starts: Vec<Option<FunctionId>> = if is_known { starts.into_iter().map(Some).collect() } else { vec![None] };
    runs.into_iter().flat_map(|run| starts.iter().map(move |start| Start { run, start: *start })).collect()
}

fn operands(call: &Call) -> Vec<Operand> {
    let operands = call.arguments.iter().filter_map(|argument| match argument {
        Argument::Value(value, _) => Some(*value),
        Argument::Copy(..) => None,
    });
    operands.collect()
}

/// The functions with a body to which pointers of a set point.
fn functions(unit: &Unit, set: &Set) -> Vec<FunctionId> {
    let codes = set.iter().filter_map(|pointee| match pointee.thing {
        Thing::Code(function) if !unit.functions[function.0 as usize].blocks.is_empty() => Some(function),
        _ => None,
    });
    codes.collect()
}

/// Lets a place create these threads, one of them by what the pointers are.
pub(super) fn create(function: &mut Function, site: &Site, threads: &[ThreadId]) {
    let block = &mut function.blocks[site.block.0 as usize];
    let rest = block.instructions.split_off(site.instruction + 1);
    let Some(instruction) = block.instructions.pop() else { return };
    let Action::Call(call) = &instruction.action else { return };
    let to = match call.result {
        Answer::Value(to) => Some(to),
        Answer::None | Answer::Place(_) => None,
    };
    let operands = operands(call);
    if let [thread] = threads {
        let action = Action::Create(to, *thread, operands[1..].to_vec());
        block.instructions.push(Instruction { action, ..instruction });
        block.instructions.extend(rest);
        return;
    }
    let end = std::mem::take(&mut block.end);
    let after = add_block(function, Block { parameters: to.into_iter().collect(), instructions: rest, end });
    let mut current = site.block;
    let are_runs_different = site.starts.iter().any(|start| start.run != site.starts[0].run);
    let mut choice = Choice { function, instruction: &instruction, operands, are_runs_different };
    for (index, (start, thread)) in site.starts.iter().zip(threads).enumerate() {
        let here = if index + 1 == threads.len() { current } else { choice.select(&mut current, *start) };
        choice.create(here, *start, *thread, (to, after));
    }
}

/// A place that creates one of several threads.
struct Choice<'a> {
    function: &'a mut Function,
    instruction: &'a Instruction,
    operands: Vec<Operand>,
    /// `true` if the function that is executed tells threads apart, not just the one that they start with.
    are_runs_different: bool,
}

impl Choice<'_> {
    /// A block for a thread; the current block is then the one for others.
    fn select(&mut self, current: &mut BlockId, start: Start) -> BlockId {
        let run = self.are_runs_different.then_some(start.run);
        let tests = [run, start.start].into_iter().zip(0..).filter_map(|(function, index)| Some((function?, index)));
        let mut is_meant = Operand::Number(1);
        for (function, index) in tests {
            let is_equal = self.equal(*current, self.operands[index], function);
            is_meant = match is_meant {
                Operand::Number(_) => is_equal,
                other => {
                    let both = Operation::Binary(Binary::And, other, is_equal, Shape::Signed(4));
                    self.compute(*current, Shape::Signed(4), both)
                }
            };
        }
        let [here, next] = [(), ()].map(|()| add_block(self.function, Block::default()));
        self.function.blocks[current.0 as usize].end = End::Branch(is_meant, jump(here), jump(next));
        *current = next;
        here
    }

    fn create(&mut self, here: BlockId, start: Start, thread: ThreadId, (to, after): (Option<TemporaryId>, BlockId)) {
        let mut arguments = self.operands[1..].to_vec();
        if let (Some(start), Some(argument)) = (start.start, arguments.first_mut()) {
            *argument = self.address(here, start);
        }
        let number = to.map(|to| self.temporary(self.function.temporaries[to.0 as usize]));
        self.push(here, Action::Create(number, thread, arguments));
        let arguments = number.into_iter().map(Operand::Temporary).collect();
        self.function.blocks[here.0 as usize].end = End::Jump(Target { block: after, arguments });
    }

    fn equal(&mut self, block: BlockId, pointer: Operand, function: FunctionId) -> Operand {
        let address = self.address(block, function);
        let comparison = Operation::Binary(Binary::Equal, pointer, address, Shape::Pointer(8));
        self.compute(block, Shape::Signed(4), comparison)
    }

    fn address(&mut self, block: BlockId, function: FunctionId) -> Operand {
        let code = Place { base: Base::Function(function), offset: 0 };
        self.compute(block, Shape::Pointer(8), Operation::Address(code))
    }

    fn compute(&mut self, block: BlockId, shape: Shape, operation: Operation) -> Operand {
        let to = self.temporary(shape);
        self.push(block, Action::Compute(to, operation));
        Operand::Temporary(to)
    }

    fn push(&mut self, block: BlockId, action: Action) {
        let instruction = Instruction { action, ..self.instruction.clone() };
        self.function.blocks[block.0 as usize].instructions.push(instruction);
    }

    fn temporary(&mut self, shape: Shape) -> TemporaryId {
        self.function.temporaries.push(shape);
        TemporaryId(self.function.temporaries.len() as u32 - 1)
    }
}

fn add_block(function: &mut Function, block: Block) -> BlockId {
    function.blocks.push(block);
    BlockId(function.blocks.len() as u32 - 1)
}

fn jump(block: BlockId) -> Target {
    Target { block, arguments: Vec::new() }
}
