//! Affine equalities at the locations of an instance that exists once: which sums of its variables, each times a constant, are
//! constants there.
//!
//! The states at a location are the affine hull of those that were reached, given by vectors that span it; the last coordinate is 1 for a
//! state and 0 for a direction. It grows by a dimension at least each time, so that there is an end. (Karr, "Affine relationships among
//! variables of a program", Acta Informatica 6, 1976; with generators: Müller-Olm, Seidl, "A note on Karr's algorithm", ICALP 2004.)

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{
    Arithmetic, Comparison, Formula, Initial, InstanceId, LocationId, System, Term, Transition, VariableId,
};

use super::super::sums::algebra::{combined, solutions};
use super::bounds::numbers;

/// More variables are not related.
const MOST_VARIABLES: usize = 40;

/// One number for each variable, and one for the constant.
type Vector = Vec<i64>;

/// The equalities at the locations of an instance, if these formulas are known there before a step; none if it has too many variables,
/// or if numbers become too large. Only variables count that no other instance assigns. Time: for each step, at most the fourth power
/// of the number of variables. Fails if the work is stopped.
pub(super) fn equalities<'k>(
    system: &System,
    instance: InstanceId,
    known: &dyn Fn(LocationId) -> &'k [Formula],
    control: &dyn Control,
) -> Result<BTreeMap<LocationId, Vec<Formula>>, Stop> {
    let variables = own(system, instance);
    if variables.is_empty() || variables.len() > MOST_VARIABLES {
        return Ok(BTreeMap::new());
    }
    let affine = Affine { system, variables };
    let hulls = affine.hulls(instance, known, control)?;
    Ok(hulls.and_then(|hulls| affine.formulas(&hulls)).unwrap_or_default())
}

/// The numbers that only steps of an instance assign.
fn own(system: &System, instance: InstanceId) -> Vec<VariableId> {
    let others = system.transitions.iter().filter(|it| it.instance != instance);
    let foreign: BTreeSet<VariableId> = others.flat_map(|it| it.update.assigned()).collect();
    numbers(system, instance).filter(|it| !foreign.contains(it)).collect()
}

struct Affine<'s> {
    system: &'s System,
    variables: Vec<VariableId>,
}

