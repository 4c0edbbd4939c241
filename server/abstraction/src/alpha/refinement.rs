//! Iterations until one is exact, or every property is violated.

use boolprog_base::control::Control;
use boolprog_integer::{Formula, Outgoing, System, VariableId};
use boolprog_prover::Prover;
use rustc_hash::FxHashMap;

use super::asking::Asking;
use super::search::{Early, Search, Shared};
use super::weakest::Weakest;
use super::{Choices, First, Iteration, Options, Report};
use crate::bounds::bounds;
use crate::condition::{Atoms, mentions_locations};
use crate::integers::Reason;
use crate::normal::{Known, equals};
use crate::oracle::{Interrupt, Oracle};
use crate::outcome::{IterationEnd, Outcome, Proof, Violations};
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
        open: (0..system.properties.len() as u32).collect(),
        violations: Vec::new(),
        of_steps: None,
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
    Report { violations: refinement.violations, outcome, unproved, iterations }
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
    /// The properties that no violation of is known, by their indices.
    open: Vec<u32>,
    violations: Violations,
    /// The predicates before the first ones that properties or values needed: they made all steps exact.
    of_steps: Option<Predicates>,
}

impl Refinement<'_> {
    /// Adds the predicates of the first iteration: those that the options ask for, and those of the file.
    fn add_first_predicates(&mut self) {
        let (system, Options { first, local, .. }) = (self.system, *self.options);
        for transition in system.transitions.iter().filter(|_| first.has_guards()) {
            let owner = local.then_some((transition.instance, transition.from));
            for conjunct in &transition.guard {
                self.add_atoms(conjunct, owner);
            }
        }
        for property in system.properties.iter().filter(|_| first == First::Properties) {
            self.add_atoms(&property.error, None);
        }
        for predicate in &system.predicates {
            self.add_atoms(&predicate.formula, predicate.owner);
        }
        if first == First::Bounds {
            // If the control stops the analysis, it stops the search as well.
            let bounds = bounds(system, self.control).unwrap_or_default();
            for bound in &bounds {
                self.add_atoms(bound, None);
            }
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
        let (predicates, atoms, weakest) = (&self.predicates, &mut self.atoms, &mut self.weakest);
        let shared = Shared { predicates, atoms, weakest };
        let (of, open) = ((self.system, &self.outgoing), self.open.clone());
        let mut search = Search::new(of, self.options, shared, oracle, open, self.control);
        let end = match search.run() {
            Ok(()) if is_violated(&search) => End::Violated,
            Ok(()) if !search.violations.is_empty() && self.of_steps.is_some() => End::Forgetting,
            Ok(()) => {
                add_all(&mut search, self.options, &mut self.inexact);
                conclude(&mut search)
            }
            Err(early) => End::Early(early),
        };
        self.open.clone_from(&search.open);
        self.violations.append(&mut search.violations);
        let must_steps = search.steps().iter().filter(|step| step.must).count() as u64;
        let (queries, cache_hits) = search.oracle.as_ref().map_or((0, 0), |oracle| (oracle.queries, oracle.hits));
        let new =
            if matches!(end, End::Forgetting) { Predicates::default() } else { std::mem::take(&mut search.added) };
        let iteration = Iteration {
            concrete_states: search.concrete,
            abstract_states: search.stored.len() as u64,
            new_predicates: new.formulas(search.atoms),
            queries,
            cache_hits,
            must_steps,
            may_steps: search.steps().len() as u64 - must_steps,
            end: end.of_iteration(),
            gaps: search.gaps.told(search.atoms),
        };
        let (forgets, is_of_steps) = (matches!(end, End::Forgetting), matches!(end, End::Undischarged));
        let end = outcome(search, end, is_last);
        self.go_back(forgets, is_of_steps);
        (iteration, new, end)
    }

    /// Predicates that a violated property needed are forgotten: an abstraction that is exact for them, too, need not exist,
    /// or be far larger. Those before them are kept, since the steps alone needed them.
    fn go_back(&mut self, forgets: bool, is_of_steps: bool) {
        if forgets && let Some(of_steps) = self.of_steps.take() {
            self.predicates = of_steps;
            self.inexact.clear();
        } else if is_of_steps && self.of_steps.is_none() {
            self.of_steps = Some(self.predicates.clone());
        }
    }
}

/// The result, and the abstraction of the last iteration if it is no proof.
type Ended = (Outcome, Option<Abstraction>);

enum End {
    Violated,
    Early(Early),
    Inexact,
    /// The steps were exact, but properties or values need more predicates.
    Undischarged,
    /// A violated property has left predicates to be forgotten.
    Forgetting,
    /// It was exact, and nothing can be violated.
    Exact,
    /// It can be neither shown to be exact nor be refined.
    Stuck(Reason),
}

impl End {
    fn of_iteration(&self) -> IterationEnd {
        match self {
            Self::Violated | Self::Forgetting => IterationEnd::Violated,
            Self::Early(_) => IterationEnd::CutOff,
            Self::Inexact | Self::Undischarged => IterationEnd::Refined,
            Self::Exact => IterationEnd::Exact,
            Self::Stuck(_) => IterationEnd::Undecided,
        }
    }
}

/// Returns `true` if violations end the search.
fn is_violated(search: &Search<'_>) -> bool {
    !search.violations.is_empty() && (search.open.is_empty() || search.options.until_violated)
}

/// The end of an iteration that leaves properties open.
fn conclude(search: &mut Search<'_>) -> End {
    let mut end = end_without_obligations(search);
    if matches!(end, End::Exact) {
        end = match search.check_obligations() {
            Ok(()) if !search.added.is_empty() => End::Undischarged,
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
        let (Choices::Solve(bound) | Choices::Enumerate(bound)) = search.options.choices;
        End::Stuck(Reason::tried(search.system, bound))
    } else if let Some(reason) = &search.stuck {
        let has_prover = search.oracle.is_some();
        End::Stuck(if has_prover { Reason::ProverUndecided(reason.clone()) } else { Reason::Unproved })
    } else {
        End::Exact
    }
}

/// The result after an iteration; `None` if another one is needed.
fn outcome(search: Search<'_>, end: End, is_last: bool) -> Option<Ended> {
    let outcome = match end {
        End::Inexact | End::Undischarged | End::Forgetting if is_last => {
            Outcome::Unknown(Reason::Iterations(search.options.iterations))
        }
        End::Inexact | End::Undischarged | End::Forgetting => return None,
        End::Violated => Outcome::Violated,
        // The proof would have to be checked with a prover.
        End::Exact if search.oracle.is_none() => Outcome::Unknown(Reason::ExactUnchecked),
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
