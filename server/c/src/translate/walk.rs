//! One thread: its blocks as control flow in small steps.

use boolprog_base::Span;
use boolprog_c_form::form::{
    Block, BlockId, End, Function, FunctionId, Instruction, Operand, Part, SequenceId, Shape, Target, TemporaryId,
};
use boolprog_import::Expr;
use boolprog_integer::{Activation, Comparison};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::sync::Arc;

use super::numbers::{number, within};
use super::Translation;
use super::variables::Variable;
use crate::arithmetic::{Value};
use crate::graph::{Access, Edge, Graph, Node, Op};
use crate::lower::{Check, Property};
use crate::term;

/// Larger terms become variables.
const LARGE: usize = 6;

/// The walk over the blocks of a thread.
pub(super) struct Walk<'t, 'a> {
    pub(super) all: &'t mut Translation<'a>,
    pub(super) thread: usize,
    pub(super) id: FunctionId,
    pub(super) function: &'a Function,
    pub(super) graph: Graph,
    /// Where control is; nowhere after a jump.
    pub(super) node: Option<Node>,
    pub(super) end: Node,
    /// The places where blocks begin.
    begins: FxHashMap<BlockId, Node>,
    values: FxHashMap<TemporaryId, Value>,
    /// The number of the first instruction of each block.
    firsts: Vec<u32>,
    /// The number of the instruction in the function.
    pub(super) number: u32,
    pub(super) span: Span,
    pub(super) stack: usize,
    unit: u32,
    full: Option<SequenceId>,
    /// `true` while everything is known, and nobody else acts: what happens is the first state of the program.
    pub(super) is_starting: bool,
    /// Number of sections that have begun at the start of the program.
    pub(super) open_sections: usize,
    /// The place where the section began in which control is.
    pub(super) section: Option<Node>,
    /// Threads that are created where the section ends.
    pub(super) created: Vec<usize>,
    /// Accesses that the next edge makes.
    pub(super) accesses: Vec<Access>,
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
            values: FxHashMap::default(),
            firsts,
            number: 0,
            span: Span::empty(0),
            stack: 0,
            unit: 0,
            full: None,
            is_starting: false,
            open_sections: 0,
            section: None,
            created: Vec::new(),
            accesses: Vec::new(),
            between: 0,
        }
    }

    /// The control flow, and where the thread has ended.
    pub(super) fn run(mut self) -> (Graph, Node) {
        self.is_starting = self.thread == 0;
        let (first, from) = if self.is_starting { self.start() } else { (BlockId(0), 0) };
        if self.thread == 0 {
            for instance in self.all.memory.unknown() {
                self.fresh(instance, false);
            }
        }
        for _ in 0..self.open_sections {
            self.open();
        }
        if self.thread != 0 {
            // The first place waits for the creation.
            self.go_to_new();
        }
        self.instructions(first, from);
        for block in self.order(first).into_iter().skip(1) {
            self.node = Some(self.begin(block));
            self.instructions(block, 0);
        }
        (self.graph, self.end)
    }

    /// Executes the beginning of the program, as far as it is known; gives the block and the number of the instruction where more is
    /// needed.
    fn start(&mut self) -> (BlockId, usize) {
        let circles = self.circles();
        let (mut block, mut from) = (BlockId(0), 0);
        loop {
            let body = self.block(block);
            while let Some(instruction) = body.instructions.get(from) {
                self.locate(block, from, instruction);
                if !self.executes(&instruction.action) {
                    self.is_starting = false;
                    return (block, from);
                }
                from += 1;
            }
            let next = self.known_target(&body.end).filter(|target| !circles.contains(&target.block));
            let Some(target) = next else {
                self.is_starting = false;
                return (block, from);
            };
            for (parameter, argument) in self.block(target.block).parameters.iter().zip(&target.arguments) {
                let value = self.operand(*argument);
                self.values.insert(*parameter, value);
            }
            (block, from) = (target.block, 0);
        }
    }

    /// Where control goes, if that is known.
    fn known_target<'b>(&self, end: &'b End) -> Option<&'b Target> {
        let number = |operand: &Operand| match self.operand(*operand).term {
            Expr::Number(number) => Some(i128::from(number)),
            _ => None,
        };
        let target = match end {
            End::Jump(target) => Some(target),
            End::Branch(condition, then, otherwise) => {
                number(condition).map(|value| if value == 0 { otherwise } else { then })
            }
            End::Switch(value, cases, default) => number(value).map(|value| {
                let case = cases.iter().find(|(low, high, _)| (*low..=*high).contains(&value));
                case.map_or(default, |(.., target)| target)
            }),
            End::Return(_) | End::Unreachable => None,
        };
        target.filter(|it| it.arguments.iter().all(|it| number(it).is_some()))
    }

    pub(super) fn block(&self, block: BlockId) -> &'a Block {
        &self.function.blocks[block.0 as usize]
    }

    /// The blocks that control can come back to.
    fn circles(&self) -> FxHashSet<BlockId> {
        let all = (0..self.function.blocks.len() as u32).map(BlockId);
        all.filter(|block| self.all.comes_back(self.id, *block)).collect()
    }

    /// The blocks that are reached from one, each after one that leads to it.
    fn order(&self, first: BlockId) -> Vec<BlockId> {
        let next = |block: BlockId| self.block(block).end.targets().into_iter().map(|it| it.block).collect::<Vec<_>>();
        let (mut seen, mut order) = (FxHashSet::from_iter([first]), Vec::new());
        let mut open = vec![(first, next(first).into_iter())];
        while let Some((block, rest)) = open.last_mut() {
            match rest.next() {
                Some(to) if seen.insert(to) => open.push((to, next(to).into_iter())),
                Some(_) => {}
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
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
        let (span, stack) = self.all.place(self.id, instruction);
        (self.span, self.stack) = (span, stack);
        let full = self.full_expression(instruction.sequence);
        if self.full != Some(full) {
            self.full = Some(full);
            self.boundary();
        }
    }

    fn full_expression(&self, mut sequence: SequenceId) -> SequenceId {
        while let Some(part) = self.function.sequences.get(sequence.0 as usize)
            && part.part != Part::Full
            && let Some(whole) = part.whole
        {
            sequence = whole;
        }
        sequence
    }

    /// The end of a block.
    fn leave(&mut self, end: &End) {
        match end {
            End::Jump(target) => self.jump(target),
            End::Branch(condition, then, otherwise) => {
                let condition = self.operand(*condition).condition();
                let (yes, no) = (self.new_node(), self.new_node());
                self.fork(condition, yes, no);
                for (node, target) in [(yes, then), (no, otherwise)] {
                    self.node = Some(node).filter(|node| self.graph.entered[*node]);
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
                self.go(self.end);
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
        self.go(to);
    }

    /// The variable of a temporary.
    fn variable_of(&mut self, temporary: TemporaryId) -> Variable {
        let variable = Variable::Temporary(self.thread, temporary);
        let shape = self.function.temporaries[temporary.0 as usize];
        self.all.variables.declare(variable, "value", shape, None);
        variable
    }

    pub(super) fn shape_of(&self, temporary: TemporaryId) -> Shape {
        self.function.temporaries[temporary.0 as usize]
    }

    /// The value of an operand.
    pub(super) fn operand(&self, operand: Operand) -> Value {
        match operand {
            Operand::Number(value) => number(value),
            Operand::Floating(_) => number(0),
            Operand::Temporary(temporary) => match self.values.get(&temporary) {
                Some(value) => value.clone(),
                None => {
                    let variable = Variable::Temporary(self.thread, temporary);
                    if self.all.variables.is_declared(variable) {
                        self.all.variables.value(variable)
                    } else {
                        number(0)
                    }
                }
            },
        }
    }

    /// A temporary gets a value that does not change until it is computed again.
    pub(super) fn define(&mut self, temporary: TemporaryId, value: Value) {
        if term::size(&value.term) <= LARGE {
            self.values.insert(temporary, value);
        } else {
            self.assign(temporary, value, false);
        }
    }

    /// A temporary becomes a variable that gets a value, perhaps by an access.
    pub(super) fn assign(&mut self, temporary: TemporaryId, value: Value, shared: bool) {
        if let (Expr::Number(_), false) = (&value.term, shared) {
            self.values.insert(temporary, value);
            return;
        }
        let variable = self.variable_of(temporary);
        self.values.remove(&temporary);
        self.set(variable, value, shared);
    }

    /// A temporary gets any value between these.
    pub(super) fn choose(&mut self, temporary: TemporaryId, bounds: (i64, i64)) {
        self.values.remove(&temporary);
        let variable = self.variable_of(temporary);
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        self.step(Op::Choose(name, Some(bounds)), false);
    }

    /// A variable for a number in between.
    pub(super) fn between(&mut self, wanted: &str, shape: Shape) -> Variable {
        let variable = Variable::Between(self.thread, self.between);
        self.between += 1;
        self.all.variables.declare(variable, wanted, shape, None);
        variable
    }

    pub(super) fn set(&mut self, variable: Variable, value: Value, shared: bool) {
        self.all.variables.widen(variable, (value.low, value.high));
        let name = self.all.variables.name(variable);
        self.step(Op::Assign(vec![(name, value.term)]), shared);
    }

    // Small steps.

    pub(super) fn new_node(&mut self) -> Node {
        self.graph.node(self.all.options.statements)
    }

    pub(super) fn edge(&mut self, from: Node, to: Node, op: Op, shared: bool) {
        let parts = 1 + op.size();
        _ = self.all.watch.work(parts);
        let unit = shared.then_some(self.unit);
        if shared && !self.all.options.statements {
            self.unit += 1;
        }
        let accesses = std::mem::take(&mut self.accesses);
        let (span, stack) = (self.span, self.stack);
        self.graph.add(Edge { from, to, op, unit, accesses, answers: false, span, stack });
    }

    pub(super) fn step(&mut self, op: Op, shared: bool) {
        let Some(from) = self.node else { return };
        let to = self.new_node();
        self.edge(from, to, op, shared);
        self.node = Some(to);
    }

    fn go_to_new(&mut self) {
        let to = self.new_node();
        self.go(to);
        self.node = Some(to);
    }

    pub(super) fn go(&mut self, to: Node) {
        if let Some(from) = self.node.take() {
            self.edge(from, to, Op::Skip, false);
        }
    }

    /// Others may act here.
    pub(super) fn boundary(&mut self) {
        self.unit += 1;
        if let Some(node) = self.node {
            self.graph.inside[node] = false;
        }
    }

    pub(super) fn assume(&mut self, condition: Expr) {
        match condition {
            Expr::Truth(true) => {}
            Expr::Truth(false) => self.node = None,
            condition => self.step(Op::Guard(condition), false),
        }
    }

    pub(super) fn fork(&mut self, condition: Expr, then: Node, otherwise: Node) {
        let Some(from) = self.node.take() else { return };
        match condition {
            Expr::Truth(true) => self.edge(from, then, Op::Skip, false),
            Expr::Truth(false) => self.edge(from, otherwise, Op::Skip, false),
            condition => {
                self.edge(from, then, Op::Guard(condition.clone()), false);
                self.edge(from, otherwise, Op::Guard(Expr::complement(condition)), false);
            }
        }
    }

    /// Goes on if the condition holds, and violates a property otherwise.
    pub(super) fn require(&mut self, condition: Expr, check: Check) {
        if condition == Expr::Truth(true) || self.node.is_none() {
            return;
        }
        let (error, good) = (self.error(check), self.new_node());
        self.fork(condition, good, error);
        self.node = Some(good).filter(|good| self.graph.entered[*good]);
    }

    fn error(&mut self, check: Check) -> Node {
        let (thread, span) = (self.thread, self.span);
        let properties = &mut self.all.properties;
        let index = properties.iter().position(|it| it.check == check && it.span == span);
        let index = index.unwrap_or_else(|| {
            properties.push(Property { check, span, errors: Vec::new(), evaluated: Vec::new() });
            properties.len() - 1
        });
        if let Some((_, node)) = properties[index].errors.iter().find(|(other, _)| *other == thread) {
            return *node;
        }
        let node = self.graph.node(false);
        self.all.properties[index].errors.push((thread, node));
        node
    }

    /// Notes an access that the next edge makes.
    pub(super) fn touch(&mut self, variable: Variable, when: &Expr, writes: bool, atomic: bool) {
        if self.all.variables.is_shared(variable) {
            let leaf = self.all.variables.name(variable);
            self.all.variables.is_accessed(variable, atomic);
            self.accesses.push(Access { leaf, when: when.clone(), writes, atomic });
        }
    }
}

/// `name == value`
pub(super) fn is(name: &SmolStr, value: i64) -> Expr {
    term::compare(Comparison::Equal, Expr::Name(name.clone()), Expr::Number(value))
}

/// The functions that are being executed, outermost first.
pub(super) type Stack = Arc<[Activation]>;
