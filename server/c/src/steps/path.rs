//! Paths of small steps, composed by substitution.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_import::Expr;
use boolprog_integer::{Event, EventKind};
use smol_str::SmolStr;

use super::{Reach, Step};
use crate::chosen::{Chosen, choose};
use crate::graph::{Edge, Node, Op};
use crate::locks::Held;
use crate::term;

/// A path of small steps from one place: what one step does so far.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) at: Node,
    values: BTreeMap<SmolStr, Expr>,
    pub(super) guard: Vec<Expr>,
    /// The numbers that variables have at the beginning, by the guard.
    equal: BTreeMap<SmolStr, Expr>,
    pub(super) chosen: Vec<Chosen>,
    pub(super) unit: Option<u32>,
    /// The unit of the last access that others can see before the rest of the path.
    seen: Option<u32>,
    pub(super) creates: Option<usize>,
    pub(super) accesses: Vec<Reach>,
    answers: bool,
    pub(super) held: Held,
    /// `true` if it begins inside of what is one step for others: they have not seen what happened there before.
    pub(super) begins_inside: bool,
    /// `true` if others see what happened only together with what comes next.
    pub(super) is_hidden: bool,
    /// The path up to the last place where others see all accesses, if it has any.
    pub(super) before: Option<Rc<Self>>,
    /// The place of its access, or else of the first small step that does something, with its stack.
    span: Option<(Span, usize)>,
    /// The place where it begins.
    begin: Option<(Span, usize)>,
    pub(super) size: usize,
    events: Events,
}

/// The effects of a path in the text, last first; the rest is shared with other paths.
#[derive(Clone, Default)]
struct Events(Option<Rc<(Event, Self)>>);

impl Events {
    fn last(&self) -> Option<Event> {
        self.0.as_ref().map(|node| node.0)
    }
}

impl Path {
    /// The path that has no small step yet; it may begin inside of what is one step for others.
    pub(super) fn new(from: Node, begins_inside: bool) -> Self {
        Self {
            at: from,
            values: BTreeMap::new(),
            guard: Vec::new(),
            equal: BTreeMap::new(),
            chosen: Vec::new(),
            unit: None,
            seen: None,
            creates: None,
            accesses: Vec::new(),
            answers: false,
            held: Held::default(),
            begins_inside,
            is_hidden: begins_inside,
            before: None,
            span: None,
            begin: None,
            size: 0,
            events: Events::default(),
        }
    }

    /// Notes what a small step does in the text.
    fn happens(&mut self, edge: &Edge, in_section: bool) {
        let kind = match edge.op {
            Op::Choose(..) => EventKind::Choice,
            Op::Create(_) => EventKind::Creation,
            // A section accesses nothing itself.
            Op::Begin | Op::End => return,
            _ if edge.unit.is_some() => EventKind::Access,
            _ => return,
        };
        let piece = if let Op::Choose(.., piece) = edge.op { piece.number() } else { 0 };
        let event = Event { kind, span: edge.span, piece };
        // The accesses of a section at one place happen there at once.
        if in_section && kind == EventKind::Access && self.events.last() == Some(event) {
            return;
        }
        let before = std::mem::take(&mut self.events);
        self.events = Events(Some(Rc::new((event, before))));
    }

    fn events(&self) -> Arc<[Event]> {
        let mut found = Vec::new();
        let mut rest = &self.events;
        while let Events(Some(node)) = rest {
            found.push(node.0);
            rest = &node.1;
        }
        found.reverse();
        found.into()
    }

    /// An expression at the end of the path by what holds at its beginning. Constants are variables that never change.
    pub(super) fn value(&self, expr: &Expr, constants: &BTreeMap<SmolStr, Expr>) -> Expr {
        let mut values = BTreeMap::new();
        term::for_each_name(expr, &mut |name| {
            if let Some(value) = self.values.get(name).or_else(|| constants.get(name)) {
                values.insert(name.clone(), value.clone());
            }
        });
        let value = if values.is_empty() { expr.clone() } else { term::replace(expr, &values) };
        if self.equal.is_empty() { value } else { term::replace(&value, &self.equal) }
    }

    /// The path with one more small step; none if that is not possible.
    pub(super) fn extended(&self, edge: &Edge, in_section: bool, constants: &BTreeMap<SmolStr, Expr>) -> Option<Self> {
        let mut next = self.clone();
        next.at = edge.to;
        next.answers |= edge.answers;
        next.held.then(&edge.held);
        next.begin = next.begin.or(Some((edge.span, edge.stack)));
        let does_something = !matches!(edge.op, Op::Skip | Op::Begin | Op::End);
        if edge.unit.is_some() || (next.span.is_none() && does_something) {
            next.span = Some((edge.span, edge.stack));
        }
        next.happens(edge, in_section);
        next.unit = edge.unit.or(self.unit);
        match &edge.op {
            Op::Skip | Op::Begin | Op::End => {}
            Op::Guard(condition) | Op::Join(condition) => match self.value(condition, constants) {
                Expr::Truth(true) => {}
                Expr::Truth(false) => return None,
                condition if next.guard.contains(&condition) => {}
                condition if next.guard.contains(&Expr::complement(condition.clone())) => return None,
                condition => {
                    next.size += term::size(&condition);
                    next.equal.extend(term::equality(&condition));
                    next.guard.push(condition);
                }
            },
            Op::Assign(assignments) => {
                for (name, value) in assignments {
                    let value = self.value(value, constants);
                    next.size += term::size(&value);
                    next.values.insert(name.clone(), value);
                }
            }
            Op::Choose(name, range, _) => {
                let value = choose(&mut next.chosen, *range);
                next.values.insert(name.clone(), value);
            }
            Op::Create(number) => next.creates = Some(*number),
        }
        Some(next)
    }

    /// Notes what others have seen of a path that was one small step shorter, at a place inside of what is one step for them or not.
    pub(super) fn note_seen(&mut self, before: &Self, is_inside: bool) {
        if !is_inside {
            self.seen = before.unit;
            self.before = before.unit.map(|_| Rc::new(Self { before: None, ..before.clone() }));
        }
        self.is_hidden = is_inside && (before.is_hidden || self.unit != self.seen);
    }

    /// The step that begins at a place and is this path; some places are ends with an error.
    pub(super) fn finish(self, from: Node, errors: &BTreeSet<Node>) -> Step {
        let events = self.events();
        let Self { at, values, guard, chosen, creates, answers, held, is_hidden, span, begin, .. } = self;
        let changes = |(name, value): &(SmolStr, Expr)| *value != Expr::Name(name.clone());
        let updates = values.into_iter().filter(changes).collect();
        let crashes = is_hidden && errors.contains(&at);
        let (span, stack) = span.or(begin).unwrap_or_default();
        let forgotten = BTreeSet::new();
        Step { from, to: at, guard, chosen, updates, forgotten, creates, answers, held, crashes, span, stack, events }
    }

    /// The variables that have been assigned.
    pub(super) fn assigned(&self) -> impl Iterator<Item = &SmolStr> {
        self.values.keys()
    }
}
