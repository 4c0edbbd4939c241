//! Machine integers: a step takes one of two branches, one for where the integer wraps around.

use boolprog_integer::{Formula, Term};

/// The step of a machine integer as long as it does not wrap around.
pub(super) struct Unwrapped {
    /// When it does not.
    pub(super) condition: Formula,
    pub(super) branch: Term,
    pub(super) by: i64,
}

/// Of two constants by which the branches of a term are larger than a variable, that of a step that wraps around is the larger.
pub(super) fn unwrapped(term: &Term, distance: &dyn Fn(&Term) -> Option<i64>) -> Option<Unwrapped> {
    let Term::Conditional(condition, then, otherwise) = term else { return None };
    let (yes, no) = (distance(then), distance(otherwise));
    let is_no = yes.is_none_or(|yes| no.is_some_and(|no| no.unsigned_abs() < yes.unsigned_abs()));
    let (branch, by, condition) = if is_no {
        (otherwise, no?, Formula::opposite((**condition).clone()))
    } else {
        (then, yes?, (**condition).clone())
    };
    Some(Unwrapped { condition, branch: (**branch).clone(), by })
}

/// The term that a conditional one is where conditions hold, if they tell.
pub(super) fn chosen<'t>(term: &'t Term, conditions: &[Formula]) -> &'t Term {
    match term {
        Term::Conditional(condition, then, _) if conditions.contains(condition) => chosen(then, conditions),
        Term::Conditional(condition, _, otherwise)
            if conditions.contains(&Formula::opposite((**condition).clone())) =>
        {
            chosen(otherwise, conditions)
        }
        _ => term,
    }
}
