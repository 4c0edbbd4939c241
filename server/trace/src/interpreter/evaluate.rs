//! Variables and expressions.

use boolprog_program::names::{ProcedureId, Storage, VariableId};
use boolprog_syntax::ast::{Expr, ExprKind, Variable};

use super::Interpreter;
use crate::configuration::{Configuration, Thread};
use crate::values::Values;

/// Storage of one copy of one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Shared(usize),
    /// Position of a thread and index of a `thread_local` global.
    ThreadLocal(usize, usize),
    /// Position of a thread, of one of its frames, and index of a parameter or local.
    Local(usize, usize, usize),
}

impl Cell {
    pub(crate) fn get(self, state: &Configuration) -> Option<bool> {
        match self {
            Self::Shared(index) => state.shared.get(index),
            Self::ThreadLocal(thread, index) => state.threads.get(thread)?.thread_local.get(index),
            Self::Local(thread, frame, index) => state.threads.get(thread)?.frames.get(frame)?.values.get(index),
        }
        .copied()
    }

    pub(crate) fn set(self, state: &mut Configuration, value: bool) {
        let slot = match self {
            Self::Shared(index) => state.shared.get_mut(index),
            Self::ThreadLocal(thread, index) => {
                state.threads.get_mut(thread).and_then(|thread| thread.thread_local.get_mut(index))
            }
            Self::Local(thread, frame, index) => state
                .threads
                .get_mut(thread)
                .and_then(|thread| thread.frames.get_mut(frame))
                .and_then(|frame| frame.values.get_mut(index)),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
    }
}

/// Scope of the names in an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'x> {
    /// The procedure whose names are visible.
    pub(crate) procedure: ProcedureId,
    /// The state before the step: `x`.
    pub(crate) old: &'x Configuration,
    /// The state after it: `'x`. Only in a `constrain`.
    pub(crate) new: Option<&'x Configuration>,
    /// Position of the thread that moves.
    pub(crate) active: usize,
    /// Position of the thread that `x$` speaks of; without one, `x$` counts as `*`.
    pub(crate) other: Option<usize>,
}

impl Interpreter<'_> {
    pub(crate) fn values(&self, expr: &Expr, view: &View<'_>) -> Values {
        match &expr.kind {
            ExprKind::Const(value) => Values::of(*value),
            ExprKind::Any | ExprKind::Call(_) | ExprKind::Hole => Values::ANY,
            ExprKind::Variable(variable) => self.read(variable, view).map_or(Values::ANY, Values::of),
            ExprKind::Paren(inner) => self.values(inner, view),
            ExprKind::Not(inner) => self.values(inner, view).not(),
            ExprKind::Binary(operator, left, right) => {
                self.values(left, view).apply(*operator, self.values(right, view))
            }
            ExprKind::Ternary(condition, yes, no) => {
                let (yes, no) = (self.values(yes, view), self.values(no, view));
                self.values(condition, view).then(|condition| if condition { yes } else { no })
            }
            ExprKind::Schoose(yes, no) => {
                let no = self.values(no, view);
                let otherwise = no.then(|no| if no { Values::of(false) } else { Values::ANY });
                self.values(yes, view).then(|yes| if yes { Values::of(true) } else { otherwise })
            }
        }
    }

    /// Returns `true` if some choice makes the expression T.
    pub(crate) fn can_hold(&self, expr: &Expr, view: &View<'_>) -> bool {
        self.values(expr, view).contains(true)
    }

    fn read(&self, variable: &Variable, view: &View<'_>) -> Option<bool> {
        let (id, passive) = self.names.variable(view.procedure, &variable.name.text)?;
        let state = if variable.primed { view.new? } else { view.old };
        let thread = if passive { view.other? } else { view.active };
        self.cell(id, state, thread)?.get(state)
    }

    /// The copy of a variable that belongs to the thread at this position: for a parameter or local the one in
    /// the innermost activation of its procedure. `None` for a thread that has no such activation.
    pub(crate) fn cell(&self, variable: VariableId, state: &Configuration, thread: usize) -> Option<Cell> {
        let index = *self.positions.get(variable.0 as usize)?;
        Some(match self.names.info(variable).storage {
            Storage::Shared => Cell::Shared(index),
            Storage::ThreadLocal => Cell::ThreadLocal(thread, index),
            Storage::Local(procedure) | Storage::Parameter(procedure, _) => {
                Cell::Local(thread, innermost(state.threads.get(thread)?, procedure)?, index)
            }
        })
    }
}

/// The position of the innermost activation of a procedure in a thread.
pub(crate) fn innermost(thread: &Thread, procedure: ProcedureId) -> Option<usize> {
    let above = thread.frames.from_top().position(|frame| frame.procedure == procedure)?;
    Some(thread.frames.len() - 1 - above)
}
