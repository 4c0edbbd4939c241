//! Values between two bounds, and what arithmetic and comparisons make of them (Cousot and Cousot, 1976).

use std::collections::BTreeSet;

use boolprog_import::Expr;
use boolprog_integer::{Arithmetic, Comparison};

use crate::steps::Composition;
use crate::term;

/// The least and the greatest value.
pub(super) type Range = (i64, i64);

/// The results of an operation, if all of them are numbers of 64 bits.
pub(super) fn arithmetic(operation: Arithmetic, left: Range, right: Range) -> Option<Range> {
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let (a, b) = ((i128::from(left.0), i128::from(left.1)), (i128::from(right.0), i128::from(right.1)));
        let all = [of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1)];
        Some((i64::try_from(*all.iter().min()?).ok()?, i64::try_from(*all.iter().max()?).ok()?))
    };
    match operation {
        Arithmetic::Add => corners(&|a, b| a + b),
        Arithmetic::Subtract => corners(&|a, b| a - b),
        Arithmetic::Multiply => corners(&|a, b| a * b),
        Arithmetic::Divide if right.0 > 0 => corners(&|a, b| a.div_euclid(b)),
        Arithmetic::Remainder if right.0 > left.1 && left.0 >= 0 => Some(left),
        Arithmetic::Remainder if right.0 > 0 => Some((0, right.1 - 1)),
        Arithmetic::Divide | Arithmetic::Remainder => None,
    }
}

/// The answer for all values, if it is one.
pub(super) fn compare(comparison: Comparison, left: Range, right: Range) -> Option<bool> {
    let is_apart = left.1 < right.0 || right.1 < left.0;
    match comparison {
        Comparison::Equal if left.0 == left.1 && left == right => Some(true),
        Comparison::Equal => is_apart.then_some(false),
        Comparison::NotEqual => compare(Comparison::Equal, left, right).map(|is_equal| !is_equal),
        Comparison::Less if left.1 < right.0 => Some(true),
        Comparison::Less => (left.0 >= right.1).then_some(false),
        Comparison::LessOrEqual => compare(Comparison::Less, right, left).map(|is_less| !is_less),
        Comparison::Greater => compare(Comparison::Less, right, left),
        Comparison::GreaterOrEqual => compare(Comparison::Less, left, right).map(|is_less| !is_less),
    }
}

/// Bounds of those left values that compare so with some right value; the first above the second if there is none.
pub(super) fn narrowed(comparison: Comparison, left: Range, right: Range) -> Range {
    let ((low, high), (least, greatest)) = (left, right);
    match comparison {
        Comparison::Equal => (low.max(least), high.min(greatest)),
        Comparison::NotEqual if least == greatest && low == least => (low.saturating_add(1), high),
        Comparison::NotEqual if least == greatest && high == least => (low, high.saturating_sub(1)),
        Comparison::NotEqual => left,
        Comparison::Less => (low, high.min(greatest.saturating_sub(1))),
        Comparison::LessOrEqual => (low, high.min(greatest)),
        Comparison::Greater => (low.max(least.saturating_add(1)), high),
        Comparison::GreaterOrEqual => (low.max(least), high),
    }
}

/// Numbers at which growing bounds stop, ascending: those of the program and their neighbours, so that each bound grows a few times
/// only.
#[derive(Default)]
pub(super) struct Thresholds(Vec<i64>);

impl Thresholds {
    /// More numbers than these are thinned out.
    const MOST: usize = 64;

    pub(super) fn of(all: &[Composition], bounds: impl Iterator<Item = Range>) -> Self {
        let mut found: BTreeSet<i64> = bounds.flat_map(|(low, high)| [low, high]).collect();
        let kept: BTreeSet<i64> = found.clone();
        for step in all.iter().flat_map(|composition| &composition.steps) {
            for expr in step.guard.iter().chain(step.updates.values()) {
                term::for_each_part(expr, &mut |part| {
                    if let Expr::Number(number) = part {
                        found.extend([number.saturating_sub(1), *number, number.saturating_add(1)]);
                    }
                });
            }
        }
        let distance = found.len() / Self::MOST + 1;
        let is_left = |(at, number): &(usize, i64)| at % distance == 0 || kept.contains(number);
        Self(found.into_iter().enumerate().filter(is_left).map(|(_, number)| number).collect())
    }

    /// Wider bounds where they are beyond those before; none if no threshold is far enough.
    pub(super) fn widened(&self, before: Range, (low, high): Range) -> Option<Range> {
        let below = || self.0[..self.0.partition_point(|it| *it <= low)].last().copied();
        let above = || self.0.get(self.0.partition_point(|it| *it < high)).copied();
        let low = if low < before.0 { below()? } else { low };
        let high = if high > before.1 { above()? } else { high };
        Some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATIONS: [Arithmetic; 5] =
        [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide, Arithmetic::Remainder];
    const COMPARISONS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    fn value(operation: Arithmetic, a: i64, b: i64) -> Option<i64> {
        match operation {
            Arithmetic::Add => Some(a + b),
            Arithmetic::Subtract => Some(a - b),
            Arithmetic::Multiply => Some(a * b),
            Arithmetic::Divide => a.checked_div_euclid(b),
            Arithmetic::Remainder => a.checked_rem_euclid(b),
        }
    }

    fn ranges() -> impl Iterator<Item = Range> {
        (-4..=4).flat_map(|low| (low..=4).map(move |high| (low, high)))
    }

    #[test]
    fn every_value_is_within_the_bounds() {
        for (left, right) in ranges().flat_map(|left| ranges().map(move |right| (left, right))) {
            for (a, b) in (left.0..=left.1).flat_map(|a| (right.0..=right.1).map(move |b| (a, b))) {
                for operation in OPERATIONS {
                    let (Some((low, high)), Some(value)) = (arithmetic(operation, left, right), value(operation, a, b))
                    else {
                        continue;
                    };
                    assert!(low <= value && value <= high, "{a} {operation:?} {b}");
                }
                for comparison in COMPARISONS {
                    let holds = comparison.holds(a, b);
                    assert!(compare(comparison, left, right).is_none_or(|it| it == holds), "{a} {comparison:?} {b}");
                    let (low, high) = narrowed(comparison, left, right);
                    assert!(!holds || (low <= a && a <= high), "{a} {comparison:?} {b}");
                }
            }
        }
    }
}
