//! Control flow in small steps: each evaluates, assigns or tests one thing.

use boolprog_base::Span;
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use smol_str::SmolStr;

use crate::locks::Held;
use crate::term;

/// A place of control.
pub(crate) type Node = usize;

/// The effect of a small step.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Skip,
    /// Goes on if this holds.
    Guard(Expr),
    /// Assigns all of these at the same time.
    Assign(Vec<(SmolStr, Expr)>),
    /// Any value between these, or any integer, for a piece of what is chosen there.
    Choose(SmolStr, Option<(i64, i64)>, Piece),
    /// Begin of an atomic section.
    Begin,
    /// End of an atomic section.
    End,
    /// Creates the thread with this number.
    Create(usize),
    /// Waits until the thread of this handle has ended.
    Join(Expr),
}

impl Op {
    /// Returns `true` if it gives a variable a value.
    pub(crate) fn assigns(&self, name: &SmolStr) -> bool {
        match self {
            Self::Assign(all) => all.iter().any(|(target, _)| target == name),
            Self::Choose(target, ..) => target == name,
            Self::Skip | Self::Guard(_) | Self::Begin | Self::End | Self::Create(_) | Self::Join(_) => false,
        }
    }

    /// The number of nodes of its expressions.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Guard(expr) | Self::Join(expr) => term::size(expr),
            Self::Assign(assignments) => assignments.iter().map(|(_, value)| term::size(value)).sum(),
            Self::Skip | Self::Choose(..) | Self::Begin | Self::End | Self::Create(_) => 0,
        }
    }
}

/// An access to shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// The variable that is accessed.
    pub(crate) scalar: SmolStr,
    /// The condition under which it is this one, of several that may be meant.
    pub(crate) when: Expr,
    /// Which of the elements that the variable stands for it is, if it is one of several: a number of bytes before it.
    pub(crate) element: Option<Expr>,
    pub(crate) writes: bool,
    pub(crate) atomic: bool,
}

impl Access {
    /// The terms that say which object is accessed.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.when).chain(&self.element)
    }
}

/// A small step.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) from: Node,
    pub(crate) to: Node,
    pub(crate) op: Op,
    /// Accesses with the same number happen in one step; none if no shared memory is accessed.
    pub(crate) unit: Option<u32>,
    /// Its accesses, if races are asked for.
    pub(crate) accesses: Vec<Access>,
    /// The locks that it takes and gives back, if races are asked for.
    pub(crate) held: Held,
    /// `true` if atomic sections of others do not hold it up: it belongs to the section of another thread.
    pub(crate) answers: bool,
    pub(crate) span: Span,
    /// The number of the stack of functions that are being executed.
    pub(crate) stack: usize,
}

impl Edge {
    /// Leaves out what the step does; that something is accessed or locked may matter all the same.
    pub(crate) fn forget(&mut self) {
        self.op = Op::Skip;
        self.unit = self.unit.filter(|_| !self.accesses.is_empty());
    }
}

/// The control flow of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// For each node whether it lies inside a statement that is one step.
    pub(crate) inside: Vec<bool>,
    pub(crate) edges: Vec<Edge>,
    /// Outgoing edges of each node.
    pub(crate) out: Vec<Vec<usize>>,
    /// For each node whether an edge leads to it.
    pub(crate) entered: Vec<bool>,
    /// Nodes to which several edges lead.
    pub(crate) meetings: std::collections::BTreeSet<Node>,
    /// Nodes at which every step ends.
    pub(crate) cut: Vec<Node>,
    /// Nodes at which the thread waits as long as no step goes on, if deadlocks are asked for.
    pub(crate) waits: Vec<Node>,
    /// The condition under which the thread may wait at such a node, where steps can go on although it does.
    pub(crate) stays: std::collections::BTreeMap<Node, Expr>,
    /// Nodes at which the thread has ended the process, if deadlocks are asked for.
    pub(crate) exits: Vec<Node>,
}

impl Graph {
    pub(crate) fn node(&mut self, inside: bool) -> Node {
        self.inside.push(inside);
        self.out.push(Vec::new());
        self.entered.push(false);
        self.out.len() - 1
    }

    pub(crate) fn add(&mut self, edge: Edge) {
        self.out[edge.from].push(self.edges.len());
        if std::mem::replace(&mut self.entered[edge.to], true) {
            self.meetings.insert(edge.to);
        }
        self.edges.push(edge);
    }

    /// Lets control come back to the first node instead of the end, which is this one then.
    pub(crate) fn begin_again(&mut self, end: &mut Node) {
        for edge in self.edges.iter_mut().filter(|edge| edge.to == *end) {
            edge.to = 0;
        }
        self.cut.push(0);
        *end = 0;
    }

    /// The nodes that control can come back to, among those reached from the first: targets of edges that close a circle of
    /// a depth-first search.
    pub(crate) fn heads(&self) -> Vec<bool> {
        let (mut state, mut heads) = (vec![0_u8; self.out.len()], vec![false; self.out.len()]);
        let mut stack = vec![(0, 0)];
        if let Some(first) = state.first_mut() {
            *first = 1;
        }
        while let Some((node, next)) = stack.last_mut() {
            let Some(edge) = self.out[*node].get(*next) else {
                state[*node] = 2;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = self.edges[*edge].to;
            match state[to] {
                0 => {
                    state[to] = 1;
                    stack.push((to, 0));
                }
                1 => heads[to] = true,
                _ => {}
            }
        }
        heads
    }

    /// The nodes reached from a node, by edges that satisfy a condition; the node itself only if it is reached again.
    pub(crate) fn reached(&self, from: Node, follow: &dyn Fn(&Edge) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.out.len()];
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            for edge in self.out[node].iter().map(|edge| &self.edges[*edge]).filter(|edge| follow(edge)) {
                if !std::mem::replace(&mut seen[edge.to], true) {
                    stack.push(edge.to);
                }
            }
        }
        seen
    }
}
