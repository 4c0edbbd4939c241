//! Bounds of integers in all reachable states, found without a search.
//!
//! Interval analysis (Cousot and Cousot, *Static determination of dynamic properties of programs*, 1976): one interval for
//! each variable, whatever the locations are, widened until no step leaves the intervals, then narrowed by repeating the
//! steps. Engines use bounds as predicates only, so no verdict depends on them.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{
    Arithmetic, Choice, Comparison, Formula, Initial, Sort, System, Term, Transition, Variable, VariableId,
};

/// Rounds after which there are no bounds. A round changes at least one bound, and each bound changes once.
const MOST_ROUNDS: u32 = 100;

/// Rounds in which bounds that are too weak become stronger.
const NARROWING: u32 = 3;

/// The bounds of the integers without a range: `0 <= x`, `x <= 9`. Each holds in every reachable state.
pub fn bounds(system: &System, control: &dyn Control) -> Result<Vec<Formula>, Stop> {
    let Some(intervals) = analyse(system, control)? else { return Ok(Vec::new()) };
    let of_variable = |((variable, id), interval): ((&Variable, u32), &Interval)| {
        let is_integer = variable.sort == Sort::Integer;
        let (low, high) = (interval.low.filter(|_| is_integer), interval.high.filter(|_| is_integer));
        let at_most = |left, right| Formula::Compare(Comparison::LessOrEqual, left, right);
        let variable = || Term::Variable(VariableId(id));
        let low = low.map(|low| at_most(Term::Constant(low), variable()));
        let high = high.map(|high| at_most(variable(), Term::Constant(high)));
        low.into_iter().chain(high)
    };
    Ok(system.variables.iter().zip(0..).zip(&intervals).flat_map(of_variable).collect())
}

/// The integers from one number to another; without a number there is no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    low: Option<i64>,
    high: Option<i64>,
}

const ALL: Interval = Interval { low: None, high: None };

impl Interval {
    const fn of(low: i64, high: i64) -> Self {
        Self { low: Some(low), high: Some(high) }
    }

    fn of_sort(sort: Sort) -> Self {
        sort.bounds().map_or(ALL, |(low, high)| Self::of(low, high))
    }

    /// The least interval that contains both.
    fn join(self, other: Self) -> Self {
        Self { low: both(i64::min, self.low, other.low), high: both(i64::max, self.high, other.high) }
    }

    /// The common integers; `None` if there are none.
    fn meet(self, other: Self) -> Option<Self> {
        let low = both(i64::max, self.low, other.low).or(self.low).or(other.low);
        let high = both(i64::min, self.high, other.high).or(self.high).or(other.high);
        (low.is_none() || high.is_none() || low <= high).then_some(Self { low, high })
    }

    /// Without the bounds that the other goes beyond.
    fn widen(self, other: Self) -> Self {
        let joined = self.join(other);
        let stable = |before: Option<i64>, after| before.filter(|_| before == after);
        Self { low: stable(self.low, joined.low), high: stable(self.high, joined.high) }
    }

    fn negated(self) -> Self {
        let negate = |bound: Option<i64>| bound.and_then(i64::checked_neg);
        Self { low: negate(self.high), high: negate(self.low) }
    }