impl Affine<'_> {
    /// The affine hulls of the states at the locations that are reached; `None` if numbers become too large.
    fn hulls<'k>(
        &self,
        instance: InstanceId,
        known: &dyn Fn(LocationId) -> &'k [Formula],
        control: &dyn Control,
    ) -> Result<Option<BTreeMap<LocationId, Hull>>, Stop> {
        let mut steps: BTreeMap<LocationId, Vec<&Transition>> = BTreeMap::new();
        for step in self.system.transitions.iter().filter(|it| it.instance == instance) {
            steps.entry(step.from).or_default().push(step);
        }
        let Some(start) = self.start() else { return Ok(None) };
        let mut hulls = BTreeMap::from([(LocationId(0), start)]);
        let mut waiting = vec![LocationId(0)];
        while let Some(from) = waiting.pop() {
            for step in steps.get(&from).into_iter().flatten() {
                control.poll(&Progress { phase: "facts", ..Progress::default() })?;
                let after = self.after(hulls[&from].clone(), step, known(from));
                let has_grown = after.and_then(|after| hulls.entry(step.to).or_default().join(after));
                match has_grown {
                    Some(true) => waiting.push(step.to),
                    Some(false) => {}
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(hulls))
    }

    fn start(&self) -> Option<Hull> {
        let mut state = vec![0; self.variables.len() + 1];
        state[self.variables.len()] = 1;
        let mut hull = Hull::default();
        for (index, variable) in self.variables.iter().enumerate() {
            match self.system.variable(*variable).initial {
                Initial::Value(value) => state[index] = value,
                Initial::Unspecified => _ = hull.insert(self.direction(index))?,
            }
        }
        hull.insert(state)?;
        Some(hull)
    }

    fn direction(&self, of: usize) -> Vector {
        (0..=self.variables.len()).map(|index| i64::from(index == of)).collect()
    }

    /// The hull after a step.
    fn after(&self, mut hull: Hull, step: &Transition, known: &[Formula]) -> Option<Hull> {
        for formula in &step.guard {
            if let Some(equal) = self.equality(formula, known) {
                hull = hull.intersect(&equal)?;
            }
        }
        let rows: Vec<Option<Vector>> = self
            .variables
            .iter()
            .enumerate()
            .map(|(index, variable)| {
                step.update
                    .terms
                    .get(variable)
                    .map_or_else(|| Some(self.direction(index)), |term| self.row(term, &hull))
            })
            .collect();
        let mut after = Hull::default();
        for vector in &hull.vectors {
            let mut image = Vec::with_capacity(vector.len());
            for row in &rows {
                image.push(row.as_ref().map_or(Some(0), |row| product(row, vector))?);
            }
            image.push(*vector.last()?);
            after.insert(image)?;
        }
        if !hull.vectors.is_empty() {
            for (index, _) in rows.iter().enumerate().filter(|(_, row)| row.is_none()) {
                after.insert(self.direction(index))?;
            }
        }
        Some(after)
    }

    /// The sum that is 0 where a guard holds: the difference of two terms that are equal, or of which neither can be greater than the other.
    fn equality(&self, guard: &Formula, known: &[Formula]) -> Option<Vector> {
        let Formula::Compare(comparison, left, right) = guard else { return None };
        let opposite = match comparison {
            Comparison::Equal => None,
            Comparison::LessOrEqual => Some(Comparison::GreaterOrEqual),
            Comparison::GreaterOrEqual => Some(Comparison::LessOrEqual),
            _ => return None,
        };
        let is_known = |comparison| known.contains(&Formula::Compare(comparison, left.clone(), right.clone()));
        if opposite.is_some_and(|opposite| !is_known(opposite)) {
            return None;
        }
        minus(self.linear(left)?, &self.linear(right)?)
    }

    /// The new value of a variable, as a sum; `None` if it is no sum.
    fn row(&self, term: &Term, hull: &Hull) -> Option<Vector> {
        let Term::Conditional(condition, then, otherwise) = term else { return self.linear(term) };
        match self.truth(condition, hull) {
            Some(true) => self.row(then, hull),
            Some(false) => self.row(otherwise, hull),
            None => self.row(then, hull).filter(|row| self.row(otherwise, hull).as_ref() == Some(row)),
        }
    }

    /// The truth of a condition that holds in all states of a hull, or in none.
    fn truth(&self, condition: &Formula, hull: &Hull) -> Option<bool> {
        match condition {
            Formula::Constant(truth) => Some(*truth),
            Formula::Not(inner) => self.truth(inner, hull).map(|truth| !truth),
            Formula::Compare(comparison, left, right) => {
                let difference = hull.constant(&minus(self.linear(left)?, &self.linear(right)?)?)?;
                Some(comparison.holds(difference, 0))
            }
            _ => None,
        }
    }

    /// A term as a sum of variables, each times a constant.
    fn linear(&self, term: &Term) -> Option<Vector> {
        let constant = |value| {
            let mut vector = vec![0; self.variables.len() + 1];
            vector[self.variables.len()] = value;
            vector
        };
        match term {
            Term::Constant(value) => Some(constant(*value)),
            Term::Variable(variable) => {
                self.variables.iter().position(|it| it == variable).map(|index| self.direction(index))
            }
            Term::Negate(inner) => minus(constant(0), &self.linear(inner)?),
            Term::Binary(Arithmetic::Add, left, right) => {
                minus(self.linear(left)?, &minus(constant(0), &self.linear(right)?)?)
            }
            Term::Binary(Arithmetic::Subtract, left, right) => minus(self.linear(left)?, &self.linear(right)?),
            Term::Binary(Arithmetic::Multiply, left, right) => match (&**left, &**right) {
                (Term::Constant(factor), other) | (other, Term::Constant(factor)) => {
                    self.linear(other)?.into_iter().map(|it| it.checked_mul(*factor)).collect()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The equations of each hull, as formulas.
    fn formulas(&self, hulls: &BTreeMap<LocationId, Hull>) -> Option<BTreeMap<LocationId, Vec<Formula>>> {
        let of = |hull: &Hull| -> Option<Vec<Formula>> {
            let equations = solutions(hull.vectors.clone(), self.variables.len() + 1)?;
            equations.iter().map(|equation| self.formula(equation)).collect()
        };
        let reached = hulls.iter().filter(|(_, hull)| !hull.vectors.is_empty());
        reached.map(|(location, hull)| Some((*location, of(hull)?))).collect()
    }

    /// The formula that a sum with these factors is 0.
    fn formula(&self, equation: &[i64]) -> Option<Formula> {
        let is_negative = equation.iter().find(|it| **it != 0).is_some_and(|first| *first < 0);
        let sign = if is_negative { -1 } else { 1 };
        let equation: Vector = equation.iter().map(|it| it.checked_mul(sign)).collect::<Option<_>>()?;
        let (constant, factors) = equation.split_last()?;
        let summands = self.variables.iter().zip(factors).filter(|(_, factor)| **factor != 0);
        let summand = |(variable, factor): (&VariableId, &i64)| match factor {
            1 => Term::Variable(*variable),
            _ => Term::binary(Arithmetic::Multiply, Term::Constant(*factor), Term::Variable(*variable)),
        };
        let sum = summands.map(summand).reduce(|sum, next| Term::binary(Arithmetic::Add, sum, next))?;
        Some(Formula::Compare(Comparison::Equal, sum, Term::Constant(constant.checked_neg()?)))
    }
}

/// The vectors that span the states, ascending by the first coordinate that is not 0; none if there are no states.
#[derive(Clone, Default, Debug)]
struct Hull {
    vectors: Vec<Vector>,
}

impl Hull {
    /// Adds a vector; returns whether it was none of those that are spanned already, and `None` if numbers become too large.
    fn insert(&mut self, mut vector: Vector) -> Option<bool> {
        for known in &self.vectors {
            let first = pivot(known)?;
            if vector[first] != 0 {
                vector = combined(&vector, known[first], known, vector[first])?;
            }
        }
        let Some(first) = pivot(&vector) else { return Some(false) };
        let at = self.vectors.partition_point(|known| pivot(known).is_some_and(|it| it < first));
        self.vectors.insert(at, vector);
        Some(true)
    }

    fn join(&mut self, other: Self) -> Option<bool> {
        let mut has_grown = false;
        for vector in other.vectors {
            has_grown |= self.insert(vector)?;
        }
        Some(has_grown)
    }

    /// The states in which a sum is 0.
    fn intersect(mut self, sum: &[i64]) -> Option<Self> {
        let values: Vec<i64> = self.vectors.iter().map(|vector| product(sum, vector)).collect::<Option<_>>()?;
        let Some(index) = values.iter().position(|value| *value != 0) else { return Some(self) };
        let (eliminated, value) = (self.vectors.remove(index), values[index]);
        let mut rest = Self::default();
        let values = values.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, value)| *value);
        for (vector, other) in self.vectors.iter().zip(values) {
            rest.insert(combined(vector, value, &eliminated, other)?)?;
        }
        // Directions alone are no states.
        let has_states = rest.vectors.iter().any(|vector| vector.last() != Some(&0));
        Some(if has_states { rest } else { Self::default() })
    }

    /// The sign of a sum that has the same value in all states: -1, 0 or 1.
    fn constant(&self, sum: &[i64]) -> Option<i64> {
        let state = self.vectors.iter().find(|vector| vector.last() != Some(&0))?;
        let (value, one) = (product(sum, state)?, *state.last()?);
        for vector in &self.vectors {
            if product(sum, vector)?.checked_mul(one)? != value.checked_mul(*vector.last()?)? {
                return None;
            }
        }
        Some(value.signum() * one.signum())
    }
}

/// The first coordinate that is not 0.
fn pivot(vector: &[i64]) -> Option<usize> {
    vector.iter().position(|it| *it != 0)
}

fn product(one: &[i64], other: &[i64]) -> Option<i64> {
    one.iter().zip(other).try_fold(0_i64, |sum, (one, other)| sum.checked_add(one.checked_mul(*other)?))
}

fn minus(one: Vector, other: &[i64]) -> Option<Vector> {
    one.into_iter().zip(other).map(|(one, other)| one.checked_sub(*other)).collect()
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    /// The equalities at the locations of the first instance, where it is known that `i <= n`.
    fn found(text: &str) -> Vec<String> {
        let parsed = parse(text);
        assert_eq!(parsed.diagnostics, [], "{text}");
        let system = instantiate(&parsed.file, &Instantiation::default()).expect("a program");
        let name = |name: &str| system.variables.iter().position(|it| it.name.ends_with(name)).expect("a variable");
        let [i, n] = ["i", "n"].map(|it| Term::Variable(VariableId(name(it) as u32)));
        let bound = [Formula::Compare(Comparison::LessOrEqual, i, n)];
        let found = equalities(&system, InstanceId(0), &|_| &bound, &Unlimited).expect("nothing stops it");
        let locations = &system.process_of(InstanceId(0)).locations;
        let at = |(location, all): (&LocationId, &Vec<Formula>)| {
            let all: Vec<String> = all.iter().map(|it| system.print_formula(it).to_string()).collect();
            format!("{}: {}", locations[location.0 as usize].name, all.join(", "))
        };
        found.iter().map(at).collect()
    }

    #[test]
    fn what_counts_together_differs_by_a_factor_also_after_the_loop() {
        let found = found(
            "process P { decl i: int, w: int, n: int, s: int; loc start, loop, after, end;
                start -> loop do n := *, i := 0; s := n * 8;
                loop -> loop when i < n do i := i + 1, w := i * 8 == w ? w + 8 : 0;
                loop -> after when i >= n do i := 0;
                after -> end do n := 7; }",
        );
        let expected = [
            "start: P.i == 0, P.w == 0, P.n == 0, P.s == 0",
            "loop: 8 * P.i + -1 * P.w == 0",
            "after: P.i == 0, P.w + -8 * P.n == 0",
            "end: P.i == 0, P.n == 7",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_others_assign_and_what_is_no_sum_is_not_related() {
        let found = found(
            "decl x: int; process P { decl i: int, n: int, q: int; loc a, b; a -> b do q := i * n, i := x; }
             process Q { loc a; a -> a do x := x + 1; }",
        );
        assert_eq!(found, ["a: P.i == 0, P.n == 0, P.q == 0", "b: P.n == 0"]);
    }

    #[test]
    fn no_state_is_where_a_guard_never_holds() {
        let found = found("process P { decl i: int, n: int; loc a, b, c; a -> b when i == 1; a -> c do n := i + 3; }");
        assert_eq!(found, ["a: P.i == 0, P.n == 0", "c: P.i == 0, P.n == 3"]);
    }
}
