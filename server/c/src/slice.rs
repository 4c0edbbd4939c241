//! Slices of C programs: the places in their text that matter to properties, and the others.
//!
//! The threads with the bodies of what they call are a [skeleton](dependence): each instruction is a command, which writes temporaries
//! and objects, and so is each jump. An object is one variable, whatever part of it is accessed. Control depends on what the slices
//! of other languages depend on, so that no loop is left out that may have no end. Calls that are not replaced by bodies read and
//! write what their arguments point to, and those of intrinsics may wait.

use std::collections::BTreeSet;
use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_base::dependence::{Command, Decisions, Part, Parts, Skeleton, Write};
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_c_form::form::{
    Action, Answer, Block, BlockId, End, Function, FunctionId, Instruction, Operand, Operation, Place, Target,
    TemporaryId, ThreadId, Unit,
};
use boolprog_c_form::points_to::{PointsTo, Thing, points_to};
use boolprog_c_form::stages::threaded;
use boolprog_c_syntax::library::PREFIX;
use boolprog_c_syntax::program;
use boolprog_c_syntax::texts::Texts;
use rustc_hash::FxHashMap;

use crate::Options;
use crate::read::{failed, no_stage, stopped};

/// The places of a program in its joined text, those of the library left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// Places on which the properties depend.
    pub kept: BTreeSet<Span>,
    /// The others.
    pub left_out: BTreeSet<Span>,
}

/// The slice of a program for properties at these places of its text. Fails with all reasons. Takes the time of the cone of influence,
/// and that of points-to sets.
pub fn slice(
    (path, text): (&str, &Arc<str>),
    options: &Options,
    properties: &[Span],
    control: &dyn Control,
) -> Result<Slice, Vec<Diagnostic>> {
    let inputs = options.inputs(path, text);
    let units = program::units(&inputs, control).map_err(|why| failed(why, &options.joined(text)))?;
    let texts = Texts::of(&units[..inputs.len()]);
    let unit = threaded(&units, &options.entry, control).map_err(no_stage)?;
    if let Some(name) = recursive(&unit) {
        let message = format!("`{name}` calls itself, so the parts on which a property depends are not known.");
        return Err(vec![Diagnostic::new("c-not-supported", Severity::Error, Span::empty(0), message)]);
    }
    let sets = points_to(&unit, unit.threads[0].function, control).map_err(stopped)?;
    let mut lowering = Lowering::new(&unit, &sets);
    for thread in 0..unit.threads.len() as u32 {
        lowering.thread(ThreadId(thread));
    }
    let Lowering { skeleton, origins, waiting, .. } = lowering;
    let span_of = |origin: &Option<Origin<'_>>| {
        origin.as_ref().and_then(|Origin { function, instruction }| {
            let (activation, place) = function.shown(instruction.activation, instruction.place);
            texts.span(function.activations[activation.0 as usize].unit, place).filter(|span| !span.is_empty())
        })
    };
    let spans: Vec<Option<Span>> = origins.iter().map(span_of).collect();
    let is_asked = |span: &Option<Span>| span.is_some_and(|span| properties.iter().any(|it| it.contains(span)));
    let asked: Vec<bool> = spans.iter().map(is_asked).collect();
    let matters = matters(&skeleton, &asked, &waiting);
    let of =
        |wanted: bool| spans.iter().zip(&matters).filter(move |(_, it)| **it == wanted).filter_map(|(span, _)| *span);
    let kept: BTreeSet<Span> = of(true).collect();
    let left_out = of(false).filter(|span| !kept.contains(span)).collect();
    Ok(Slice { kept, left_out })
}

/// A function of the program that is still called, since it calls itself, directly or not.
fn recursive(unit: &Unit) -> Option<&str> {
    let threads = unit.threads.iter().map(|thread| &unit.functions[thread.function.0 as usize]);
    let called = threads.flat_map(Function::instructions).filter_map(|instruction| instruction.action.called());
    let called = called.map(|id| &unit.functions[id.0 as usize]);
    let is_own = |function: &Function| !function.blocks.is_empty() && !function.activations[0].is_library;
    called.filter(|function| is_own(function)).map(|function| &*function.name).next()
}

