//! Known bounds of variables where control is: of temporaries by tests, and of what only this thread accesses by
//! what it has written there.

use super::super::numbers::named;
use super::super::variables::{Bounds, Variable};
use super::Walk;
use crate::arithmetic::Value;
use crate::graph::Op;
use boolprog_c_form::form::BlockId;
use boolprog_import::Expr;
use boolprog_integer::Comparison;
use boolprog_integer::syntax::ast::BinaryOperator;
use imbl::ordmap::DiffItem;

impl Walk<'_, '_> {
    /// The value that a variable has here.
    pub(in crate::translate) fn current(&self, variable: Variable) -> Value {
        let value = self.all.variables.value(variable);
        if self.all.variables.is_shared(variable) { value } else { self.narrowed(value) }
    }

    /// A value with the bounds that are known here.
    pub(in crate::translate) fn narrowed(&self, value: Value) -> Value {
        let Expr::Name(name) = &value.term else { return value };
        match self.shown.get(name) {
            Some((low, high)) if *low <= value.high && *high >= value.low => {
                named(name.clone(), (value.low.max(*low), value.high.min(*high)))
            }
            _ => value,
        }
    }

    /// The thread has the first values of all variables that no other thread accesses.
    pub(in crate::translate) fn show_first_values(&mut self) {
        self.shown = self.all.variables.first_values();
    }

    /// Notes what a step changes. After a fork within an instruction, it may not be on the path.
    pub(in crate::translate) fn note_change(&mut self, op: &Op) {
        match op {
            Op::Assign(assignments) => {
                for (name, value) in assignments {
                    match value {
                        Expr::Number(number) if !self.has_forked => {
                            self.shown.insert(name.clone(), (*number, *number));
                        }
                        _ => _ = self.shown.remove(name),
                    }
                }
            }
            Op::Choose(name, ..) => _ = self.shown.remove(name),
            _ => {}
        }
    }

    /// Bounds that are shown here are known where a block begins, if all ways to it show them.
    pub(in crate::translate) fn show_at(&mut self, block: BlockId) {
        let Some(known) = self.shown_at.get_mut(&block) else {
            self.shown_at.insert(block, self.shown.clone());
            return;
        };
        join(known, &self.shown);
    }

    /// The same for a block to which control comes back: what is known there holds on the ways of all rounds.
    pub(in crate::translate) fn show_at_circled(&mut self, block: BlockId) {
        if self.node.is_none() {
            return;
        }
        let is_late = self.all.variables.is_late();
        let mut shown = self.shown.clone();
        for (name, variable) in &self.temporaries {
            let (low, high) = self.all.variables.bounds(*variable);
            let (least, most) = shown.get(name).copied().unwrap_or((low, high));
            shown.insert(name.clone(), (least.max(low), most.min(high)));
        }
        let Some(known) = self.all.shown.get_mut(&(self.id, block)) else {
            self.all.shown.insert((self.id, block), shown);
            return;
        };
        let has_changed = join(known, &shown);
        if has_changed && is_late {
            known.clear();
        }
        if has_changed && self.walked.contains(&block) {
            self.all.variables.grow();
        }
    }

    pub(in crate::translate) fn known_at_circled(&self, block: BlockId) -> Option<Bounds> {
        self.all.shown.get(&(self.id, block)).cloned()
    }

    /// A condition holds from here on; only its bounds of temporaries are noted.
    pub(in crate::translate) fn show(&mut self, condition: &Expr) {
        match condition {
            Expr::Binary(BinaryOperator::And, left, right) => {
                self.show(left);
                self.show(right);
            }
            Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => {
                let (Expr::Name(name), Expr::Number(number)) = (&**left, &**right) else { return };
                let Some(variable) = self.temporaries.get(name).copied() else { return };
                let (low, high) = self.shown.entry(name.clone()).or_insert((i64::MIN, i64::MAX));
                match comparison {
                    Comparison::Equal => (*low, *high) = ((*low).max(*number), (*high).min(*number)),
                    Comparison::Less => *high = (*high).min(number.saturating_sub(1)),
                    Comparison::LessOrEqual => *high = (*high).min(*number),
                    Comparison::Greater => *low = (*low).max(number.saturating_add(1)),
                    Comparison::GreaterOrEqual => *low = (*low).max(*number),
                    Comparison::NotEqual => self.differs(variable, *number),
                }
                if self.shown.get(name).is_some_and(|(low, high)| low > high) {
                    self.node = None;
                }
            }
            _ => {}
        }
    }

    /// A variable does not have a value: that matters if it is one of its bounds.
    fn differs(&mut self, variable: Variable, number: i64) {
        let (name, known) = (self.all.variables.name(variable), self.all.variables.bounds(variable));
        let (low, high) = self.shown.entry(name).or_insert(known);
        (*low, *high) = ((*low).max(known.0), (*high).min(known.1));
        if *low == number {
            *low = low.saturating_add(1);
        } else if *high == number {
            *high = high.saturating_sub(1);
        }
    }
}

/// The bounds that are known on each of two ways. Returns `true` if less is known than before. Takes time linear in the differences.
fn join(known: &mut Bounds, other: &Bounds) -> bool {
    let changes = known.diff(other).filter_map(|difference| match difference {
        DiffItem::Add(..) => None,
        DiffItem::Remove(name, _) => Some((name.clone(), None)),
        DiffItem::Update { old: (name, (low, high)), new: (_, (least, most)) } => {
            let joined = ((*low).min(*least), (*high).max(*most));
            (joined != (*low, *high)).then(|| (name.clone(), Some(joined)))
        }
    });
    let changes: Vec<_> = changes.collect();
    let has_changed = !changes.is_empty();
    for (name, joined) in changes {
        _ = match joined {
            Some(joined) => known.insert(name, joined),
            None => known.remove(&name),
        };
    }
    has_changed
}
