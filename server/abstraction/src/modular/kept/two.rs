//! Formulas that may hold where two instances are at two places.

use std::collections::BTreeSet;

use boolprog_base::control::Control;
use boolprog_clauses::Candidates;
use boolprog_integer::{Comparison, Formula, Term, VariableId};

use super::super::instances::{Place, Spot, Spots, Standing};
use super::super::located::Located;
use super::super::reads::is_large;
use super::Offered;
use super::goals::is_shared;
use super::places::seen;

/// More pairs of places are not examined.
const MOST_PAIRS: usize = 3_000;

/// More formulas about two places are not tried.
const MOST: usize = 80;

/// That instances are never at two places, and comparisons of numbers, which in one instance some step compares or copies, or
/// which are of two instances. Of two at one place, they say the same of both. None at a first location, and none at all if there are too many pairs of places.
#[expect(clippy::unnecessary_wraps, reason = "other sources may be stopped")]
pub(super) fn candidates(located: &Located<'_>, _: &Candidates<Spots>, _: &dyn Control) -> Offered {
    let seen = seen(located);
    let of_two = |(one, other): (Place, Place)| {
        let spots = vec![Spot::Any(one), Spot::Any(other)];
        // Steps from there lead to the others all the same.
        if one.location.0 == 0 || other.location.0 == 0 {
            return (spots, Vec::new());
        }
        let both = located.instances.standing_at(&spots);
        let [left, right] = [both[0], both[1]].map(|it| numbers(located, it));
        let mut found = vec![Formula::Constant(false)];
        for (left, right) in left.iter().flat_map(|left| right.iter().map(move |right| (*left, *right))) {
            let with = |comparison| Formula::Compare(comparison, Term::Variable(left), Term::Variable(right));
            found.push(with(Comparison::NotEqual));
            if one != other {
                found.extend([Comparison::Less, Comparison::Greater].map(with));
            }
        }
        if one != other {
            found.extend(both.iter().flat_map(|it| with_shared(located, *it, &seen)));
        }
        found.truncate(MOST);
        (spots, found)
    };
    let all = located.places_together();
    Ok(if all.len() > MOST_PAIRS { Vec::new() } else { all.into_iter().map(of_two).collect() })
}

/// The variables of an instance that matter where it is, and have many values.
fn numbers(located: &Located<'_>, standing: Standing) -> Vec<VariableId> {
    located.living(standing).filter(|it| is_large(located.system.variable(*it).sort)).collect()
}

/// That numbers of an instance differ from shared ones.
fn with_shared(located: &Located<'_>, standing: Standing, seen: &BTreeSet<(usize, Formula)>) -> Vec<Formula> {
    let system = located.system;
    let numbers = numbers(located, standing);
    let place = standing.spot.place();
    let renaming = located.instances.renaming(&[standing]);
    let differs = |(family, formula): &(usize, Formula)| {
        let Formula::Compare(Comparison::NotEqual, Term::Variable(left), Term::Variable(right)) = formula else {
            return None;
        };
        let own = if system.variable(*left).owner.is_some() { left } else { right };
        let is_of_it = place.is_some_and(|it| it.family == *family) && !is_shared(system, formula);
        (is_of_it && numbers.contains(&renaming.variable(*own))).then(|| renaming.formula(formula))
    };
    seen.iter().filter_map(differs).collect()
}
