//! Sets of valuations as formulas.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{Comparison, Formula, InstanceId, LocationId, Sort, Term, VariableId};

/// The meaning of a number of a valuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// The value of a variable.
    Value(VariableId, Sort),
    /// The same, where this value stands for all that are not less.
    UpTo(VariableId, i64),
    /// The location of an instance, whose process has this number of them.
    Place(InstanceId, u16),
}

/// Valuations of some columns.
pub(super) type Rows = BTreeSet<Vec<i64>>;

/// The number of rows between two polls.
const POLL_AFTER: usize = 10_000;

/// Work on rows, during which the control is asked now and then.
pub(super) struct Work<'c> {
    control: &'c dyn Control,
    /// The number of rows since it was asked.
    rows: usize,
}

impl<'c> Work<'c> {
    pub(super) const fn new(control: &'c dyn Control) -> Self {
        Self { control, rows: 0 }
    }

    /// Counts rows that are worked on.
    pub(super) fn on(&mut self, rows: usize) -> Result<(), Stop> {
        self.rows += rows;
        if self.rows < POLL_AFTER {
            return Ok(());
        }
        self.rows = 0;
        self.control.poll(&Progress { phase: "pairs", ..Progress::default() })
    }
}

/// A formula that holds for exactly these valuations of the columns. It is a decision tree whose branches with the same
/// continuation are one, over the columns with few values first. Time: the number of rows, times that of columns, times its logarithm
/// where many continuations are alike; size: without the logarithm.
pub(super) fn cover(columns: &[Column], rows: &Rows, work: &mut Work<'_>) -> Result<Formula, Stop> {
    let values = |index: usize| rows.iter().map(|row| row[index]).collect::<BTreeSet<_>>().len();
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_cached_key(|index| values(*index));
    let columns: Vec<Column> = order.iter().map(|index| columns[*index]).collect();
    let mut rows: Vec<Vec<i64>> = rows.iter().map(|row| order.iter().map(|index| row[*index]).collect()).collect();
    rows.sort_unstable();
    Ok(Tree { columns: &columns, work }.branches(0, &rows)?.fold(None))
}

struct Tree<'t, 'c> {
    columns: &'t [Column],
    work: &'t mut Work<'c>,
}

impl Tree<'_, '_> {
    /// That the columns from one on have the values of one of these rows, which are in order.
    fn branches(&mut self, column: usize, rows: &[Vec<i64>]) -> Result<Formula, Stop> {
        let Some(first) = self.columns.get(column) else { return Ok(Formula::Constant(!rows.is_empty())) };
        self.work.on(rows.len())?;
        let mut branches: Vec<&[Vec<i64>]> = rows.chunk_by(|one, other| one[column] == other[column]).collect();
        branches.sort_by(|one, other| after(column, one).cmp(after(column, other)));
        let is_same = |one: &&[Vec<i64>], other: &&[Vec<i64>]| after(column, one).eq(after(column, other));
        let same = branches.chunk_by(is_same);
        let branch = |same: &[&[Vec<i64>]]| {
            let values: Vec<i64> = same.iter().map(|branch| branch[0][column]).collect();
            Ok(Formula::All(vec![first.is_in(&values), self.branches(column + 1, same[0])?]))
        };
        Ok(Formula::Any(same.map(branch).collect::<Result<_, Stop>>()?))
    }
}

/// The rows after a column.
fn after(column: usize, rows: &[Vec<i64>]) -> impl Iterator<Item = &[i64]> {
    rows.iter().map(move |row| &row[column + 1..])
}

impl Column {
    /// That the column has one of these values, in ascending order.
    pub(super) fn is_in(self, values: &[i64]) -> Formula {
        if self.values() == Some(values.len() as u64) {
            return Formula::Constant(true);
        }
        match self {
            Self::Value(variable, Sort::Boolean) => match values {
                [0] => Formula::negation(Formula::Variable(variable)),
                _ => Formula::Variable(variable),
            },
            Self::Value(variable, _) => {
                Formula::Any(runs(values).into_iter().map(|run| within(variable, run)).collect())
            }
            Self::UpTo(variable, last) => {
                let of_run = |(low, high): (i64, i64)| {
                    let least =
                        Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(variable), Term::Constant(low));
                    if high >= last { least } else { within(variable, (low, high)) }
                };
                Formula::Any(runs(values).into_iter().map(of_run).collect())
            }
            Self::Place(instance, _) => {
                let location = |value: i64| LocationId(u16::try_from(value).expect("it is the number of a location"));
                let at = |value: &i64| Formula::At { instance, location: location(*value) };
                Formula::Any(values.iter().map(at).collect())
            }
        }
    }

    /// The number of values that it can have, if there are not too many.
    fn values(self) -> Option<u64> {
        match self {
            Self::Value(_, sort) => sort.bounds().and_then(|(low, high)| high.abs_diff(low).checked_add(1)),
            Self::UpTo(..) => None,
            Self::Place(_, locations) => Some(u64::from(locations)),
        }
    }
}

/// The first and the last number of each run of consecutive ones.
fn runs(values: &[i64]) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*value) => *last = *value,
            _ => runs.push((*value, *value)),
        }
    }
    runs
}

fn within(variable: VariableId, (low, high): (i64, i64)) -> Formula {
    let compare = |comparison, value| Formula::Compare(comparison, Term::Variable(variable), Term::Constant(value));
    if low == high {
        compare(Comparison::Equal, low)
    } else {
        Formula::All(vec![compare(Comparison::GreaterOrEqual, low), compare(Comparison::LessOrEqual, high)])
    }
}

/// The rows without one column.
pub(super) fn without(rows: &Rows, column: usize) -> Rows {
    let shorter = |row: &Vec<i64>| [&row[..column], &row[column + 1..]].concat();
    rows.iter().map(shorter).collect()
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::{Environment, State};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// On two ranges, a Boolean and a place of three.
        #[test]
        fn a_cover_holds_for_its_rows_only(rows in prop::collection::btree_set((0..4_i64, -1..2_i64, 0..2_i64, 0..3_i64), 0..40)) {
            let rows: Rows = rows.into_iter().map(|(a, b, c, d)| vec![a, b, c, d]).collect();
            let columns = [
                Column::Value(VariableId(0), Sort::Range(0, 3)),
                Column::Value(VariableId(1), Sort::Integer),
                Column::Value(VariableId(2), Sort::Boolean),
                Column::Place(InstanceId(0), 3),
            ];
            let formula = cover(&columns, &rows, &mut Work::new(&Unlimited)).unwrap();
            for row in (0..4).flat_map(|a| (-1..2).flat_map(move |b| (0..2).flat_map(move |c| (0..3).map(move |d| [a, b, c, d])))) {
                let state = State { locations: [u16::try_from(row[3]).unwrap_or_default()].into(), values: row[..3].into() };
                prop_assert_eq!(formula.evaluate(&Environment::of(&state)), Ok(rows.contains(&row[..])));
            }
        }
    }
}
