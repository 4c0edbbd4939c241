//! The rest of expressions and assignments when bits are forgotten.

use std::collections::{BTreeMap, BTreeSet};

use super::super::others::mentioned;
use super::super::simplify::substitute;
use super::{Bit, Unsound};
use crate::names::VariableId;
use crate::program::{Atom, Expr, Passive, Possible, Slot, Value};

impl Bit {
    /// The expression that replaces the bit.
    fn read(self, atom: Atom) -> Expr {
        match self {
            Self { always: Some(value), .. } => Expr::Const(value),
            Self { forgotten: true, .. } => Expr::Any,
            Self { forgotten: false, .. } => atom.into(),
        }
    }
}

/// Reads and writes of an edge once bits are forgotten.
pub(super) struct Reading<'a> {
    pub(super) shared: &'a [Bit],
    pub(super) before: Vec<Bit>,
    /// The local bits after the edge; `None` if the thread has ended there.
    pub(super) after: Option<Vec<Bit>>,
    /// Forgotten variables that other threads can change or ask for.
    pub(super) hidden: &'a BTreeSet<VariableId>,
}

impl Reading<'_> {
    pub(super) fn expr(&self, expr: &Expr) -> Expr {
        substitute(expr, &|atom| match atom {
            Atom::Old(Slot::Shared(slot)) | Atom::New(Slot::Shared(slot)) => self.shared[slot as usize].read(atom),
            Atom::Old(Slot::Local(slot)) => self.before[slot as usize].read(atom),
            Atom::New(Slot::Local(slot)) => {
                self.after.as_ref().map_or(Expr::Any, |after| after[slot as usize].read(atom))
            }
            Atom::PassiveOld(variable) | Atom::PassiveNew(variable) if self.hidden.contains(&variable) => Expr::Any,
            Atom::PassiveOld(_) | Atom::PassiveNew(_) => atom.into(),
        })
    }

    pub(super) fn value(&self, value: &Value) -> Value {
        match value {
            Value::Any => Value::Any,
            Value::Expr(expr) => self.expr(expr).into(),
        }
    }

    /// The rest of an effect on other threads; `None` if it mentions only forgotten variables of them.
    pub(super) fn passive(&self, passive: &Passive) -> Option<Passive> {
        let kept = passive.updates.iter().filter(|(variable, _)| !self.hidden.contains(variable));
        let left = Passive {
            procedure: passive.procedure,
            updates: kept.map(|(variable, value)| (*variable, self.value(value))).collect(),
            constrain: passive.constrain.as_ref().map(|constrain| self.expr(constrain)),
        };
        let mut has_effect = false;
        mentioned(&left, &mut |_| has_effect = true);
        has_effect.then_some(left)
    }

    pub(super) fn updates(&self, updates: &[(Slot, Value)]) -> Result<Vec<(Slot, Value)>, Unsound> {
        let mut left = Vec::with_capacity(updates.len());
        let mut written: BTreeMap<u32, Value> = BTreeMap::new();
        for (slot, value) in updates {
            let value = self.value(value);
            match slot {
                Slot::Local(bit) => {
                    written.insert(*bit, value);
                }
                Slot::Shared(bit) => {
                    holds(self.shared[*bit as usize], &value)?;
                    if !self.shared[*bit as usize].forgotten {
                        left.push((*slot, value));
                    }
                }
            }
        }
        let after = self.after.as_deref().unwrap_or_default();
        for (slot, (before, after)) in (0..).zip(self.before.iter().zip(after)) {
            let value = written.remove(&slot);
            // Most bits are neither written nor known differently, and there are many.
            if before != after || value.is_some() {
                left.extend(moved(*before, *after, value)?.map(|value| (Slot::Local(slot), value)));
            }
        }
        Ok(left)
    }
}

/// The assignment to a local bit when a thread goes from a location where it is `before` to one where it is `after`.
fn moved(before: Bit, after: Bit, written: Option<Value>) -> Result<Option<Value>, Unsound> {
    let constant = |value| Value::Expr(Expr::Const(value));
    match &written {
        Some(value) => holds(after, value)?,
        None if after.always.is_some() && before.always != after.always => return Err(Unsound::Values),
        None => {}
    }
    Ok(match (before.forgotten, after.forgotten) {
        (true, true) => None,
        (false, true) => Some(constant(false)),
        (true, false) => written.or_else(|| Some(before.always.map_or(Value::Any, constant))),
        (false, false) => written,
    })
}

/// Checks that a bit with this new value has its stated value.
pub(super) fn holds(bit: Bit, value: &Value) -> Result<(), Unsound> {
    let possible = value.possible(&|_| Possible::BOTH);
    let as_said = bit.always.is_none_or(|always| possible == Possible::only(always));
    if as_said { Ok(()) } else { Err(Unsound::Values) }
}
