//! Formulas that may hold where an instance that exists once is: bounds that its program compares with.
//!
//! What bounds a variable that counts may bound another one that counts the same: an index at the end of a loop, and the number of
//! threads that the loop has created; also where nothing counts them but their places.

use std::collections::BTreeSet;

use boolprog_clauses::Renaming;
use boolprog_integer::{Arithmetic, Comparison, Formula, Initial, InstanceId, System, Term, VariableId};

use super::super::reads::{comparisons, is_large, is_of_variables, is_replicated};
use super::created::{Created, created};

/// More formulas for one place are not tried.
const MOST: usize = 1000;

/// The candidates over what is shared and the variables of an instance that exists once; none if there are too many.
pub(super) fn bounds(system: &System, instance: InstanceId) -> Vec<Formula> {
    let numbers: BTreeSet<VariableId> = numbers(system, instance).collect();
    let steady: Vec<VariableId> = numbers.iter().copied().filter(|it| is_steady(system, *it)).collect();
    let mut compared: BTreeSet<(Term, Term)> = BTreeSet::new();
    let guards = system.transitions.iter().flat_map(|it| &it.guard).chain(system.properties.iter().map(|it| &it.error));
    let is_known = |term: &Term| {
        term.variables().iter().all(|it| numbers.contains(it)) && is_of_variables(|note| term.leaves(note))
    };
    let mut note = |left: &Term, right: &Term| {
        let is_some = !left.variables().is_empty() || !right.variables().is_empty();
        if is_some && is_known(left) && is_known(right) {
            compared.insert((left.clone(), right.clone()));
        }
    };
    guards.for_each(|formula| comparisons(formula, &mut note));
    for variable in &numbers {
        if let Initial::Value(start) = system.variable(*variable).initial {
            compared.insert((Term::Variable(*variable), Term::Constant(start)));
        }
    }
    compared.extend(bounds_of_bounds(&compared, &steady));
    let constants: BTreeSet<Term> =
        compared.iter().map(|(_, right)| right.clone()).filter(|it| matches!(it, Term::Constant(_))).collect();
    for (one, other) in compared.clone() {
        for variable in &steady {
            for alike in &steady {
                let instead: Renaming = [(*variable, *alike)].into_iter().collect();
                compared.insert((one.replace(&instead), other.replace(&instead)));
            }
        }
    }
    let mut found: BTreeSet<Formula> = BTreeSet::new();
    let own: Vec<VariableId> =
        steady.iter().copied().filter(|it| system.variable(*it).owner == Some(instance)).collect();
    for Created { number, marks } in created(system, instance) {
        let is_clear = |it: &VariableId| Formula::Compare(Comparison::Equal, Term::Variable(*it), Term::Constant(0));
        found.extend(marks.iter().map(is_clear));
        for counted in own.iter().map(|it| Term::Variable(*it)) {
            let instead = |term: &Term| if *term == counted { number.clone() } else { term.clone() };
            let bounds = compared.iter().filter(|(one, other)| *one == counted || *other == counted);
            let bounds: Vec<_> = bounds.map(|(one, other)| (instead(one), instead(other))).collect();
            compared.extend(bounds);
            // Between the creation of an instance and the step that counts it there is one more.
            let marks = marks.iter().map(|it| Term::Variable(*it));
            let ahead = marks.chain([Term::Constant(1)]).map(|it| Term::binary(Arithmetic::Add, counted.clone(), it));
            found.extend(ahead.map(|sum| Formula::Compare(Comparison::Equal, number.clone(), sum)));
        }
    }
    for (one, other) in compared.into_iter().filter(|(one, other)| one != other) {
        use Comparison::{Greater, GreaterOrEqual, Less, LessOrEqual};
        let with = |comparison| Formula::Compare(comparison, one.clone(), other.clone());
        found.extend([Less, LessOrEqual, Greater, GreaterOrEqual].map(with));
    }
    for (index, one) in steady.iter().enumerate() {
        for other in &steady[index + 1..] {
            found.extend(sums(*one, Arithmetic::Subtract, *other, &[Term::Constant(0)]));
            if ![one, other].iter().any(|it| system.variable(**it).owner.is_some()) {
                continue;
            }
            let others = steady.iter().filter(|it| *it != one && *it != other).map(|it| Term::Variable(*it));
            let all: Vec<Term> = others.chain(constants.iter().cloned()).collect();
            found.extend(sums(*one, Arithmetic::Add, *other, &all));
        }
    }
    if found.len() > MOST { Vec::new() } else { found.into_iter().collect() }
}

