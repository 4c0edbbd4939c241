//! Values: what each variable can be at each place of control, as few values or between two bounds, and what follows from it.
//!
//! A test that always holds is left out, with a step that is never done; a variable with one value becomes this value; two steps
//! that do the same become one if one of them is always possible. That is conditional constant propagation (Wegman and
//! Zadeck, 1991) with small sets and [ranges] instead of single constants, for all threads at once: what one thread alone
//! assigns is known from place to place, of other variables all values that are ever assigned are known.

mod merge;
mod ranges;
mod seen;
mod sets;
mod uses;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::{Expr, Refusal};
use boolprog_integer::Sort;
use smol_str::SmolStr;

use crate::flow::{Flow, Scalar, Site};
use crate::graph::Node;
use crate::steps::{Composition, Step};
use crate::values::merge::merge;
use crate::values::ranges::{Range, Thresholds};
use crate::values::seen::Seen;
use crate::values::sets::{Environment, Set, Variable};
use crate::values::uses::Uses;
use crate::watch::Watch;

/// The most values that are known at all places together; a program with more of them stays as it is.
const MAX_KNOWN: usize = 4_000_000;

/// Knowledge of the values of variables.
#[derive(Default)]
pub(crate) struct Known {
    numbers: BTreeMap<SmolStr, Variable>,
    /// All values that each variable ever has; none if they are many.
    ever: Vec<Option<Set>>,
    /// The bounds that numbers are declared with.
    bounds: Vec<Option<Range>>,
    /// For each thread what is known at the places that are reached.
    places: Vec<BTreeMap<Node, Environment>>,
    thresholds: Thresholds,
}

impl Known {
    fn seen(&self, thread: usize, node: Node) -> Option<Seen<'_>> {
        let at = self.places.get(thread)?.get(&node)?.clone();
        Some(Seen { numbers: &self.numbers, ever: &self.ever, bounds: &self.bounds, at })
    }

    /// Makes one step of two that do the same. Quadratic in the steps from one place.
    pub(crate) fn merge(&self, all: &mut [Composition], watch: &Watch) -> Result<(), Refusal> {
        all.iter_mut()
            .enumerate()
            .try_for_each(|(thread, composition)| merge(composition, &|node| self.seen(thread, node), watch))
    }
}

/// Replaces variables by the only values that they can have, leaves out steps that are never done and tests that always hold,
/// and narrows the ranges of variables. Some variables are changed by what is written later, and are any value. Returns what is
/// known, which is nothing of a program that is too large. Linear in steps times variables; the sets bound the number of
/// rounds.
pub(crate) fn decide(
    flow: &mut Flow,
    all: &mut [Composition],
    unknown: &BTreeSet<SmolStr>,
    watch: &Watch,
) -> Result<Known, Refusal> {
    let steps: usize = all.iter().map(|composition| composition.steps.len()).sum();
    if steps.saturating_mul(flow.scalars.len()) > MAX_KNOWN {
        return Ok(Known::default());
    }
    let mut analysis = Analysis::new(flow, all, unknown);
    analysis.run(watch)?;
    let Analysis { names, known, .. } = analysis;
    for (thread, composition) in all.iter_mut().enumerate() {
        let seen = |node| known.seen(thread, node);
        composition.steps.retain_mut(|step| seen(step.from).is_some_and(|seen| seen.rewrite(step)));
        composition
            .accesses
            .retain_mut(|reach| seen(reach.from).is_some_and(|mut seen| seen.rewrite_guard(&mut reach.guard, &[])));
        watch.work(composition.steps.len() + composition.accesses.len())?;
    }
    for (name, set) in names.iter().zip(&known.ever) {
        // Bounds would have to be proved again, so that only the ranges of few values are declared.
        if let (Some(scalar), Some(Set::Few(values))) = (flow.scalars.get_mut(name), set)
            && let (Sort::Range(..), Some(low), Some(high)) = (scalar.sort, values.first(), values.last())
        {
            // Values that are forgotten become 0.
            scalar.sort = Sort::Range((*low).min(0), (*high).max(0));
        }
    }
    Ok(known)
}

