//! Choices of the environment in a step, and the budget for writing them.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::Span;
use boolprog_integer::Sort;
use smol_str::{SmolStr, format_smolstr};

use super::transition::Next;
use crate::Refusal;
use crate::program::expression::Expr;
use crate::program::names::Names;

/// The maximal number of parts of all conditions of a step.
pub(super) const MAX_SIZE: usize = 200_000;

/// A variable of the program.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) name: SmolStr,
    pub(super) sort: Sort,
    pub(super) initial: Option<Expr>,
    /// Constants without a value are variables that never change.
    pub(super) is_constant: bool,
}

/// Variables that hold the choices of the environment during a step.
#[derive(Default)]
pub(super) struct Auxiliary {
    /// Name, values, and the variable that it is the next value of.
    pub(super) all: Vec<(SmolStr, Sort, SmolStr)>,
    names: BTreeSet<SmolStr>,
}

impl Auxiliary {
    pub(super) fn is_choice(&self, name: &SmolStr) -> bool {
        self.names.contains(name)
    }

    /// The next value of a variable, and the condition under which there is one.
    pub(super) fn value(&mut self, variable: &Known, next: &Next, names: &mut Names) -> (Expr, Expr) {
        let mut chosen: Option<SmolStr> = None;
        let mut picks = Vec::new();
        let names = std::cell::RefCell::new(names);
        let mut any = || {
            let take = || names.borrow_mut().take(&format_smolstr!("{}_next", variable.name));
            Expr::name(chosen.get_or_insert_with(take))
        };
        let mut pick = || {
            let name = names.borrow_mut().take(&format_smolstr!("{}_pick", variable.name));
            picks.push((name.clone(), Sort::Boolean, variable.name.clone()));
            Expr::Name(name)
        };
        let found = next.value(&mut any, &mut pick);
        self.all.extend(picks);
        self.all.extend(chosen.map(|name| (name, variable.sort, variable.name.clone())));
        self.names
            .extend(self.all.iter().rev().take_while(|(.., of)| *of == variable.name).map(|(name, ..)| name.clone()));
        found
    }
}

pub(super) struct Budget {
    pub(super) left: usize,
    pub(super) span: Span,
}

impl Budget {
    /// The expression with names replaced; refused if all of them together get too large.
    pub(super) fn substitute(&mut self, expr: &Expr, values: &BTreeMap<SmolStr, Expr>) -> Result<Expr, Refusal> {
        // The product bounds the size from above, so that nothing huge is made only to be refused.
        let inserted: usize = expr.names().iter().filter_map(|name| values.get(name)).map(Expr::size).sum();
        let refusal =
            || Refusal::new(self.span, "The conditions on next values get too large when these are replaced.");
        if expr.size().saturating_mul(inserted) > 50 * MAX_SIZE {
            return Err(refusal());
        }
        let result = expr.substitute(values);
        self.left = self.left.checked_sub(result.size()).ok_or_else(refusal)?;
        Ok(result)
    }
}

/// The value of an auxiliary variable between steps.
pub(super) const fn rest(sort: Sort) -> Expr {
    match sort {
        Sort::Boolean => Expr::Truth(false),
        Sort::Range(low, high) if low > 0 || high < 0 => Expr::Number(low),
        Sort::Range(..) | Sort::Integer => Expr::Number(0),
    }
}
