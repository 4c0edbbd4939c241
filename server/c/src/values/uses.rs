//! Where variables are used, and who changes them.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use smol_str::SmolStr;

use crate::flow::{Flow, Start};
use crate::graph::Node;
use crate::steps::Composition;
use crate::term;
use crate::values::sets::Variable;

/// The uses of all variables.
pub(super) struct Uses {
    /// For each variable the only thread that changes it, if that is one instance or the variable is its own.
    pub(super) owner: Vec<Option<usize>>,
    /// For each variable the places with a step that reads it.
    pub(super) places: Vec<Vec<(usize, Node)>>,
    /// The threads that begin where control of another one is at a place.
    pub(super) created: BTreeMap<(usize, Node), Vec<(usize, usize)>>,
    /// For each thread and place the variables that the thread itself may read before it changes them.
    pub(super) live: Vec<BTreeMap<Node, FixedBitSet>>,
}

impl Uses {
    pub(super) fn of(
        flow: &Flow,
        all: &[Composition],
        names: &[SmolStr],
        numbers: &BTreeMap<SmolStr, Variable>,
    ) -> Self {
        let mut uses = Self {
            owner: Vec::new(),
            places: vec![Vec::new(); names.len()],
            created: BTreeMap::new(),
            live: Vec::new(),
        };
        let mut changed: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); names.len()];
        for (number, (thread, composition)) in flow.threads.iter().zip(all).enumerate() {
            let copies = |thread: usize| flow.threads[thread].start.iter().flat_map(Start::copies);
            let mut changes = |name: &SmolStr| {
                if let Some(variable) = numbers.get(name) {
                    changed[*variable as usize].insert(number);
                }
            };
            copies(number).for_each(|(copy, _)| changes(copy));
            composition.steps.iter().flat_map(|step| step.updates.keys()).for_each(&mut changes);
            for (site, of) in thread.start.iter().flat_map(|start| start.sites.iter().enumerate()) {
                uses.created.entry((of.creator, of.at)).or_default().push((number, site));
            }
            let mut reads = |place, name: &SmolStr| {
                if let Some(variable) = numbers.get(name) {
                    uses.places[*variable as usize].push((number, place));
                }
            };
            for step in &composition.steps {
                for expr in step.guard.iter().chain(step.updates.values()) {
                    term::for_each_name(expr, &mut |name| reads(step.from, name));
                }
                let copied = step.creates.into_iter().flat_map(copies);
                copied.for_each(|(_, original)| reads(step.from, original));
            }
            for reach in &composition.accesses {
                reach.terms().for_each(|it| term::for_each_name(it, &mut |name| reads(reach.from, name)));
            }
        }
        for site in flow.threads.iter().flat_map(|thread| &thread.start).flat_map(|start| &start.sites) {
            for variable in site.copies.iter().filter_map(|(_, original)| numbers.get(original)) {
                uses.places[*variable as usize].push((site.creator, site.at));
            }
        }
        uses.owner = (0..names.len())
            .map(|variable| uses.owner_of(flow, &names[variable], variable, &changed[variable]))
            .collect();
        uses.live = (0..all.len()).map(|thread| uses.live_in(thread, &all[thread], numbers)).collect();
        uses
    }

    /// Live variables (Aho, Lam, Sethi and Ullman, 9.2.5) at the places of a thread.
    fn live_in(
        &self,
        thread: usize,
        composition: &Composition,
        numbers: &BTreeMap<SmolStr, Variable>,
    ) -> BTreeMap<Node, FixedBitSet> {
        let none = FixedBitSet::with_capacity(self.places.len());
        let mut live: BTreeMap<Node, FixedBitSet> = BTreeMap::new();
        for (variable, places) in self.places.iter().enumerate() {
            for (_, node) in places.iter().filter(|(reader, _)| *reader == thread) {
                live.entry(*node).or_insert_with(|| none.clone()).insert(variable);
            }
        }
        let mut has_grown = true;
        while std::mem::take(&mut has_grown) {
            for step in composition.steps.iter().rev() {
                let mut coming = live.get(&step.to).unwrap_or(&none).clone();
                step.updates.keys().filter_map(|name| numbers.get(name)).for_each(|it| coming.remove(*it as usize));
                let known = live.entry(step.from).or_insert_with(|| none.clone());
                has_grown |= !coming.is_subset(known);
                known.union_with(&coming);
            }
        }
        live
    }

    fn owner_of(&self, flow: &Flow, name: &SmolStr, variable: usize, changed: &BTreeSet<usize>) -> Option<usize> {
        let owner = *changed.first().filter(|_| changed.len() == 1)?;
        let is_own = || !flow.scalars[name].shared && self.places[variable].iter().all(|(thread, _)| *thread == owner);
        (flow.is_one(owner) || is_own()).then_some(owner)
    }
}
