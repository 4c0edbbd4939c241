//! Reads and writes of a transition.

use rustc_hash::FxHashMap;

use crate::explicit::symmetry::{always_has_a_value, leaves};
use crate::expression::Leaf;
use crate::{Formula, InstanceId, LocationId, System, Term, Transition, VariableId};

/// Number of what can be read: a variable, or whether control of an instance is at a location that some formula names.
type Cell = usize;

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells(Vec<u64>);

impl Cells {
    fn insert_some(&mut self, cell: Option<Cell>) {
        let Some(cell) = cell else { return };
        if self.0.len() <= cell / 64 {
            self.0.resize(cell / 64 + 1, 0);
        }
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// `true` if a cell is one of them.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0)
    }

    /// Adds others.
    pub(super) fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// `true` if both have a cell.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }
}

/// Reads and writes of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Footprint {
    /// Those on which its guard and its values depend.
    pub(super) reads: Cells,
    /// Those on which its effect depends where the guard holds: its values, and a guard that need not have a value.
    pub(super) decisive: Cells,
    /// Those that it can change.
    pub(super) writes: Cells,
    /// For each conjunct of its guard, what it reads.
    guard: Vec<Cells>,
    /// The number of first conjuncts that always have a value.
    pub(super) total: usize,
}

impl Footprint {
    /// The conjuncts of the guard, each with what it reads.
    pub(super) fn guard<'s>(
        &'s self,
        system: &'s System,
        number: u32,
    ) -> impl Iterator<Item = (&'s Formula, &'s Cells)> {
        system.transitions[number as usize].guard.iter().zip(&self.guard)
    }
}

/// Numbers of the cells of a system.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    variables: usize,
    locations: FxHashMap<(InstanceId, LocationId), Cell>,
}

impl Numbers {
    /// Those of a system, whose formulas name locations.
    pub(super) fn of(system: &System) -> Self {
        let mut numbers = Self { variables: system.variables.len(), locations: FxHashMap::default() };
        let mut note = |leaf: Leaf| {
            if let Leaf::At(instance, location) = leaf {
                let next = numbers.variables + numbers.locations.len();
                numbers.locations.entry((instance, location)).or_insert(next);
            }
        };
        for transition in &system.transitions {
            leaves(transition, &mut note);
        }
        system.properties.iter().for_each(|property| property.error.leaves(&mut note));
        numbers
    }

    /// The number of a leaf; none of a choice, and of a location that no formula names.
    pub(super) fn of_leaf(&self, leaf: Leaf) -> Option<Cell> {
        match leaf {
            Leaf::Variable(VariableId(variable)) => Some(variable as usize),
            Leaf::At(instance, location) => self.locations.get(&(instance, location)).copied(),
            Leaf::Input(_) => None,
        }
    }

    /// Reads of a formula.
    pub(super) fn of_formula(&self, formula: &Formula) -> Cells {
        let mut cells = Cells::default();
        formula.leaves(&mut |leaf| cells.insert_some(self.of_leaf(leaf)));
        cells
    }

    fn of_term(&self, term: &Term) -> Cells {
        let mut cells = Cells::default();
        term.leaves(&mut |leaf| cells.insert_some(self.of_leaf(leaf)));
        cells
    }

    /// Reads and writes of a transition.
    pub(super) fn footprint(&self, transition: &Transition) -> Footprint {
        let Transition { instance, from, to, guard, update, .. } = transition;
        let total = guard.iter().take_while(|conjunct| always_has_a_value(conjunct)).count();
        let guard: Vec<Cells> = guard.iter().map(|formula| self.of_formula(formula)).collect();
        let (mut decisive, mut writes) = (Cells::default(), Cells::default());
        update.all_terms().for_each(|(_, term)| decisive.extend(&self.of_term(term)));
        update.all_formulas().for_each(|(_, formula)| decisive.extend(&self.of_formula(formula)));
        let mut reads = decisive.clone();
        for cells in &guard {
            reads.extend(cells);
        }
        if total < guard.len() {
            decisive.clone_from(&reads);
        }
        update.assigned().for_each(|variable| writes.insert_some(self.of_leaf(Leaf::Variable(variable))));
        for location in [from, to].into_iter().filter(|_| from != to) {
            writes.insert_some(self.of_leaf(Leaf::At(*instance, *location)));
        }
        Footprint { reads, decisive, writes, guard, total }
    }
}
