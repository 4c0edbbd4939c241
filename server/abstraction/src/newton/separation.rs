//! The distinctions between the states in which a path through sets of states ends and those in which its next step is possible.
//!
//! A path that cannot be taken leads through sets of states, step by step. Executions follow it up to some set, and end there:
//! their last states are *dead ends*. Other states of this set, the *bad* ones, have the next step. Whatever has different
//! values in every dead end and every bad state makes the path impossible (Clarke, Gupta, Strichman, IEEE TCAD 2004). Only
//! what the next step looks at can do so.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_base::separation::{Samples, Separation};
use boolprog_integer::{Environment, Formula, Sort, State, System, Term, VariableId};
use boolprog_prover::{Answer, Model, Prover, Query};

use super::core::shortest_prefix;
use super::unrolled::Unrolled;
use super::{Path, ask};
use crate::boolean::atoms;
use crate::condition::mentions_choices;
use crate::normal::{equals, merged};
use boolprog_clauses::obligations;

/// Samples of each kind, after which the separation is as good as it gets.
const MOST_SAMPLES: usize = 60;

/// A path through sets of states.
#[derive(Clone, Copy, Debug)]
pub struct Within<'a> {
    /// The path, which cannot be taken.
    pub path: Path<'a>,
    /// The facts of its states, from the start.
    pub facts: &'a [Vec<Formula>],
    /// More predicates about them, which may tell states apart.
    pub atoms: &'a [Vec<Formula>],
}

/// The kinds of distinctions between states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Distinction {
    /// The value of a variable.
    Value(VariableId),
    /// The value of a predicate.
    Predicate(Formula),
}

impl Distinction {
    /// That it has this value.
    fn fact(&self, system: &System, value: i64) -> Formula {
        match self {
            Self::Value(variable) => equals(*variable, system.variable(*variable).sort, value),
            Self::Predicate(formula) if value == 0 => Formula::opposite(formula.clone()),
            Self::Predicate(formula) => formula.clone(),
        }
    }
}

/// The facts of a dead end and of a bad state that the next step looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// Facts about a state in which executions along the path end.
    pub dead_end: Vec<Formula>,
    /// Facts about a state of the same set that has the next step.
    pub bad: Vec<Formula>,
}

/// The distinctions that separate dead ends from bad states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Separated {
    /// These distinctions.
    pub by: Vec<Distinction>,
    /// An example of what they separate.
    pub parting: Option<Parting>,
}

