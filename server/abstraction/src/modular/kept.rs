//! What holds where instances are, and between two of them: the most of some candidates that all steps keep together.
//!
//! At a place, candidates are about what is shared and the variables of the instance; at two places, about those of two
//! instances. They are kept by the steps of the instance, and by those of another one, which satisfies them as well. (The clauses
//! are those of [`Located`].)

mod between;
mod candidates;
mod goals;

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::integer::modular::Invariant;
use boolprog_clauses::{About, Candidates, Question, Renaming};
use boolprog_integer::Formula;
use boolprog_prover::Prover;

use super::located::{Clause, Located, Standing};
use super::pairs::{Place, variables_of};
use super::reads::is_counter;

/// Two places, the first of which is not after the second.
type Two = (Place, Place);

/// What is known about instances: of one at a place or of two at theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    One(Place),
    Two(Two),
}

/// Does a step keep what holds about some instances?
type Step<'s> = Question<'s, Where>;

/// The candidates that are not refuted, about the first instance of a family; of two of one family, about the first and the second.
pub(super) struct Kept(Candidates<Where>);

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
    let mut steps: Vec<Step<'_>> = located.clauses.iter().filter_map(|clause| step(located, clause)).collect();
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
    let of_one = candidates::candidates(located, goals, &seen).into_iter();
    // The first candidate of a place says that it is never reached.
    let of_one = of_one.map(|(place, all)| (Where::One(place), [vec![Formula::Constant(false)], all].concat()));
    let of_two = of_two.into_iter().map(|(two, formulas)| (Where::Two(two), formulas));
    let mut kept = Candidates::new(of_one.chain(of_two));
    kept.keep(located.system, &steps, (prover, control))?;
    Ok(Some(Kept(kept)))
}

/// The question of a clause; `None` if it says that something is impossible.
fn step<'s>(located: &Located<'_>, clause: &Clause<'s>) -> Option<Step<'s>> {
    let after = about_one(located, *clause.after()?);
    let Clause { before, formulas, choices, step, .. } = clause;
    let update = step.as_ref().map(|step| &step.transition.update);
    Some(Question { before: about(located, before), formulas: formulas.clone(), choices, update, after })
}

/// The places, and pairs of places, of these instances, at which something may be known.
fn about(located: &Located<'_>, standing: &[Standing]) -> Vec<About<Where>> {
    let mut found: Vec<_> = standing.iter().map(|it| about_one(located, *it)).collect();
    for (position, one) in standing.iter().enumerate() {
        found.extend(standing[position + 1..].iter().map(|other| about_two(located, *one, *other)));
    }
    found
}

fn about_one(located: &Located<'_>, standing: Standing) -> About<Where> {
    About { at: Where::One(standing.place), renaming: renaming(located, &[standing]) }
}

fn about_two(located: &Located<'_>, one: Standing, other: Standing) -> About<Where> {
    let (one, other) = if one.place <= other.place { (one, other) } else { (other, one) };
    About { at: Where::Two((one.place, other.place)), renaming: renaming(located, &[one, other]) }
}

/// The variables of these instances, in the place of those of the first instance of a family, and of two of one family of the
/// first and the second.
fn renaming(located: &Located<'_>, standing: &[Standing]) -> Renaming {
    let pairs = standing.iter().enumerate().flat_map(|(position, to)| {
        let index = standing[..position].iter().filter(|it| it.place.family == to.place.family).count();
        let [stated, meant] =
            [Standing { index, ..*to }, *to].map(|it| variables_of(located.system, located.instance(it)));
        stated.into_iter().zip(meant).filter(|(stated, meant)| stated != meant)
    });
    pairs.collect()
}

impl Kept {
    /// The properties, by index, that are excluded; `None` if something else is not excluded that has to be.
    pub(super) fn excluded(
        &self,
        located: &Located<'_>,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) -> Result<Option<BTreeSet<usize>>, Stop> {
        let known = |standing: &[Standing]| {
            let places = about(located, standing);
            (!self.0.excludes(&places)).then(|| self.0.known(&places))
        };
        located.excluded(known, prover, control)
    }

    /// The invariant of these facts and what is known explicitly.
    pub(super) fn invariant(&self, located: &Located<'_>) -> Invariant {
        let (mut places, mut pairs) = (BTreeMap::new(), Vec::new());
        for (at, formulas) in self.0.strongest() {
            match *at {
                Where::One(place) => _ = places.insert(place, formulas),
                Where::Two(two) => pairs.extend(formulas.into_iter().map(|formula| located.when_at(two, formula))),
            }
        }
        let mut invariant = located.invariant(&places);
        invariant.formulas.extend(pairs);
        invariant
    }
}
