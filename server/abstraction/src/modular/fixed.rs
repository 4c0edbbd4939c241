//! What holds where an instance that exists once is, whatever any number of others do: the most of some candidates that all steps
//! keep together.
//!
//! All candidates are taken to hold everywhere, even that a place is never reached. A step that does not keep one of them refutes
//! it, until all of those left are kept. (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001.)

use std::collections::BTreeMap;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{
    Choice, Comparison, Formula, Initial, InputId, InstanceId, LocationId, System, Transition, Update, VariableId,
};
use boolprog_prover::{Answer, Model, Prover, Query};

use super::affine::equalities;
use super::candidates::candidates;
use super::located::{Located, Standing};
use super::pairs::Place;
use super::reads::{is_counter, is_replicated};
use super::values::{InModel, Known, truth};

/// An instance that exists once, at a location.
type At = (InstanceId, LocationId);

/// A question: does a step keep what holds where an instance comes to?
struct Kept<'s> {
    /// Where the instance is before, and after.
    before: At,
    after: At,
    /// What else holds before.
    formulas: Vec<Formula>,
    choices: &'s [Choice],
    update: &'s Update,
}

/// The facts of all places, as formulas. At most as many questions as there are steps, places and candidates, multiplied.
pub(super) fn facts(
    located: &Located<'_>,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Vec<Formula>, Stop> {
    let system = located.system;
    let steps = steps(located);
    let mut known = Facts::new(system);
    known.add_equalities(system, |_| &[], control)?;
    if known.at.values().all(|all| all.len() == 1) {
        return Ok(Vec::new());
    }
    known.keep(system, &steps, (prover, control))?;
    // A variable that counts up to a bound is equal to it at the end of the loop.
    let kept = known.at.clone();
    if known.add_equalities(system, |at| &kept[&at], control)? {
        known.keep(system, &steps, (prover, control))?;
    }
    Ok(known.formulas())
}

/// The questions about all steps.
fn steps<'s>(located: &Located<'s>) -> Vec<Kept<'s>> {
    let system = located.system;
    let mut found = Vec::new();
    for instance in once(system) {
        for location in locations(system, instance) {
            let of_interest = |transition: &&Transition| {
                let moves = transition.instance == instance;
                if moves { transition.from == location } else { is_seen(system, transition) }
            };
            for transition in system.transitions.iter().filter(of_interest) {
                let Some(before) = before(located, transition) else { continue };
                let at = Formula::At { instance, location };
                let all = before.into_iter().chain(transition.guard.iter().cloned()).chain([at]);
                let folded = Formula::All(all.map(|formula| formula.with_location(instance, location)).collect());
                let folded = folded.fold(None);
                if folded != Formula::Constant(false) {
                    let to = if transition.instance == instance { transition.to } else { location };
                    let [before, after] = [location, to].map(|location| (instance, location));
                    let Transition { choices, update, .. } = transition;
                    found.push(Kept { before, after, formulas: folded.into_conjuncts(), choices, update });
                }
            }
        }
    }
    found
}

/// What is known before a transition; `None` if it never happens, or is that of an instance which is like the first.
fn before(located: &Located<'_>, transition: &Transition) -> Option<Vec<Formula>> {
    let system = located.system;
    if !is_replicated(system, transition.instance) {
        let at = Formula::At { instance: transition.instance, location: transition.from };
        return Some(located.everywhere().into_iter().chain([at]).collect());
    }
    let is_first = |place: &Place| {
        let standing = Standing { place: *place, index: 0 };
        located.instance(standing) == transition.instance && place.location == transition.from
    };
    let place = located.places().into_iter().find(is_first)?;
    located.known(&[Standing { place, index: 0 }])
}

/// Whether a transition changes what facts may be about.
fn is_seen(system: &System, transition: &Transition) -> bool {
    let mut assigned = transition.update.assigned();
    assigned.any(|it| {
        system.variable(it).owner.is_none_or(|owner| !is_replicated(system, owner)) && !is_counter(system, it)
    })
}

fn once(system: &System) -> impl Iterator<Item = InstanceId> {
    let all = (0..system.instances.len() as u16).map(InstanceId);
    all.filter(|it| !is_replicated(system, *it))
}

fn locations(system: &System, instance: InstanceId) -> impl Iterator<Item = LocationId> + use<> {
    (0..system.process_of(instance).locations.len() as u16).map(LocationId)
}

/// What is not refuted.
struct Facts {
    at: BTreeMap<At, Vec<Formula>>,
}

impl Facts {
    /// All candidates, of which the first says that the place is never reached.
    fn new(system: &System) -> Self {
        let mut at = BTreeMap::new();
        for instance in once(system) {
            let all: Vec<Formula> =
                [Formula::Constant(false)].into_iter().chain(candidates(system, instance)).collect();
            at.extend(locations(system, instance).map(|location| ((instance, location), all.clone())));
        }
        Self { at }
    }

