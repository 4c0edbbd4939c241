//! Sets of valuations in few words: constants, equivalences, and a short table of cubes for the rest.

/// A value of one column in a cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// F in every valuation of the cube.
    False,
    /// T in every valuation of the cube.
    True,
    /// Both values occur.
    Either,
}

impl Cell {
    /// `F`, `T` or `-`.
    pub const fn symbol(self) -> char {
        match self {
            Self::False => 'F',
            Self::True => 'T',
            Self::Either => '-',
        }
    }
}

/// Facts common to all valuations of a set, and the remaining table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Common facts.
    pub facts: Facts,
    /// The valuations of the free columns.
    pub rest: Rest,
}

/// Facts common to all valuations of a set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Columns with one value.
    pub constants: Vec<(usize, bool)>,
    /// Columns that say the same as an earlier one.
    pub equivalences: Vec<Equivalence>,
    /// The columns that are neither.
    pub free: Vec<usize>,
}

/// Two columns that determine each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equivalence {
    /// The column.
    pub column: usize,
    /// An earlier one.
    pub other: usize,
    /// `true` if the two always differ, `false` if they always agree.
    pub differ: bool,
}

/// A set of valuations of the free columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// All of them; also when no column is free.
    All,
    /// Those in one of the cubes.
    Only(Vec<Vec<Cell>>),
    /// Those in none of the cubes: chosen where it is shorter.
    Except(Vec<Vec<Cell>>),
}

/// Summarises a non-empty set of valuations, given sorted and without repetition.
///
/// The cubes come from splitting column by column and are then merged pairwise, which is short rather than
/// shortest. About (columns squared) · states / 64 plus columns · states steps.
pub fn summarise(states: &[Box<[bool]>]) -> Summary {
    let facts = Table::new(states).facts();
    let rest = rest(states, &facts.free);
    Summary { facts, rest }
}

/// A set of valuations, packed column by column: for questions about few columns at a time.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Vec<u64>>,
    /// A column of T only.
    full: Vec<u64>,
}

impl Table {
    /// Packs a set of valuations.
    pub fn new(states: &[Box<[bool]>]) -> Self {
        let width = states.first().map_or(0, |state| state.len());
        let columns = (0..width).map(|column| packed(states, column)).collect();
        Self { columns, full: packed_ones(states.len()) }
    }

    /// The value of a column in every valuation, if there is one. Valuations / 64 steps.
    pub fn constant(&self, column: usize) -> Option<bool> {
        let column = self.columns.get(column)?;
        let value = *column == self.full;
        (value || column.iter().all(|word| *word == 0)).then_some(value)
    }

    /// `Some(true)` if two columns always differ, `Some(false)` if they always agree, else `None`. Valuations / 64
    /// steps.
    pub fn differ(&self, left: usize, right: usize) -> Option<bool> {
        let (left, right) = (self.columns.get(left)?, self.columns.get(right)?);
        if left == right {
            return Some(false);
        }
        let mut words = left.iter().zip(right).zip(&self.full);
        words.all(|((left, right), ones)| left ^ right == *ones).then_some(true)
    }

    /// The facts common to all valuations. (Columns squared) · valuations / 64 steps.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for column in 0..self.columns.len() {
            let relation =
                |other: &usize| self.differ(column, *other).map(|differ| Equivalence { column, other: *other, differ });
            if let Some(value) = self.constant(column) {
                facts.constants.push((column, value));
            } else if let Some(equivalence) = facts.free.iter().find_map(relation) {
                facts.equivalences.push(equivalence);
            } else {
                facts.free.push(column);
            }
        }
        facts
    }
}

/// Cubes over all columns that contain exactly these valuations, given sorted and without repetition; few rather than
/// fewest.
pub fn cover(states: &[Box<[bool]>]) -> Vec<Vec<Cell>> {
    let width = states.first().map_or(0, |state| state.len());
    let rows: Vec<Vec<bool>> = states.iter().map(|state| state.to_vec()).collect();
    merged(split(&rows, 0, width, false))
}

fn packed(states: &[Box<[bool]>], column: usize) -> Vec<u64> {
    let mut words = vec![0; states.len().div_ceil(64)];
    for (row, state) in states.iter().enumerate() {
        words[row / 64] |= u64::from(state[column]) << (row % 64);
    }
    words
}

fn packed_ones(rows: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; rows.div_ceil(64)];
    if let (Some(last), 1..) = (words.last_mut(), rows % 64) {
        *last = (1 << (rows % 64)) - 1;
    }
    words
}

/// The columns that are left out are functions of earlier ones, so the projection stays sorted and distinct.
fn rest(states: &[Box<[bool]>], free: &[usize]) -> Rest {
    let rows: Vec<Vec<bool>> = states.iter().map(|state| free.iter().map(|&column| state[column]).collect()).collect();
    if is_full(rows.len(), free.len()) {
        return Rest::All;
    }
    let only = merged(split(&rows, 0, free.len(), false));
    let except = merged(split(&rows, 0, free.len(), true));
    if except.len() < only.len() { Rest::Except(except) } else { Rest::Only(only) }
}

fn is_full(rows: usize, columns: usize) -> bool {
    u32::try_from(columns).ok().and_then(|columns| 1usize.checked_shl(columns)) == Some(rows)
}