/// The distinctions, among the wanted ones, that separate dead ends from bad states; none if that cannot do so, or the prover does
/// not know. Takes a question for each pair of samples, or with [`Separation::Conflict`] for each distinction, and one more.
pub fn separate(
    within: &Within<'_>,
    separation: Separation,
    is_wanted: &dyn Fn(&Distinction) -> bool,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Separated, Stop> {
    let Some(failing) = failing(within, prover, control)? else { return Ok(Separated::default()) };
    let Some(fork) = Fork::new(within, failing, is_wanted) else { return Ok(Separated::default()) };
    let mut asked = Asked { fork: &fork, system: within.path.system, prover, control };
    let chosen = match separation {
        Separation::Conflict => asked.conflict()?,
        Separation::Integer => asked.sampled(Samples::smallest)?,
        Separation::Tree => asked.sampled(Samples::tree)?,
    };
    let parting = if chosen.is_empty() { None } else { asked.parting()? };
    let by = chosen.into_iter().map(|number| fork.distinctions[number].clone()).collect();
    Ok(Separated { by, parting })
}

/// The first step that cannot be taken within the sets, from 1; the number after the last one if the end does not hold. None
/// if already the start is impossible.
fn failing(within: &Within<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Option<usize>, Stop> {
    let Some(unrolled) = Unrolled::within(within.path, within.facts) else { return Ok(None) };
    let mut contradict =
        |parts: &[usize]| Ok::<_, Stop>(ask(&unrolled, parts, false, prover, control)? == Answer::Unsatisfiable);
    let parts = shortest_prefix(&unrolled, &mut contradict)?;
    let last = parts.checked_sub(1).and_then(|last| unrolled.parts.get(last));
    Ok(last.map(|part| part.step).filter(|step| *step > 0))
}

/// Dead ends and bad states as one formula, with variables of their own.
struct Fork {
    unrolled: Unrolled,
    /// Of each variable of the path's system, that of its value in the dead end, and in the bad state.
    dead: Vec<VariableId>,
    bad: Vec<VariableId>,
    distinctions: Vec<Distinction>,
    /// That the two states agree on each of them.
    agreements: Vec<Formula>,
}

impl Fork {
    /// The fork before a step.
    fn new(within: &Within<'_>, failing: usize, is_wanted: &dyn Fn(&Distinction) -> bool) -> Option<Self> {
        let Within { path, facts, atoms: more } = *within;
        let (end, before) = (Formula::Constant(true), failing - 1);
        let prefix = Path { transitions: &path.transitions[..before], end: &end, attempt: None, ..path };
        let mut unrolled = Unrolled::within(prefix, facts)?;
        let dead = unrolled.current.clone();
        (0..dead.len() as u32).map(VariableId).for_each(|variable| _ = unrolled.fresh(variable));
        let bad = unrolled.current.clone();
        let next = path.transitions.get(before).copied();
        let choosing = next.or(path.attempt).map(|transition| &path.system.transitions[transition as usize]);
        unrolled.choose(choosing.map_or(&[], |transition| &transition.choices))?;
        let locations = path.locations().swap_remove(before);
        let looked_at: Vec<_> = looked_at(path, next, facts.get(failing).map_or(&[], Vec::as_slice))
            .into_iter()
            .flat_map(|condition| condition.fold(Some(&locations)).into_conjuncts())
            .collect();
        let distinctions = distinctions(&looked_at, more.get(before).map_or(&[], Vec::as_slice), is_wanted);
        for condition in facts[before].iter().map(|fact| fact.fold(Some(&locations))).chain(looked_at) {
            unrolled.assume(failing, condition);
        }
        let mut fork = Self { unrolled, dead, bad, distinctions, agreements: Vec::new() };
        fork.agreements = fork.distinctions.clone().iter().map(|it| fork.agreement(path.system, it)).collect();
        Some(fork)
    }

    /// That dead end and bad state agree.
    fn agreement(&mut self, system: &System, distinction: &Distinction) -> Formula {
        let formula = match distinction {
            Distinction::Value(variable) if system.variable(*variable).sort != Sort::Boolean => {
                let [dead, bad] = [&self.dead, &self.bad].map(|of| Term::Variable(of[variable.0 as usize]));
                return Formula::Compare(boolprog_integer::Comparison::Equal, dead, bad);
            }
            Distinction::Value(variable) => Formula::Variable(*variable),
            Distinction::Predicate(formula) => formula.clone(),
        };
        let mut at = |values: &[VariableId]| {
            self.unrolled.current = values.to_vec();
            Box::new(self.unrolled.present(&formula))
        };
        let (dead, bad) = (self.dead.clone(), self.bad.clone());
        Formula::Equal(at(&dead), at(&bad))
    }

    /// The values of all distinctions in a state of a model.
    fn values(&self, system: &System, model: &Model, of: &[VariableId]) -> Vec<i64> {
        let value = |(variable, id): (&boolprog_integer::Variable, &VariableId)| {
            let default = variable.sort.bounds().map_or(0, |(low, _)| low);
            model.variables.get(id).copied().unwrap_or(default)
        };
        let state = State {
            locations: vec![0; system.instances.len()].into_boxed_slice(),
            values: system.variables.iter().zip(of).map(value).collect(),
        };
        let value = |distinction: &Distinction| match distinction {
            Distinction::Value(variable) => state.values[variable.0 as usize],
            Distinction::Predicate(formula) => formula.evaluate(&Environment::of(&state)).map_or(0, i64::from),
        };
        self.distinctions.iter().map(value).collect()
    }
}

/// The condition of a state for a step into the next set, or for the end of the path.
fn looked_at(path: Path<'_>, next: Option<u32>, facts: &[Formula]) -> Vec<Formula> {
    let Some(next) = next else { return vec![path.end.clone()] };
    let transition = &path.system.transitions[next as usize];
    let after = facts.iter().map(|fact| fact.substitute(&transition.update));
    transition.guard.iter().cloned().chain(obligations::of(path.system, transition)).chain(after).collect()
}

/// The variables on which conditions depend, in order.
fn distinctions(
    conditions: &[Formula],
    more: &[Formula],
    is_wanted: &dyn Fn(&Distinction) -> bool,
) -> Vec<Distinction> {
    let is_closed = |formula: &Formula| !mentions_choices(formula) && !matches!(formula, Formula::Constant(_));
    let values = conditions.iter().flat_map(Formula::variables).map(Distinction::Value);
    let predicates = conditions.iter().chain(more).flat_map(atoms).map(|atom| merged(&atom)).filter(is_closed);
    let all: BTreeSet<_> = values.chain(predicates.map(Distinction::Predicate)).collect();
    all.into_iter().filter(|distinction| is_wanted(distinction)).collect()
}

/// Questions about a fork.
struct Asked<'a> {
    fork: &'a Fork,
    system: &'a System,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
}

impl Asked<'_> {
    /// `true` if a dead end and a bad state agree on these distinctions.
    fn unseparated(&mut self, chosen: &BTreeSet<usize>, model: bool) -> Result<Answer, Stop> {
        let Unrolled { system, choices, parts, .. } = &self.fork.unrolled;
        let parts = parts.iter().map(|part| &part.formula);
        let conjuncts: Vec<_> = parts.chain(chosen.iter().map(|number| &self.fork.agreements[*number])).collect();
        self.prover.ask(&Query { system, choices, conjuncts: &conjuncts, model }, self.control)
    }

    /// A dead end and a bad state.
    fn parting(&mut self) -> Result<Option<Parting>, Stop> {
        let Answer::Satisfiable(model) = self.unseparated(&BTreeSet::new(), true)? else { return Ok(None) };
        let facts = |of: &[VariableId]| {
            let values = self.fork.values(self.system, &model, of);
            self.fork.distinctions.iter().zip(values).map(|(it, value)| it.fact(self.system, value)).collect()
        };
        Ok(Some(Parting { dead_end: facts(&self.fork.dead), bad: facts(&self.fork.bad) }))
    }

    /// A minimal set of distinctions that separates all pairs: one after the other is left out, predicates before values.
    fn conflict(&mut self) -> Result<BTreeSet<usize>, Stop> {
        let mut kept: BTreeSet<usize> = (0..self.fork.distinctions.len()).collect();
        if self.unseparated(&kept, false)? != Answer::Unsatisfiable {
            return Ok(BTreeSet::new());
        }
        for number in (0..self.fork.distinctions.len()).rev() {
            kept.remove(&number);
            if self.unseparated(&kept, false)? != Answer::Unsatisfiable {
                kept.insert(number);
            }
        }
        Ok(kept)
    }

    /// Chooses distinctions that separate samples, and samples a pair that they do not separate, until there is none.
    fn sampled(&mut self, choose: fn(&Samples) -> BTreeSet<usize>) -> Result<BTreeSet<usize>, Stop> {
        let mut samples = Samples::default();
        let mut chosen = BTreeSet::new();
        while let Answer::Satisfiable(model) = self.unseparated(&chosen, true)? {
            samples.dead_ends.push(self.fork.values(self.system, &model, &self.fork.dead));
            samples.bad.push(self.fork.values(self.system, &model, &self.fork.bad));
            let better = choose(&samples);
            if better == chosen || samples.bad.len() > MOST_SAMPLES {
                break;
            }
            chosen = better;
        }
        Ok(chosen)
    }
}
