//! The executable specification of the search: breadth-first over configurations.
//!
//! It lists all configurations one by one, which is slow. The engines are tested against it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boolprog_program::program::{PropertyKind, Threads};
use boolprog_syntax::ast::SiteId;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::document;
use boolprog_trace::interpreter::{Interpreter, Successor, Violation};
use boolprog_trace::replay::ClaimedRun;
use rustc_hash::FxHashSet;

/// A property that is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violated {
    /// The `assert`, or the statement with the error label.
    pub site: SiteId,
    /// Assertion or error label.
    pub kind: PropertyKind,
    /// The fewest steps to a violation; a failing assertion is a step.
    pub steps: u32,
    /// First witness: a configuration and, for an assertion, the thread whose step fails.
    witness: usize,
}

/// Everything that [`reachable`] found.
#[derive(Debug, Default)]
pub struct Reachable {
    /// The violated properties, those with few steps first.
    pub violated: Vec<Violated>,
    /// The thread states at each site that is reached: values of the shared variables, the `thread_local` globals,
    /// the parameters and the locals, in order of declaration. Where `enforce` forbids the thread to be there, the
    /// site is not reached.
    pub states: BTreeMap<SiteId, BTreeSet<Vec<bool>>>,
    /// The shared valuations of the deadlocks.
    pub stuck: BTreeSet<Vec<bool>>,
    /// `true` if the search is complete.
    pub complete: bool,
    /// `true` if the bound on live threads ever prevented the creation of a thread.
    pub bound_met: bool,
    found: Vec<Found>,
}

/// A configuration and the one it was reached from.
#[derive(Debug)]
struct Found {
    state: Rc<Configuration>,
    parent: Option<usize>,
}

impl Reachable {
    /// The number of configurations found, equal ones up to the order of threads counted once.
    pub fn configurations(&self) -> usize {
        self.found.len()
    }

    /// The fewest steps to a violation of a property, if there is one.
    pub fn fewest_steps(&self, site: SiteId, kind: impl Into<document::PropertyKind>) -> Option<u32> {
        let kind = kind.into();
        let is_it = |found: &&Violated| found.site == site && document::PropertyKind::from(found.kind) == kind;
        self.violated.iter().find(is_it).map(|found| found.steps)
    }

    /// A shortest run to one of the [`Self::violated`] properties, found with this interpreter.
    pub fn run_to(&self, interpreter: &Interpreter<'_>, violated: &Violated) -> Option<ClaimedRun> {
        let mut path = vec![violated.witness];
        while let Some(parent) = self.found.get(*path.last()?)?.parent {
            path.push(parent);
        }
        let mut goals = path.iter().rev().map(|index| &*self.found[*index].state);
        let mut configurations = vec![goals.next()?.clone()];
        let mut actors = Vec::new();
        let mut used = configurations[0].largest_number();
        for goal in goals {
            let at = configurations.last()?;
            let (actor, successor) = all_successors(interpreter, at, Some(used + 1))
                .find(|(_, successor)| canonical(successor.configuration.clone()) == *goal)?;
            used = used.max(successor.configuration.largest_number());
            actors.push(actor);
            configurations.push(successor.configuration);
        }
        let last = configurations.last()?.clone();
        let wanted = |found: &Violation| found.site == violated.site && found.kind == violated.kind;
        let violation = interpreter.violations(&last).into_iter().find(wanted)?;
        if violation.kind == PropertyKind::Assert {
            actors.push(violation.thread);
            configurations.push(last);
        }
        Some(ClaimedRun { configurations, actors, violation })
    }
}

