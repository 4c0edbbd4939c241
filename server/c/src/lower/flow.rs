//! Small steps: from where control is to the next place.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr;
use smol_str::{SmolStr, format_smolstr};

use super::{Check, Leaf, Lower, Property, objects};
use crate::Asked;
use crate::ast::Type;
use crate::graph::{Access, Blocked, Edge, Node, Op};
use crate::value::Place;

impl Lower<'_> {
    /// Where control is. Behind a jump, a place that nothing leads to.
    pub(super) fn here(&mut self) -> Node {
        let inside = self.options.statements;
        *self.node.get_or_insert_with(|| self.graph.node(inside))
    }

    pub(super) fn new_node(&mut self) -> Node {
        self.graph.node(self.options.statements)
    }

    pub(super) fn edge(&mut self, from: Node, to: Node, op: Op, shared: bool) {
        self.steps += 1;
        let parts = 1 + op.size();
        // Whether it is stopped is asked for at the next statement.
        _ = self.watch.work(parts);
        self.watch.hold(size_of::<Edge>() + parts * size_of::<Expr>());
        let unit = shared.then_some(self.unit_number);
        if shared && !self.options.statements {
            self.unit_number += 1;
        }
        let (span, stack) = (self.span, self.stack);
        self.graph.add(Edge { from, to, op, unit, accesses: Vec::new(), answers: false, span, stack });
    }

    /// A small step from here to a new place.
    pub(super) fn step(&mut self, op: Op, shared: bool) {
        if self.node.is_none() {
            return;
        }
        let (from, to) = (self.here(), self.new_node());
        self.edge(from, to, op, shared);
        self.node = Some(to);
    }

    /// Says what the last small step accesses: the variable with this index of an object.
    pub(super) fn touch(&mut self, place: &Place, index: usize, writes: bool) {
        if self.node.is_none() || !self.options.asks(Asked::Races) {
            return;
        }
        let access = |(when, leaves): &(Expr, Rc<[SmolStr]>)| {
            let name = leaves.get(index)?;
            if !self.leaves.get(name).is_none_or(|leaf| leaf.shared) {
                return None;
            }
            let atomic = self.operation || self.is_atomic_leaf(name);
            Some(Access { leaf: name.clone(), when: when.clone(), writes, atomic })
        };
        let accesses: Vec<Access> = place.alternatives.iter().filter_map(access).collect();
        if let Some(edge) = self.graph.edges.last_mut() {
            edge.accesses = accesses;
        }
    }

    /// The thread may have to wait here: every step before ends, and others go on.
    pub(super) fn waits(&mut self, blocked: Blocked) {
        self.boundary();
        if let (Some(node), true) = (self.node, self.options.asks(Asked::Deadlocks)) {
            self.graph.cut.push(node);
            self.graph.waits.push((node, blocked));
        }
    }

    /// A step ends here where it is asked what is evaluated.
    pub(super) fn shows(&mut self) {
        self.graph.cut.extend(self.node.filter(|_| self.options.asks(Asked::Evaluated)));
    }

    /// The condition of an assertion is about to be evaluated.
    pub(super) fn evaluates(&mut self, span: Span) {
        let Some(node) = self.node.filter(|_| self.options.asks(Asked::Evaluated)) else { return };
        self.shows();
        let thread = self.thread;
        let of_it = |it: &&mut Property| it.check == Check::Assertion && it.span == span;
        if let Some(property) = self.properties.iter_mut().find(of_it) {
            property.evaluated.push((thread, node));
        }
    }

    pub(super) fn assume(&mut self, condition: Expr) {
        match condition {
            Expr::Truth(true) => {}
            Expr::Truth(false) => self.node = None,
            condition => self.step(Op::Guard(condition), false),
        }
    }

    /// Goes to a place.
    pub(super) fn go(&mut self, to: Node) {
        if let Some(from) = self.node.take() {
            self.edge(from, to, Op::Skip, false);
        }
    }

    /// The end of a statement: others may take steps here.
    pub(super) fn boundary(&mut self) {
        self.unit_number += 1;
        if let Some(node) = self.node {
            self.graph.inside[node] = false;
        }
    }

    /// From here to one place if the condition holds, to another otherwise.
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

    /// The place of control that violates a property.
    pub(super) fn error(&mut self, check: Check, span: Span) -> Node {
        let thread = self.thread;
        let index = self.properties.iter().position(|it| it.check == check && it.span == span);
        let index = index.unwrap_or_else(|| {
            self.properties.push(Property { check, span, errors: Vec::new(), evaluated: Vec::new() });
            self.properties.len() - 1
        });
        if let Some((_, node)) = self.properties[index].errors.iter().find(|(other, _)| *other == thread) {
            return *node;
        }
        let node = self.graph.node(false);
        self.properties[index].errors.push((thread, node));
        node
    }

    /// Goes on if the condition holds, and violates a property otherwise.
    pub(super) fn require(&mut self, condition: Expr, check: Check, span: Span) {
        if condition != Expr::Truth(true) && self.node.is_some() {
            let (error, good) = (self.error(check, span), self.new_node());
            self.fork(condition, good, error);
            self.node = Some(good);
        }
    }

    /// A new variable for a value in between.
    pub(super) fn temporary(&mut self, value: Expr, ty: &Type, shared: bool) -> SmolStr {
        let name = self.variable(&named_after(&value), ty, false);
        self.step(Op::Assign(vec![(name.clone(), value)]), shared);
        name
    }

    /// A new variable of one integer.
    pub(super) fn variable(&mut self, wanted: &str, ty: &Type, shared: bool) -> SmolStr {
        let name = self.names.take(wanted);
        let sort = objects::sort(self, ty);
        let leaf = Leaf { object: None, written: None, is_integer: true, sort, shared, atomic: false, initial: 0 };
        self.leaves.insert(name.clone(), leaf);
        name
    }
}

/// A name for a value in between: after the variable that it comes from, if it is one.
fn named_after(value: &Expr) -> SmolStr {
    let mut sources: Vec<SmolStr> = Vec::new();
    crate::term::for_each_name(value, &mut |name| {
        let is_number = |it: char| it.is_ascii_digit() || it == '_';
        // Of a value in between, the variable that it comes from.
        let source = name.strip_prefix("from_").map(|source| source.trim_end_matches(is_number));
        let source = source.map_or_else(|| name.clone(), SmolStr::from);
        if !sources.contains(&source) {
            sources.push(source);
        }
    });
    match sources.as_slice() {
        [source] => format_smolstr!("from_{source}"),
        _ => "value".into(),
    }
}
