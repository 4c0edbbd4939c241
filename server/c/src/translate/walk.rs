//! One thread: its blocks as control flow in small steps.

mod shown;
mod start;
mod steps;

use boolprog_base::Span;
use boolprog_c_form::form::{
    ActivationId, Block, BlockId, End, Function, FunctionId, Instruction, Operand, Part, SequenceId, Shape, Target,
    TemporaryId,
};
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use boolprog_integer::{Activation, Check, Comparison};
use std::cell::OnceCell;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::sync::Arc;

use super::Translation;
use super::first::Uses;
use super::memory::Instance;
use super::numbers::{number, within};
use super::variables::{Bounds, Variable};
use crate::arithmetic::Value;
use crate::graph::{Access, Graph, Node, Op};
use crate::locks::Held;
use crate::term;

/// Larger terms become variables.
pub(super) const LARGE: usize = 6;

/// The walk over the blocks of a thread.
pub(super) struct Walk<'t, 'a> {
    pub(super) all: &'t mut Translation<'a>,
    pub(super) thread: usize,
    pub(super) id: FunctionId,
    pub(super) function: &'a Function,
    pub(super) graph: Graph,
    /// The place of control; none after a jump.
    pub(super) node: Option<Node>,
    pub(super) end: Node,
    /// The places where blocks begin.
    begins: FxHashMap<BlockId, Node>,
    /// The variables of temporaries, by their names.
    temporaries: FxHashMap<SmolStr, Variable>,
    values: FxHashMap<TemporaryId, Value>,
    /// The uses of temporaries, if a part of the walk has asked for them.
    pub(super) uses: OnceCell<Uses>,
    /// Temporaries that are used before they are computed again: they have values from the start of the program.
    kept: FxHashSet<TemporaryId>,
    /// Bounds of variables where control is.
    shown: Bounds,
    /// The same at the beginnings of blocks to which only blocks before them lead.
    shown_at: FxHashMap<BlockId, Bounds>,
    /// `true` if the instruction has more than one way.
    has_forked: bool,
    /// Blocks that are walked over.
    walked: FxHashSet<BlockId>,
    /// The places of blocks in their order.
    positions: FxHashMap<BlockId, usize>,
    /// Blocks to which blocks after them lead.
    is_circled: FxHashSet<BlockId>,
    /// The number of the first instruction of each block.
    firsts: Vec<u32>,
    /// The full expression of each sequence.
    fulls: Vec<SequenceId>,
    /// The number of the instruction in the function.
    pub(super) number: u32,
    /// The instructions after it in its block.
    pub(super) rest: &'a [Instruction],
    pub(super) span: Span,
    pub(super) stack: usize,
    activation: ActivationId,
    /// `true` while guards look at the lives of objects that others may end: they belong to the step of the access that follows.
    pub(super) looks_at_lives: bool,
    unit: u32,
    full: Option<SequenceId>,
    /// `true` while everything is known, and no other thread acts: what happens is the first state of the program.
    pub(super) is_starting: bool,
    /// Locals whose lives have begun at the start of the program, with the places.
    pub(super) begun: BTreeMap<Instance, Span>,
    /// Number of sections that have begun at the start of the program.
    pub(super) open_sections: usize,
    /// The place where the section began in which control is.
    pub(super) section: Option<Node>,
    /// The section in which the end of a thread was asked for, the handle, and the answer.
    pub(super) ended: Option<(Node, Expr, Variable)>,
    /// Threads that are created where the section ends, each with the number of the place among those that create it, and the variable
    /// that is 1 if the execution passed its creation.
    pub(super) created: Vec<(usize, usize, Variable)>,
    /// Accesses that the next edge makes.
    pub(super) accesses: Vec<Access>,
    /// The locks that the next edge takes and gives back.
    pub(super) held: Held,
    /// Number of variables that the instruction has needed in between.
    between: u32,
}

