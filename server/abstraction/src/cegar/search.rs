//! One round: nodes until there are no more, or one may violate something.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use boolprog_base::control::{Control, Progress};
use boolprog_integer::{Choice, Formula, Initial, Outgoing, Sort, System, Undefined, Update, VariableId};

use super::facts::Facts;
use super::image::{Image, Images, Step};
use super::precision::Precision;
use super::tree::Tree;
use super::{Domain, Options, Restart};
use crate::alpha::Order;
use crate::condition::Atoms;
use crate::oracle::{Interrupt, Possible};
use crate::predicates::Predicates;
use boolprog_clauses::obligations;

/// The most values of a variable without a range in a large graph with both kinds of facts.
const MOST_VALUES: usize = 16;

/// A graph with fewer nodes, and fewer than half of those that it may have, can have any number of values: a loop with an end is
/// best unrolled.
const LARGE: usize = 4000;

/// The violation that some state of a node may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong {
    /// The property is violated, or has no value.
    Property(u32),
    /// The transition has no value.
    Transition(u32),
}

/// The end of a round.
#[derive(Debug)]
pub(super) enum Found {
    /// With nothing wrong in any node.
    Nothing,
    /// With a node in which something may be wrong.
    Error(u32, Wrong),
}

/// Why a round ends before.
#[derive(Debug)]
pub(super) enum Early {
    Interrupt(Interrupt),
    /// The initial states are not known.
    NoStart(Undefined),
    /// There are more nodes than there may be.
    Nodes(u64),
    /// There are more nodes than a search for these goals is to have.
    Large,
    /// The graph is computed again.
    Restart,
}

impl<T: Into<Interrupt>> From<T> for Early {
    fn from(interrupt: T) -> Self {
        Self::Interrupt(interrupt.into())
    }
}

/// A graph, and the nodes that are still to be expanded.
#[derive(Debug, Default)]
pub(super) struct Unfinished {
    pub(super) tree: Tree,
    waiting: VecDeque<u32>,
    /// The values in its nodes of variables that may have too many.
    values: BTreeMap<VariableId, BTreeSet<i64>>,
    is_started: bool,
}

impl Unfinished {
    /// Goes back to a node: what comes after it is built again, with these predicates.
    pub(super) fn go_back(&mut self, node: u32, predicates: Option<Rc<Predicates>>) {
        let bare = self.tree.cut(node);
        self.waiting.extend(bare);
        self.waiting.push_front(node);
        if let Some(predicates) = predicates {
            self.tree.nodes[node as usize].predicates = predicates;
        }
    }
}

pub(super) struct Search<'a> {
    pub(super) system: &'a System,
    pub(super) outgoing: &'a Outgoing,
    pub(super) options: &'a Options,
    pub(super) precision: &'a mut Precision,
    pub(super) atoms: &'a Atoms,
    pub(super) images: Images<'a>,
    pub(super) control: &'a dyn Control,
    /// The properties that no violation of is known.
    pub(super) open: &'a [u32],
    /// `true` if a missing value is looked for.
    pub(super) seeks_values: bool,
    /// The most nodes of the graph, beside the limit of the options.
    pub(super) most: Option<u64>,
    /// The graph so far.
    pub(super) graph: Unfinished,
    /// Variables that had too many values in this round.
    pub(super) released: Vec<VariableId>,
}

