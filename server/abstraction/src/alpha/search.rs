//! One iteration: a search with abstract matching.

use std::collections::VecDeque;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::explicit::{Fault, Run};
use boolprog_integer::{Environment, Formula, InputBound, Inputs, Outgoing, State, System, Transition, Undefined};
use rustc_hash::FxHashMap;

use super::asking::{Asking, Gaps};
use super::weakest::{Question, Weakest};
use super::{Choices, Options, Order};
use crate::condition::{AtomId, Atoms, Condition, Literal, mentions_locations};
use crate::normal::Known;
use crate::oracle::{Interrupt, Oracle};
use crate::outcome::{self, Violations};
use crate::predicates::{Predicates, Tracked};
use boolprog_certificate::integer::{AbstractState, AbstractStep, Abstraction, Bits};

/// Origin of a state: a stored state, a transition and its choices.
pub(super) type Parent = (u32, u32, Inputs);

pub(super) struct Stored {
    pub(super) state: State,
    pub(super) values: Bits,
    parent: Option<Parent>,
}

/// A state that is being expanded.
pub(super) struct Source {
    pub(super) number: u32,
    pub(super) state: State,
    pub(super) hypothesis: Vec<Literal>,
}

impl Source {
    /// The value of an atom, if it is a predicate that is used here.
    pub(super) fn value(&self, atom: AtomId) -> Option<bool> {
        self.hypothesis.iter().find(|literal| literal.atom == atom).map(|literal| literal.positive)
    }
}

#[derive(Debug)]
pub(super) enum Early {
    Interrupt(Interrupt),
    /// An evaluated expression, or a property, has no value.
    Undefined(Box<Fault>),
    NoValue(Undefined),
    NoStart(Undefined),
}

impl<T: Into<Interrupt>> From<T> for Early {
    fn from(interrupt: T) -> Self {
        Self::Interrupt(interrupt.into())
    }
}

pub(super) struct Search<'a> {
    pub(super) system: &'a System,
    pub(super) outgoing: &'a Outgoing,
    pub(super) options: &'a Options,
    pub(super) predicates: &'a Predicates,
    pub(super) atoms: &'a mut Atoms,
    pub(super) weakest: &'a mut Weakest,
    pub(super) oracle: Option<Oracle<'a>>,
    pub(super) control: &'a dyn Control,
    pub(super) stored: Vec<Stored>,
    index: FxHashMap<(Box<[u16]>, Bits), u32>,
    steps: Vec<AbstractStep>,
    pub(super) concrete: u64,
    pub(super) added: Predicates,
    pub(super) gaps: Gaps,
    /// The transitions that were not exact, each with the states where.
    pub(super) inexact: FxHashMap<u32, Vec<u32>>,
    /// The properties that no violation of is known, by their indices.
    pub(super) open: Vec<u32>,
    pub(super) violations: Violations,
    /// `true` if choices were left out.
    pub(super) incomplete: bool,
    /// The obstacle to exactness, although there is nothing to add.
    pub(super) stuck: Option<String>,
}