impl<'t, 'a> Walk<'t, 'a> {
    pub(super) fn new(all: &'t mut Translation<'a>, thread: usize) -> Self {
        let id = all.threads[thread].function;
        let function = &all.unit.functions[id.0 as usize];
        let mut graph = Graph::default();
        let (first, end) = (graph.node(false), graph.node(false));
        let firsts = function.blocks.iter().scan(0, |next, block| {
            let first = *next;
            *next += block.instructions.len() as u32;
            Some(first)
        });
        let firsts = firsts.collect();
        Self {
            all,
            thread,
            id,
            function,
            graph,
            node: Some(first),
            end,
            begins: FxHashMap::default(),
            temporaries: FxHashMap::default(),
            values: FxHashMap::default(),
            uses: OnceCell::new(),
            kept: FxHashSet::default(),
            shown: Bounds::new(),
            shown_at: FxHashMap::default(),
            has_forked: false,
            walked: FxHashSet::default(),
            positions: FxHashMap::default(),
            is_circled: FxHashSet::default(),
            firsts,
            fulls: full_expressions(function),
            number: 0,
            rest: &[],
            span: Span::empty(0),
            stack: 0,
            activation: ActivationId(0),
            looks_at_lives: false,
            unit: 0,
            full: None,
            is_starting: false,
            begun: BTreeMap::new(),
            open_sections: 0,
            section: None,
            ended: None,
            created: Vec::new(),
            accesses: Vec::new(),
            held: Held::default(),
            between: 0,
        }
    }

    /// The control flow, and where the thread has ended.
    pub(super) fn run(mut self) -> (Graph, Node) {
        self.is_starting = self.thread == 0;
        let (first, from) = if self.is_starting { self.start() } else { (BlockId(0), 0) };
        self.is_starting = false;
        if self.thread == 0 {
            self.show_first_values();
            self.forget_unknown();
            self.forget_unwritten();
        }
        for _ in 0..self.open_sections {
            self.open();
        }
        if self.thread != 0 {
            // The first place waits for the creation.
            self.go_to_new();
        }
        let mut order = self.function.blocks_from(first);
        self.positions = order.iter().copied().zip(0..).collect();
        for block in &order {
            let targets = self.block(*block).end.targets();
            let back = targets.into_iter().map(|it| it.block).filter(|to| self.positions[to] <= self.positions[block]);
            self.is_circled.extend(back.collect::<Vec<_>>());
            self.is_circled.extend(self.all.late.contains(&(self.id, *block)).then_some(*block));
        }
        if self.all.comes_back(self.id, first) {
            let begin = self.begin(first);
            self.keep_started(first, &order);
            self.show_at_circled(first);
            self.go(begin);
        } else {
            order.remove(0);
            self.instructions(first, from);
            self.keep_started(first, &order);
        }
        // A block to which nothing leads is left out; one may be reached from a block after it only.
        while let Some(next) = order.iter().position(|block| self.is_begun(*block)) {
            let block = order.remove(next);
            self.node = Some(self.begin(block));
            self.walked.insert(block);
            self.shown = self.shown_at.remove(&block).or_else(|| self.known_at_circled(block)).unwrap_or_default();
            self.instructions(block, 0);
        }
        (self.graph, self.end)
    }