    fn plus(self, other: Self) -> Self {
        let add = |left: Option<i64>, right: Option<i64>| left?.checked_add(right?);
        Self { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    fn times(self, other: Self) -> Self {
        let ends = |it: Self| Some([it.low?, it.high?]);
        if let (Some(left), Some(right)) = (ends(self), ends(other)) {
            let products = left.iter().flat_map(|left| right.iter().map(move |right| left.checked_mul(*right)));
            let products: Option<Vec<i64>> = products.collect();
            return products.map_or(ALL, |it| Self { low: it.iter().min().copied(), high: it.iter().max().copied() });
        }
        let is_positive = |it: Self| it.low.is_some_and(|low| low >= 0);
        let positive = is_positive(self) && is_positive(other);
        Self { low: both(i64::saturating_mul, self.low, other.low).filter(|_| positive), high: None }
    }

    /// The remainders of a division by these.
    fn remainders(divisor: Self) -> Self {
        let largest = both(i64::max, divisor.low.and_then(i64::checked_abs), divisor.high.and_then(i64::checked_abs));
        Self { low: Some(0), high: largest.map(|largest| (largest - 1).max(0)) }
    }
}

fn both(combine: fn(i64, i64) -> i64, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    Some(combine(left?, right?))
}

/// An interval for each variable: each contains all values in reachable states.
fn analyse(system: &System, control: &dyn Control) -> Result<Option<Vec<Interval>>, Stop> {
    let Some(start) = start(system) else { return Ok(None) };
    let mut current = start.clone();
    for _ in 0..MOST_ROUNDS {
        let next = round(system, &start, &current, control)?;
        let widened: Vec<_> = current.iter().zip(&next).map(|(now, next)| now.widen(*next)).collect();
        if widened == current {
            for _ in 0..NARROWING {
                current = round(system, &start, &current, control)?;
            }
            return Ok(Some(current));
        }
        current = widened;
    }
    Ok(None)
}

/// The intervals at the start; `None` if there is no start.
fn start(system: &System) -> Option<Vec<Interval>> {
    let value = |variable: &Variable| match variable.initial {
        Initial::Value(value) => Interval::of(value, value),
        Initial::Unspecified => Interval::of_sort(variable.sort),
    };
    let mut start: Vec<_> = system.variables.iter().map(value).collect();
    system.initial.iter().try_for_each(|condition| restrict(&mut start, condition))?;
    Some(start)
}

/// The starts, and the values that steps from the current ones assign.
fn round(
    system: &System,
    start: &[Interval],
    current: &[Interval],
    control: &dyn Control,
) -> Result<Vec<Interval>, Stop> {
    let mut next = start.to_vec();
    for transition in &system.transitions {
        control.poll(&Progress { phase: "bounds", ..Progress::default() })?;
        step(system, transition, current, &mut next);
    }
    Ok(next)
}

fn step(system: &System, transition: &Transition, current: &[Interval], next: &mut [Interval]) {
    let mut before = current.to_vec();
    if transition.guard.iter().try_for_each(|condition| restrict(&mut before, condition)).is_none() {
        return;
    }
    for (VariableId(variable), term) in &transition.update.terms {
        let sort = system.variables[*variable as usize].sort;
        // A value outside the range of its variable is the end of the step.
        if let Some(after) = value(term, &before, &transition.choices).meet(Interval::of_sort(sort)) {
            let known = &mut next[*variable as usize];
            *known = known.join(after);
        }
    }
}

/// Leaves out values for which the condition cannot hold; `None` if it holds for none.
fn restrict(intervals: &mut [Interval], condition: &Formula) -> Option<()> {
    match condition {
        Formula::Constant(false) => None,
        Formula::All(parts) => parts.iter().try_for_each(|part| restrict(intervals, part)),
        Formula::Compare(comparison, left, right) => {
            restrict_side(intervals, left, *comparison, right)?;
            restrict_side(intervals, right, comparison.mirrored(), left)
        }
        _ => Some(()),
    }
}

/// The same for a comparison whose left side is a variable.
fn restrict_side(intervals: &mut [Interval], left: &Term, comparison: Comparison, right: &Term) -> Option<()> {
    let Term::Variable(VariableId(variable)) = left else { return Some(()) };
    let Interval { low, high } = value(right, intervals, &[]);
    let (below, above) = (|high: i64| high.checked_sub(1), |low: i64| low.checked_add(1));
    let allowed = match comparison {
        Comparison::Equal => Interval { low, high },
        Comparison::NotEqual => ALL,
        Comparison::Less => Interval { low: None, high: high.and_then(below) },
        Comparison::LessOrEqual => Interval { low: None, high },
        Comparison::Greater => Interval { low: low.and_then(above), high: None },
        Comparison::GreaterOrEqual => Interval { low, high: None },
    };
    let known = &mut intervals[*variable as usize];
    *known = known.meet(allowed)?;
    Some(())
}

/// The values of a term; with these choices, or any.
fn value(term: &Term, intervals: &[Interval], choices: &[Choice]) -> Interval {
    let value = |term: &Term| value(term, intervals, choices);
    match term {
        Term::Constant(number) => Interval::of(*number, *number),
        Term::Variable(variable) => intervals[variable.0 as usize],
        Term::Input(input) => choices.get(usize::from(input.0)).map_or(ALL, |choice| Interval::of_sort(choice.sort)),
        Term::Negate(inner) => value(inner).negated(),
        Term::Conditional(_, then, otherwise) => value(then).join(value(otherwise)),
        Term::Binary(operation, left, right) => match operation {
            Arithmetic::Add => value(left).plus(value(right)),
            Arithmetic::Subtract => value(left).plus(value(right).negated()),
            Arithmetic::Multiply => value(left).times(value(right)),
            Arithmetic::Remainder => Interval::remainders(value(right)),
            Arithmetic::Divide => ALL,
        },
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let system = instantiate(&parse(text).file, &Instantiation::default()).expect("a program");
        let bounds = bounds(&system, &Unlimited).expect("not stopped");
        bounds.iter().map(|bound| system.print_formula(bound).to_string()).collect()
    }

    #[test]
    fn counters_have_the_bounds_of_their_guards() {
        assert_eq!(found("decl x: int; process P { loc l; l -> l when x < 9 do x := x + 1; }"), ["0 <= x", "x <= 9"]);
        assert_eq!(found("decl x: int; process P { loc l; l -> l do x := x + 1; }"), ["0 <= x"]);
        assert_eq!(
            found("decl x: int; process P { loc l; l -> l when -3 <= x do x := x - 2; }"),
            ["-5 <= x", "x <= 0"]
        );
        assert_eq!(found("decl x: int; process P { loc l; l -> l do x := -x + 1; }"), [""; 0]);
    }

    #[test]
    fn bounds_follow_from_others() {
        let text = "decl x: int = 1, y: int, z: int, r: 0..3 = *;
            process P { loc l; l -> l do x := x * 2 + r; l -> l do y := x % 5; l -> l do z := y > r ? y : -r; }";
        assert_eq!(found(text), ["1 <= x", "0 <= y", "y <= 4", "-3 <= z", "z <= 4"]);
        let never = "decl x: int; process P { loc l; l -> l when x > 0 && x < 5 do x := 9; }";
        assert_eq!(found(never), ["0 <= x", "x <= 0"]);
        assert_eq!(found("decl x: int = *; process P { loc l; l -> l do x := input(2..3); } init x >= 2;"), ["2 <= x"]);
    }

    #[test]
    fn numbers_that_do_not_fit_are_no_bounds() {
        let text = "decl x: int = 9223372036854775807; process P { loc l; l -> l do x := x + 1; }";
        assert_eq!(found(text), [""; 0]);
    }
}
