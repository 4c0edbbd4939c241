//! Numbers that wrap around, such as tickets of eight bits: which of two comes first on the ring after a third.

use boolprog_base::control::Control;
use boolprog_clauses::Candidates;
use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, System, Term, VariableId};

use super::super::instances::{Spot, Spots};
use super::super::located::Located;
use super::super::reads::is_large;
use super::Offered;
use super::bounds::adds;

/// More numbers that wrap around are not related.
const MOST: usize = 4;

/// That a number of an instance comes before a shared one on their ring, as seen from another: between the ticket that is served
/// and the next one, for example; that it is another than the shared ones; and that none of these is the next one of another.
#[expect(clippy::unnecessary_wraps, reason = "other sources may be stopped")]
pub(super) fn candidates(located: &Located<'_>, _: &Candidates<Spots>, _: &dyn Control) -> Offered {
    let system = located.system;
    let shared = wrapping(system);
    let of_place = |place| {
        let own: Vec<VariableId> = located.living(located.instances.standing(place, 0)).collect();
        let mut found = Vec::new();
        for (from, size) in &shared {
            let on_ring: Vec<_> = own.iter().filter(|it| bounds(system, **it) == Some(*size)).copied().collect();
            found.extend(on_ring.iter().map(|it| (Comparison::NotEqual, [*it, *from].map(Term::Variable))));
            for (to, _) in shared.iter().filter(|(to, other)| to != from && other == size) {
                let distance = |it| distance(*from, it, *size);
                found.extend(on_ring.iter().map(|it| (Comparison::Less, [*it, *to].map(distance))));
                found.push((Comparison::NotEqual, [distance(*to), Term::Constant(1)]));
            }
        }
        let compare = |(comparison, [left, right]): (Comparison, [Term; 2])| Formula::Compare(comparison, left, right);
        (vec![Spot::Any(place)], found.into_iter().map(compare).collect())
    };
    let are_few = shared.len() <= MOST;
    Ok(located.places().into_iter().filter(|_| are_few).map(of_place).collect())
}

/// The shared numbers to which a constant is added, each with the size of its ring.
fn wrapping(system: &System) -> Vec<(VariableId, i64)> {
    let all = (0..system.variables.len() as u32).map(VariableId);
    let is_shared = |it: &VariableId| system.variable(*it).owner.is_none() && !system.is_auxiliary(*it);
    let terms = || system.transitions.iter().flat_map(|step| step.update.terms.values());
    let steps = |it: &VariableId| terms().any(|term| adds(term, *it));
    all.filter(is_shared).filter(steps).filter_map(|it| Some((it, bounds(system, it)?))).collect()
}

/// The number of values of a variable with many, which begin with 0.
fn bounds(system: &System, variable: VariableId) -> Option<i64> {
    let sort = system.variable(variable).sort;
    let (low, high) = sort.bounds().filter(|_| sort != Sort::Boolean && is_large(sort))?;
    (low == 0).then(|| high.checked_add(1))?
}

/// The steps from one number to another on a ring.
fn distance(from: VariableId, to: VariableId, size: i64) -> Term {
    let [from, to] = [from, to].map(Term::Variable);
    let is_around = Formula::Compare(Comparison::Less, to.clone(), from.clone());
    let around = Term::conditional(is_around, Term::Constant(size), Term::Constant(0));
    Term::binary(Arithmetic::Add, Term::binary(Arithmetic::Subtract, to, from), around)
}
