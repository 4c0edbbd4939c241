//! The [skeleton](boolprog_base::dependence) of the threads of a C program: each instruction is a command, and so is each jump.

use std::collections::BTreeSet;

use boolprog_base::dependence::{Command, Part, Parts, Skeleton, Write};
use boolprog_c_form::form::{
    Action, Answer, Block, BlockId, End, Function, FunctionId, Instruction, Operand, Operation, Place, Target,
    TemporaryId, ThreadId, Unit,
};
use boolprog_c_form::points_to::{PointsTo, Thing};
use boolprog_c_syntax::library::PREFIX;
use rustc_hash::FxHashMap;

/// Something that has a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variable {
    Temporary(FunctionId, TemporaryId),
    Thing(Thing),
    /// The results of threads but the first one.
    Results,
}

/// An instruction of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) function: &'a Function,
    pub(crate) instruction: &'a Instruction,
}

/// The skeleton of the threads so far.
pub(crate) struct Lowering<'a> {
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    pub(crate) skeleton: Skeleton,
    /// By command: its instruction; jumps have none.
    pub(crate) origins: Vec<Option<Origin<'a>>>,
    /// By command: `true` if it may wait.
    pub(crate) waiting: Vec<bool>,
    numbers: FxHashMap<Variable, u32>,
    /// By thread, the place where it begins.
    begins: Vec<u32>,
    /// By thread, the parts on which its beginning depends: control where it is created.
    created: Vec<Parts>,
}

impl<'a> Lowering<'a> {
    /// That of all threads. Takes time linear in their instructions and in the sets of what these access.
    pub(crate) fn of(unit: &'a Unit, sets: &'a PointsTo<'a>) -> Self {
        let mut lowering = Self::new(unit, sets);
        for thread in 0..unit.threads.len() as u32 {
            lowering.thread(ThreadId(thread));
        }
        lowering
    }

    fn new(unit: &'a Unit, sets: &'a PointsTo<'a>) -> Self {
        let threads = unit.threads.len();
        let skeleton = Skeleton { agents: threads, places: threads, ..Skeleton::default() };
        let begins = (0..threads as u32).collect();
        let created = vec![Parts::new(); threads];
        let (origins, waiting, numbers) = Default::default();
        Self { unit, sets, skeleton, origins, waiting, numbers, begins, created }
    }

    fn thread(&mut self, thread: ThreadId) {
        let id = self.unit.threads[thread.0 as usize].function;
        let function = &self.unit.functions[id.0 as usize];
        let first = self.skeleton.places as u32;
        self.skeleton.places += function.blocks.len();
        let mut walk = Walk { lowering: self, function, id, agent: thread.0, first };
        let begin = walk.lowering.begins[thread.0 as usize];
        walk.jump((begin, Parts::new()), None, &[]);
        for (block, number) in function.blocks.iter().zip(0..) {
            walk.block(block, BlockId(number));
        }
    }

    fn place(&mut self) -> u32 {
        self.skeleton.places += 1;
        self.skeleton.places as u32 - 1
    }

    fn number(&mut self, variable: Variable) -> u32 {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(variable).or_insert(next);
        self.skeleton.variables = self.numbers.len();
        number
    }

    fn part(&mut self, variable: Variable) -> Part {
        Part::Variable(self.number(variable))
    }
}

/// The walk over the blocks of a thread.
struct Walk<'l, 'a> {
    lowering: &'l mut Lowering<'a>,
    function: &'a Function,
    id: FunctionId,
    agent: u32,
    /// The place where its first block begins; those of the others follow.
    first: u32,
}

