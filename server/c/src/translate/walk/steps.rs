//! Small steps.

use super::super::variables::Variable;
use super::Walk;
use crate::Asked;
use crate::graph::{Access, Edge, Node, Op};
use boolprog_base::Span;
use boolprog_import::Expr;
use boolprog_integer::Check;
use smol_str::SmolStr;

impl Walk<'_, '_> {
    // Small steps.

    pub(in crate::translate) fn new_node(&mut self) -> Node {
        self.graph.node(self.all.options.statements)
    }

    pub(in crate::translate) fn edge(&mut self, from: Node, to: Node, op: Op, shared: bool) {
        let parts = 1 + op.size();
        _ = self.all.watch.work(parts);
        self.has_forked |= !self.graph.out[from].is_empty();
        let unit = (shared || self.looks_at_lives).then_some(self.unit);
        if shared && !self.all.options.statements {
            self.unit += 1;
        }
        let (accesses, held) = (std::mem::take(&mut self.accesses), std::mem::take(&mut self.held));
        let (span, stack) = (self.span, self.stack);
        self.graph.add(Edge { from, to, op, unit, accesses, held, answers: false, span, stack });
    }

    pub(in crate::translate) fn step(&mut self, op: Op, shared: bool) {
        let Some(from) = self.node else { return };
        let to = self.new_node();
        self.note_change(&op);
        self.edge(from, to, op, shared);
        self.node = Some(to);
    }

    pub(in crate::translate) fn go_to_new(&mut self) {
        let to = self.new_node();
        self.go(to);
        self.node = Some(to);
    }

    pub(in crate::translate) fn go(&mut self, to: Node) {
        if let Some(from) = self.node.take() {
            self.edge(from, to, Op::Skip, false);
        }
    }

    /// Others may act here.
    pub(in crate::translate) fn boundary(&mut self) {
        self.unit += 1;
        if let Some(node) = self.node {
            self.graph.inside[node] = false;
        }
    }

    pub(in crate::translate) fn assume(&mut self, condition: Expr) {
        match condition {
            Expr::Truth(true) => {}
            Expr::Truth(false) => self.node = None,
            condition => {
                self.step(Op::Guard(condition.clone()), false);
                self.show(&condition);
            }
        }
    }

    pub(in crate::translate) fn fork(&mut self, condition: Expr, then: Node, otherwise: Node) {
        let Some(from) = self.node.take() else { return };
        self.has_forked |= !matches!(condition, Expr::Truth(_));
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
    pub(in crate::translate) fn require(&mut self, condition: &Expr, check: Check) {
        if *condition == Expr::Truth(true) || self.node.is_none() {
            return;
        }
        let (error, good, has_forked) = (self.error(check), self.new_node(), self.has_forked);
        if check.is_bound() {
            let beyond = self.new_node();
            self.fork(condition.clone(), good, beyond);
            self.node = Some(beyond).filter(|beyond| self.graph.entered[*beyond]);
            let doubtful = self.all.doubtful();
            self.step(Op::Assign(vec![(doubtful, Expr::Number(1))]), false);
            self.go(error);
        } else {
            self.fork(condition.clone(), good, error);
        }
        self.has_forked = has_forked;
        self.node = Some(good).filter(|good| self.graph.entered[*good]);
        self.show(condition);
    }

    pub(in crate::translate) fn error(&mut self, check: Check) -> Node {
        let (thread, index) = (self.thread, self.property(check));
        let properties = &self.all.properties;
        if let Some((_, node)) = properties[index].errors.iter().find(|(other, _)| *other == thread) {
            return *node;
        }
        let node = self.graph.node(false);
        self.all.properties[index].errors.push((thread, node));
        node
    }

    /// Notes an access that the next edge makes. Initial values are set before there is another thread.
    pub(in crate::translate) fn touch(&mut self, variable: Variable, when: &Expr, writes: bool, atomic: bool) {
        self.note_access(
            variable,
            Access { scalar: SmolStr::default(), when: when.clone(), element: None, writes, atomic },
        );
    }

    /// The same for a part that may be in one of the elements that are known together: a number of bytes before it.
    pub(in crate::translate) fn touch_in(
        &mut self,
        element: Option<&Expr>,
        part: Variable,
        when: &Expr,
        writes: bool,
        atomic: bool,
    ) {
        let (when, element) = (when.clone(), element.cloned());
        self.note_access(part, Access { scalar: SmolStr::default(), when, element, writes, atomic });
    }

    /// The same for a part of an element of an array, given by that of the first one, and the number of bytes before the element.
    pub(in crate::translate) fn touch_element(
        &mut self,
        first: Variable,
        (when, element): (Expr, Expr),
        (writes, atomic): (bool, bool),
    ) {
        self.note_access(first, Access { scalar: SmolStr::default(), when, element: Some(element), writes, atomic });
    }

    /// Accesses that change nothing are a step.
    pub(in crate::translate) fn pass_accesses(&mut self) {
        if !self.accesses.is_empty() {
            self.step(Op::Skip, true);
        }
    }

    fn note_access(&mut self, mut variable: Variable, mut access: Access) {
        let is_initial = self.thread == 0 && self.span == Span::empty(0);
        if !self.all.options.asks(Asked::Races) || !self.all.variables.is_shared(variable) || is_initial {
            return;
        }
        if let (Variable::Part(instance, at, size), None) = (variable, &access.element)
            && let Some((first, size)) = self.all.memory.first_alike(instance, (at, size))
        {
            variable = self.all.part(instance, (first, size));
            access.element = Some(Expr::Number((at - first).cast_signed()));
        }
        self.accesses.push(Access { scalar: self.all.variables.name(variable), ..access });
    }
}