/// Searches all configurations with at most `live_bound` live threads; at the bound a creation is not enabled. If
/// any number of threads run `main`, starts with every number of them up to the bound, else with as many as the
/// reading says. Gives up when more than `most` configurations were found.
pub fn reachable(interpreter: &Interpreter<'_>, live_bound: u32, most: usize) -> Reachable {
    let mut search = Search::default();
    let counts = match interpreter.threads() {
        Threads::Any => 1..=live_bound,
        Threads::Exactly(threads) => threads..=threads,
    };
    for state in counts.flat_map(|count| interpreter.initial(count)) {
        search.add(state, None);
        if search.found.len() > most {
            break;
        }
    }
    let (mut next, mut steps) = (0, 0);
    while next < search.found.len() && search.found.len() <= most {
        let level = search.found.len();
        for index in next..level {
            search.visit(interpreter, index, steps, live_bound, most);
            if search.found.len() > most {
                break;
            }
        }
        (next, steps) = (level, steps + 1);
    }
    search.result.complete = search.found.len() <= most;
    search.result.violated.sort_by_key(|violated| violated.steps);
    Reachable { found: search.found, ..search.result }
}

#[derive(Default)]
struct Search {
    seen: FxHashSet<Rc<Configuration>>,
    found: Vec<Found>,
    result: Reachable,
}

impl Search {
    fn add(&mut self, state: Configuration, parent: Option<usize>) {
        let state = Rc::new(canonical(state));
        if self.seen.insert(Rc::clone(&state)) {
            self.found.push(Found { state, parent });
        }
    }

    /// Visits one configuration and finds its successors.
    fn visit(&mut self, interpreter: &Interpreter<'_>, index: usize, steps: u32, live_bound: u32, most: usize) {
        let at = Rc::clone(&self.found[index].state);
        for violation in interpreter.violations(&at) {
            self.violated(violation, steps, index);
        }
        self.thread_states(interpreter, &at);
        let live = at.threads.len() as u32;
        let mut stuck = true;
        for (_, successor) in all_successors(interpreter, &at, Some(live + 1)) {
            stuck = false;
            if successor.configuration.threads.len() as u32 > live_bound.max(live) {
                self.result.bound_met = true;
            } else {
                self.add(successor.configuration, Some(index));
            }
            if self.found.len() > most {
                break;
            }
        }
        if stuck {
            self.result.stuck.insert(at.shared.clone());
        }
    }

    fn violated(&mut self, violation: Violation, steps: u32, witness: usize) {
        let Violation { site, kind, .. } = violation;
        if self.result.fewest_steps(site, kind).is_none() {
            let steps = steps + u32::from(kind == PropertyKind::Assert);
            self.result.violated.push(Violated { site, kind, steps, witness });
        }
    }

    fn thread_states(&mut self, interpreter: &Interpreter<'_>, at: &Configuration) {
        for (index, thread) in at.threads.iter().enumerate() {
            if let Some(frame) = thread.innermost().filter(|_| interpreter.is_reached(at, index)) {
                let values = [&at.shared[..], &thread.thread_local, &frame.values].concat();
                self.result.states.entry(frame.site).or_default().insert(values);
            }
        }
    }
}

/// The steps of all threads, each with the number of the thread that takes it.
fn all_successors<'x>(
    interpreter: &'x Interpreter<'x>,
    at: &'x Configuration,
    fresh: Option<u32>,
) -> impl Iterator<Item = (u32, Successor)> + use<'x> {
    at.threads.iter().enumerate().flat_map(move |(index, thread)| {
        interpreter.successors(at, index, fresh).map(|successor| (thread.number, successor))
    })
}

/// The same configuration with threads in a canonical order, which depends on their states alone, and numbered in this
/// order.
fn canonical(mut state: Configuration) -> Configuration {
    let holder = state.atomic;
    state.threads.sort_by(|a, b| {
        let key = |number: u32| holder == Some(number);
        (key(a.number), &a.frames, &a.thread_local).cmp(&(key(b.number), &b.frames, &b.thread_local))
    });
    // A holder that has ended must not be forgotten: no thread could move, which is an error that tests must see.
    state.atomic = holder.map(|holder| state.position(holder).map_or(0, |position| position as u32 + 1));
    for (number, thread) in (1..).zip(&mut state.threads) {
        thread.number = number;
    }
    state
}
