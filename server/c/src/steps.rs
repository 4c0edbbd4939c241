//! From small steps to steps: what happens without another thread in between becomes one edge.
//!
//! A step contains at most one access to shared memory, or one statement, or one atomic section. It is a path of small steps,
//! composed by substitution. A path ends where a loop begins, where a test depends on a value chosen in the same step, and
//! where it would be too long. If that is inside an atomic section, control stays there, and the steps of other threads wait.
//!
//! That an object lives is tested in the step of the access to it, since another thread may free it before. A step ends before an
//! assumption, or another test without alternative: a thread may stay there, and what it did before must not be lost. (Lipton,
//! "Reduction: a method of proving properties of parallel programs", CACM 1975.)

mod held;
mod path;
mod sections;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_import::{Expr, Refusal};
use boolprog_integer::{Event, EventKind};
use smol_str::SmolStr;

use crate::chosen::Chosen;
use crate::flow::Scalar;
use crate::graph::{Access, Edge, Graph, Node, Op};
use crate::locks::Held;
use crate::term;
use crate::watch::Watch;
use path::Path;
use sections::places_inside;

/// The reach of steps.
pub(crate) struct Extent {
    /// More paths from one place are cut where they meet.
    paths: usize,
    /// Larger expressions end a step.
    size: usize,
    /// The most small steps on all paths of a thread: most of many paths can end in the same way, or not at all.
    walked: usize,
    /// The most nodes of the expressions of all steps of a program.
    all: usize,
}

impl Extent {
    /// Long steps, and short ones for programs of which those would be too many.
    pub(crate) const ALL: [&Self; 2] = [
        &Self { paths: 100, size: 2000, walked: 300_000, all: 200_000 },
        &Self { paths: 0, size: 200, walked: usize::MAX, all: 2_000_000 },
    ];
}

/// A step of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) from: Node,
    pub(crate) to: Node,
    pub(crate) guard: Vec<Expr>,
    pub(crate) chosen: Vec<Chosen>,
    pub(crate) updates: BTreeMap<SmolStr, Expr>,
    /// Those variables of the updates that nothing reads any more.
    pub(crate) forgotten: BTreeSet<SmolStr>,
    /// The thread that it creates.
    pub(crate) creates: Option<usize>,
    pub(crate) answers: bool,
    /// The locks that it takes and gives back, until [those that are held](held::resolve) are known.
    pub(crate) held: Held,
    /// `true` if it ends with an error inside of what is one step for others: they never see what happened there.
    pub(crate) crashes: bool,
    pub(crate) span: Span,
    /// The number of the stack of functions that are being executed there.
    pub(crate) stack: usize,
    /// Its effect in the text. The events that are choices are those of `chosen`, in order.
    pub(crate) events: Arc<[Event]>,
}

impl Step {
    /// Returns `true` if another step is the same but for what it does in the text.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        let Self {
            from,
            to,
            guard,
            chosen,
            updates,
            forgotten,
            creates,
            answers,
            held,
            crashes,
            span,
            stack,
            events: _,
        } = self;
        (*from, *to, *creates, *answers, *crashes, *span, *stack)
            == (other.from, other.to, other.creates, other.answers, other.crashes, other.span, other.stack)
            && (guard, chosen, updates, forgotten) == (&other.guard, &other.chosen, &other.updates, &other.forgotten)
            && *held == other.held
    }

    /// Keeps some of the choices; what they are in the text goes with them.
    pub(crate) fn retain_chosen(&mut self, is_kept: impl Fn(&Chosen) -> bool) {
        if self.chosen.iter().all(&is_kept) {
            return;
        }
        let mut choices = self.chosen.iter();
        let mut is_left = |event: &Event| event.kind != EventKind::Choice || choices.next().is_none_or(&is_kept);
        self.events = self.events.iter().copied().filter(|event| is_left(event)).collect();
        self.chosen.retain(is_kept);
    }
}

/// The place where an access happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Within {
    /// In a step that begins where others can act.
    Step,
    /// In a step that begins inside of an atomic section.
    Section,
    /// In a step that begins inside of a statement that is one step for others.
    Statement,
}

/// An access that the next step of a thread can do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reach {
    pub(crate) from: Node,
    pub(crate) within: Within,
    /// The conditions that hold at its beginning if the step does it.
    pub(crate) guard: Vec<Expr>,
    pub(crate) access: Access,
    /// The locks that the thread holds: at first those of the step alone.
    pub(crate) held: Held,
    pub(crate) span: Span,
}

impl Reach {
    /// The terms that decide about it.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Expr> {
        self.guard.iter().chain(&self.access.element)
    }
}

