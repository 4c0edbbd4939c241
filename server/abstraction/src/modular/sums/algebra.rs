//! Solutions of linear equations in integers, by Gaussian elimination without fractions.

/// A basis of the vectors that are orthogonal to all rows, each for one column that the columns before it do not determine,
/// where it is positive. Gaussian elimination without fractions; `None` if numbers become too large.
pub(in crate::modular) fn solutions(mut rows: Vec<Vec<i64>>, columns: usize) -> Option<Vec<Vec<i64>>> {
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
pub(in crate::modular) fn combined(one: &[i64], a: i64, other: &[i64], b: i64) -> Option<Vec<i64>> {
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
