//! What holds where instances are, and between two of them: the most of some candidates that all steps keep together.
//!
//! At a place, candidates are about what is shared and the variables of the instance; at two places, about those of two
//! instances. All are taken to hold, even that a place is never reached. A step that does not keep one of them refutes it, until
//! all of those left are kept: by the steps of the instance, and by those of another one, which satisfies them as well.
//! (Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001; the clauses are those of [`Located`].)

mod between;
mod candidates;
mod goals;
mod renaming;

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::integer::modular::Invariant;
use boolprog_integer::{Choice, Formula, Update, VariableId};
use boolprog_prover::{Answer, Prover, Query};

use super::located::{Clause, Located, Standing};
use super::pairs::Place;
use super::reads::is_counter;
use super::values::{InModel, truth};
use renaming::Renaming;

/// A formula, with the variables in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    formula: Formula,
    variables: BTreeSet<VariableId>,
}

impl From<Formula> for Candidate {
    fn from(formula: Formula) -> Self {
        let variables = formula.variables();
        Self { formula, variables }
    }
}

/// Two places, the first of which is not after the second.
type Two = (Place, Place);

/// What is known about instances: of one at a place or of two at theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    One(Place),
    Two(Two),
}

/// What is not refuted, about the first instance of a family; of two of one family, about the first and the second.
pub(super) struct Kept {
    all: BTreeMap<Where, Vec<Candidate>>,
    /// The rounds in which something was refuted last.
    weakened: BTreeMap<Where, u32>,
}

/// A question: does a step keep what holds about some instances?
struct Step<'s> {
    /// Where they are before, and a third one that takes the step.
    before: Vec<Standing>,
    /// What else holds before.
    formulas: Vec<Formula>,
    choices: &'s [Choice],
    /// None at the start.
    update: Option<&'s Update>,
    /// Where those are about which it is asked.
    after: Vec<Standing>,
}

impl<'s> Step<'s> {
    /// `None` if a clause says that something is impossible.
    fn of(clause: &Clause<'s>) -> Option<Self> {
        let after = vec![*clause.after()?];
        let Clause { before, formulas, choices, step, .. } = clause;
        let update = step.as_ref().map(|step| &step.transition.update);
        Some(Self { before: before.clone(), formulas: formulas.clone(), choices, update, after })
    }
}

/// More pairs of places are not examined, and no more steps from them.
const MOST_PAIRS: usize = 3_000;
const MOST_STEPS: usize = 30_000;

/// What all steps keep; `None` if there are too many of them. At most as many questions as there are steps and candidates,
/// multiplied.
pub(super) fn kept(
    located: &Located<'_>,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Option<Kept>, Stop> {
    let poll = || control.poll(&Progress { phase: "facts", ..Progress::default() });
    let pairs = located.places_together();
    if pairs.len() > MOST_PAIRS {
        return Ok(None);
    }
    let seen = candidates::seen(located);
    let of_two = between::candidates(located, &seen);
    let mut steps: Vec<Step<'_>> = located.clauses.iter().filter_map(Step::of).collect();
    for two in pairs {
        poll()?;
        between::add_steps(located, two, &of_two, &mut steps);
        if steps.len() > MOST_STEPS {
            return Ok(None);
        }
    }
    // The pairs tell already what follows from the numbers of instances, which make questions hard.
    let counts = |it: &Formula| it.variables().iter().any(|variable| is_counter(located.system, *variable));
    for step in &mut steps {
        step.formulas.retain(|formula| !counts(formula));
    }
    let goals = goals::goals(located, control)?;
    let mut kept = Kept::new(candidates::candidates(located, goals, &seen), of_two);
    let mut round = 0;
    let mut waiting = true;
    while std::mem::take(&mut waiting) {
        round += 1;
        poll()?;
        for step in &steps {
            waiting |= kept.weaken(located, step, round, (&mut *prover, control))?;
        }
    }
    Ok(Some(kept))
}

impl Kept {
    /// All candidates, of which the first of a place says that it is never reached.
    fn new(of_one: BTreeMap<Place, Vec<Formula>>, of_two: BTreeMap<Two, Vec<Formula>>) -> Self {
        let never = |formulas| [Formula::Constant(false)].into_iter().chain(formulas);
        let of_one = of_one.into_iter().map(|(place, formulas)| (Where::One(place), never(formulas).collect()));
        let of_two = of_two.into_iter().map(|(two, formulas)| (Where::Two(two), formulas));
        let candidates = |formulas: Vec<Formula>| formulas.into_iter().map(Candidate::from).collect();
        let all = of_one.chain(of_two).map(|(at, formulas)| (at, candidates(formulas))).collect();
        Self { all, weakened: BTreeMap::new() }
    }

