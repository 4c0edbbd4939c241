//! Candidates at spots, and at two of them: the most of some formulas that all steps keep together.
//!
//! At a place of an instance, candidates are about what is shared and its variables; at two places, about those of two
//! instances; where an instance that exists once is, also about counters. They are kept by all [steps](super::steps) that are seen
//! from there. [`SOURCES`] gives them.

mod affine;
mod bounds;
mod created;
mod goals;
mod once;
mod places;
mod rings;
mod two;

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_clauses::{About, Argument, Candidates, Encoding, Head, Question, Unknowns, initial_values};
use boolprog_integer::{Formula, Sort, Transition, VariableId};
use boolprog_prover::Prover;

use super::instances::{Found, Spot, Spots, Standing};
use super::located::Located;

/// Candidates: formulas at spots; or the reason for which their source was stopped.
type Offered = Result<Vec<(Spots, Vec<Formula>)>, Stop>;

/// A function that gives candidates, knowing those that are kept already.
type Source = fn(&Located<'_>, &Candidates<Spots>, &dyn Control) -> Offered;

/// Sources whose candidates are tried together, and then with those of the next ones.
pub(super) type Sources = &'static [&'static [Source]];

/// The sources about instances that exist once.
pub(super) static ONCE: Sources = &[
    // Bounds that the program compares with, also for what counts the same; equalities of what one instance computes by itself.
    &[once::bounds, once::equalities],
    // A variable that counts up to a bound is equal to it at the end of the loop.
    &[once::equalities],
];

/// The sources about instances of any number.
pub(super) static PLACES: Sources = &[&[
    // Goals, which have to hold so that no property is violated, and what the program compares or copies.
    places::candidates,
    // Tickets of a few bits: their order is that on a ring.
    rings::candidates,
    // Which places exclude one another, and how numbers of two instances compare.
    two::candidates,
]];

/// More questions are not asked.
const MOST_QUESTIONS: usize = 30_000;

/// The candidates of these sources that all steps keep; `None` if there are too many questions. At most as many questions as there are
/// steps and candidates, multiplied.
pub(super) fn kept(
    located: &Located<'_>,
    sources: Sources,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Option<Found>, Stop> {
    let mut kept = Candidates::new([]);
    for together in sources {
        let found: Vec<_> = together.iter().map(|source| source(located, &kept, control)).collect::<Result<_, _>>()?;
        let mut are_new = false;
        for (spots, formulas) in found.into_iter().flatten() {
            are_new |= kept.add(&spots, formulas);
        }
        if are_new {
            let Some(questions) = questions(located, &kept, control)? else { return Ok(None) };
            kept.keep(located.system, &questions, (&mut *prover, control))?;
        }
    }
    let strongest = kept.strongest().map(|(spots, formulas)| {
        let is_never_there = kept.excludes(&[spots.clone().into()]);
        (spots.clone(), if is_never_there { vec![Formula::Constant(false)] } else { formulas })
    });
    Ok(Some(strongest.collect()))
}

/// The questions about the start and all steps; `None` if there are too many.
fn questions<'s>(
    located: &Located<'s>,
    candidates: &Candidates<Spots>,
    control: &dyn Control,
) -> Result<Option<Vec<Question<'s, Spots>>>, Stop> {
    let mut found = Vec::new();
    for spots in candidates.places() {
        control.poll(&Progress { phase: "facts", ..Progress::default() })?;
        let standing = located.instances.standing_at(spots);
        if let [one] = standing[..]
            && one.spot.location().0 == 0
        {
            found.push(start(located, one));
        }
        let variables: BTreeSet<VariableId> = candidates.at(spots).iter().flat_map(Formula::variables).collect();
        let matters = |it: &Transition| it.update.assigned().any(|it| variables.contains(&it));
        for seen in located.steps_from(&standing, &matters) {
            let after = about(located, &seen.after);
            if !candidates.has_some(&after.at) || !located.may_be_there(&seen.after) {
                continue;
            }
            let Transition { guard, choices, update, .. } = seen.transition;
            let before = about_all(located, &seen.before);
            let clause = located.clause(seen.before, guard.clone(), Some(seen.transition.into()), Head::Never);
            let Some(mut formulas) = clause.map(|clause| clause.formulas) else { continue };
            if spots[0].place().is_some() {
                // The pairs tell already what follows from the numbers of instances, which make questions hard.
                formulas.retain(|it| !it.variables().iter().any(|it| located.system.is_auxiliary(*it)));
            }
            found.push(Question { before, formulas, choices, update: Some(update), after });
        }
        if found.len() > MOST_QUESTIONS {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// The question about the start of an instance.
fn start<'s>(located: &Located<'s>, one: Standing) -> Question<'s, Spots> {
    let counters = located.system.counters.iter().map(|it| Argument::Variable(it.variable, Sort::Integer));
    let sums = located.system.sums().map(|(variable, _)| Argument::Variable(variable, Sort::Integer));
    let arguments: Vec<Argument> = located.arguments(&one).into_iter().chain(counters).chain(sums).collect();
    let values = initial_values(located.system, &arguments);
    let formulas = values.into_iter().chain(located.system.initial.iter().cloned()).collect();
    Question { before: Vec::new(), formulas, choices: &[], update: None, after: about(located, &[one]) }
}

/// The spots, and the pairs of places, of these instances, at which something may be known.
fn about_all(located: &Located<'_>, standing: &[Standing]) -> Vec<About<Spots>> {
    let mut found: Vec<_> = standing.iter().map(|it| about(located, &[*it])).collect();
    let of_any: Vec<Standing> = standing.iter().copied().filter(|it| it.spot.place().is_some()).collect();
    for (position, one) in of_any.iter().enumerate() {
        found.extend(of_any[position + 1..].iter().map(|other| about(located, &[*one, *other])));
    }
    found
}

/// The spots of instances, in order.
fn about(located: &Located<'_>, standing: &[Standing]) -> About<Spots> {
    let mut standing = standing.to_vec();
    standing.sort_by_key(|it| it.spot);
    let at: Vec<Spot> = standing.iter().map(|it| it.spot).collect();
    About { at, renaming: located.instances.renaming(&standing) }
}