/// Disjoint cubes of the set (or of its complement) by splitting at `column` and the columns after it.
fn split(rows: &[Vec<bool>], column: usize, width: usize, complement: bool) -> Vec<Vec<Cell>> {
    let everything = || vec![vec![Cell::Either; width - column]];
    if rows.is_empty() {
        return if complement { everything() } else { Vec::new() };
    }
    if is_full(rows.len(), width - column) {
        return if complement { Vec::new() } else { everything() };
    }
    let (low, high) = rows.split_at(rows.partition_point(|row| !row[column]));
    let same = low.len() == high.len() && low.iter().zip(high).all(|(l, h)| l[column + 1..] == h[column + 1..]);
    let mut cubes = Vec::new();
    let halves: &[(Cell, &[Vec<bool>])] =
        if same { &[(Cell::Either, low)] } else { &[(Cell::False, low), (Cell::True, high)] };
    for &(cell, half) in halves {
        for tail in split(half, column + 1, width, complement) {
            cubes.push(std::iter::once(cell).chain(tail).collect());
        }
    }
    cubes
}

/// More cubes than this are not merged: only a few of them are ever shown.
const MERGE_LIMIT: usize = 128;

/// Merges cubes that differ in one column only, as long as there are any.
fn merged(mut cubes: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    while cubes.len() <= MERGE_LIMIT
        && let Some((first, second, column)) = mergeable(&cubes)
    {
        cubes[first][column] = Cell::Either;
        cubes.remove(second);
    }
    cubes
}

fn mergeable(cubes: &[Vec<Cell>]) -> Option<(usize, usize, usize)> {
    for (first, left) in cubes.iter().enumerate() {
        for (second, right) in cubes.iter().enumerate().skip(first + 1) {
            let mut different = (0..left.len()).filter(|&column| left[column] != right[column]);
            if let (Some(column), None) = (different.next(), different.next())
                && left[column] != Cell::Either
                && right[column] != Cell::Either
            {
                return Some((first, second, column));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(rows: &[&str]) -> Vec<Box<[bool]>> {
        let mut states: Vec<Box<[bool]>> =
            rows.iter().map(|row| row.chars().map(|value| value == 'T').collect()).collect();
        states.sort();
        states
    }

    fn shown(cubes: &[Vec<Cell>]) -> Vec<String> {
        cubes.iter().map(|cube| cube.iter().map(|cell| cell.symbol()).collect()).collect()
    }

    #[test]
    fn constants_and_equivalences_leave_nothing_to_tabulate() {
        let summary = summarise(&states(&["TFTF", "TTFT"]));
        assert_eq!(summary.facts.constants, [(0, true)]);
        let differs = Equivalence { column: 2, other: 1, differ: true };
        let agrees = Equivalence { column: 3, other: 1, differ: false };
        assert_eq!(summary.facts.equivalences, [differs, agrees]);
        assert_eq!(summary.facts.free, [1]);
        assert_eq!(summary.rest, Rest::All);
    }

    #[test]
    fn a_shorter_complement_is_preferred() {
        let summary = summarise(&states(&["FFF", "FFT", "FTF", "FTT", "TFF", "TFT", "TTF"]));
        let Rest::Except(cubes) = summary.rest else { panic!("{:?}", summary.rest) };
        assert_eq!(shown(&cubes), ["TTT"]);
    }

    #[test]
    fn cubes_of_a_disjunction() {
        let summary = summarise(&states(&["FTF", "TFF", "TTF", "TTT"]));
        let Rest::Only(cubes) = &summary.rest else { panic!("{:?}", summary.rest) };
        assert!(cubes.len() <= 3, "{:?}", shown(cubes));
        assert_same_set(&states(&["FTF", "TFF", "TTF", "TTT"]), &summary);
    }

    /// Every set of valuations of three columns is described exactly.
    #[test]
    fn summaries_are_exact() {
        for set in 1u32..256 {
            let rows: Vec<Box<[bool]>> = (0u8..8)
                .filter(|row| set >> row & 1 == 1)
                .map(|row| (0..3).rev().map(|bit| row >> bit & 1 == 1).collect())
                .collect();
            assert_same_set(&rows, &summarise(&rows));
            for row in 0u32..8 {
                let row: Box<[bool]> = (0..3).rev().map(|bit| row >> bit & 1 == 1).collect();
                let covered = cover(&rows).iter().any(|cube| in_cube(&row, cube.iter().zip(0..)));
                assert_eq!(covered, rows.contains(&row), "{row:?}");
            }
        }
    }

    fn assert_same_set(rows: &[Box<[bool]>], summary: &Summary) {
        let width = rows[0].len();
        for row in 0u32..1 << width {
            let row: Box<[bool]> = (0..width).rev().map(|bit| row >> bit & 1 == 1).collect();
            assert_eq!(rows.contains(&row), described(&row, summary), "{row:?} {summary:?}");
        }
    }

    fn in_cube<'a>(row: &[bool], mut cube: impl Iterator<Item = (&'a Cell, usize)>) -> bool {
        cube.all(|(cell, column)| match cell {
            Cell::Either => true,
            Cell::True => row[column],
            Cell::False => !row[column],
        })
    }

    fn described(row: &[bool], summary: &Summary) -> bool {
        let in_cube = |cube: &Vec<Cell>| in_cube(row, cube.iter().zip(summary.facts.free.iter().copied()));
        summary.facts.constants.iter().all(|&(column, value)| row[column] == value)
            && summary.facts.equivalences.iter().all(|it| (row[it.column] != row[it.other]) == it.differ)
            && match &summary.rest {
                Rest::All => true,
                Rest::Only(cubes) => cubes.iter().any(in_cube),
                Rest::Except(cubes) => !cubes.iter().any(in_cube),
            }
    }
}