/// The steps of a thread from each place.
type Steps<'a> = BTreeMap<Node, Vec<&'a Step>>;

fn steps_from(composition: &Composition) -> Steps<'_> {
    let mut from = Steps::new();
    composition.steps.iter().for_each(|step| from.entry(step.from).or_default().push(step));
    from
}

/// The places of each thread in reverse postorder: one comes after those that lead to it, where that is possible.
struct Order {
    places: Vec<Vec<Node>>,
    ranks: Vec<BTreeMap<Node, usize>>,
}

impl Order {
    /// Linear.
    fn of(steps: &[Steps<'_>]) -> Self {
        let places: Vec<Vec<Node>> = steps.iter().map(reverse_postorder).collect();
        let ranks = places.iter().map(|places| places.iter().copied().zip(0..).collect()).collect();
        Self { places, ranks }
    }

    /// The position of a place in the worklist; none for one to which no steps lead.
    fn of_place(&self, thread: usize, node: Node) -> Option<(usize, usize)> {
        self.ranks[thread].get(&node).map(|rank| (thread, *rank))
    }
}

fn reverse_postorder(steps: &Steps<'_>) -> Vec<Node> {
    let after = |node: Node| steps.get(&node).into_iter().flatten().map(|step| step.to);
    let mut seen = BTreeSet::from([0]);
    let mut order = Vec::new();
    let mut open = vec![(0, after(0))];
    while let Some((node, rest)) = open.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => open.push((next, after(next))),
            Some(_) => {}
            None => {
                order.push(*node);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The fixed point of all threads together.
struct Analysis<'a> {
    flow: &'a Flow,
    names: Vec<SmolStr>,
    uses: Uses,
    steps: Vec<Steps<'a>>,
    known: Known,
    order: Order,
    waiting: BTreeSet<(usize, usize)>,
}

impl<'a> Analysis<'a> {
    fn new(flow: &'a Flow, all: &'a [Composition], unknown: &BTreeSet<SmolStr>) -> Self {
        let names: Vec<SmolStr> = flow.scalars.keys().cloned().collect();
        let numbers: BTreeMap<SmolStr, Variable> = names.iter().cloned().zip(0..).collect();
        let ever = flow.scalars.iter().map(|(name, scalar)| {
            let is_number = scalar.sort != Sort::Boolean && !unknown.contains(name);
            is_number.then(|| Set::one(scalar.initial))
        });
        let numbers_only = |scalar: &Scalar| scalar.sort.bounds().filter(|_| scalar.sort != Sort::Boolean);
        let bounds: Vec<_> = flow.scalars.values().map(numbers_only).collect();
        let thresholds = Thresholds::of(all, bounds.iter().flatten().copied());
        let places = vec![BTreeMap::new(); all.len()];
        let steps: Vec<_> = all.iter().map(steps_from).collect();
        Self {
            flow,
            uses: Uses::of(flow, all, &names, &numbers),
            order: Order::of(&steps),
            steps,
            known: Known { ever: ever.collect(), bounds, places, numbers, thresholds },
            waiting: BTreeSet::new(),
            names,
        }
    }

    fn run(&mut self, watch: &Watch) -> Result<(), Refusal> {
        self.reach((0, 0), self.entry(0));
        while let Some((thread, rank)) = self.waiting.pop_first() {
            let node = self.order.places[thread][rank];
            let Some(at) = self.known.places[thread].get(&node).cloned() else { continue };
            for (created, site) in self.uses.created.get(&(thread, node)).cloned().unwrap_or_default() {
                self.create((created, site), &at);
            }
            for step in self.steps[thread].get(&node).cloned().unwrap_or_default() {
                watch.work(1 + step.guard.len() + step.updates.len() + at.len() / 8)?;
                self.step(thread, step, &at);
            }
        }
        Ok(())
    }

    /// The knowledge of a thread at its beginning, without the arguments that its creator gives it.
    fn entry(&self, thread: usize) -> Environment {
        let mut entry = Environment::default();
        for (variable, owner) in (0..).zip(&self.uses.owner) {
            let initial = || Set::one(self.flow.scalars[&self.names[variable as usize]].initial);
            let is_number = self.known.ever[variable as usize].is_some();
            entry.set(variable, (*owner == Some(thread) && is_number).then(initial));
        }
        entry
    }

    /// Begins a thread at one of the places that create it, where it gets copies of what its creator has.
    fn create(&mut self, (created, site): (usize, usize), at: &Environment) {
        let mut entry = self.entry(created);
        let sites = self.flow.threads[created].start.iter().flat_map(|start| &start.sites);
        for (copy, original) in sites.skip(site).take(1).flat_map(|site| &site.copies) {
            let Some(copy) = self.known.numbers.get(copy).copied() else { continue };
            let values = self.seen(at).evaluate(&Expr::Name(original.clone()), &[]);
            self.assign(copy, values.as_ref());
            entry.set(copy, values.filter(|_| self.uses.owner[copy as usize] == Some(created)));
        }
        self.reach((created, 0), entry);
    }

    /// The places that a step from a place can be which creates a thread.
    fn sites(&self, created: usize, (creator, from): (usize, Node)) -> Vec<usize> {
        let Some(start) = &self.flow.threads[created].start else { return Vec::new() };
        let is_it = |site: &Site| site.creator == creator && (!start.many || site.at == from);
        (0..start.sites.len()).filter(|number| is_it(&start.sites[*number])).collect()
    }

    fn seen(&self, at: &Environment) -> Seen<'_> {
        let Known { numbers, ever, bounds, .. } = &self.known;
        Seen { numbers, ever, bounds, at: at.clone() }
    }

    /// Joins what is known at a place with what comes there; of variables that matter there.
    fn reach(&mut self, (thread, node): (usize, Node), mut coming: Environment) {
        let live = self.uses.live[thread].get(&node);
        coming.retain(&|variable| live.is_some_and(|live| live.contains(variable as usize)));
        let Known { places, thresholds, .. } = &mut self.known;
        let is_new = match places[thread].entry(node) {
            Entry::Vacant(place) => {
                place.insert(coming);
                true
            }
            Entry::Occupied(mut known) => known.get_mut().join(&coming, thresholds),
        };
        if is_new {
            self.waiting.extend(self.order.of_place(thread, node));
        }
    }

    fn step(&mut self, thread: usize, step: &Step, at: &Environment) {
        let mut seen = self.seen(at);
        if !step.guard.iter().all(|condition| seen.assume(condition, &step.chosen)) {
            return;
        }
        let assigned: Vec<_> = step
            .updates
            .iter()
            .filter_map(|(name, value)| Some((*self.known.numbers.get(name)?, seen.evaluate(value, &step.chosen))))
            .collect();
        let mut after = seen.at;
        after.retain(&|variable| self.uses.owner[variable as usize] == Some(thread));
        for (variable, values) in assigned {
            self.assign(variable, values.as_ref());
            after.set(variable, values.filter(|_| self.uses.owner[variable as usize] == Some(thread)));
        }
        if let Some(created) = step.creates {
            for site in self.sites(created, (thread, step.from)) {
                self.create((created, site), &after);
            }
        }
        self.reach((thread, step.to), after);
    }

    /// Notes that a variable can have these values, and looks again at what depends on it.
    fn assign(&mut self, variable: Variable, values: Option<&Set>) {
        let Some(known) = &mut self.known.ever[variable as usize] else { return };
        let all = values.and_then(|values| known.union(values, &self.known.thresholds));
        if all.as_ref() != Some(known) {
            self.known.ever[variable as usize] = all;
            let reached = |(thread, node): &&(usize, Node)| self.known.places[*thread].contains_key(node);
            let places = self.uses.places[variable as usize].iter().filter(reached);
            self.waiting.extend(places.filter_map(|(thread, node)| self.order.of_place(*thread, *node)));
        }
    }
}
