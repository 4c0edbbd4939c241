//! What is known at one place, and what follows from it for expressions and steps.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boolprog_import::Expr;
use boolprog_integer::Comparison;
use boolprog_integer::syntax::ast::BinaryOperator;
use smol_str::SmolStr;

use crate::chosen::Chosen;
use crate::steps::Step;
use crate::term;
use crate::values::sets::{self, Environment, Few, Set, Variable, combined};

/// Knowledge at a place: a variable that is not in the environment has one of the values that it ever has.
pub(super) struct Seen<'a> {
    pub(super) numbers: &'a BTreeMap<SmolStr, Variable>,
    pub(super) ever: &'a [Option<Set>],
    /// The bounds that variables are declared with.
    pub(super) bounds: &'a [Option<(i64, i64)>],
    pub(super) at: Environment,
}

impl Seen<'_> {
    /// The values of a variable, or of what is chosen in the step, if they are few.
    fn values(&self, name: &SmolStr, chosen: &[Chosen]) -> Option<(Option<Variable>, Set)> {
        if let Some(variable) = self.numbers.get(name) {
            let values = self.at.get(*variable).or(self.ever[*variable as usize].as_ref());
            return values.map(|values| (Some(*variable), Rc::clone(values)));
        }
        let chosen = chosen.iter().find(|chosen| chosen.name == *name)?;
        chosen.bounds.and_then(sets::range).map(|values| (None, values))
    }

    /// The names of expressions that have few values, with these.
    fn few<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>, chosen: &[Chosen]) -> Vec<Few> {
        let mut found: Vec<Few> = Vec::new();
        for expr in exprs {
            term::for_each_name(expr, &mut |name| {
                if found.iter().all(|few| few.name != *name)
                    && let Some((variable, values)) = self.values(name, chosen)
                {
                    found.push(Few { name: name.clone(), variable, values });
                }
            });
        }
        found
    }

    /// The values of an expression, if they are few.
    pub(super) fn evaluate(&self, expr: &Expr, chosen: &[Chosen]) -> Option<Set> {
        let mut found = BTreeSet::new();
        let mut is_known = true;
        let is_small = combined(&self.few([expr], chosen), &mut |values| match term::replace(expr, values) {
            Expr::Number(number) => _ = found.insert(number),
            _ => is_known = false,
        });
        sets::few(found).filter(|_| is_small && is_known)
    }

    /// Learns that a condition holds; `false` if it cannot.
    pub(super) fn assume(&mut self, condition: &Expr, chosen: &[Chosen]) -> bool {
        let few = self.few([condition], chosen);
        let mut left: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); few.len()];
        let mut holds = false;
        let is_small = combined(&few, &mut |values| {
            if term::replace(condition, values) != Expr::Truth(false) {
                holds = true;
                for (few, left) in few.iter().zip(&mut left) {
                    left.extend(values.get(&few.name).and_then(number_of));
                }
            }
        });
        if is_small && !holds || self.within_bounds(condition) == Some(false) {
            return false;
        }
        for (few, left) in few.iter().zip(left).filter(|_| is_small) {
            if let (Some(variable), Some(left)) = (few.variable, sets::few(left)) {
                self.at.set(variable, Some(left));
            }
        }
        if let Some((name, Expr::Number(number))) = term::equality(condition)
            && let Some(variable) = self.numbers.get(&name)
        {
            self.at.set(*variable, Some([number].into()));
        }
        true
    }

    /// Puts in what is known before a step; `false` if it is never done.
    pub(super) fn rewrite(mut self, step: &mut Step) -> bool {
        if !self.rewrite_guard(&mut step.guard, &step.chosen) {
            return false;
        }
        for value in step.updates.values_mut() {
            *value = match self.evaluate(value, &step.chosen).as_deref() {
                Some([only]) => Expr::Number(*only),
                _ => self.replaced(value, &step.chosen),
            };
        }
        step.updates.retain(|name, value| *value != Expr::Name(name.clone()));
        true
    }

    /// Leaves out conditions that hold if those before them do; `false` if one of them never does.
    pub(super) fn rewrite_guard(&mut self, guard: &mut Vec<Expr>, chosen: &[Chosen]) -> bool {
        let mut is_possible = true;
        guard.retain_mut(|condition| {
            let always = self.always(&[&*condition], chosen) || self.within_bounds(condition) == Some(true);
            let replaced = self.replaced(condition, chosen);
            is_possible &= self.assume(condition, chosen);
            *condition = replaced;
            !always
        });
        is_possible
    }

    /// Returns `true` if one of several conditions holds whatever the values are.
    pub(super) fn always(&self, conditions: &[&Expr], chosen: &[Chosen]) -> bool {
        let mut always = true;
        let is_small = combined(&self.few(conditions.iter().copied(), chosen), &mut |values| {
            always &= conditions.iter().any(|it| term::replace(it, values) == Expr::Truth(true));
        });
        is_small && always
    }

    /// The truth of a condition, if it is the same for all values within the declared bounds.
    fn within_bounds(&self, condition: &Expr) -> Option<bool> {
        let Expr::Binary(operator, left, right) = condition else { return None };
        let sides = || (self.within_bounds(left), self.within_bounds(right));
        match (operator, &**left, &**right) {
            (BinaryOperator::And, ..) => match sides() {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (left, right) => Some(left? && right?),
            },
            (BinaryOperator::Or, ..) => match sides() {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (left, right) => Some(left? || right?),
            },
            (BinaryOperator::Comparison(comparison), Expr::Name(name), Expr::Number(number)) => {
                let (low, high) = self.bounds[*self.numbers.get(name)? as usize]?;
                decided(*comparison, (low, high), *number)
            }
            _ => None,
        }
    }

    fn replaced(&self, expr: &Expr, chosen: &[Chosen]) -> Expr {
        let only = |few: Few| match *few.values {
            [only] => Some((few.name, Expr::Number(only))),
            _ => None,
        };
        let values: BTreeMap<SmolStr, Expr> = self.few([expr], chosen).into_iter().filter_map(only).collect();
        if values.is_empty() { expr.clone() } else { term::replace(expr, &values) }
    }
}

/// The answer for all numbers between bounds, if they compare alike with a number.
fn decided(comparison: Comparison, (low, high): (i64, i64), number: i64) -> Option<bool> {
    let is_outside = number < low || high < number;
    match comparison {
        Comparison::Equal | Comparison::NotEqual => is_outside.then_some(comparison == Comparison::NotEqual),
        _ => {
            let (first, last) = (comparison.holds(low, number), comparison.holds(high, number));
            (first == last).then_some(first)
        }
    }
}

const fn number_of(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Number(number) => Some(*number),
        _ => None,
    }
}
