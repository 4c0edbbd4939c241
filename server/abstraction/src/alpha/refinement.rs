//! Iterations until one is exact, or a property is violated.

use boolprog_base::control::Control;
use boolprog_integer::{Formula, InputBound, System, VariableId};
use boolprog_prover::Prover;
use rustc_hash::FxHashMap;

use super::asking::Asking;
use super::search::{Early, Search};
use super::weakest::{Weakest, mentions_locations};
use super::{Choices, Iteration, Options, Report};
use crate::condition::Atoms;
use crate::integers::Reason;
use crate::normal::{Known, equals};
use crate::oracle::{Interrupt, Oracle};
use crate::outcome::{Outcome, Proof};
use crate::outgoing::Outgoing;
use crate::predicates::{Predicates, Tracked};
use boolprog_certificate::integer::{Abstraction, Owner};

/// Searches a system under abstraction. Without a prover everything is refined that could be, and nothing is proved.
///
/// `observe` is called after each iteration. Complexity: in each iteration, stored states times transitions times
/// predicates, and as many questions to the prover at most.
pub fn run(
    system: &System,
    options: &Options,
    mut prover: Option<&mut dyn Prover>,
    control: &dyn Control,
    observe: &mut dyn FnMut(&Iteration),
) -> Report {
    let mut refinement = Refinement {
        system,
        outgoing: Outgoing::new(system),
        options,
        control,
        atoms: Atoms::default(),
        weakest: Weakest::default(),
        predicates: Predicates::default(),
        inexact: FxHashMap::default(),
    };
    refinement.add_first_predicates();
    let mut iterations = Vec::new();
    let (outcome, unproved) = loop {
        let prover: Option<&mut dyn Prover> = match &mut prover {
            Some(prover) => Some(&mut **prover),
            None => None,
        };
        let is_last = iterations.len() as u32 + 1 >= options.iterations;
        let (iteration, new, end) = refinement.iterate(prover, is_last);
        observe(&iteration);
        iterations.push(iteration);
        match end {
            Some(end) => break end,
            None => new.iter().for_each(|predicate| _ = refinement.predicates.insert(predicate)),
        }
    };
    Report { outcome, unproved, iterations }
}

struct Refinement<'a> {
    system: &'a System,
    outgoing: Outgoing,
    options: &'a Options,
    control: &'a dyn Control,
    atoms: Atoms,
    weakest: Weakest,
    predicates: Predicates,
    /// In how many consecutive iterations a transition was not exact.
    inexact: FxHashMap<u32, u32>,
}

impl Refinement<'_> {
    /// Adds the predicates of the first iteration: the atoms of guards, and those of the file.
    fn add_first_predicates(&mut self) {
        for transition in &self.system.transitions {
            let owner = self.options.local.then_some((transition.instance, transition.from));
            for conjunct in &transition.guard {
                self.add_atoms(conjunct, owner);
            }
        }
        for predicate in &self.system.predicates {
            self.add_atoms(&predicate.formula, predicate.owner);
        }
    }

    /// Makes the atoms of a formula predicates, except those that speak of locations.
    fn add_atoms(&mut self, formula: &Formula, owner: Option<Owner>) {
        for atom in self.atoms.condition(formula, Known::default()).atoms() {
            if !mentions_locations(self.atoms.formula(atom)) {
                self.predicates.insert(Tracked { atom, owner });
            }
        }
    }

    /// Runs one iteration; returns the result if the search ends with it.
    fn iterate(&mut self, prover: Option<&mut dyn Prover>, is_last: bool) -> (Iteration, Predicates, Option<Ended>) {
        let oracle = prover.map(|prover| Oracle::new(self.system, prover, self.control));
        let shared = (&self.predicates, &mut self.atoms, &mut self.weakest);
        let mut search = Search::new((self.system, &self.outgoing), self.options, shared, oracle, self.control);
        let end = match search.run() {
            Ok(()) if search.violation.is_none() => {
                add_all(&mut search, self.options, &mut self.inexact);
                conclude(&mut search)
            }
            Ok(()) => End::Violated,
            Err(early) => End::Early(early),
        };
        let must_steps = search.steps().iter().filter(|step| step.must).count() as u64;
        let (queries, cache_hits) = search.oracle.as_ref().map_or((0, 0), |oracle| (oracle.queries, oracle.hits));
        let new = std::mem::take(&mut search.added);
        let iteration = Iteration {
            concrete_states: search.concrete,
            abstract_states: search.stored.len() as u64,
            new_predicates: new.formulas(search.atoms),
            queries,
            cache_hits,
            must_steps,
            may_steps: search.steps().len() as u64 - must_steps,
            gaps: search.gaps.told(search.atoms),
        };
        (iteration, new, outcome(search, end, is_last))
    }
}

