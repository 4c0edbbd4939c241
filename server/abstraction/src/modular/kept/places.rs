//! Formulas that may hold where an instance is: how its variables and the shared ones compare that are compared, or copied, by
//! some step, and the [goals](super::goals).

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::Control;
use boolprog_clauses::Candidates;
use boolprog_integer::{Comparison, Formula, Initial, System, Term, VariableId};

use super::super::instances::{Place, Spot, Spots, Standing};
use super::super::located::Located;
use super::super::reads::{self, is_large, is_of_variables};
use super::Offered;
use super::goals::{goals, is_shared, steps};

/// More formulas for one place are not tried: those of the goals come first.
const MOST: usize = 150;

/// A variable of an instance with fewer values is one of several names, such as a pointer.
const NAMES: u64 = 8;

/// The candidates of each place that can be reached, about the first instance of its family; first that it never is there.
pub(super) fn candidates(located: &Located<'_>, _: &Candidates<Spots>, control: &dyn Control) -> Offered {
    let (seen, shared) = (seen(located), started(located.system));
    let of_place = |(place, goals): (Place, BTreeSet<Formula>)| {
        let standing = located.instances.standing(place, 0);
        let own = seen.iter().filter(|(of, formula)| *of == place.family || is_shared(located.system, formula));
        let own = own.map(|(_, formula)| formula.clone()).chain(names(located, standing));
        let mut found: Vec<Formula> = goals.into_iter().collect();
        for formula in own.chain(shared.iter().cloned()) {
            if found.len() < MOST && !found.contains(&formula) {
                found.push(formula);
            }
        }
        let live: BTreeSet<VariableId> = located.living(standing).collect();
        let is_dead =
            |it: &VariableId| located.system.variable(*it).owner == Some(standing.instance) && !live.contains(it);
        found.retain(|it| !it.variables().iter().any(is_dead) && is_about_numbers(located.system, it));
        found.insert(0, Formula::Constant(false));
        (vec![Spot::Any(place)], found)
    };
    Ok(goals(located, control)?.into_iter().map(of_place).collect())
}

/// A relation that pairs of states do not tell: some variable has more than two values, and none counts instances.
fn is_about_numbers(system: &System, formula: &Formula) -> bool {
    let variables = formula.variables();
    variables.iter().any(|it| is_large(system.variable(*it).sort))
        && !variables.iter().any(|it| system.is_auxiliary(*it))
}

/// The terms that steps of a family compare and copy, with its index.
pub(super) fn seen(located: &Located<'_>) -> BTreeSet<(usize, Formula)> {
    let mut found = BTreeSet::new();
    for (place, transition) in steps(located) {
        let mut note = |left: &Term, right: &Term| {
            found.extend(comparisons(left, right).into_iter().map(|formula| (place.family, formula)));
        };
        for formula in &transition.guard {
            reads::comparisons(formula, &mut note);
        }
        for (variable, term) in transition.update.all_terms() {
            if !located.system.is_auxiliary(variable)
                && !term.variables().is_empty()
                && !term.variables().contains(&variable)
            {
                note(&Term::Variable(variable), term);
            }
        }
    }
    found.retain(|(_, formula)| is_of_variables(|note| formula.leaves(note)));
    let through = through_own(located.system, &found);
    found.into_iter().chain(through).collect()
}

/// Comparisons of two shared variables that are both compared with one of an instance.
fn through_own(system: &System, seen: &BTreeSet<(usize, Formula)>) -> Vec<(usize, Formula)> {
    let mut with: BTreeMap<(usize, VariableId), BTreeSet<VariableId>> = BTreeMap::new();
    let is_own = |it: VariableId| system.variable(it).owner.is_some();
    for (family, formula) in seen {
        if let Formula::Compare(_, Term::Variable(left), Term::Variable(right)) = formula
            && is_own(*left) != is_own(*right)
        {
            let (own, shared) = if is_own(*left) { (*left, *right) } else { (*right, *left) };
            with.entry((*family, own)).or_default().insert(shared);
        }
    }
    let mut found = Vec::new();
    for ((family, _), shared) in with {
        for (one, other) in shared.iter().flat_map(|one| shared.range(..one).map(move |other| (*one, *other))) {
            let all = comparisons(&Term::Variable(one), &Term::Variable(other));
            found.extend(all.into_iter().map(|formula| (family, formula)));
        }
    }
    found
}

/// Comparisons of two terms. The order of results of a computation is left out.
fn comparisons(left: &Term, right: &Term) -> Vec<Formula> {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let with = |comparison: Comparison| Formula::Compare(comparison, left.clone(), right.clone());
    if left == right {
        return Vec::new();
    }
    let is_simple = |term: &Term| matches!(term, Term::Variable(_) | Term::Constant(_));
    if is_simple(left) && is_simple(right) {
        [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual].map(with).to_vec()
    } else {
        [Equal, NotEqual].map(with).to_vec()
    }
}

/// Comparisons of shared numbers with those at the start.
fn started(system: &System) -> Vec<Formula> {
    let mut found = Vec::new();
    for (id, variable) in (0..).map(VariableId).zip(&system.variables) {
        if let Initial::Value(start) = variable.initial
            && variable.owner.is_none()
            && is_large(variable.sort)
        {
            use Comparison::{Equal, GreaterOrEqual, LessOrEqual};
            let with = |it| Formula::Compare(it, Term::Variable(id), Term::Constant(start));
            found.extend([Equal, GreaterOrEqual, LessOrEqual].map(with));
        }
    }
    found
}

/// That two names of an instance are the same, or are not.
fn names(located: &Located<'_>, standing: Standing) -> Vec<Formula> {
    let system = located.system;
    let is_name = |it: &VariableId| {
        let bounds = system.variable(*it).sort.bounds();
        is_large(system.variable(*it).sort) && bounds.is_some_and(|(low, high)| high.abs_diff(low) < NAMES)
    };
    let own: Vec<VariableId> =
        located.instances.variables_of(standing.instance).iter().copied().filter(is_name).collect();
    let mut found = Vec::new();
    for (position, one) in own.iter().enumerate() {
        for other in own[position + 1..].iter().filter(|it| system.variable(**it).sort == system.variable(*one).sort) {
            let with = |it| Formula::Compare(it, Term::Variable(*one), Term::Variable(*other));
            found.extend([Comparison::Equal, Comparison::NotEqual].map(with));
        }
    }
    found
}
