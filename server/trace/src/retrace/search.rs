//! The search for a run of the present program that does what the recorded steps do.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use boolprog_program::program::{PropertyKind, Threads};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashSet;

use super::Goal;
use super::past::{Numbers, Past};
use super::why;
use crate::configuration::Configuration;
use crate::interpreter::evaluate::Cell;
use crate::interpreter::outcome::Outcome;
use crate::interpreter::{Event, Interpreter, Violation};
use crate::replay::ClaimedRun;
use crate::simulation;

/// Live threads in all configurations that are kept together, beyond twice those of the recording.
const ROOM: usize = 50_000;

/// Outcomes of one step that are followed, if it leaves so much open.
const MOST_OUTCOMES: usize = 256;

/// New statements that a thread may execute in front of a recorded one.
const MOST_NEW: u32 = 16;

/// What a step costs that is not recorded, and one that executes what a recorded statement became.
const NEW: u32 = 1;
const CHANGED: u32 = 1;
/// What it costs to leave a step out whose statement is gone.
const GONE: u32 = 2;

/// How the search ended.
pub(super) enum End {
    /// The run, as it is to be re-executed.
    Found(ClaimedRun),
    /// No way leads further. Steps count from 1; 0 is the start.
    Stuck { step: usize, why: String },
    /// Ways lead to the end, but nothing is violated there.
    Holds,
    /// There are too many ways.
    TooMany { step: usize },
}

/// Searches for a run that follows the recorded steps and ends with one of the goals; without goals, wherever the thread
/// is that the trace is about.
pub(super) fn search(interpreter: &Interpreter<'_>, past: &Past<'_>, goals: &[Goal<'_>]) -> End {
    let mut search = Search {
        interpreter,
        past,
        goals,
        nodes: Vec::new(),
        seen: FxHashSet::default(),
        waiting: BinaryHeap::new(),
        room: 2 * past.size() + ROOM,
        is_complete: true,
        furthest: None,
        holds: false,
    };
    if let Err(why) = search.start() {
        return End::Stuck { step: 0, why };
    }
    search.run()
}

/// A configuration, and how far the recording was followed to get there.
struct Node {
    state: Rc<Configuration>,
    /// Recorded steps that were taken or left out.
    done: usize,
    /// Steps since then that are not recorded.
    new: u32,
    cost: u32,
    /// The largest number of a thread so far.
    used: u32,
    numbers: Rc<Numbers>,
    /// The node before and, unless a step was left out, who acted.
    parent: Option<(usize, Option<u32>)>,
}

/// What can be made of a thread's next step.
#[derive(Clone, Copy)]
struct Ways {
    /// It is the recorded one, at this cost.
    recorded: Option<u32>,
    /// It is a new one in front of the recorded one.
    new: bool,
    /// The recorded one is left out, since its statement is gone.
    left_out: bool,
}

struct Search<'a> {
    interpreter: &'a Interpreter<'a>,
    past: &'a Past<'a>,
    goals: &'a [Goal<'a>],
    nodes: Vec<Node>,
    seen: FxHashSet<(usize, Rc<Configuration>)>,
    /// Cheapest first, then those that are furthest, then the oldest.
    waiting: BinaryHeap<Reverse<(u32, Reverse<usize>, usize)>>,
    room: usize,
    /// Whether nothing was passed over that could have led further.
    is_complete: bool,
    /// How far the recording was followed, whether the thread cannot move there, and why no way leads further.
    furthest: Option<(usize, bool, String)>,
    /// Whether a way leads to a property that holds.
    holds: bool,
}