/// By command: `true` if those that are asked about depend on it.
fn matters(all: &Skeleton, asked: &[bool], waiting: &[bool]) -> Vec<bool> {
    let &Skeleton { variables, agents, places, .. } = all;
    let mut skeleton = Skeleton { variables, agents, places, ..Skeleton::default() };
    for (command, _) in all.commands.iter().zip(asked).filter(|(_, asked)| **asked) {
        let reads = command.condition.iter().chain(command.writes.iter().flat_map(|write| &write.reads));
        skeleton.asked.extend(reads.copied().chain([Part::Agent(command.agent), Part::Place(command.source)]));
    }
    // Values that one thread writes may be read by another one whatever the first does next.
    let has_others = all.agents > 1;
    let mut kept = vec![true; all.commands.len()];
    loop {
        let commands = all.commands.iter().zip(&kept).filter(|(_, kept)| **kept);
        skeleton.commands = commands.map(|(command, _)| command.clone()).collect();
        let Decisions { cone, is_idle } = skeleton.decisions(&total(all, &kept, waiting));
        let is_seen = |place: u32| cone.contains(Part::Place(place));
        let counts = |command: &Command| has_others && cone.counts(command);
        let alive = skeleton.alive((0..all.places as u32).filter(|place| is_seen(*place)), |_, it| counts(it));
        let goes_on = |command: &Command| command.targets.iter().any(|target| alive[*target as usize]);
        let leads = |command: &Command| is_seen(command.source) || counts(command) || goes_on(command);
        let still: Vec<bool> = all.commands.iter().map(leads).collect();
        if still == kept {
            let decides = |command: &Command| !command.condition.is_empty() && !is_idle[command.source as usize];
            let is_part = |it: &Command| leads(it) && (is_seen(it.source) || cone.counts(it) || decides(it));
            return all.commands.iter().map(is_part).collect();
        }
        kept = still;
    }
}

/// By place: `true` if some command can be taken there in any case, and all are kept.
fn total(all: &Skeleton, kept: &[bool], waiting: &[bool]) -> Vec<bool> {
    let mut is_total = vec![false; all.places];
    all.commands.iter().for_each(|command| is_total[command.source as usize] = true);
    for (command, (kept, waits)) in all.commands.iter().zip(kept.iter().zip(waiting)) {
        is_total[command.source as usize] &= *kept && !waits;
    }
    is_total
}

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
struct Origin<'a> {
    function: &'a Function,
    instruction: &'a Instruction,
}

/// The skeleton of the threads so far.
struct Lowering<'a> {
    unit: &'a Unit,
    sets: &'a PointsTo<'a>,
    skeleton: Skeleton,
    /// By command: its instruction; jumps have none.
    origins: Vec<Option<Origin<'a>>>,
    /// By command: `true` if it may wait.
    waiting: Vec<bool>,
    numbers: FxHashMap<Variable, u32>,
    /// By thread, the place where it begins.
    begins: Vec<u32>,
    /// By thread, the parts on which its beginning depends: control where it is created.
    created: Vec<Parts>,
}

impl<'a> Lowering<'a> {
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

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

    /// The lines that are left out for a property at a text.
    fn left_out(text: &str, property: &str) -> Vec<usize> {
        let at = text.find(property).expect("the text of the property") as u32;
        let span = Span::new(at, at + property.len() as u32);
        let slice = slice(("program.c", &text.into()), &Options::default(), &[span], &Unlimited).expect("a program");
        let line = |span: &Span| text[..span.start as usize].matches('\n').count() + 1;
        let kept: BTreeSet<usize> = slice.kept.iter().map(line).collect();
        let left: BTreeSet<usize> = slice.left_out.iter().map(line).collect();
        left.difference(&kept).copied().collect()
    }

    const SUM: &str = "#include <assert.h>
extern int input(void);
int main(void) {
  int total = 0;
  int noise = 0;
  if (input() > 10) {
    noise = input();
    noise = noise + 1;
  }
  for (int i = 0; i < 10; i++) {
    total = total + 1;
    noise = noise * 2;
  }
  if (noise > 5) total = total + 0;
  assert(total == 10);
  noise = 7;
  return noise;
}
";

    #[test]
    fn what_a_property_does_not_depend_on_is_left_out() {
        assert_eq!(left_out(SUM, "assert(total == 10)"), [16, 17]);
        let without = SUM.replace("  if (noise > 5) total = total + 0;\n", "\n");
        assert_eq!(left_out(&without, "assert(total == 10)"), [5, 6, 7, 8, 12, 16, 17]);
    }

    #[test]
    fn pointers_calls_and_other_threads_count() {
        let text = "#include <assert.h>
#include <pthread.h>
int shared, other;
void set(int *to, int value) {
  *to = value;
}
void *work(void *unused) {
  set(&shared, 1);
  set(&other, 2);
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, work, 0);
  int here = shared;
  other = 3;
  assert(here < 2);
}
";
        assert_eq!(left_out(text, "assert(here < 2)"), [9, 16]);
    }

    #[test]
    fn a_loop_that_may_have_no_end_matters() {
        let text = "#include <assert.h>
extern int input(void);
int main(void) {
  int n = input();
  while (n != 0) n = input();
  assert(0);
}
";
        assert_eq!(left_out(text, "assert(0)"), []);
    }
}
