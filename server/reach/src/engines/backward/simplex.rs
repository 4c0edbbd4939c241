//! Linear programming, exactly: the simplex method in whole numbers.
//!
//! The problem: find `v >= 0` of the smallest cost that satisfies `row · v >= 0` for each of many rows, and `wanted ·
//! v >= 1`. The dual problem has one variable for each row, one for `wanted`, and for each number of `v` the constraint
//! that the column is at most its cost. All variables 0 is a solution of it to start from; the numbers `v` are its
//! prices, and a row is of use if it still violates its constraint. So only the prices and the current image of the unit
//! matrix are kept (the revised method), for any number of rows. A column of that matrix stays as it is until its
//! constraint is exchanged, so that few columns have to be computed.
//!
//! All numbers have one common denominator, the pivot of the last step, and each division by the one before is exact
//! (Edmonds, "Systems of distinct representatives and linear algebra", 1967). Nothing is rounded, so that no result has
//! to be checked again. The method gives up if a numerator becomes too large, or at its limit of work, which also ends
//! cycles.

use boolprog_base::control::Stop;
use smallvec::SmallVec;

/// A sparse row: numbers of variables, each once, with coefficients.
pub(super) type Row = SmallVec<[(u32, i32); 4]>;

/// Work that is reported in ticks while it is done.
pub(super) struct Work<'w> {
    pub(super) left: usize,
    /// Hears of it; an error ends everything.
    pub(super) tell: &'w mut dyn FnMut(usize) -> Result<(), Stop>,
}

impl Work<'_> {
    pub(super) fn done(&mut self, ticks: usize) -> Result<(), Stop> {
        self.left = self.left.saturating_sub(ticks);
        (self.tell)(ticks)
    }
}

/// Simple operations in the time of one tick.
const OPERATIONS_PER_TICK: usize = 256;

