//! Choices of the environment and unspecified initial values, one for each valuation of the predicates (section 7.1 of
//! the paper).
//!
//! A step with choices is exact if every state like the source, whatever is chosen, arrives at a valuation that was
//! found from the source. That is a question without quantifiers: can a state like the source, and some choice, lead
//! anywhere else? If so, the prover says with which choice; and since that choice leads elsewhere from that state but
//! not from the source, the two differ in the precondition *for this choice* of some predicate. Those become
//! predicates.

use boolprog_base::control::Progress;
use boolprog_integer::expression::Leaf;
use boolprog_integer::{
    Choice, Formula, Initial, InputBound, InputId, Inputs, Sort, State, System, Term, Transition, Undefined, Update,
    Variable, VariableId,
};
use boolprog_prover::Model;

use super::Choices;
use super::search::{Early, Search, Source};
use crate::normal::{self, Known, equals};
use crate::oracle::Possible;
use crate::predicates::Tracked;
use boolprog_clauses::obligations;

/// Predicates whose value after a transition depends on its choices, with their weakest preconditions, in which the
/// choices occur.
type Mentioned = Vec<(Tracked, Formula)>;

impl Search<'_> {
    /// Stores the states in which the system can start.
    pub(super) fn start(&mut self) -> Result<(), Early> {
        self.check_start()?;
        let open = self.system.variables.iter().any(|variable| variable.initial == Initial::Unspecified);
        match self.options.choices {
            Choices::Solve(bound) if open && self.oracle.is_some() => self.solve_start(bound),
            Choices::Solve(bound) | Choices::Enumerate(bound) => self.enumerate_starts(bound),
        }
    }

    fn enumerate_starts(&mut self, bound: InputBound) -> Result<(), Early> {
        self.incomplete |= !self.system.starts_bounded();
        for state in self.system.initial_states(bound) {
            self.control.poll(&Progress::default())?;
            if let Some(state) = state.map_err(Early::NoStart)? {
                self.reach(state, None)?;
            }
        }
        Ok(())
    }

    /// Ends the iteration if the prover cannot show that the initial conditions always have a value.
    fn check_start(&mut self) -> Result<(), Early> {
        let obligations = obligations::of_conjuncts(&self.system.initial);
        let locations = vec![0; self.system.instances.len()];
        let given = self.given_values();
        for obligation in obligations {
            let Some(oracle) = &mut self.oracle else {
                self.give_up();
                return Ok(());
            };
            let refuted = Formula::negation(obligation.fold(Some(&locations)));
            let conjuncts: Vec<_> = given.iter().cloned().chain([refuted]).collect();
            if oracle.possible(&[], &conjuncts, false)? != Possible::No {
                return Err(Early::NoStart(Undefined::DivisionByZero));
            }
        }
        Ok(())
    }

    /// The constraints of the declarations on the initial values.
    fn given_values(&self) -> Vec<Formula> {
        let given = |(variable, id): (&Variable, u32)| match variable.initial {
            Initial::Value(value) => Some(equals(VariableId(id), variable.sort, value)),
            Initial::Unspecified => None,
        };
        self.system.variables.iter().zip(0..).filter_map(given).collect()
    }

    /// Finds one start for each valuation of the predicates that a start can have. Where the prover does not know, starts
    /// are enumerated.
    fn solve_start(&mut self, bound: InputBound) -> Result<(), Early> {
        let locations = vec![0; self.system.instances.len()].into_boxed_slice();
        let known = Known { locations: Some(&locations), inputs: None };
        let mut conjuncts: Vec<_> = self.system.initial.iter().map(|formula| normal::formula(formula, known)).collect();
        conjuncts.extend(self.given_values());
        loop {
            let model = match self.model(&[], &conjuncts)? {
                Possible::Yes(model) => model,
                Possible::No => return Ok(()),
                Possible::Unknown => return self.enumerate_starts(bound),
            };
            let state = start(self.system, locations.clone(), &model);
            let number = self.reach(state, None)?;
            let values = &self.stored[number as usize].values;
            let literals = self.predicates.literals(&locations, values);
            let like_it = literals.into_iter().map(|literal| self.atoms.literal(literal)).collect();
            conjuncts.push(Formula::negation(Formula::All(like_it)));
        }
    }

    /// Fires an enabled transition once for each valuation of the predicates that its choices can lead to. Where the
    /// prover does not know, choices are enumerated.
    pub(super) fn solve(
        &mut self,
        source: &Source,
        transition: &Transition,
        (index, enabled): (u32, bool),
        bound: InputBound,
    ) -> Result<(), Early> {
        let values = values_of(self.system, &source.state);
        let mut mentioned: Option<Mentioned> = None;
        let (mut here, mut everywhere) = (Vec::new(), Vec::new());
        let (mut exact, mut targets, mut tried) = (enabled, Vec::new(), Vec::new());
        loop {
            let model = match self.model(&transition.choices, &here)? {
                Possible::Yes(model) => model,
                Possible::No => break,
                Possible::Unknown => return self.enumerate(source, transition, (index, enabled), bound),
            };
            self.poll(source.number)?;
            let inputs = choose(&transition.choices, &model);
            let (target, next) = self.fire(source, transition, index, &inputs)?;
            targets.push(target);
            if mentioned.is_none() {
                let (open, closed) = self.part(source, transition, &next);
                for predicate in closed {
                    exact &= self.check(source, &next, index, predicate, &inputs)?;
                }
                mentioned = Some(open);
            }
            let mentioned = mentioned.as_deref().unwrap_or_default();
            let mut like_it = Vec::with_capacity(mentioned.len());
            for (predicate, before) in mentioned {
                let holds = self.atoms.holds(predicate.atom, &next).map_err(Early::NoValue)?;
                like_it.push(if holds { before.clone() } else { Formula::negation(before.clone()) });
            }
            let like_it = Formula::negation(Formula::All(like_it));
            here.push(normal::formula(&like_it.substitute(&values), Known::default()));
            everywhere.push(like_it);
            tried.push(inputs);
        }
        let mentioned = mentioned.unwrap_or_default();
        exact &= self.nowhere_else(source, transition, index, &mentioned, (everywhere, &tried))?;
        for target in targets {
            self.record(source, index, target, exact);
        }
        Ok(())
    }

    /// The predicates to check after a transition: those whose value there depends on its choices, and the others.
    fn part(&self, source: &Source, transition: &Transition, next: &State) -> (Mentioned, Vec<Tracked>) {
        let (mut open, mut closed) = (Vec::new(), Vec::new());
        for predicate in self.to_check(source, transition, next) {
            let before = self.atoms.formula(predicate.atom).substitute(&transition.update);
            let before = before.fold(Some(&source.state.locations));
            let mut depends = false;
            before.leaves(&mut |leaf| depends |= matches!(leaf, Leaf::Input(_)));
            if depends {
                open.push((predicate, before));
            } else {
                closed.push(predicate);
            }
        }
        (open, closed)
    }

    /// Returns `true` if no state like the source arrives elsewhere. If that is not known, predicates that could
    /// distinguish it from the source are added.
    fn nowhere_else(
        &mut self,
        source: &Source,
        transition: &Transition,
        index: u32,
        mentioned: &Mentioned,
        (elsewhere, tried): (Vec<Formula>, &[Inputs]),
    ) -> Result<bool, Early> {
        let Some(oracle) = self.oracle.as_mut().filter(|_| !mentioned.is_empty()) else {
            return Ok(true);
        };
        let mut conjuncts = elsewhere;
        conjuncts.extend(source.hypothesis.iter().map(|literal| self.atoms.literal(*literal)));
        let choices = match oracle.possible(&transition.choices, &conjuncts, true)? {
            Possible::No => return Ok(true),
            Possible::Yes(model) => vec![choose(&transition.choices, &model)],
            Possible::Unknown => tried.to_vec(),
        };
        let asking = self.asking(index);
        let mut added = false;
        for inputs in choices {
            for (predicate, _) in mentioned {
                let condition = self.weakest(source, index, predicate.atom, &inputs);
                added |= self.add(source, &condition.atoms(), asking);
            }
        }
        if !added {
            self.give_up();
        }
        Ok(false)
    }

    /// Values that make the formulas hold, if there are any.
    fn model(&mut self, choices: &[Choice], conjuncts: &[Formula]) -> Result<Possible, Early> {
        match &mut self.oracle {
            Some(oracle) => Ok(oracle.possible(choices, conjuncts, true)?),
            None => Ok(Possible::Unknown),
        }
    }

    /// Records that exactness is unreachable because the prover could not answer.
    pub(super) fn give_up(&mut self) {
        let reason = self.oracle.as_ref().and_then(|oracle| oracle.undecided.clone());
        self.stuck = Some(reason.unwrap_or_else(|| "no reason given".to_owned()));
    }
}