/// The steps of a thread.
#[derive(Debug)]
pub(crate) struct Composition {
    pub(crate) steps: Vec<Step>,
    pub(crate) accesses: Vec<Reach>,
    /// The places inside of atomic sections at which steps end.
    pub(crate) held: BTreeSet<Node>,
    /// The number of nodes of all expressions.
    pub(crate) size: usize,
}

/// The composition of steps.
pub(crate) struct Composing<'a> {
    pub(crate) graph: &'a Graph,
    /// Values of variables that never change.
    pub(crate) constants: &'a BTreeMap<SmolStr, Expr>,
    /// Places at which steps end for other reasons.
    pub(crate) cut: BTreeSet<Node>,
    /// The place where the thread ends normally.
    pub(crate) end: Node,
    /// The places where it ends with an error.
    pub(crate) errors: BTreeSet<Node>,
    /// The variables of all threads.
    pub(crate) scalars: &'a BTreeMap<SmolStr, Scalar>,
}

/// The steps that begin at a place.
#[derive(Default)]
struct Found {
    steps: Vec<Step>,
    accesses: Vec<Reach>,
    size: usize,
}

impl Found {
    fn reach(&mut self, accesses: Vec<Reach>) {
        for access in accesses {
            if !self.accesses.contains(&access) {
                self.accesses.push(access);
            }
        }
    }
}

/// Where steps begin, and what is known of the places around.
struct Begin<'b> {
    from: Node,
    /// Which places lie inside of atomic sections.
    atomic: &'b [bool],
    /// Which places begin loops.
    heads: &'b [bool],
    extent: &'b Extent,
}