/// A variable that counts up to another one also counts up to the constants with which that one is compared.
fn bounds_of_bounds(compared: &BTreeSet<(Term, Term)>, steady: &[VariableId]) -> BTreeSet<(Term, Term)> {
    let counts = |term: &Term| steady.iter().any(|it| *term == Term::Variable(*it));
    let pairs = compared.iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    let pairs = pairs.filter(|(one, bound)| counts(one) && matches!(bound, Term::Variable(_)));
    let constants = |of: &Term| {
        let of_bound = compared.iter().filter(|(one, other)| one == of && matches!(other, Term::Constant(_)));
        of_bound.map(|(_, constant)| constant.clone()).collect::<Vec<_>>()
    };
    pairs.flat_map(|(one, bound)| constants(bound).into_iter().map(|it| (one.clone(), it))).collect()
}

/// That two variables together are one of some terms, or one more or less.
fn sums(one: VariableId, with: Arithmetic, other: VariableId, terms: &[Term]) -> Vec<Formula> {
    let sum = Term::binary(with, Term::Variable(one), Term::Variable(other));
    let equal = |term: &Term| {
        [-1, 0, 1].map(|more| {
            let term = Term::binary(Arithmetic::Add, term.clone(), Term::Constant(more));
            Formula::Compare(Comparison::Equal, sum.clone(), term)
        })
    };
    terms.iter().flat_map(equal).collect()
}

/// The variables of an instance and the shared ones, of more than two values each, but those that count instances.
pub(super) fn numbers(system: &System, instance: InstanceId) -> impl Iterator<Item = VariableId> {
    let is_number = move |it: &VariableId| {
        let stated = system.variable(*it);
        let is_seen = stated.owner.is_none_or(|owner| owner == instance && !is_replicated(system, owner));
        is_seen && is_large(stated.sort) && !system.is_auxiliary(*it)
    };
    (0..system.variables.len() as u32).map(VariableId).filter(is_number)
}

/// `true` if some step adds a constant to a variable.
fn is_steady(system: &System, variable: VariableId) -> bool {
    let adds = |term: &Term| adds(term, variable);
    system.transitions.iter().filter_map(|it| it.update.terms.get(&variable)).any(adds)
}

/// Returns `true` if a term is a variable and a constant, but for where it wraps around.
pub(super) fn adds(term: &Term, variable: VariableId) -> bool {
    match term {
        Term::Binary(Arithmetic::Remainder, left, _) => adds(left, variable),
        Term::Binary(Arithmetic::Add | Arithmetic::Subtract, left, right) => {
            matches!((&**left, &**right), (Term::Variable(it), Term::Constant(_)) if *it == variable)
        }
        Term::Conditional(_, then, otherwise) => adds(then, variable) || adds(otherwise, variable),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let parsed = parse(text);
        assert_eq!(parsed.diagnostics, [], "{text}");
        let instantiation = Instantiation { representatives: true, threads: Some(3), ..Instantiation::default() };
        let system = instantiate(&parsed.file, &instantiation).expect("a program");
        bounds(&system, InstanceId(0)).iter().map(|it| system.print_formula(it).to_string()).collect()
    }

    #[test]
    fn what_an_instance_alone_compares_or_chooses_is_no_candidate() {
        let found = found(
            "decl c: int; process Main { loc run; run -> run do c := c + 1; }
             process Thread[*] { decl mine: int; loc run; run -> run when mine < c do mine := c; }
             error wrong: c > 7;",
        );
        assert!(found.iter().any(|it| it == "c <= 7") && !found.iter().any(|it| it.contains("mine")), "{found:?}");
    }
}