    /// Adds the affine equalities that follow from what is known before steps; returns `true` if there are new ones.
    fn add_equalities<'k>(
        &mut self,
        system: &System,
        known: impl Fn(At) -> &'k [Formula],
        control: &dyn Control,
    ) -> Result<bool, Stop> {
        let mut is_more = false;
        for instance in once(system) {
            let known = |location| known((instance, location));
            for (location, found) in equalities(system, instance, &known, control)? {
                let here = self.at.entry((instance, location)).or_default();
                let new: Vec<Formula> = found.into_iter().filter(|it| !here.contains(it)).collect();
                is_more |= !new.is_empty();
                here.extend(new);
            }
        }
        Ok(is_more)
    }

    /// Leaves out what the start or a step does not keep.
    fn keep(
        &mut self,
        system: &System,
        steps: &[Kept<'_>],
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<(), Stop> {
        self.start(system);
        let mut waiting = true;
        while std::mem::take(&mut waiting) {
            for step in steps {
                control.poll(&Progress { phase: "facts", ..Progress::default() })?;
                while self.weaken(system, step, prover, control)? {
                    waiting = true;
                }
            }
        }
        Ok(())
    }

    /// Keeps what holds at the start.
    fn start(&mut self, system: &System) {
        for instance in once(system) {
            if let Some(formulas) = self.at.get_mut(&(instance, LocationId(0))) {
                formulas.retain(|formula| truth(formula, &AtStart(system)) == Some(true));
            }
        }
    }

    fn is_never(&self, at: At) -> bool {
        self.at[&at].first() == Some(&Formula::Constant(false))
    }

    /// Leaves out what a step does not keep, or some of it; `true` if there is more to ask.
    fn weaken(
        &mut self,
        system: &System,
        step: &Kept<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<bool, Stop> {
        if self.is_never(step.before) {
            return Ok(false);
        }
        let before = &self.at[&step.before];
        let becomes = |formula: &Formula| formula.replace(step.update).fold(None);
        let asked: Vec<(Formula, Formula)> = self.at[&step.after]
            .iter()
            .map(|formula| (formula.clone(), becomes(formula)))
            .filter(|(formula, after)| {
                *after != Formula::Constant(true) && !(formula == after && before.contains(after))
            })
            .collect();
        if asked.is_empty() {
            return Ok(false);
        }
        let lost = Formula::negation(Formula::All(asked.iter().map(|(_, after)| after.clone()).collect()));
        let conjuncts: Vec<&Formula> = step.formulas.iter().chain(before).chain([&lost]).collect();
        let query = Query { system, choices: step.choices, conjuncts: &conjuncts, model: true };
        let is_kept = |(_, after): &&(Formula, Formula), model: &Model| truth(after, &InModel(model)) == Some(true);
        let mut refuted: Vec<&(Formula, Formula)> = match prover.ask(&query, control)? {
            Answer::Unsatisfiable => return Ok(false),
            Answer::Satisfiable(model) => asked.iter().filter(|it| !is_kept(it, &model)).collect(),
            Answer::Unknown(_) => Vec::new(),
        };
        // An answer that refutes nothing would come again.
        if refuted.is_empty() {
            refuted.extend(&asked);
        }
        let refuted: Vec<&Formula> = refuted.into_iter().map(|(formula, _)| formula).collect();
        if let Some(formulas) = self.at.get_mut(&step.after) {
            formulas.retain(|formula| !refuted.contains(&formula));
        }
        Ok(true)
    }

    /// What is known at each place, without what follows from another fact about the same terms.
    fn formulas(&self) -> Vec<Formula> {
        let mut found = Vec::new();
        for ((instance, location), all) in &self.at {
            let elsewhere = Formula::negation(Formula::At { instance: *instance, location: *location });
            if self.is_never((*instance, *location)) {
                found.push(elsewhere);
                continue;
            }
            let told = all.iter().filter(|formula| !follows(formula, all));
            found.extend(told.map(|formula| Formula::Any(vec![elsewhere.clone(), formula.clone()])));
        }
        found
    }
}

/// Whether a bound follows from a stricter one.
fn follows(formula: &Formula, all: &[Formula]) -> bool {
    let Formula::Compare(comparison, left, right) = formula else { return false };
    let stricter = match comparison {
        Comparison::LessOrEqual => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::Greater,
        _ => return false,
    };
    all.contains(&Formula::Compare(stricter, left.clone(), right.clone()))
}

/// The values of variables at the start, as far as they are stated.
struct AtStart<'s>(&'s System);

impl Known for AtStart<'_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        match self.0.variable(variable).initial {
            Initial::Value(value) => Some(value),
            Initial::Unspecified => None,
        }
    }

    fn input(&self, _: InputId) -> Option<i64> {
        None
    }

    fn at(&self, _: InstanceId, location: LocationId) -> Option<bool> {
        Some(location.0 == 0)
    }
}