/// The results of earlier iterations with which a search works.
pub(super) struct Shared<'a> {
    pub(super) predicates: &'a Predicates,
    pub(super) atoms: &'a mut Atoms,
    pub(super) weakest: &'a mut Weakest,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        (system, outgoing): (&'a System, &'a Outgoing),
        options: &'a Options,
        Shared { predicates, atoms, weakest }: Shared<'a>,
        oracle: Option<Oracle<'a>>,
        open: Vec<u32>,
        control: &'a dyn Control,
    ) -> Self {
        Self {
            system,
            outgoing,
            options,
            predicates,
            atoms,
            weakest,
            oracle,
            control,
            stored: Vec::new(),
            index: FxHashMap::default(),
            steps: Vec::new(),
            concrete: 0,
            added: Predicates::default(),
            gaps: Gaps::default(),
            inexact: FxHashMap::default(),
            open,
            violations: Vec::new(),
            incomplete: false,
            stuck: None,
        }
    }

    /// Searches to the end, also after a violation: the counts of an iteration do not depend on luck.
    pub(super) fn run(&mut self) -> Result<(), Early> {
        self.start()?;
        let mut waiting: VecDeque<u32> = (0..self.stored.len() as u32).collect();
        while let Some(next) = waiting.pop_front() {
            let known = self.stored.len() as u32;
            self.expand(&self.source(next))?;
            let new = known..self.stored.len() as u32;
            match self.options.order {
                Order::BreadthFirst => waiting.extend(new),
                Order::DepthFirst => new.rev().for_each(|number| waiting.push_front(number)),
            }
        }
        Ok(())
    }

    /// A stored state with the literals of its predicates.
    pub(super) fn source(&self, number: u32) -> Source {
        let stored = &self.stored[number as usize];
        let hypothesis = self.predicates.literals(&stored.state.locations, &stored.values);
        Source { number, state: stored.state.clone(), hypothesis }
    }

    fn expand(&mut self, source: &Source) -> Result<(), Early> {
        self.poll(source.number)?;
        let (system, outgoing) = (self.system, self.outgoing);
        for index in outgoing.from(&source.state.locations) {
            let transition = &system.transitions[index as usize];
            match transition.enabled(&source.state) {
                Ok(false) => self.check_disabled(source, transition)?,
                Ok(true) => {
                    let exact = self.check_guard(source, transition, index)?;
                    self.take(source, transition, (index, exact))?;
                }
                Err(why) => return Err(self.undefined(source.number, (index, Inputs::new()), why)),
            }
        }
        Ok(())
    }

    /// Returns `true` if the guard holds in all states like the source, as in the source.
    fn check_guard(&mut self, source: &Source, transition: &Transition, index: u32) -> Result<bool, Early> {
        let mut exact = true;
        for conjunct in &transition.guard {
            exact &= self.agree_on(source, conjunct, true, self.asking(index))?;
        }
        Ok(exact)
    }

    /// Ensures that the guard holds in no state like the source, because of the conjunct that is false in the source. One
    /// without a value follows a conjunct that is false, for all states like the source.
    fn check_disabled(&mut self, source: &Source, transition: &Transition) -> Result<(), Early> {
        let is_false = |conjunct: &&Formula| conjunct.evaluate(&Environment::of(&source.state)) == Ok(false);
        if let Some(conjunct) = transition.guard.iter().find(is_false) {
            let owner = self.options.local.then_some((transition.instance, transition.from));
            self.agree_on(source, conjunct, false, Asking { transition: None, owner })?;
        }
        Ok(())
    }

    /// Returns `true` if a part of a guard has this value in all states like the source. It has if its atoms are
    /// predicates, unless they speak of locations.
    fn agree_on(&mut self, source: &Source, conjunct: &Formula, holds: bool, asking: Asking) -> Result<bool, Early> {
        if self.options.first.has_guards() && !mentions_locations(conjunct) {
            return Ok(true);
        }
        let known = Known { locations: Some(&source.state.locations), inputs: None };
        let condition = self.atoms.condition(conjunct, known);
        let condition = if holds { condition } else { condition.negated() };
        if condition.value(&|atom| source.value(atom)) == Some(true) {
            return Ok(true);
        }
        self.require(source, &condition, asking)
    }

    /// Fires an enabled transition with all choices that matter. Its number comes with `true` if it is enabled in all
    /// states like the source.
    fn take(&mut self, source: &Source, transition: &Transition, number: (u32, bool)) -> Result<(), Early> {
        match self.options.choices {
            Choices::Solve(bound) if !transition.choices.is_empty() && self.oracle.is_some() => {
                self.solve(source, transition, number, bound)
            }
            Choices::Solve(bound) | Choices::Enumerate(bound) => self.enumerate(source, transition, number, bound),
        }
    }

    pub(super) fn enumerate(
        &mut self,
        source: &Source,
        transition: &Transition,
        (index, enabled): (u32, bool),
        bound: InputBound,
    ) -> Result<(), Early> {
        self.incomplete |= !transition.is_bounded();
        for inputs in transition.inputs(bound) {
            self.poll(source.number)?;
            let (target, next) = self.fire(source, transition, index, &inputs)?;
            let mut exact = enabled;
            for predicate in self.to_check(source, transition, &next) {
                exact &= self.check(source, &next, index, predicate, &inputs)?;
            }
            self.record(source, index, target, exact);
        }
        Ok(())
    }

    /// The predicates whose value after the transition must follow from the source: those that it may change, and those
    /// that are tracked only after it.
    pub(super) fn to_check(&self, source: &Source, transition: &Transition, next: &State) -> Vec<Tracked> {
        let changes = |p: &Tracked| self.atoms.variables(p.atom).iter().any(|v| transition.update.assigns(*v));
        let active = self.predicates.active(&next.locations).map(|(_, predicate)| predicate);
        active.filter(|p| changes(p) || !p.is_active(&source.state.locations)).collect()
    }

    /// Fires a transition, and stores the state after it unless it has the abstraction of another.
    pub(super) fn fire(
        &mut self,
        source: &Source,
        transition: &Transition,
        index: u32,
        inputs: &Inputs,
    ) -> Result<(u32, State), Early> {
        let next = transition
            .fire(self.system, &source.state, inputs)
            .map_err(|why| self.undefined(source.number, (index, inputs.clone()), why))?;
        let target = self.reach(next.clone(), Some((source.number, index, inputs.clone())))?;
        Ok((target, next))
    }

    /// Counts a generated state, looks for violations in it, and stores it unless it has the abstraction of another.
    pub(super) fn reach(&mut self, state: State, parent: Option<Parent>) -> Result<u32, Early> {
        self.concrete += 1;
        self.look_for_violations(&state, parent.as_ref())?;
        let values = match self.predicates.values(self.atoms, &state) {
            Ok(values) => values,
            Err(why) => return Err(self.no_value(&state, parent.as_ref(), why)),
        };
        let key = (state.locations.clone(), values.clone());
        if let Some(known) = self.index.get(&key) {
            return Ok(*known);
        }
        let number = self.stored.len() as u32;
        self.index.insert(key, number);
        self.stored.push(Stored { state, values, parent });
        Ok(number)
    }

    fn look_for_violations(&mut self, state: &State, parent: Option<&Parent>) -> Result<(), Early> {
        let mut next = 0;
        while let Some(number) = self.open.get(next).copied() {
            match self.system.properties[number as usize].error.evaluate(&Environment::of(state)) {
                Ok(false) => next += 1,
                Ok(true) => {
                    self.open.remove(next);
                    self.violations.push((number, self.run_to(state, parent)));
                }
                Err(undefined) => {
                    let run = self.run_to(state, parent);
                    return Err(Early::Undefined(Box::new(Fault { run, transition: None, undefined })));
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if all states like the source agree with it on the value of the predicate after the transition.
    /// If that is not known, the condition of agreement is added.
    pub(super) fn check(
        &mut self,
        source: &Source,
        next: &State,
        index: u32,
        predicate: Tracked,
        inputs: &Inputs,
    ) -> Result<bool, Early> {
        let holds = self.atoms.holds(predicate.atom, next).map_err(Early::NoValue)?;
        let condition = self.weakest(source, index, predicate.atom, inputs);
        let condition = if holds { condition } else { condition.negated() };
        self.require(source, &condition, self.asking(index))
    }

    /// The origin of a predicate without which a transition is not exact.
    pub(super) fn asking(&self, index: u32) -> Asking {
        let transition = &self.system.transitions[index as usize];
        let owner = self.options.local.then_some((transition.instance, transition.from));
        Asking { transition: Some(index), owner }
    }

    /// The weakest precondition of the atom over the transition, in states like the source, for these choices.
    pub(super) fn weakest(&mut self, source: &Source, transition: u32, atom: AtomId, inputs: &Inputs) -> Condition {
        let question = Question { transition, atom, inputs: inputs.clone() };
        self.weakest.of(self.system, self.atoms, &source.state.locations, question)
    }

    /// Returns `true` if the source's abstraction implies the condition. If that is not known, its atoms are added.
    pub(super) fn require(&mut self, source: &Source, condition: &Condition, asking: Asking) -> Result<bool, Early> {
        if let Condition::Constant(value) = condition {
            return Ok(*value);
        }
        let atoms = condition.atoms();
        // A predicate added for this owner may be tracked here already, as one of another process.
        let is_added = |atom: &AtomId| {
            source.value(*atom).is_none() && self.added.contains(Tracked { atom: *atom, owner: asking.owner })
        };
        if atoms.iter().any(is_added) {
            self.note_gaps(source, &atoms, asking);
            return Ok(false);
        }
        let implied = match &mut self.oracle {
            Some(oracle) => oracle.implies(self.atoms, &source.hypothesis, condition)?,
            None => false,
        };
        // An undecided question of the prover cannot hide a fact that follows without it.
        if implied || condition.value(&|atom| source.value(atom)) == Some(true) {
            return Ok(true);
        }
        self.add(source, &atoms, asking);
        Ok(false)
    }

    /// Adds those of the atoms that are not predicates here already; false if all are.
    pub(super) fn add(&mut self, source: &Source, atoms: &[AtomId], asking: Asking) -> bool {
        self.note_gaps(source, atoms, asking);
        let mut added = false;
        for atom in atoms {
            if source.value(*atom).is_none() {
                self.added.insert(Tracked { atom: *atom, owner: asking.owner });
                added = true;
            }
        }
        added
    }

    /// Records those of the atoms that are not tracked here as predicates that the transition lacks.
    fn note_gaps(&mut self, source: &Source, atoms: &[AtomId], asking: Asking) {
        if let Some(transition) = asking.transition {
            let missing = atoms.iter().filter(|atom| source.value(**atom).is_none());
            missing.for_each(|atom| self.gaps.insert(transition, *atom));
        }
    }

    pub(super) fn record(&mut self, source: &Source, transition: u32, target: u32, must: bool) {
        self.steps.push(AbstractStep { source: source.number, transition, target, must });
        if !must {
            let sources = self.inexact.entry(transition).or_default();
            if sources.last() != Some(&source.number) {
                sources.push(source.number);
            }
        }
    }

    fn run_to<'s>(&'s self, state: &'s State, mut parent: Option<&'s Parent>) -> Run {
        let (mut start, mut steps) = (state, Vec::new());
        while let Some((source, transition, inputs)) = parent {
            steps.push((*transition, inputs.clone()));
            let source = &self.stored[*source as usize];
            (start, parent) = (&source.state, source.parent.as_ref());
        }
        steps.reverse();
        outcome::run(self.system, start.clone(), steps)
    }

    /// The end when a predicate has no value in a state: with the guard that has none there, if there is one.
    fn no_value(&self, state: &State, parent: Option<&Parent>, why: Undefined) -> Early {
        for index in self.outgoing.from(&state.locations) {
            if let Err(undefined) = self.system.transitions[index as usize].enabled(state) {
                let (run, transition) = (self.run_to(state, parent), Some((index, Inputs::new())));
                return Early::Undefined(Box::new(Fault { run, transition, undefined }));
            }
        }
        Early::NoValue(why)
    }

    fn undefined(&self, source: u32, attempt: (u32, Inputs), undefined: Undefined) -> Early {
        let stored = &self.stored[source as usize];
        let run = self.run_to(&stored.state, stored.parent.as_ref());
        Early::Undefined(Box::new(Fault { run, transition: Some(attempt), undefined }))
    }

    pub(super) fn poll(&self, expanded: u32) -> Result<(), Stop> {
        let state = self.system.variables.len() * 8 + self.system.instances.len() * 4 + 200;
        self.control.poll(&Progress {
            phase: "abstract matching",
            states: self.stored.len() as u64,
            frontier: (self.stored.len() - expanded as usize) as u64,
            threads: 0,
            bytes: self.stored.len() * state + self.steps.len() * size_of::<AbstractStep>(),
            ..Progress::default()
        })
    }

    pub(super) fn steps(&self) -> &[AbstractStep] {
        &self.steps
    }

    /// The steps from one state are together, by increasing number of the state.
    pub(super) fn into_abstraction(mut self) -> Abstraction {
        self.steps.sort_by_key(|step| step.source);
        let predicates = self.predicates.formulas(self.atoms);
        let split = |Stored { state, values, .. }: Stored| {
            (AbstractState { locations: state.locations.clone(), values }, state)
        };
        let (states, examples) = self.stored.into_iter().map(split).unzip();
        Abstraction { predicates, states, examples, steps: self.steps }
    }
}
