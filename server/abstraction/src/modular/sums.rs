//! Sums that no step changes: what a shared counter counts.
//!
//! A variable that every step changes by a constant is often the number of instances at some places, plus a constant: a
//! reference counter counts those that hold a reference. Such sums are the solutions of linear equations, one for each
//! transition, as the place invariants of a Petri net are (Lautenbach, "Exact liveness conditions of a Petri net class", 1973).
//! Every sum is an invariant by itself.

use boolprog_integer::{
    Arithmetic, Comparison, Formula, Initial, InstanceId, LocationId, Sort, System, Term, Transition, VariableId,
};

use super::reads::{is_counter, is_replicated};

/// More unknowns are not solved for.
const MOST_UNKNOWNS: usize = 200;

/// What a sum may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Summand {
    /// The counter of a location that is not the first.
    Counted(VariableId),
    /// 1 if an instance that exists once is at a location, otherwise 0.
    At(InstanceId, LocationId),
    /// An integer variable with a known start, which steps change by constants.
    Variable(VariableId),
}

/// The equations `v == c + a1 * s1 + ...` that hold in every reachable state, for variables v. Time: cubic in the number of
/// locations and variables.
pub(super) fn sums(system: &System) -> Vec<Formula> {
    // The variables are the last: each that is not determined by others is a sum of those before it.
    let counted = system.counters.iter().filter(|it| it.location.0 != 0).map(|it| Summand::Counted(it.variable));
    let once = (0..system.instances.len() as u16).map(InstanceId).filter(|it| !is_replicated(system, *it));
    let places = once.flat_map(|instance| {
        let locations = 0..system.process_of(instance).locations.len() as u16;
        locations.map(move |location| Summand::At(instance, LocationId(location)))
    });
    let variables = (0..system.variables.len() as u32).map(VariableId).filter(|it| changes_by_constants(system, *it));
    let summands: Vec<Summand> = counted.chain(places).chain(variables.map(Summand::Variable)).collect();
    if summands.len() > MOST_UNKNOWNS {
        return Vec::new();
    }
    let effect = |transition: &Transition| summands.iter().map(|it| change(system, transition, *it)).collect();
    let rows: Vec<Vec<i64>> = system.transitions.iter().map(effect).collect();
    let Some(solutions) = solutions(rows, summands.len()) else { return Vec::new() };
    solutions.iter().filter_map(|solution| equation(system, &summands, solution)).collect()
}

/// Whether a variable is an integer with a known start, which every step changes by a constant.
fn changes_by_constants(system: &System, variable: VariableId) -> bool {
    let stated = system.variable(variable);
    let is_shared = stated.owner.is_none_or(|owner| !is_replicated(system, owner));
    let is_known = matches!(stated.initial, Initial::Value(_)) && stated.sort != Sort::Boolean;
    let steps = || system.transitions.iter().filter(|it| it.update.assigns(variable));
    is_shared && is_known && !is_counter(system, variable) && steps().all(|it| delta(it, variable).is_some())
}

/// By how much a transition changes a variable, if that is a constant.
fn delta(transition: &Transition, variable: VariableId) -> Option<i64> {
    let Some(term) = transition.update.terms.get(&variable) else { return Some(0) };
    distance(term, variable, &transition.guard)
}

/// The constant by which a term is larger than a variable, where a guard holds.
fn distance(term: &Term, variable: VariableId, guard: &[Formula]) -> Option<i64> {
    let is_equal = |other: VariableId| {
        let (one, other) = (Term::Variable(variable), Term::Variable(other));
        let tests = [(&one, &other), (&other, &one)];
        let tests = tests.map(|(left, right)| Formula::Compare(Comparison::Equal, left.clone(), right.clone()));
        guard.iter().any(|conjunct| tests.contains(conjunct))
    };
    match term {
        Term::Variable(other) if *other == variable || is_equal(*other) => Some(0),
        Term::Binary(Arithmetic::Add, left, right) => match (&**left, &**right) {
            (other, Term::Constant(more)) | (Term::Constant(more), other) => {
                distance(other, variable, guard)?.checked_add(*more)
            }
            _ => None,
        },
        Term::Binary(Arithmetic::Subtract, left, right) => match &**right {
            Term::Constant(less) => distance(left, variable, guard)?.checked_sub(*less),
            _ => None,
        },
        Term::Conditional(condition, then, _) if guard.contains(condition) => distance(then, variable, guard),
        Term::Conditional(condition, _, otherwise) if guard.contains(&Formula::opposite((**condition).clone())) => {
            distance(otherwise, variable, guard)
        }
        _ => None,
    }
}

