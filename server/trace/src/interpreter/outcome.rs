//! Results of a step, as a set.

use boolprog_program::names::ProcedureId;
use boolprog_syntax::ast::Expr;

use super::evaluate::{Cell, View};
use super::{Event, Interpreter};
use crate::configuration::Configuration;
use crate::values::Values;

/// A set of configurations: one of them, the cells whose value is arbitrary, and a filter.
///
/// A step with thirty `*` has a thousand million successors but one outcome, so that checking a claimed successor
/// takes no longer than executing the step.
#[derive(Debug)]
pub(crate) struct Outcome<'x> {
    /// All cells but the open ones.
    pub(crate) base: Configuration,
    /// The cells that can have either value, independently of each other.
    pub(crate) open: Vec<Cell>,
    pub(crate) filter: Option<Filter<'x>>,
    pub(crate) event: Event,
}

#[derive(Debug)]
pub(crate) struct Filter<'x> {
    pub(crate) interpreter: &'x Interpreter<'x>,
    pub(crate) constrain: &'x Expr,
    pub(crate) procedure: ProcedureId,
    pub(crate) old: &'x Configuration,
    pub(crate) active: usize,
    /// The other threads that `x$` speaks of.
    pub(crate) others: Vec<usize>,
}

impl Filter<'_> {
    /// Returns `true` if the constraint can be T for each other thread; if there is none, with `*` for every `x$`.
    fn allows(&self, new: &Configuration) -> bool {
        let can_hold = |other| {
            let view = View { procedure: self.procedure, old: self.old, new: Some(new), active: self.active, other };
            self.interpreter.can_hold(self.constrain, &view)
        };
        if self.others.is_empty() { can_hold(None) } else { self.others.iter().all(|other| can_hold(Some(*other))) }
    }
}

impl<'x> Outcome<'x> {
    pub(crate) fn new(base: Configuration) -> Self {
        Self { base, open: Vec::new(), filter: None, event: Event::Moved }
    }

    /// Lets a cell have any of these values instead of its former ones.
    pub(crate) fn set(&mut self, cell: Cell, values: Values) {
        self.open.retain(|open| *open != cell);
        cell.set(&mut self.base, values.contains(true));
        if values == Values::ANY {
            self.open.push(cell);
        }
    }

    /// Returns `true` if a configuration is a member. Linear in its size and that of the filter.
    pub(crate) fn contains(&self, state: &Configuration) -> bool {
        let mut closed = state.clone();
        for cell in &self.open {
            if let Some(value) = cell.get(&self.base) {
                cell.set(&mut closed, value);
            }
        }
        closed == self.base && self.filter.as_ref().is_none_or(|filter| filter.allows(state))
    }

    /// All members, found one at a time: there are exponentially many in the number of open cells.
    pub(crate) fn members(self) -> impl Iterator<Item = Configuration> + use<'x> {
        let Self { mut base, open, filter, .. } = self;
        for cell in &open {
            cell.set(&mut base, false);
        }
        let all = std::iter::successors(Some(base), move |state| {
            // Counts up: the first open cell is the lowest digit.
            let carry = open.iter().position(|cell| cell.get(state) == Some(false))?;
            let mut next = state.clone();
            for cell in &open[..carry] {
                cell.set(&mut next, false);
            }
            open[carry].set(&mut next, true);
            Some(next)
        });
        all.filter(move |state| filter.as_ref().is_none_or(|filter| filter.allows(state)))
    }

    /// The members in an order of their own: first the one whose open cells have the wanted values, then others, last
    /// those that differ in a cell with a wanted value. Visits `most` configurations.
    pub(crate) fn members_near<W: Fn(Cell) -> Option<bool>>(
        mut self,
        wanted: W,
        most: usize,
    ) -> impl Iterator<Item = Configuration> + use<'x, W> {
        self.open.sort_by_key(|cell| wanted(*cell).is_some());
        let Self { mut base, open, filter, .. } = self;
        let first: Vec<bool> = open.iter().map(|cell| wanted(*cell).unwrap_or(false)).collect();
        for (cell, value) in open.iter().zip(&first) {
            cell.set(&mut base, *value);
        }
        let all = std::iter::successors(Some(base), move |state| {
            // Counts up as `members` does, where a cell that is as in the first member counts as 0.
            let carry = open.iter().zip(&first).position(|(cell, value)| cell.get(state) == Some(*value))?;
            let mut next = state.clone();
            for (cell, value) in open[..carry].iter().zip(&first) {
                cell.set(&mut next, *value);
            }
            open[carry].set(&mut next, !first[carry]);
            Some(next)
        });
        all.take(most).filter(move |state| filter.as_ref().is_none_or(|filter| filter.allows(state)))
    }
}