    pub(super) fn block(&self, block: BlockId) -> &'a Block {
        &self.function.blocks[block.0 as usize]
    }

    /// Returns `true` if something leads to a block.
    fn is_begun(&self, block: BlockId) -> bool {
        self.begins.get(&block).is_some_and(|node| self.graph.entered[*node])
    }

    fn begin(&mut self, block: BlockId) -> Node {
        if let Some(node) = self.begins.get(&block) {
            return *node;
        }
        let node = self.new_node();
        self.begins.insert(block, node);
        node
    }

    fn instructions(&mut self, block: BlockId, from: usize) {
        let body = self.block(block);
        for (index, instruction) in body.instructions.iter().enumerate().skip(from) {
            if self.node.is_none() || self.all.watch.work(1).is_err() {
                return;
            }
            self.locate(block, index, instruction);
            self.action(&instruction.action);
        }
        self.leave(&body.end);
    }

    /// Notes the place of an instruction.
    fn locate(&mut self, block: BlockId, index: usize, instruction: &Instruction) {
        self.number = self.firsts[block.0 as usize] + index as u32;
        self.between = 0;
        self.has_forked = false;
        self.rest = &self.block(block).instructions[index + 1..];
        let (span, stack) = self.all.place(self.id, instruction.activation, instruction.place);
        (self.span, self.stack, self.activation) = (span, stack, instruction.activation);
        if !self.all.options.statements {
            self.unit += 1;
        }
        let full = self.fulls.get(instruction.sequence.0 as usize).copied().unwrap_or(instruction.sequence);
        let is_library = self.function.activations[instruction.activation.0 as usize].is_library;
        if self.full != Some(full) && !is_library {
            self.full = Some(full);
            self.boundary();
        }
    }

    /// Returns `true` if the program uses what the function of the library gives that is being executed.
    pub(super) fn is_result_used(&self) -> bool {
        self.library_call().is_some_and(|it| it.is_result_used)
    }

    /// The name of the function of the library that the program has called.
    pub(super) fn called_function(&self) -> Option<SmolStr> {
        self.library_call().map(|activation| activation.function.clone())
    }

    /// The call of the program by which the library is being executed.
    fn library_call(&self) -> Option<&boolprog_c_form::form::Activation> {
        let outer = |id: &ActivationId| self.function.activations[id.0 as usize].caller.map(|(caller, _)| caller);
        let active =
            std::iter::successors(Some(self.activation), outer).map(|id| &self.function.activations[id.0 as usize]);
        active.take_while(|it| it.is_library).last()
    }

    /// The end of a block.
    fn leave(&mut self, end: &End) {
        match end {
            End::Jump(target) => self.jump(target),
            End::Branch(condition, then, otherwise) => {
                self.chooses([then, otherwise]);
                let condition = self.operand(*condition).condition();
                let (yes, no) = (self.new_node(), self.new_node());
                self.fork(condition.clone(), yes, no);
                let before = self.shown.clone();
                let opposite = Expr::complement(condition.clone());
                for (node, target, condition) in [(yes, then, condition), (no, otherwise, opposite)] {
                    self.node = Some(node).filter(|node| self.graph.entered[*node]);
                    self.shown.clone_from(&before);
                    self.show(&condition);
                    self.jump(target);
                }
            }
            End::Switch(value, cases, default) => {
                let value = self.operand(*value);
                for (low, high, target) in cases {
                    let within = within(&value, *low, *high);
                    let (yes, no) = (self.new_node(), self.new_node());
                    self.fork(within, yes, no);
                    self.node = Some(yes).filter(|node| self.graph.entered[*node]);
                    self.jump(target);
                    self.node = Some(no).filter(|node| self.graph.entered[*node]);
                }
                self.jump(default);
            }
            End::Return(value) => {
                if let Some(value) = value {
                    self.give(*value);
                }
                self.return_from_thread();
            }
            End::Unreachable => self.node = None,
        }
    }

    fn jump(&mut self, target: &Target) {
        if self.node.is_none() {
            return;
        }
        let parameters = &self.block(target.block).parameters;
        let mut assignments = Vec::new();
        for (parameter, argument) in parameters.iter().zip(&target.arguments) {
            let value = self.operand(*argument);
            let variable = self.variable_of(*parameter);
            self.all.variables.widen(variable, (value.low, value.high));
            let name = self.all.variables.name(variable);
            if value.term != Expr::Name(name.clone()) {
                assignments.push((name, value.term));
            }
        }
        if !assignments.is_empty() {
            self.step(Op::Assign(assignments), false);
        }
        let to = self.begin(target.block);
        let (is_circled, is_walked) = (&self.is_circled, &self.walked);
        match (is_circled.contains(&target.block), is_walked.contains(&target.block)) {
            (true, _) => self.show_at_circled(target.block),
            (false, false) => self.show_at(target.block),
            // Facts from there do not hold on this way.
            (false, true) => {
                self.all.late.insert((self.id, target.block));
                self.all.variables.grow();
            }
        }
        self.go(to);
    }

    /// The variable of a temporary.
    fn variable_of(&mut self, temporary: TemporaryId) -> Variable {
        let versions = &self.all.versions[self.thread];
        let first = versions.first(temporary);
        let name = versions.local(first).and_then(|local| self.function.locals[local.0 as usize].name.as_ref());
        let variable = Variable::Temporary(self.thread, first);
        let shape = self.function.temporaries[temporary.0 as usize];
        self.all.variables.declare(variable, name.map_or("value", SmolStr::as_str), shape, name);
        self.all.variables.write(variable, name.cloned());
        self.temporaries.insert(self.all.variables.name(variable), variable);
        variable
    }

    pub(super) fn shape_of(&self, temporary: TemporaryId) -> Shape {
        self.function.temporaries[temporary.0 as usize]
    }

    /// The value of an operand.
    pub(super) fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Number(value) if self.all.options.unbounded && i64::try_from(value).is_err() => {
                Value::large(value)
            }
            Operand::Number(value) => number(value),
            Operand::Floating(_) => number(0),
            Operand::Temporary(temporary) => self.temporary(temporary),
        }
    }

    fn temporary(&self, temporary: TemporaryId) -> Value {
        if let Some(value) = self.values.get(&temporary) {
            return value.clone();
        }
        let variable = Variable::Temporary(self.thread, self.all.versions[self.thread].first(temporary));
        if !self.all.variables.is_declared(variable) {
            return number(0);
        }
        let value = self.all.variables.value(variable);
        self.narrowed(value)
    }

    /// A temporary gets a value that does not change until it is computed again.
    pub(super) fn define(&mut self, temporary: TemporaryId, value: Value) {
        if term::size(&value.term) <= LARGE && !self.kept.contains(&temporary) {
            self.values.insert(temporary, value);
        } else {
            self.assign(temporary, value, false);
        }
    }

    /// A temporary becomes a variable that gets a value, perhaps by an access.
    pub(super) fn assign(&mut self, temporary: TemporaryId, value: Value, shared: bool) {
        if let (Expr::Number(_), false) = (&value.term, shared || self.kept.contains(&temporary)) {
            self.values.insert(temporary, value);
            return;
        }
        let variable = self.variable_of(temporary);
        self.values.remove(&temporary);
        self.set(variable, value, shared);
    }

    /// A temporary gets any value between these.
    pub(super) fn choose(&mut self, temporary: TemporaryId, bounds: (i64, i64)) {
        self.choose_piece(temporary, bounds, Piece::Whole);
    }

    /// The same for a piece of what is chosen here.
    pub(super) fn choose_piece(&mut self, temporary: TemporaryId, bounds: (i64, i64), piece: Piece) {
        self.values.remove(&temporary);
        let variable = self.variable_of(temporary);
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        self.step(Op::Choose(name, self.all.range(bounds), piece), false);
    }

    /// A variable for a number in between.
    pub(super) fn between(&mut self, wanted: &str, shape: Shape) -> Variable {
        let variable = Variable::Between(self.thread, self.number, self.between);
        self.between += 1;
        self.all.variables.declare_as(variable, wanted, shape);
        variable
    }

    pub(super) fn set(&mut self, variable: Variable, value: Value, shared: bool) {
        self.all.variables.widen(variable, (value.low, value.high));
        let name = self.all.variables.name(variable);
        self.step(Op::Assign(vec![(name, value.term)]), shared);
    }

    /// The block of the instruction, and its number there.
    pub(super) fn position(&self) -> (BlockId, usize) {
        let block = self.firsts.partition_point(|first| *first <= self.number) - 1;
        (BlockId(block as u32), (self.number - self.firsts[block]) as usize)
    }

    /// The number of the property of this kind at this place of the text.
    pub(super) fn property(&mut self, check: Check) -> usize {
        self.all.property(check, self.span)
    }
}

/// `name == value`
pub(super) fn is(name: &SmolStr, value: i64) -> Expr {
    term::compare(Comparison::Equal, Expr::Name(name.clone()), Expr::Number(value))
}

/// The functions that are being executed, outermost first.
pub(super) type Stack = Arc<[Activation]>;

/// The full expression of each sequence, which comes before its parts.
fn full_expressions(function: &Function) -> Vec<SequenceId> {
    let mut fulls: Vec<SequenceId> = Vec::with_capacity(function.sequences.len());
    for (number, sequence) in (0..).map(SequenceId).zip(&function.sequences) {
        let whole = sequence.whole.filter(|_| sequence.part != Part::Full);
        fulls.push(whole.map_or(number, |whole| fulls[whole.0 as usize]));
    }
    fulls
}