/// The substitution of all variables by their values in a state.
fn values_of(system: &System, state: &State) -> Update {
    let mut update = Update::default();
    for ((variable, id), value) in system.variables.iter().zip(0..).zip(&state.values) {
        if variable.sort == Sort::Boolean {
            update.formulas.insert(VariableId(id), Formula::Constant(*value != 0));
        } else {
            update.terms.insert(VariableId(id), Term::Constant(*value));
        }
    }
    update
}

/// The start with these values. Variables that the prover did not need have some value.
fn start(system: &System, locations: Box<[u16]>, model: &Model) -> State {
    let value = |(variable, id): (&Variable, u32)| match variable.initial {
        Initial::Value(value) => value,
        Initial::Unspecified => {
            model.variables.get(&VariableId(id)).copied().unwrap_or_else(|| some_value(variable.sort))
        }
    };
    State { locations, values: system.variables.iter().zip(0..).map(value).collect() }
}

pub(super) fn choose(choices: &[Choice], model: &Model) -> Inputs {
    let value = |(choice, id): (&Choice, u16)| {
        model.inputs.get(&InputId(id)).copied().unwrap_or_else(|| some_value(choice.sort))
    };
    choices.iter().zip(0..).map(value).collect()
}

/// 0 if it is a value of the sort, or the one next to it.
fn some_value(sort: Sort) -> i64 {
    sort.bounds().map_or(0, |(low, high)| 0.clamp(low, high.max(low)))
}