impl Composing<'_> {
    /// The steps; none if they have too many nodes together with those of other threads, or paths too many small steps.
    pub(crate) fn steps(&self, extent: &Extent, others: usize, watch: &Watch) -> Result<Option<Composition>, Refusal> {
        let atomic = places_inside(self.graph)?;
        let heads = self.graph.heads();
        let mut all = Composition { steps: Vec::new(), accesses: Vec::new(), held: BTreeSet::new(), size: 0 };
        let (mut seen, mut waiting, mut walked) = (BTreeSet::from([0]), vec![0], 0);
        while let Some(from) = waiting.pop() {
            let from = Begin { from, atomic: &atomic, heads: &heads, extent };
            let found = match self.from(&from, false, &mut walked, watch)? {
                Some(found) => found,
                None if walked > extent.walked => return Ok(None),
                None => self.from(&from, true, &mut walked, watch)?.unwrap_or_default(),
            };
            all.size += found.size;
            watch.hold(found.size * size_of::<Expr>());
            if others + all.size > extent.all {
                return Ok(None);
            }
            all.accesses.extend(found.accesses);
            for step in found.steps {
                if seen.insert(step.to) {
                    waiting.push(step.to);
                }
                if self.is_held(step.to, &atomic) {
                    all.held.insert(step.to);
                }
                all.steps.push(step);
            }
        }
        held::resolve(&mut all);
        Ok(Some(all))
    }

    fn is_held(&self, node: Node, atomic: &[bool]) -> bool {
        self.is_inside(node, atomic) && !self.graph.out[node].is_empty()
    }

    fn is_inside(&self, node: Node, atomic: &[bool]) -> bool {
        atomic[node] || self.graph.inside[node]
    }

    /// The steps from a place; none if there are too many paths, or these walk too many small steps with those before.
    fn from(
        &self,
        begin: &Begin,
        cut_meetings: bool,
        walked: &mut usize,
        watch: &Watch,
    ) -> Result<Option<Found>, Refusal> {
        let &Begin { from, atomic, heads, extent } = begin;
        let begins_inside = self.is_held(from, atomic);
        let waits = self.graph.waits.contains(&from);
        let start = Path::new(from, begins_inside);
        let (mut stack, mut found) = (vec![(start, true)], Found::default());
        while let Some((path, is_first)) = stack.pop() {
            watch.work(1 + path.size)?;
            *walked += 1;
            let are_many = found.steps.len() + stack.len() > extent.paths || *walked > extent.walked;
            if are_many && !cut_meetings {
                return Ok(None);
            }
            let node = path.at;
            if !is_first && self.graph.out[node].is_empty() && node != self.end && !self.errors.contains(&node) {
                // Nothing comes after: unless others see what happened, it need not have happened. A thread that can end the process
                // does not wait.
                let goes_on = waits && self.graph.exits.contains(&node);
                let is_unseen = path.unit.is_none() && path.creates.is_none() && !begins_inside && !goes_on;
                if is_unseen || (path.is_hidden && self.is_inside(node, atomic)) {
                    found.reach(path.accesses);
                    continue;
                }
            }
            if !is_first && (heads[node] || self.stops(&path, begin, cut_meetings)) {
                // Others can act between what they have seen and a section in which control stays.
                let path = match &path.before {
                    Some(before) if self.is_held(node, atomic) => Path::clone(before),
                    _ => path,
                };
                found.reach(path.accesses.clone());
                found.size += 1 + path.size;
                let step = path.finish(from, &self.errors);
                if !found.steps.iter().any(|other| other.is_as(&step)) {
                    found.steps.push(step);
                }
                continue;
            }
            let mut goes_on = false;
            for edge in &self.graph.out[node] {
                if let Some(mut next) = path.extended(&self.graph.edges[*edge], atomic[node], self.constants) {
                    goes_on = true;
                    next.accesses.extend(self.reached(from, &path, &self.graph.edges[*edge], atomic));
                    next.note_seen(&path, self.is_inside(node, atomic));
                    stack.push((next, false));
                }
            }
            if !goes_on {
                found.reach(path.accesses);
            }
        }
        Ok(Some(found))
    }

    /// The accesses of a small step at the end of a path from a place.
    fn reached(&self, from: Node, path: &Path, edge: &Edge, atomic: &[bool]) -> Vec<Reach> {
        let within = match (atomic[from], path.begins_inside) {
            (true, _) => Within::Section,
            (false, true) => Within::Statement,
            (false, false) => Within::Step,
        };
        let reach = |access: &Access| {
            let when = path.value(&access.when, self.constants);
            let mut guard = path.guard.clone();
            match when {
                Expr::Truth(true) => {}
                Expr::Truth(false) => return None,
                when => guard.push(when),
            }
            let element = access.element.as_ref().map(|element| path.value(element, self.constants));
            let access = Access { atomic: access.atomic || atomic[edge.from], element, ..access.clone() };
            Some(Reach { from, within, guard, access, held: path.held.clone(), span: edge.span })
        };
        edge.accesses.iter().filter_map(reach).collect()
    }

    /// Returns `true` if a step ends where this path has come.
    fn stops(&self, path: &Path, begin: &Begin, cut_meetings: bool) -> bool {
        let &Begin { atomic, extent, .. } = begin;
        let (graph, node) = (self.graph, path.at);
        let out = || graph.out[node].iter().map(|edge| &graph.edges[*edge]);
        let is_chosen = |name: &SmolStr| path.chosen.iter().any(|it| it.name == *name);
        let is_uncertain = |edge: &Edge| match &edge.op {
            Op::Guard(condition) | Op::Join(condition) => {
                term::mentions(&path.value(condition, self.constants), &is_chosen)
            }
            _ => {
                let mut terms = edge.accesses.iter().flat_map(Access::terms);
                terms.any(|it| term::mentions(&path.value(it, self.constants), &is_chosen))
            }
        };
        graph.out[node].is_empty()
            || self.cut.contains(&node)
            || graph.cut.contains(&node)
            || (!atomic[node] && path.unit.is_some() && self.comes_another(node, path.unit))
            || (path.begins_inside && !self.is_inside(node, atomic) && self.comes_another(node, path.unit))
            || path.size > extent.size
            || (cut_meetings && graph.meetings.contains(&node))
            || (self.may_stay(path, atomic) && self.is_seen(path))
            || out().any(is_uncertain)
    }

    /// Returns `true` if what comes next as one step, or the section that begins next, has an access of another unit, perhaps after
    /// small steps without any.
    fn comes_another(&self, node: Node, unit: Option<u32>) -> bool {
        let (mut seen, mut waiting) = (BTreeSet::from([node]), vec![(node, false)]);
        while let Some((node, in_section)) = waiting.pop() {
            for edge in self.graph.out[node].iter().map(|edge| &self.graph.edges[*edge]) {
                if edge.unit.is_some() && edge.unit != unit {
                    return true;
                }
                let in_section = (in_section || matches!(edge.op, Op::Begin)) && !matches!(edge.op, Op::End);
                if (in_section || self.graph.inside[edge.to]) && seen.insert(edge.to) {
                    waiting.push((edge.to, in_section));
                }
            }
        }
        false
    }

    /// Returns `true` if the thread may stay where this path has come, since something does not hold there, such as an assumption.
    fn may_stay(&self, path: &Path, atomic: &[bool]) -> bool {
        let [only] = self.graph.out[path.at][..] else { return false };
        let (Op::Guard(condition) | Op::Join(condition)) = &self.graph.edges[only].op else { return false };
        let condition = path.value(condition, self.constants);
        let holds = condition == Expr::Truth(true) || path.guard.contains(&condition);
        !holds && !self.is_inside(path.at, atomic)
    }

    /// Returns `true` if other threads see what a path has done, whether or not the thread goes on.
    fn is_seen(&self, path: &Path) -> bool {
        let is_shared = |name: &SmolStr| self.scalars.get(name).is_none_or(|scalar| scalar.shared);
        path.creates.is_some() || path.assigned().any(is_shared)
    }
}