impl<'a> Walk<'_, 'a> {
    fn block(&mut self, block: &'a Block, number: BlockId) {
        let mut source = self.first + number.0;
        for instruction in &block.instructions {
            let target = self.lowering.place();
            self.instruction(instruction, source, target);
            source = target;
        }
        let condition: Parts = block.end.operand().map(|value| self.operands([value])).unwrap_or_default();
        if let (End::Return(Some(_)), 1..) = (&block.end, self.agent) {
            let target = self.lowering.place();
            let results = self.lowering.number(Variable::Results);
            let write = Write { variable: results, reads: condition };
            self.command((source, target), Parts::new(), [write]);
            return;
        }
        let is_one = block.end.targets().len() == 1;
        for target in block.end.targets() {
            let condition = if is_one { Parts::new() } else { condition.clone() };
            let function = self.function;
            self.jump((source, condition), Some(target), &function.blocks[target.block.0 as usize].parameters);
        }
    }

    /// A jump to a block, the first one if none, whose parameters get the arguments.
    fn jump(&mut self, (source, condition): (u32, Parts), target: Option<&Target>, parameters: &[TemporaryId]) {
        let block = target.map_or(BlockId(0), |target| target.block);
        let arguments = target.into_iter().flat_map(|target| &target.arguments);
        let writes: Vec<Write> = parameters
            .iter()
            .zip(arguments)
            .map(|(parameter, argument)| Write {
                variable: self.lowering.number(Variable::Temporary(self.id, *parameter)),
                reads: self.operands([*argument]),
            })
            .collect();
        self.command((source, self.first + block.0), condition, writes);
    }

    fn instruction(&mut self, instruction: &'a Instruction, source: u32, target: u32) {
        // The life of a local begins and ends where nothing stands in the text.
        let is_life = matches!(instruction.action, Action::Begin(_) | Action::End(_));
        let origin = (!is_life).then_some(Origin { function: self.function, instruction });
        let Accesses { temporary, mut reads, writes } = self.accesses(&instruction.action);
        let mut operands = instruction.action.clone();
        let operands: Vec<Operand> = operands.operands_mut().into_iter().map(|operand| *operand).collect();
        reads.extend(self.operands(operands));
        let may_wait = self.may_wait(&instruction.action);
        if may_wait {
            reads.push(self.lowering.part(Variable::Results));
        }
        let temporary = temporary.map(|temporary| Variable::Temporary(self.id, temporary));
        let written: Vec<u32> =
            writes.into_iter().map(Variable::Thing).chain(temporary).map(|it| self.lowering.number(it)).collect();
        let writes = written.into_iter().map(|variable| Write { variable, reads: reads.clone() }).collect();
        let condition = if may_wait { reads } else { Parts::new() };
        let command = Command { agent: self.agent, source, targets: [target].into_iter().collect(), condition, writes };
        self.add(command, origin, may_wait);
        if let Action::Create(_, thread, arguments) = &instruction.action {
            self.creation(*thread, arguments, (source, target));
        }
    }

    /// A thread begins, whose function gets arguments, depending on control of its creator.
    fn creation(&mut self, thread: ThreadId, arguments: &[Operand], (source, target): (u32, u32)) {
        let created = self.lowering.unit.threads[thread.0 as usize].function;
        let parameters = &self.lowering.unit.functions[created.0 as usize].parameters;
        let writes: Vec<Write> = parameters
            .iter()
            .zip(arguments)
            .map(|(parameter, argument)| Write {
                variable: self.lowering.number(Variable::Thing(Thing::Local(created, *parameter))),
                reads: self.operands([*argument]),
            })
            .collect();
        self.command((source, target), Parts::new(), writes);
        let begin = self.lowering.begins[thread.0 as usize];
        self.lowering.created[thread.0 as usize].extend([Part::Agent(self.agent), Part::Place(source)]);
        let condition = self.lowering.created[thread.0 as usize].clone();
        let command = Command {
            agent: thread.0,
            source: begin,
            targets: [begin].into_iter().collect(),
            condition,
            writes: [].into_iter().collect(),
        };
        self.add(command, None, true);
    }

    /// A command for which nothing stands in the text.
    fn command(&mut self, (source, target): (u32, u32), condition: Parts, writes: impl IntoIterator<Item = Write>) {
        let (targets, writes) = ([target].into_iter().collect(), writes.into_iter().collect());
        self.add(Command { agent: self.agent, source, targets, condition, writes }, None, false);
    }

    fn add(&mut self, command: Command, origin: Option<Origin<'a>>, may_wait: bool) {
        self.lowering.skeleton.commands.push(command);
        self.lowering.origins.push(origin);
        self.lowering.waiting.push(may_wait);
    }

    /// `true` if control may not go on: intrinsics may wait for others or end the program, and a call by a pointer may be one.
    fn may_wait(&self, action: &Action) -> bool {
        match action {
            Action::Call(_) => {
                let name = |id: FunctionId| &self.lowering.unit.functions[id.0 as usize].name;
                action.called().is_none_or(|called| name(called).starts_with(PREFIX))
            }
            Action::Require(..) => true,
            _ => false,
        }
    }

    fn operands(&mut self, operands: impl IntoIterator<Item = Operand>) -> Parts {
        let temporaries = operands.into_iter().filter_map(Operand::temporary);
        temporaries.map(|temporary| self.lowering.part(Variable::Temporary(self.id, temporary))).collect()
    }

    fn things(&self, place: Place) -> impl Iterator<Item = Thing> + use<> {
        let set = self.lowering.sets.place(self.id, place);
        set.iter().map(|pointee| pointee.thing).collect::<Vec<_>>().into_iter()
    }

    /// The objects that an instruction reads and writes, and the temporary that gets a value.
    fn accesses(&mut self, action: &Action) -> Accesses {
        let mut copy = action.clone();
        let temporary = copy.written_mut().map(|temporary| *temporary);
        let local = copy.local_mut().map(|local| Thing::Local(self.id, *local));
        let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
        match action {
            Action::Compute(_, Operation::Address(_)) => {}
            Action::Load(_, place, _) => read.extend(self.things(*place)),
            Action::Store(place, ..) | Action::Zero(place, _) => written.extend(self.things(*place)),
            Action::Copy(to, from, _) => {
                written.extend(self.things(*to));
                read.extend(self.things(*from));
            }
            _ => copy.places_mut().into_iter().for_each(|place| {
                read.extend(self.things(*place));
                written.extend(self.things(*place));
            }),
        }
        if let Action::Call(_) | Action::Forget(..) = action {
            for operand in copy.operands_mut() {
                let pointed: Vec<Thing> =
                    self.lowering.sets.operand(self.id, *operand).iter().map(|it| it.thing).collect();
                read.extend(pointed.iter().copied());
                written.extend(pointed);
            }
        }
        if let Action::Call(call) = action
            && let Answer::Place(place) = call.result
        {
            written.extend(self.things(place));
        }
        written.extend(local);
        let reads = read.into_iter().map(|thing| self.lowering.part(Variable::Thing(thing))).collect();
        Accesses { temporary, reads, writes: written.into_iter().collect() }
    }
}

struct Accesses {
    temporary: Option<TemporaryId>,
    reads: Parts,
    writes: Vec<Thing>,
}
