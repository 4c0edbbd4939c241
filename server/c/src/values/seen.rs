//! Facts at one place, and their consequences for expressions and steps.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use crate::chosen::Chosen;
use crate::steps::Step;
use crate::term;
use crate::values::ranges::{self, Range};
use crate::values::sets::{Environment, Few, Set, Variable, combined};

/// Larger conditions narrow no bounds inside of an expression.
const MAX_ASSUMED: usize = 100;

/// Knowledge at a place: a variable that is not in the environment has one of the values that it ever has.
#[derive(Clone)]
pub(super) struct Seen<'a> {
    pub(super) numbers: &'a BTreeMap<SmolStr, Variable>,
    pub(super) ever: &'a [Option<Set>],
    /// The bounds that numbers are declared with.
    pub(super) bounds: &'a [Option<Range>],
    pub(super) at: Environment,
}

impl Seen<'_> {
    /// The values of a variable, or of what is chosen in the step, if they are bounded.
    fn values(&self, name: &SmolStr, chosen: &[Chosen]) -> Option<(Option<Variable>, Set)> {
        if let Some(variable) = self.numbers.get(name) {
            let number = *variable as usize;
            let known = self.at.get(*variable).or(self.ever[number].as_ref()).cloned();
            let values = known.or_else(|| self.bounds[number].and_then(Set::between));
            return values.map(|values| (Some(*variable), values));
        }
        let chosen = chosen.iter().find(|chosen| chosen.name == *name)?;
        chosen.bounds.and_then(Set::each).map(|values| (None, values))
    }

    /// The names of an expression that have few values, with these.
    fn few<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>, chosen: &[Chosen]) -> Vec<Few> {
        let mut found: Vec<Few> = Vec::new();
        for expr in exprs {
            term::for_each_name(expr, &mut |name| {
                if found.iter().all(|few| few.name != *name)
                    && let Some((variable, Set::Few(values))) = self.values(name, chosen)
                {
                    found.push(Few { name: name.clone(), variable, values });
                }
            });
        }
        found
    }

    /// The values of an expression, if they are bounded: exactly these where all names have few values.
    pub(super) fn evaluate(&self, expr: &Expr, chosen: &[Chosen]) -> Option<Set> {
        let mut found = BTreeSet::new();
        let mut is_known = true;
        let is_small = combined(&self.few([expr], chosen), &mut |values| match term::value(expr, values) {
            Some(Expr::Number(number)) => _ = found.insert(number),
            _ => is_known = false,
        });
        if is_small && is_known { Set::of(found) } else { Set::between(self.range(expr, chosen)?) }
    }

    /// Bounds of the values of an expression.
    fn range(&self, expr: &Expr, chosen: &[Chosen]) -> Option<Range> {
        match expr {
            Expr::Number(number) => Some((*number, *number)),
            Expr::Name(name) => self.values(name, chosen).map(|(_, values)| values.range()),
            Expr::Negate(it) => ranges::arithmetic(Arithmetic::Subtract, (0, 0), self.range(it, chosen)?),
            Expr::Binary(BinaryOperator::Arithmetic(operation), left, right) => {
                ranges::arithmetic(*operation, self.range(left, chosen)?, self.range(right, chosen)?)
            }
            Expr::Conditional(condition, then, otherwise) => {
                let (holds, fails) = self.branches(condition, chosen);
                let bounds = |seen: Option<Self>, expr| seen.map(|seen| seen.range(expr, chosen));
                match (bounds(holds, then), bounds(fails, otherwise)) {
                    (Some(then), Some(otherwise)) => {
                        let (then, otherwise) = (then?, otherwise?);
                        Some((then.0.min(otherwise.0), then.1.max(otherwise.1)))
                    }
                    (only, None) | (None, only) => only?,
                }
            }
            _ => None,
        }
    }

    /// Knowledge where a condition holds, and where it fails; none for what never happens. A condition with choices inside teaches
    /// nothing but its truth: each would be evaluated several times for each condition around it.
    fn branches(&self, condition: &Expr, chosen: &[Chosen]) -> (Option<Self>, Option<Self>) {
        let same = || Some(self.clone());
        match self.truth(condition, chosen) {
            Some(true) => (same(), None),
            Some(false) => (None, same()),
            None if term::size(condition) > MAX_ASSUMED || has_choice(condition) => {
                let (mut may_hold, mut may_fail) = (false, false);
                let is_small = combined(&self.few([condition], chosen), &mut |values| {
                    let truth = (!may_hold || !may_fail).then(|| term::value(condition, values)).flatten();
                    may_hold |= truth != Some(Expr::Truth(false));
                    may_fail |= truth != Some(Expr::Truth(true));
                });
                (same().filter(|_| may_hold || !is_small), same().filter(|_| may_fail || !is_small))
            }
            None => {
                let (mut holds, mut fails) = (self.clone(), self.clone());
                let may_hold = holds.assume(condition, chosen);
                let may_fail = fails.assume(&Expr::complement(condition.clone()), chosen);
                (may_hold.then_some(holds), may_fail.then_some(fails))
            }
        }
    }

    /// Learns that a condition holds; `false` if it cannot.
    pub(super) fn assume(&mut self, condition: &Expr, chosen: &[Chosen]) -> bool {
        let few = self.few([condition], chosen);
        let mut left: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); few.len()];
        let mut holds = false;
        let is_small = combined(&few, &mut |values| {
            if term::value(condition, values) != Some(Expr::Truth(false)) {
                holds = true;
                for (few, left) in few.iter().zip(&mut left) {
                    left.extend(values.get(&few.name));
                }
            }
        });
        if is_small && !holds || self.truth(condition, chosen) == Some(false) {
            return false;
        }
        for (few, left) in few.iter().zip(left).filter(|_| is_small) {
            if let (Some(variable), Some(left)) = (few.variable, Set::of(left)) {
                self.at.set(variable, Some(left));
            }
        }
        self.narrow(condition, chosen)
    }

    /// Learns bounds of variables from comparisons that hold; `false` if there is no value between them.
    fn narrow(&mut self, condition: &Expr, chosen: &[Chosen]) -> bool {
        let Expr::Binary(operator, left, right) = condition else { return true };
        let BinaryOperator::Comparison(comparison) = operator else {
            return *operator != BinaryOperator::And || self.narrow(left, chosen) && self.narrow(right, chosen);
        };
        [(*comparison, left, right), (comparison.mirrored(), right, left)].into_iter().all(
            |(comparison, name, other)| {
                let Expr::Name(name) = &**name else { return true };
                let (Some(variable), Some(other)) = (self.numbers.get(name), self.range(other, chosen)) else {
                    return true;
                };
                let left = match self.values(name, chosen) {
                    Some((_, values)) => values.within(ranges::narrowed(comparison, values.range(), other)),
                    None if comparison == Comparison::Equal => Set::between(other),
                    None => return true,
                };
                let is_possible = left.is_some();
                self.at.set(*variable, left);
                is_possible
            },
        )
    }

    /// Puts in what is known before a step; `false` if it is never done.
    pub(super) fn rewrite(mut self, step: &mut Step) -> bool {
        if !self.rewrite_guard(&mut step.guard, &step.chosen) {
            return false;
        }
        for value in step.updates.values_mut() {
            *value = match self.evaluate(value, &step.chosen).and_then(|values| values.only()) {
                Some(only) => Expr::Number(only),
                None => self.simplified(value, &step.chosen),
            };
        }
        step.updates.retain(|name, value| *value != Expr::Name(name.clone()));
        true
    }

    /// Leaves out conditions that hold if those before them do; `false` if one of them never does.
    pub(super) fn rewrite_guard(&mut self, guard: &mut Vec<Expr>, chosen: &[Chosen]) -> bool {
        let mut is_possible = true;
        guard.retain_mut(|condition| {
            let always = self.always(&[&*condition], chosen) || self.truth(condition, chosen) == Some(true);
            let simplified = self.simplified(condition, chosen);
            is_possible &= self.assume(condition, chosen);
            *condition = simplified;
            !always
        });
        is_possible
    }

    /// Returns `true` if one of several conditions holds whatever the values are.
    pub(super) fn always(&self, conditions: &[&Expr], chosen: &[Chosen]) -> bool {
        let mut always = true;
        let is_small = combined(&self.few(conditions.iter().copied(), chosen), &mut |values| {
            always &= conditions.iter().any(|it| term::value(it, values) == Some(Expr::Truth(true)));
        });
        is_small && always
    }

    /// The truth of a condition, if it is the same for all values between the bounds.
    fn truth(&self, condition: &Expr, chosen: &[Chosen]) -> Option<bool> {
        let (operator, left, right) = match condition {
            Expr::Truth(truth) => return Some(*truth),
            Expr::Not(it) => return self.truth(it, chosen).map(|truth| !truth),
            Expr::Binary(operator, left, right) => (operator, left, right),
            _ => return None,
        };
        let sides = || (self.truth(left, chosen), self.truth(right, chosen));
        match operator {
            BinaryOperator::And => match sides() {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (left, right) => Some(left? && right?),
            },
            BinaryOperator::Or => match sides() {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (left, right) => Some(left? || right?),
            },
            BinaryOperator::Comparison(comparison) => {
                ranges::compare(*comparison, self.range(left, chosen)?, self.range(right, chosen)?)
            }
            BinaryOperator::Arithmetic(_) => None,
        }
    }

    /// An expression with variables that have one value replaced by it, and without branches that are never taken. Copies what is
    /// known for each condition inside.
    fn simplified(&self, expr: &Expr, chosen: &[Chosen]) -> Expr {
        let inner = |expr: &Expr| self.simplified(expr, chosen);
        match expr {
            Expr::Name(name) => {
                let only = self.values(name, chosen).and_then(|(_, values)| values.only());
                only.map_or_else(|| expr.clone(), Expr::Number)
            }
            Expr::Conditional(condition, then, otherwise) => {
                let condition = inner(condition);
                match self.branches(&condition, chosen) {
                    (Some(holds), Some(fails)) => {
                        let (then, otherwise) = (holds.simplified(then, chosen), fails.simplified(otherwise, chosen));
                        term::conditional(condition, then, otherwise)
                    }
                    (Some(_), None) => inner(then),
                    (None, _) => inner(otherwise),
                }
            }
            _ => term::rebuilt(expr, &inner),
        }
    }
}

fn has_choice(condition: &Expr) -> bool {
    let mut found = false;
    term::for_each_part(condition, &mut |part| found |= matches!(part, Expr::Conditional(..)));
    found
}