    /// The properties, by index, that are excluded; `None` if something else is not excluded that has to be.
    pub(super) fn excluded(
        &self,
        located: &Located<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Option<BTreeSet<usize>>, Stop> {
        let known = |standing: &[Standing]| (!self.excludes(standing)).then(|| self.known(located, standing));
        located.excluded(known, prover, control)
    }

    /// The invariant of these facts and what is known explicitly.
    pub(super) fn invariant(&self, located: &Located<'_>) -> Invariant {
        let (mut places, mut pairs) = (BTreeMap::new(), Vec::new());
        for (at, candidates) in &self.all {
            let formulas = strongest(candidates);
            match *at {
                Where::One(place) => _ = places.insert(place, formulas),
                Where::Two(two) => pairs.extend(formulas.into_iter().map(|formula| located.when_at(two, formula))),
            }
        }
        let mut invariant = located.invariant(&places);
        invariant.formulas.extend(pairs);
        invariant
    }

    /// What is known about these instances, in their variables.
    pub(super) fn known(&self, located: &Located<'_>, standing: &[Standing]) -> Vec<Formula> {
        let known = Self::about(standing).into_iter().flat_map(|(at, meant)| {
            self.all.get(&at).into_iter().flatten().map(move |candidate| (candidate, meant.clone()))
        });
        known.map(|(candidate, meant)| Renaming::to(located, &meant).formula(&candidate.formula)).collect()
    }

    /// Where something may be known about these instances; in this order they are those of the formulas.
    fn about(standing: &[Standing]) -> Vec<(Where, Vec<Standing>)> {
        let mut found: Vec<_> = standing.iter().map(|it| (Where::One(it.place), vec![*it])).collect();
        for (position, one) in standing.iter().enumerate() {
            found.extend(standing[position + 1..].iter().map(|other| Self::about_two(*one, *other)));
        }
        found
    }

    fn about_two(one: Standing, other: Standing) -> (Where, Vec<Standing>) {
        let (one, other) = if one.place <= other.place { (one, other) } else { (other, one) };
        (Where::Two((one.place, other.place)), vec![one, other])
    }

    /// Whether instances are never there, as far as nothing refutes it.
    fn excludes(&self, standing: &[Standing]) -> bool {
        let is_never = |(at, _): &(Where, _)| {
            let first = self.all.get(at).and_then(|known| known.first());
            first.is_some_and(|it| it.formula == Formula::Constant(false))
        };
        Self::about(standing).iter().any(is_never)
    }

    /// Leaves out what a step does not keep; `true` if there was something.
    fn weaken(
        &mut self,
        located: &Located<'_>,
        step: &Step<'_>,
        round: u32,
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<bool, Stop> {
        let is_new = |(at, _): &(Where, _)| self.weakened.get(at).is_some_and(|last| *last + 1 >= round);
        if self.excludes(&step.before) || round > 1 && !Self::about(&step.before).iter().any(is_new) {
            return Ok(false);
        }
        let (at, standing) = match step.after[..] {
            [one, other] => Self::about_two(one, other),
            _ => (Where::One(step.after[0].place), step.after.clone()),
        };
        let mut any = false;
        while let Some(refuted) = self.refuted(located, step, (at, &standing), (prover, control))? {
            if let Some(candidates) = self.all.get_mut(&at) {
                candidates.retain(|it| !refuted.contains(it));
            }
            self.weakened.insert(at, round);
            any = true;
        }
        Ok(any)
    }

    /// Some candidates that a step does not keep; `None` if it keeps all of them.
    fn refuted(
        &self,
        located: &Located<'_>,
        step: &Step<'_>,
        (at, standing): (Where, &[Standing]),
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<Option<BTreeSet<Candidate>>, Stop> {
        let Some(candidates) = self.all.get(&at) else { return Ok(None) };
        let renaming = Renaming::to(located, standing);
        let stays = Self::about(&step.before).contains(&(at, standing.to_vec()));
        let changes = |update: &Update, it: &Candidate| {
            !stays || it.variables.iter().any(|variable| update.assigns(renaming.variable(*variable)))
        };
        let before = self.known(located, &step.before);
        let asked: Vec<(&Candidate, Formula)> = candidates
            .iter()
            .filter(|candidate| step.update.is_none_or(|update| changes(update, candidate)))
            .map(|candidate| {
                let formula = renaming.formula(&candidate.formula);
                (candidate, step.update.map_or(formula.clone(), |update| formula.replace(update)).fold(None))
            })
            .filter(|(_, after)| *after != Formula::Constant(true) && !before.contains(after))
            .collect();
        if asked.is_empty() {
            return Ok(None);
        }
        let lost = Formula::negation(Formula::All(asked.iter().map(|(_, after)| after.clone()).collect()));
        let conjuncts: Vec<&Formula> = step.formulas.iter().chain(&before).chain([&lost]).collect();
        let query = Query { system: located.system, choices: step.choices, conjuncts: &conjuncts, model: true };
        let all = || asked.iter().map(|(candidate, _)| (*candidate).clone()).collect::<BTreeSet<_>>();
        match prover.ask(&query, control)? {
            Answer::Unsatisfiable => Ok(None),
            Answer::Unknown(_) => Ok(Some(all())),
            Answer::Satisfiable(model) => {
                let is_lost = |(_, after): &&(&Candidate, Formula)| truth(after, &InModel(&model)) != Some(true);
                let lost: BTreeSet<_> = asked.iter().filter(is_lost).map(|(it, _)| (*it).clone()).collect();
                // An answer that refutes nothing would come again.
                Ok(Some(if lost.is_empty() { all() } else { lost }))
            }
        }
    }
}

/// The candidates that do not follow from another one, since they have more alternatives.
fn strongest(candidates: &[Candidate]) -> Vec<Formula> {
    let alternatives: Vec<BTreeSet<Formula>> =
        candidates.iter().map(|it| it.formula.clone().into_disjuncts().into_iter().collect()).collect();
    let follows = |one: &BTreeSet<Formula>| alternatives.iter().any(|other| other != one && other.is_subset(one));
    let kept = candidates.iter().zip(&alternatives).filter(|(_, alternatives)| !follows(alternatives));
    kept.map(|(candidate, _)| candidate.formula.clone()).collect()
}