impl Search<'_> {
    /// Builds the graph, or the rest of it. Where it has to be computed again, because a variable has too many values, it is.
    pub(super) fn run(&mut self) -> Result<Found, Early> {
        loop {
            match self.build() {
                Err(Early::Restart) => self.graph = Unfinished::default(),
                end => return end,
            }
        }
    }

    fn build(&mut self) -> Result<Found, Early> {
        if !self.graph.is_started
            && let Some(wrong) = self.start()?
        {
            return Ok(wrong);
        }
        while let Some(number) = self.graph.waiting.pop_front() {
            if !self.graph.tree.node(number).is_open() {
                continue;
            }
            let known = self.graph.tree.nodes.len() as u32;
            if let Some(wrong) = self.expand(number)? {
                return Ok(wrong);
            }
            let new = known..self.graph.tree.nodes.len() as u32;
            match self.options.order {
                Order::BreadthFirst => self.graph.waiting.extend(new),
                Order::DepthFirst => new.rev().for_each(|number| self.graph.waiting.push_front(number)),
            }
            self.poll()?;
        }
        Ok(Found::Nothing)
    }

    /// Adds the nodes of the initial states.
    fn start(&mut self) -> Result<Option<Found>, Early> {
        let system = self.system;
        let locations = vec![0; system.instances.len()];
        let value = |(variable, id): (&boolprog_integer::Variable, u32)| match variable.initial {
            Initial::Value(value) => Some((VariableId(id), value)),
            Initial::Unspecified => None,
        };
        let values: BTreeMap<_, _> = system.variables.iter().zip(0..).filter_map(value).collect();
        let source = Facts { values, ..Facts::default() };
        let undefined = obligations::of_conjuncts(&system.initial);
        if self.may_fail(&source, &locations, &[], undefined)? {
            return Err(Early::NoStart(Undefined::DivisionByZero));
        }
        let (choices, update) = (&[], &Update::default());
        let (predicates, before) = (Rc::clone(&self.precision.predicates), &system.initial);
        let (from, to) = (&locations, &locations);
        let step = Step { source: &source, predicates: &predicates, from, to, choices, before, update };
        for facts in self.image(&step)? {
            if let Some(wrong) = self.reach(locations.clone().into(), facts, None, &predicates)? {
                return Ok(Some(wrong));
            }
        }
        self.graph.waiting = (0..self.graph.tree.nodes.len() as u32).collect();
        self.graph.is_started = true;
        Ok(None)
    }

    /// Adds the nodes after a node.
    fn expand(&mut self, number: u32) -> Result<Option<Found>, Early> {
        let (system, outgoing) = (self.system, self.outgoing);
        let node = self.graph.tree.node(number);
        let (locations, facts, predicates) = (node.locations.clone(), node.facts.clone(), Rc::clone(&node.predicates));
        for index in outgoing.from(&locations) {
            let transition = &system.transitions[index as usize];
            let obligations = obligations::of(system, transition);
            if self.seeks_values && self.may_fail(&facts, &locations, &transition.choices, obligations.clone())? {
                return Ok(Some(Found::Error(number, Wrong::Transition(index))));
            }
            let before: Vec<Formula> = transition.guard.iter().cloned().chain(obligations).collect();
            let mut to = locations.clone();
            to[usize::from(transition.instance.0)] = transition.to.0;
            let (choices, update) = (&transition.choices, &transition.update);
            let (from, before) = (&locations, &before);
            let step = Step { source: &facts, predicates: &predicates, from, to: &to, choices, before, update };
            for next in self.image(&step)? {
                if let Some(wrong) = self.reach(to.clone(), next, Some((number, index)), &predicates)? {
                    return Ok(Some(wrong));
                }
            }
        }
        Ok(None)
    }

    /// The nodes after a step. Variables with too many values are not tracked from then on.
    fn image(&mut self, step: &Step<'_>) -> Result<Vec<Facts>, Early> {
        loop {
            match self.images.of(step, self.precision, self.atoms)? {
                Image::Nodes(nodes) => return Ok(nodes),
                Image::TooMany(variable) => {
                    self.precision.release(variable);
                    self.released.push(variable);
                    if self.options.restart == Restart::Graph {
                        return Err(Early::Restart);
                    }
                }
            }
        }
    }

    /// Adds a node, unless something may be wrong there: then it is added, too, but returned.
    fn reach(
        &mut self,
        locations: Box<[u16]>,
        facts: Facts,
        parent: Option<(u32, u32)>,
        predicates: &Rc<Predicates>,
    ) -> Result<Option<Found>, Early> {
        let tree = &mut self.graph.tree;
        let number = tree.add(locations, facts, parent, Rc::clone(predicates));
        if let Some(most) = self.options.nodes.filter(|most| tree.nodes.len() as u64 > *most) {
            return Err(Early::Nodes(most));
        }
        if self.most.is_some_and(|most| tree.nodes.len() as u64 > most) {
            return Err(Early::Large);
        }
        let node = tree.node(number);
        if node.covered_by.is_some() {
            return Ok(None);
        }
        let (locations, facts) = (node.locations.clone(), node.facts.clone());
        self.count_values(&facts)?;
        for property in self.open {
            let error = &self.system.properties[*property as usize].error;
            if self.may_fail(&facts, &locations, &[], holds_not(error))? {
                return Ok(Some(Found::Error(number, Wrong::Property(*property))));
            }
        }
        Ok(None)
    }

    /// Counts the values of a node. With both kinds of facts, a variable without a range that has too many of them in a large
    /// graph is released, as a counter without end would be unrolled otherwise.
    fn count_values(&mut self, facts: &Facts) -> Result<(), Early> {
        if self.precision.domain != Domain::Both {
            return Ok(());
        }
        let large = self.options.nodes.map_or(LARGE, |most| LARGE.min(most as usize / 2));
        for (variable, value) in &facts.values {
            if self.system.variable(*variable).sort == Sort::Integer {
                let values = self.graph.values.entry(*variable).or_default();
                values.insert(*value);
                if values.len() > MOST_VALUES && self.graph.tree.nodes.len() > large {
                    self.release_growing();
                    return Err(Early::Restart);
                }
            }
        }
        Ok(())
    }

    /// Releases all variables without a range that have more values in the graph than a step may have, or too many: where one of
    /// them counts without end, the others follow it.
    fn release_growing(&mut self) {
        let most = MOST_VALUES.min(self.precision.values as usize);
        for (variable, values) in std::mem::take(&mut self.graph.values) {
            if values.len() > most {
                self.precision.release(variable);
                self.released.push(variable);
            }
        }
    }

    /// `true` if some state of a node may not fulfil all of these formulas.
    fn may_fail(
        &mut self,
        facts: &Facts,
        locations: &[u16],
        choices: &[Choice],
        obligations: Vec<Formula>,
    ) -> Result<bool, Early> {
        let known = facts.substitution(self.system);
        let failing = Formula::negation(Formula::All(obligations)).substitute(&known).fold(Some(locations));
        if let Formula::Constant(fails) = failing {
            return Ok(fails);
        }
        let literals = facts.literals.iter().map(|literal| self.atoms.literal(*literal).substitute(&known));
        let mut conjuncts: Vec<_> = literals.map(|literal| literal.fold(Some(locations))).collect();
        conjuncts.push(failing);
        Ok(self.images.oracle.possible(choices, &conjuncts, false)? != Possible::No)
    }

    fn poll(&self) -> Result<(), Early> {
        let Unfinished { tree, waiting, .. } = &self.graph;
        let progress = Progress {
            phase: "abstract reachability",
            states: tree.nodes.len() as u64,
            frontier: waiting.len() as u64,
            threads: 0,
            bytes: tree.bytes(),
            ..Progress::default()
        };
        Ok(self.control.poll(&progress)?)
    }
}

/// The formulas that hold where a property has a value and is not violated.
pub(super) fn holds_not(error: &Formula) -> Vec<Formula> {
    let mut formulas = obligations::of_conjuncts(std::slice::from_ref(error));
    formulas.push(Formula::negation(error.clone()));
    formulas
}