impl Search<'_> {
    /// The initial configurations. Fails, with a clause for people, if there are none.
    fn start(&mut self) -> Result<(), String> {
        let recorded = &self.past.document.initial.threads;
        let count = recorded.len() as u32;
        if let Threads::Exactly(expected) = self.interpreter.threads()
            && expected != count
        {
            return Err(why::starts_with(expected, count));
        }
        let outcome = self.interpreter.start_states(count).ok_or("there is no procedure `main`")?;
        let numbers: Rc<Numbers> = Rc::new(recorded.iter().map(|thread| thread.number).zip(1..).collect());
        let node =
            Node { state: Rc::new(outcome.base.clone()), done: 0, new: 0, cost: 0, used: count, numbers, parent: None };
        self.follow(outcome, &node, 0);
        Ok(())
    }

    fn run(mut self) -> End {
        while let Some(Reverse((_, _, index))) = self.waiting.pop() {
            if let Some(violation) = self.violation(index) {
                return End::Found(self.run_to(index, violation));
            }
            self.expand(index);
            if self.room == 0 {
                return End::TooMany { step: self.nodes[index].done };
            }
        }
        let (done, cannot_move, why) = self.furthest.unwrap_or_default();
        if self.holds || (done == self.past.moves() && !cannot_move) {
            End::Holds
        } else if self.is_complete {
            End::Stuck { step: (done + 1).min(self.past.document.steps.len()), why }
        } else {
            End::TooMany { step: done }
        }
    }

    /// What is violated at a node that has followed the recording to its end.
    fn violation(&self, index: usize) -> Option<Violation> {
        let node = &self.nodes[index];
        if node.done < self.past.moves() {
            return None;
        }
        let property = &self.past.document.property;
        let number = number(&node.numbers, property.thread)?;
        if property.kind == crate::document::PropertyKind::Place {
            let position = node.state.position(number)?;
            let site = node.state.threads[position].innermost()?.site;
            let is_there = self.interpreter.is_reached(&node.state, position);
            return is_there.then_some(Violation { thread: number, site, kind: PropertyKind::Label });
        }
        let violations = self.interpreter.violations(&node.state);
        let meant = |found: &&Violation| self.is_goal(found.site, found.kind);
        let own = violations.iter().filter(meant).find(|found| found.thread == number);
        own.or_else(|| violations.iter().find(meant)).copied()
    }

    fn is_goal(&self, site: SiteId, kind: PropertyKind) -> bool {
        self.goals.iter().any(|goal| goal.site == site && goal.kind == kind)
    }

    /// Finds the configurations behind a node.
    fn expand(&mut self, index: usize) {
        let node = &self.nodes[index];
        let (state, done) = (Rc::clone(&node.state), node.done);
        let document = self.past.document;
        let step = (done < self.past.moves()).then(|| &document.steps[done]);
        let recorded = step.map_or(document.property.thread, |step| step.thread);
        let goal = step.map_or("what is violated", |step| step.text.as_str());
        let Some(number) = number(&node.numbers, recorded) else {
            return self.got_to(done, true, || why::never_started(recorded));
        };
        let place = state.position(number).and_then(|at| Some((at, state.threads[at].innermost()?)));
        let Some((position, frame)) = place else {
            return self.got_to(done, true, || why::ended(number, goal));
        };
        if step.is_none() && self.is_goal(frame.site, PropertyKind::Assert) {
            self.holds = true;
            return;
        }
        let ways = self.ways(step.is_some().then_some(done), frame.site, frame.procedure.0, node.new);
        let mut moved = false;
        if let Some(cost) = ways.recorded {
            moved |= self.step(index, &state, position, (1, cost));
        }
        if ways.new {
            moved |= self.step(index, &state, position, (0, NEW));
        }
        if ways.left_out {
            self.leave_out(index);
        }
        let here = self.past.shown(frame.site);
        if moved || !(ways.new || ways.recorded.is_some()) {
            self.got_to(done, false, || why::elsewhere(number, here, goal));
        } else {
            let obstacle = self.interpreter.obstacle(&state, position);
            self.got_to(done, true, || simulation::why_blocked(number, here, obstacle));
        }
    }

    /// What can be made of the step of a thread at a site; `step` is the recorded one, counted from 0, if one is left.
    fn ways(&self, step: Option<usize>, site: SiteId, procedure: u32, new: u32) -> Ways {
        let may_be_new = new < MOST_NEW;
        let Some(step) = step else { return Ways { recorded: None, new: may_be_new, left_out: false } };
        if self.past.is_at(step, site) {
            return Ways { recorded: Some(0), new: false, left_out: false };
        }
        let is_gone = !self.past.remains(step, procedure);
        let recorded = (is_gone && self.past.resembles(step, site)).then_some(CHANGED);
        Ways { recorded, new: may_be_new, left_out: is_gone && self.past.goes_on_at(step, site, procedure) }
    }

    /// A thread moves. `advance` recorded steps are done with it. Says whether it can.
    fn step(&mut self, parent: usize, state: &Configuration, position: usize, (advance, cost): (usize, u32)) -> bool {
        let node = &self.nodes[parent];
        let fresh = node.used + 1;
        let behind = Node {
            state: Rc::clone(&node.state),
            done: node.done + advance,
            new: if advance == 0 { node.new + 1 } else { 0 },
            cost: node.cost + cost,
            used: node.used,
            numbers: Rc::clone(&node.numbers),
            parent: Some((parent, Some(state.threads[position].number))),
        };
        let interpreter = self.interpreter;
        let mut moved = false;
        for outcome in interpreter.outcomes(state, position, Some(fresh)) {
            moved |= self.follow(outcome, &behind, advance);
        }
        moved
    }

    /// Keeps what a step can lead to, the recorded decisions first. Says whether it leads anywhere.
    fn follow(&mut self, outcome: Outcome<'_>, behind: &Node, advance: usize) -> bool {
        let (mut used, mut numbers) = (behind.used, Rc::clone(&behind.numbers));
        if let Event::Created(number) = outcome.event {
            used = number;
            let step = behind.done.checked_sub(1).filter(|_| advance > 0);
            if let Some(recorded) = step.and_then(|step| self.past.document.steps[step].created) {
                numbers = Rc::new(numbers.iter().copied().chain([(recorded, number)]).collect());
            }
        }
        let value = |cell| self.past.value(behind.done, &numbers, &outcome.base, cell);
        let recorded: Vec<(Cell, Option<bool>)> = outcome.open.iter().map(|cell| (*cell, value(*cell))).collect();
        let unknown = recorded.iter().filter(|(_, value)| value.is_none()).count();
        self.is_complete &= unknown <= MOST_OUTCOMES.ilog2() as usize;
        let mut moved = false;
        let wanted = |cell| recorded.iter().find(|(open, _)| *open == cell).and_then(|(_, value)| *value);
        for state in outcome.members_near(wanted, MOST_OUTCOMES) {
            let differs = |(cell, value): &&(Cell, Option<bool>)| value.is_some() && cell.get(&state) != *value;
            let cost = behind.cost + recorded.iter().filter(differs).count() as u32;
            let (state, numbers) = (Rc::new(state), Rc::clone(&numbers));
            self.add(Node { state, cost, used, numbers, ..*behind });
            moved = true;
        }
        moved
    }

    /// Goes on as if a recorded step had been taken.
    fn leave_out(&mut self, index: usize) {
        let node = &self.nodes[index];
        let (state, numbers) = (Rc::clone(&node.state), Rc::clone(&node.numbers));
        let (done, cost, parent) = (node.done + 1, node.cost + GONE, Some((index, None)));
        self.add(Node { state, numbers, done, cost, parent, new: 0, ..*node });
    }

    fn add(&mut self, node: Node) {
        if self.room > 0 && self.seen.insert((node.done, Rc::clone(&node.state))) {
            self.room = self.room.saturating_sub(1 + node.state.threads.len());
            self.waiting.push(Reverse((node.cost, Reverse(node.done), self.nodes.len())));
            self.nodes.push(node);
        }
    }

    /// Remembers the first of the furthest places where no way leads on; one where the thread cannot move tells most.
    fn got_to(&mut self, done: usize, cannot_move: bool, why: impl FnOnce() -> String) {
        let is_further = |(before, stuck, _): &(usize, bool, String)| (done, cannot_move) > (*before, *stuck);
        if self.furthest.as_ref().is_none_or(is_further) {
            self.furthest = Some((done, cannot_move, why()));
        }
    }

    /// The run that leads to a node, and what is violated there.
    fn run_to(&self, index: usize, violation: Violation) -> ClaimedRun {
        let mut node = &self.nodes[index];
        let (mut configurations, mut actors) = (vec![Configuration::clone(&node.state)], Vec::new());
        if violation.kind == PropertyKind::Assert {
            configurations.push(Configuration::clone(&node.state));
            actors.push(violation.thread);
        }
        while let Some((before, actor)) = node.parent {
            node = &self.nodes[before];
            if let Some(actor) = actor {
                configurations.push(Configuration::clone(&node.state));
                actors.push(actor);
            }
        }
        configurations.reverse();
        actors.reverse();
        ClaimedRun { configurations, actors, violation }
    }
}

/// The present number of a recorded thread.
fn number(numbers: &Numbers, recorded: u32) -> Option<u32> {
    numbers.iter().find(|(then, _)| *then == recorded).map(|(_, now)| *now)
}