/// By how much a transition changes a summand.
fn change(system: &System, transition: &Transition, summand: Summand) -> i64 {
    match summand {
        Summand::Variable(variable) => delta(transition, variable).unwrap_or_default(),
        Summand::At(instance, location) if instance == transition.instance => {
            i64::from(transition.to == location) - i64::from(transition.from == location)
        }
        Summand::At(..) => 0,
        Summand::Counted(variable) => {
            let counter = system.counters.iter().find(|it| it.variable == variable);
            let is_of_it = |it: &&boolprog_integer::Counter| it.process == system.instance(transition.instance).process;
            counter.filter(is_of_it).map_or(0, |counter| {
                i64::from(transition.to == counter.location) - i64::from(transition.from == counter.location)
            })
        }
    }
}

/// A basis of the vectors that are orthogonal to all rows, each for one column that the columns before it do not determine,
/// where it is positive. Gaussian elimination without fractions; `None` if numbers become too large.
fn solutions(mut rows: Vec<Vec<i64>>, columns: usize) -> Option<Vec<Vec<i64>>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..columns {
        let Some(row) = (pivots.len()..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(pivots.len(), row);
        let pivot = rows[pivots.len()].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != pivots.len() && row[column] != 0 {
                *row = combined(row, pivot[column], &pivot, row[column])?;
            }
        }
        pivots.push(column);
    }
    let free = (0..columns).filter(|column| !pivots.contains(column));
    free.map(|column| solution(&rows, &pivots, column, columns)).collect()
}

/// `one * a - other * b`, divided by what all numbers have in common.
fn combined(one: &[i64], a: i64, other: &[i64], b: i64) -> Option<Vec<i64>> {
    let difference = |(one, other): (&i64, &i64)| one.checked_mul(a)?.checked_sub(other.checked_mul(b)?);
    let row: Vec<i64> = one.iter().zip(other).map(difference).collect::<Option<_>>()?;
    Some(reduced(row))
}

fn reduced(row: Vec<i64>) -> Vec<i64> {
    let divisor = row.iter().fold(0, |divisor, number| common_divisor(divisor, *number));
    if divisor > 1 { row.into_iter().map(|number| number / divisor).collect() } else { row }
}

fn common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a.saturating_abs()
}

/// The solution whose other free columns are 0.
fn solution(rows: &[Vec<i64>], pivots: &[usize], free: usize, columns: usize) -> Option<Vec<i64>> {
    let of_pivots = || pivots.iter().enumerate().map(|(row, pivot)| (rows[row][*pivot], rows[row][free], *pivot));
    let mut multiple = 1_i64;
    for (at_pivot, at_free, _) in of_pivots() {
        let needed = at_pivot / common_divisor(at_pivot, at_free);
        multiple = (multiple / common_divisor(multiple, needed)).checked_mul(needed.checked_abs()?)?;
    }
    let mut solution = vec![0; columns];
    solution[free] = multiple;
    for (at_pivot, at_free, pivot) in of_pivots() {
        solution[pivot] = multiple.checked_mul(at_free)?.checked_div(at_pivot)?.checked_neg()?;
    }
    Some(reduced(solution))
}

/// The equation of a solution, if it is about a variable: the last summand, times its number, is the sum of the others.
fn equation(system: &System, summands: &[Summand], solution: &[i64]) -> Option<Formula> {
    let (last, factor) = solution.iter().enumerate().rfind(|(_, factor)| **factor != 0)?;
    let Summand::Variable(variable) = summands[last] else { return None };
    let start = |summand: Summand| match summand {
        Summand::Counted(_) => 0,
        Summand::At(_, location) => i64::from(location.0 == 0),
        Summand::Variable(variable) => match system.variable(variable).initial {
            Initial::Value(value) => value,
            Initial::Unspecified => 0,
        },
    };
    let at_start =
        |sum: i64, (summand, factor): (&Summand, &i64)| sum.checked_add(start(*summand).checked_mul(*factor)?);
    let constant = summands.iter().zip(solution).try_fold(0_i64, at_start)?;
    let term = |summand: Summand| match summand {
        Summand::Counted(variable) | Summand::Variable(variable) => Term::Variable(variable),
        Summand::At(instance, location) => {
            Term::conditional(Formula::At { instance, location }, Term::Constant(1), Term::Constant(0))
        }
    };
    let times = |factor: i64, term: Term| match factor {
        1 => term,
        _ => Term::binary(Arithmetic::Multiply, Term::Constant(factor), term),
    };
    let others = summands.iter().zip(solution).take(last).filter(|(_, factor)| **factor != 0);
    let sum = others.fold(Term::Constant(constant), |sum, (summand, factor)| {
        Term::binary(Arithmetic::Subtract, sum, times(*factor, term(*summand)))
    });
    Some(Formula::Compare(Comparison::Equal, times(*factor, Term::Variable(variable)), sum))
}