/// The smallest solution, times the smallest number that makes it whole; `None` if there is none or it was not found.
///
/// Costs are not negative, one for each variable. Space is the square of the number of variables. A step takes time in
/// the number of variables times that of the steps before, and the rows once. There are usually fewer steps than
/// variables.
pub(super) fn smallest(
    costs: &[i32],
    rows: &[Row],
    wanted: &Row,
    work: &mut Work<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut tableau = Tableau::new(costs);
    while work.left > 0 {
        let Some(entering) = tableau.entering(rows, wanted, work)? else { return Ok(Some(tableau.solution())) };
        let Some(column) = tableau.column(&entering) else { return Ok(None) };
        let Some(leaving) = tableau.leaving(&column) else { return Ok(None) };
        if !tableau.pivot(&column, leaving, work)? {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Numerators, all over the same denominator.
struct Tableau {
    /// For each constraint of the dual problem the image of its row of the unit matrix, and its right-hand side; then
    /// the prices, and their value.
    lines: Vec<Vec<i32>>,
    denominator: i32,
    /// The columns, besides the right-hand side, that differ from those of the unit matrix times the denominator.
    changed: Vec<usize>,
    is_changed: Vec<bool>,
}

/// A violated row, with the least value of its product with the prices.
struct Entering {
    row: Row,
    demand: i32,
}

impl Tableau {
    fn new(costs: &[i32]) -> Self {
        let variables = costs.len();
        let line = |index| {
            let mut line = vec![0; variables + 1];
            if index < variables {
                (line[index], line[variables]) = (1, costs[index]);
            }
            line
        };
        let lines = (0..=variables).map(line).collect();
        Self { lines, denominator: 1, changed: Vec::new(), is_changed: vec![false; variables] }
    }

    fn variables(&self) -> usize {
        self.lines.len() - 1
    }

    fn prices(&self) -> &[i32] {
        &self.lines[self.variables()][..self.variables()]
    }

    /// The constraint that the prices violate most: a row, the wanted one, or that no number is negative.
    fn entering(&self, rows: &[Row], wanted: &Row, work: &mut Work<'_>) -> Result<Option<Entering>, Stop> {
        let prices = self.prices();
        let mut worst = (dot(wanted, prices) - i64::from(self.denominator), wanted, self.denominator);
        for rows in rows.chunks(OPERATIONS_PER_TICK) {
            work.done(1)?;
            let values = rows.iter().map(|row| (dot(row, prices), row, 0));
            worst = values.fold(worst, |worst, other| if other.0 < worst.0 { other } else { worst });
        }
        let (value, row, demand) = worst;
        if let Some((variable, &price)) = (0..).zip(prices).min_by_key(|(_, price)| **price)
            && i64::from(price) < value.min(0)
        {
            return Ok(Some(Entering { row: Row::from_slice(&[(variable, 1)]), demand: 0 }));
        }
        Ok((value < 0).then(|| Entering { row: row.clone(), demand }))
    }

    /// The column of a variable, with its price last; `None` if the numbers become too large.
    fn column(&self, entering: &Entering) -> Option<Vec<i32>> {
        let demands = std::iter::repeat_n(0, self.variables()).chain([entering.demand]);
        let numbers = self.lines.iter().zip(demands);
        numbers.map(|(line, demand)| i32::try_from(dot(&entering.row, line) - i64::from(demand)).ok()).collect()
    }

    /// The constraint that is met first when the variable of the column grows.
    fn leaving(&self, column: &[i32]) -> Option<usize> {
        let variables = self.variables();
        let growing = (0..variables).filter(|&line| column[line] > 0);
        growing.min_by(|&left, &right| {
            let side = |line: usize| i64::from(self.lines[line][variables]);
            let (left_side, right_side) =
                (side(left) * i64::from(column[right]), side(right) * i64::from(column[left]));
            left_side.cmp(&right_side).then(column[left].cmp(&column[right]))
        })
    }

    /// Exchanges the variables; false if the numbers become too large.
    fn pivot(&mut self, column: &[i32], leaving: usize, work: &mut Work<'_>) -> Result<bool, Stop> {
        if !std::mem::replace(&mut self.is_changed[leaving], true) {
            self.changed.push(leaving);
        }
        let pivot = std::mem::take(&mut self.lines[leaving]);
        let (old, new) = (i64::from(self.denominator), i64::from(column[leaving]));
        let columns = self.changed.iter().copied().chain([self.variables()]);
        let entries: Vec<(usize, i64)> = columns.map(|index| (index, pivot[index].into())).collect();
        let nonzero: Vec<(usize, i64)> = entries.iter().copied().filter(|(_, number)| *number != 0).collect();
        let mut operations = 0;
        for (index, (line, &factor)) in self.lines.iter_mut().zip(column).enumerate() {
            if line.is_empty() || old == new && factor == 0 {
                continue;
            }
            let factor = i64::from(factor);
            let fits = if old == new {
                operations += nonzero.len();
                subtract(line, factor, &nonzero, old)
            } else {
                operations += entries.len();
                if self.is_changed.get(index) == Some(&false) {
                    line[index] = column[leaving];
                }
                combine(line, &entries, (new, factor), old)
            };
            if !fits {
                return Ok(false);
            }
            if operations >= OPERATIONS_PER_TICK {
                work.done(operations / OPERATIONS_PER_TICK)?;
                operations = 0;
            }
        }
        self.lines[leaving] = pivot;
        self.denominator = column[leaving];
        Ok(true)
    }

    /// The prices without a common divisor.
    fn solution(&self) -> Vec<u32> {
        let prices: Vec<u32> = self.prices().iter().map(|price| price.unsigned_abs()).collect();
        let divisor = prices.iter().fold(0, |divisor, &price| gcd(divisor, price)).max(1);
        prices.into_iter().map(|price| price / divisor).collect()
    }
}

/// Subtracts `factor / denominator` times the other line; false if the numbers become too large.
fn subtract(line: &mut [i32], factor: i64, other: &[(usize, i64)], denominator: i64) -> bool {
    other.iter().all(|&(index, number)| {
        let difference = i64::from(line[index]) - factor * number / denominator;
        store(&mut line[index], difference)
    })
}

/// Makes each number the determinant with the other line, divided by the old denominator; false if the numbers become
/// too large.
fn combine(line: &mut [i32], other: &[(usize, i64)], (new, factor): (i64, i64), old: i64) -> bool {
    other.iter().all(|&(index, other)| {
        let determinant = i64::from(line[index]) * new - factor * other;
        store(&mut line[index], determinant / old)
    })
}

fn store(place: &mut i32, number: i64) -> bool {
    i32::try_from(number).map(|number| *place = number).is_ok()
}

fn dot(row: &Row, line: &[i32]) -> i64 {
    row.iter().map(|&(variable, coefficient)| i64::from(coefficient) * i64::from(line[variable as usize])).sum()
}

fn gcd(left: u32, right: u32) -> u32 {
    if right == 0 { left } else { gcd(right, left % right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(variables: usize, rows: &[&[(u32, i32)]], wanted: &[(u32, i32)], left: usize) -> Option<Vec<u32>> {
        let rows: Vec<Row> = rows.iter().copied().map(Row::from_slice).collect();
        let mut work = Work { left, tell: &mut |_| Ok(()) };
        smallest(&vec![1; variables], &rows, &Row::from_slice(wanted), &mut work).expect("nothing stops it")
    }

    #[test]
    fn solutions_are_the_smallest() {
        // Alone, together with what has to be as large, and with one that is allowed for two.
        assert_eq!(solve(2, &[], &[(0, 1)], 100), Some(vec![1, 0]));
        assert_eq!(solve(3, &[&[(0, -1), (1, 1)], &[(1, -1), (2, 1)]], &[(0, 1)], 100), Some(vec![1, 1, 1]));
        assert_eq!(solve(2, &[&[(0, 2), (1, -1)]], &[(1, 1)], 100), Some(vec![1, 2]));
        assert_eq!(solve(3, &[&[(0, 2), (1, -3)], &[(1, 5), (2, -7)]], &[(2, 1)], 100), Some(vec![21, 14, 10]));
    }

    #[test]
    fn where_there_is_no_solution_none_is_found() {
        assert_eq!(solve(1, &[&[(0, -1)]], &[(0, 1)], 100), None);
        assert_eq!(solve(2, &[&[(0, 1), (1, -2)], &[(0, -1), (1, 1)]], &[(0, 1)], 100), None);
        assert_eq!(solve(1, &[], &[], 100), None);
    }

    #[test]
    fn it_gives_up_rather_than_overflow() {
        let rows: Vec<[(u32, i32); 2]> = (0..40).map(|variable| [(variable, 7), (variable + 1, -2)]).collect();
        let rows: Vec<&[(u32, i32)]> = rows.iter().map(<[_; 2]>::as_slice).collect();
        assert_eq!(solve(41, &rows, &[(40, 1)], 100_000), None);
        assert!(solve(11, &rows[..10], &[(10, 1)], 100_000).is_some());
    }

    #[test]
    fn it_works_no_more_than_it_may() {
        assert_eq!(solve(3, &[&[(0, -1), (1, 1)], &[(1, -1), (2, 1)]], &[(0, 1)], 2), None);
    }
}