/// The result, and the abstraction of the last iteration if it is no proof.
type Ended = (Outcome, Option<Abstraction>);

enum End {
    Violated,
    Early(Early),
    Inexact,
    /// It was exact, and nothing can be violated.
    Exact,
    /// It can be neither shown to be exact nor be refined.
    Stuck(Reason),
}

/// The end of an iteration without violations.
fn conclude(search: &mut Search<'_>) -> End {
    let mut end = end_without_obligations(search);
    if matches!(end, End::Exact) {
        end = match search.check_obligations() {
            Ok(()) => end_without_obligations(search),
            Err(early) => End::Early(early),
        };
    }
    end
}

fn end_without_obligations(search: &Search<'_>) -> End {
    if !search.added.is_empty() {
        End::Inexact
    } else if search.incomplete {
        let bound = match search.options.choices {
            Choices::Enumerate(bound) => bound,
            Choices::Solve => InputBound::default(),
        };
        End::Stuck(Reason::Inputs(bound.0))
    } else if search.oracle.is_none() {
        End::Stuck(Reason::Unproved)
    } else if let Some(reason) = &search.stuck {
        End::Stuck(Reason::ProverUndecided(reason.clone()))
    } else {
        End::Exact
    }
}

/// The result after an iteration; `None` if another one is needed.
fn outcome(mut search: Search<'_>, end: End, is_last: bool) -> Option<Ended> {
    let outcome = match end {
        End::Inexact if is_last => Outcome::Unknown(Reason::Iterations(search.options.iterations)),
        End::Inexact => return None,
        End::Violated => {
            let (property, run) = search.violation.take()?;
            Outcome::Violated { property, run }
        }
        End::Exact => return Some((Outcome::Proved(Proof::Exact(search.into_abstraction())), None)),
        End::Stuck(reason) => Outcome::Unknown(reason),
        End::Early(Early::Undefined(fault)) => Outcome::Undefined(*fault),
        End::Early(Early::NoValue(why)) => Outcome::Unknown(Reason::PredicateUndefined(why)),
        End::Early(Early::NoStart(why)) => Outcome::Unknown(Reason::StartUndefined(why)),
        End::Early(Early::Interrupt(Interrupt::Stop(stop))) => Outcome::Unknown(Reason::Stopped(stop)),
        End::Early(Early::Interrupt(Interrupt::NoProver(why))) => Outcome::Unknown(Reason::NoProver(why)),
    };
    Some((outcome, Some(search.into_abstraction())))
}

/// The heuristic that forces an end where finitely many states can be reached: of a transition that was not exact for
/// long, every value in the states where it was not exact becomes a predicate.
fn add_all(search: &mut Search<'_>, options: &Options, inexact: &mut FxHashMap<u32, u32>) {
    inexact.retain(|transition, _| search.inexact.contains_key(transition));
    let mut transitions: Vec<_> = std::mem::take(&mut search.inexact).into_iter().collect();
    transitions.sort_unstable();
    for (index, sources) in transitions {
        let iterations = inexact.entry(index).or_default();
        *iterations += 1;
        if options.add_all.is_none_or(|longest| *iterations < longest) {
            continue;
        }
        let transition = &search.system.transitions[index as usize];
        let owner = options.local.then_some((transition.instance, transition.from));
        let asking = Asking { transition: None, owner };
        for number in sources {
            let source = search.source(number);
            for ((variable, id), value) in search.system.variables.iter().zip(0..).zip(&source.state.values) {
                let formula = equals(VariableId(id), variable.sort, *value);
                let atoms = search.atoms.condition(&formula, Known::default()).atoms();
                search.add(&source, &atoms, asking);
            }
        }
    }
}
