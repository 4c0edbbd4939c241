//! Expressions of the integer program, built with constants folded.

use std::collections::BTreeMap;

use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

pub(crate) fn arithmetic(operation: Arithmetic, left: Expr, right: Expr) -> Expr {
    use Arithmetic::{Add, Divide, Multiply, Subtract};
    match (operation, &left, &right) {
        (Add, Expr::Number(0), _) => return right,
        (Add | Subtract, _, Expr::Number(0)) | (Multiply | Divide, _, Expr::Number(1)) => return left,
        (Multiply, Expr::Number(1), _) => return right,
        (Multiply, Expr::Number(0), _) | (Multiply, _, Expr::Number(0)) => return Expr::Number(0),
        (_, Expr::Number(a), Expr::Number(b)) => {
            if let Some(value) = computed(operation, *a, *b) {
                return Expr::Number(value);
            }
        }
        // Sums of a variable and constants keep one constant.
        (Add | Subtract, sum, Expr::Number(b)) if with_constant(sum).is_some() => {
            let sum = with_constant(sum).and_then(|(part, a)| {
                Some((part, if operation == Add { a.checked_add(*b) } else { a.checked_sub(*b) }?))
            });
            if let Some((part, sum)) = sum {
                return arithmetic(Add, part.clone(), Expr::Number(sum));
            }
        }
        (Subtract, _, Expr::Number(b)) if *b < 0 && *b != i64::MIN => return arithmetic(Add, left, Expr::Number(-b)),
        _ => {}
    }
    Expr::arithmetic(operation, left, right)
}

pub(crate) fn compare(comparison: Comparison, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Number(a), Expr::Number(b)) => return Expr::Truth(comparison.holds(*a, *b)),
        (Expr::Number(_), _) => return compare(comparison.mirrored(), right, left),
        _ if left == right => return Expr::Truth(comparison.holds(0, 0)),
        _ => {}
    }
    if let Some((left, right)) = without_common(&left, &right).or_else(|| unscaled(&left, &right)) {
        return compare(comparison, left, right);
    }
    if let Expr::Number(number) = &right
        && let Some(solved) = solved(comparison, &left, *number)
    {
        return solved;
    }
    // A choice between constants is compared where it is made.
    if let (Expr::Conditional(condition, then, otherwise), Expr::Number(_)) = (&left, &right)
        && (matches!(**then, Expr::Number(_)) || matches!(**otherwise, Expr::Number(_)))
    {
        let branch = |it: &Expr| compare(comparison, it.clone(), right.clone());
        return conditional((**condition).clone(), branch(then), branch(otherwise));
    }
    Expr::compare(comparison, left, right)
}

/// Two sums with constants, where one of them has none any more; none if one of them has none.
fn without_common(left: &Expr, right: &Expr) -> Option<(Expr, Expr)> {
    let ((left, a), (right, b)) = (with_constant(left)?, with_constant(right)?);
    let rest = Expr::Number(b.checked_sub(a)?);
    Some((left.clone(), arithmetic(Arithmetic::Add, right.clone(), rest)))
}

/// Two parts of products with the same positive factor.
fn unscaled(left: &Expr, right: &Expr) -> Option<(Expr, Expr)> {
    let ((left, a), (right, b)) = (with_factor(left)?, with_factor(right)?);
    (a == b && a > 0).then(|| (left.clone(), right.clone()))
}

/// The parts of a product of something and a constant.
fn with_factor(product: &Expr) -> Option<(&Expr, i64)> {
    let Expr::Binary(BinaryOperator::Arithmetic(Arithmetic::Multiply), first, second) = product else { return None };
    match (&**first, &**second) {
        (Expr::Number(factor), part) | (part, Expr::Number(factor)) => Some((part, *factor)),
        _ => None,
    }
}

/// The parts of a sum of something and a constant.
fn with_constant(sum: &Expr) -> Option<(&Expr, i64)> {
    match sum {
        Expr::Binary(BinaryOperator::Arithmetic(Arithmetic::Add), first, second) => match (&**first, &**second) {
            (Expr::Number(constant), part) | (part, Expr::Number(constant)) => Some((part, *constant)),
            _ => None,
        },
        Expr::Binary(BinaryOperator::Arithmetic(Arithmetic::Subtract), part, constant) => match **constant {
            Expr::Number(constant) => Some((part, constant.checked_neg()?)),
            _ => None,
        },
        _ => None,
    }
}

/// The comparison of a sum or a product with a constant with a number, as a condition on its variable part.
fn solved(comparison: Comparison, left: &Expr, number: i64) -> Option<Expr> {
    let Expr::Binary(BinaryOperator::Arithmetic(operation), first, second) = left else { return None };
    let (part, constant) = match (operation, &**first, &**second) {
        (Arithmetic::Add | Arithmetic::Multiply, Expr::Number(constant), part) => (part, *constant),
        (Arithmetic::Add | Arithmetic::Multiply | Arithmetic::Subtract, part, Expr::Number(constant)) => {
            (part, *constant)
        }
        _ => return None,
    };
    let rest = match operation {
        Arithmetic::Add => number.checked_sub(constant)?,
        Arithmetic::Subtract => number.checked_add(constant)?,
        _ => quotient(comparison, number, constant)?,
    };
    let is_between = operation == &Arithmetic::Multiply && number.checked_rem(constant) != Some(0);
    match comparison {
        Comparison::Equal | Comparison::NotEqual if is_between => Some(Expr::Truth(comparison == Comparison::NotEqual)),
        _ => Some(compare(comparison, part.clone(), Expr::Number(rest))),
    }
}

/// The number with which the variable part of a product compares as the product does with a number; none for a factor that
/// turns comparisons around.
fn quotient(comparison: Comparison, number: i64, factor: i64) -> Option<i64> {
    match comparison {
        Comparison::Equal | Comparison::NotEqual => number.checked_div(factor),
        _ if factor <= 0 => None,
        // Of numbers in between, the greatest multiple below it is not greater, the least one above it is not less.
        Comparison::LessOrEqual | Comparison::Greater => number.checked_div_euclid(factor),
        Comparison::Less | Comparison::GreaterOrEqual => {
            Some(number.checked_div_euclid(factor)? + i64::from(number.rem_euclid(factor) != 0))
        }
    }
}

pub(crate) fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match (condition, &then, &otherwise) {
        (Expr::Not(inner), ..) => conditional(*inner, otherwise, then),
        (_, Expr::Truth(true), Expr::Truth(true)) => Expr::Truth(true),
        (_, Expr::Truth(false), Expr::Truth(false)) => Expr::Truth(false),
        (condition, Expr::Truth(true), Expr::Truth(false)) => condition,
        (condition, Expr::Truth(false), Expr::Truth(true)) => Expr::complement(condition),
        (condition, ..) => Expr::conditional(condition, then, otherwise),
    }
}

/// `0` or `1`.
pub(crate) fn number_of(truth: Expr) -> Expr {
    conditional(truth, Expr::Number(1), Expr::Number(0))
}

/// The number of nodes, up to a bound.
pub(crate) fn size(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Number(_) | Expr::Truth(_) | Expr::Name(_) | Expr::At(..) | Expr::Count(..) => 0,
        Expr::Not(inner) | Expr::Negate(inner) => size(inner),
        Expr::Binary(_, left, right) => size(left) + size(right),
        Expr::Conditional(condition, then, otherwise) => size(condition) + size(then) + size(otherwise),
    }
}

/// Visits an expression and all its parts, outermost first.
pub(crate) fn for_each_part(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::Number(_) | Expr::Truth(_) | Expr::Name(_) | Expr::At(..) | Expr::Count(..) => {}
        Expr::Not(inner) | Expr::Negate(inner) => for_each_part(inner, visit),
        Expr::Binary(_, left, right) => {
            for_each_part(left, visit);
            for_each_part(right, visit);
        }
        Expr::Conditional(condition, then, otherwise) => {
            for_each_part(condition, visit);
            for_each_part(then, visit);
            for_each_part(otherwise, visit);
        }
    }
}

pub(crate) fn for_each_name(expr: &Expr, visit: &mut dyn FnMut(&SmolStr)) {
    for_each_part(expr, &mut |part| {
        if let Expr::Name(name) = part {
            visit(name);
        }
    });
}

pub(crate) fn mentions(expr: &Expr, wanted: &dyn Fn(&SmolStr) -> bool) -> bool {
    let mut found = false;
    for_each_name(expr, &mut |name| found |= wanted(name));
    found
}

/// The expression with names replaced, and folded again.
pub(crate) fn replace(expr: &Expr, values: &BTreeMap<SmolStr, Expr>) -> Expr {
    let inner = |expr: &Expr| replace(expr, values);
    match expr {
        Expr::Name(name) => values.get(name).unwrap_or(expr).clone(),
        Expr::Conditional(condition, then, otherwise) => match inner(condition) {
            Expr::Truth(true) => inner(then),
            Expr::Truth(false) => inner(otherwise),
            condition => conditional(condition, inner(then), inner(otherwise)),
        },
        _ => rebuilt(expr, &inner),
    }
}

/// The number or truth that an expression is whatever the names without values are; none if that depends on them.
pub(crate) fn value(expr: &Expr, values: &FxHashMap<&SmolStr, i64>) -> Option<Expr> {
    let inner = |expr: &Expr| value(expr, values);
    match expr {
        Expr::Number(_) | Expr::Truth(_) => Some(expr.clone()),
        Expr::Name(name) => values.get(name).copied().map(Expr::Number),
        Expr::At(..) | Expr::Count(..) => None,
        Expr::Not(it) => inner(it).map(Expr::complement),
        Expr::Negate(it) => Some(Expr::Number(number(inner(it).as_ref())?.checked_neg()?)),
        Expr::Conditional(condition, then, otherwise) => match inner(condition) {
            Some(Expr::Truth(true)) => inner(then),
            Some(_) => inner(otherwise),
            None => inner(then).filter(|then| inner(otherwise).as_ref() == Some(then)),
        },
        Expr::Binary(BinaryOperator::And, left, right) => junction(false, inner(left), || inner(right)),
        Expr::Binary(BinaryOperator::Or, left, right) => junction(true, inner(left), || inner(right)),
        Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => {
            let (left, right) = (inner(left), inner(right));
            Some(Expr::Truth(comparison.holds(number(left.as_ref())?, number(right.as_ref())?)))
        }
        Expr::Binary(BinaryOperator::Arithmetic(operation), left, right) => {
            let (left, right) = (inner(left), inner(right));
            let is_nothing = |side: &Option<Expr>| *side == Some(Expr::Number(0));
            if *operation == Arithmetic::Multiply && (is_nothing(&left) || is_nothing(&right)) {
                return Some(Expr::Number(0));
            }
            computed(*operation, number(left.as_ref())?, number(right.as_ref())?).map(Expr::Number)
        }
    }
}

/// A conjunction or disjunction, which one truth of a side decides.
fn junction(deciding: bool, left: Option<Expr>, right: impl FnOnce() -> Option<Expr>) -> Option<Expr> {
    let deciding = Expr::Truth(deciding);
    if left.as_ref() == Some(&deciding) {
        return left;
    }
    let right = right()?;
    if left.is_some() || right == deciding { Some(right) } else { None }
}

const fn number(value: Option<&Expr>) -> Option<i64> {
    match value {
        Some(Expr::Number(number)) => Some(*number),
        _ => None,
    }
}

/// The result of an operation, if it is a number of 64 bits.
const fn computed(operation: Arithmetic, left: i64, right: i64) -> Option<i64> {
    match operation {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide => left.checked_div_euclid(right),
        Arithmetic::Remainder => left.checked_rem_euclid(right),
    }
}

/// An expression with other parts.
pub(crate) fn rebuilt(expr: &Expr, inner: &dyn Fn(&Expr) -> Expr) -> Expr {
    match expr {
        Expr::Name(_) | Expr::Number(_) | Expr::Truth(_) | Expr::At(..) | Expr::Count(..) => expr.clone(),
        Expr::Not(it) => Expr::complement(inner(it)),
        Expr::Negate(it) => negate(inner(it)),
        Expr::Binary(operator, left, right) => {
            let (left, right) = (inner(left), inner(right));
            match operator {
                BinaryOperator::Arithmetic(operation) => arithmetic(*operation, left, right),
                BinaryOperator::Comparison(comparison) => compare(*comparison, left, right),
                BinaryOperator::And => and(left, right),
                BinaryOperator::Or => or(left, right),
            }
        }
        Expr::Conditional(condition, then, otherwise) => conditional(inner(condition), inner(then), inner(otherwise)),
    }
}

pub(crate) fn negate(inner: Expr) -> Expr {
    match inner {
        Expr::Negate(inner) => *inner,
        other => Expr::negate(other),
    }
}

pub(crate) fn and(left: Expr, right: Expr) -> Expr {
    if right == Expr::Truth(false) || left == right { right } else { Expr::and(left, right) }
}

pub(crate) fn or(left: Expr, right: Expr) -> Expr {
    if right == Expr::Truth(true) || left == right { right } else { Expr::or(left, right) }
}

/// The conjunction of formulas, of small depth.
pub(crate) fn all(parts: Vec<Expr>) -> Expr {
    balanced(parts, Expr::Truth(true), and)
}

/// The disjunction of formulas, of small depth.
pub(crate) fn any(parts: Vec<Expr>) -> Expr {
    balanced(parts, Expr::Truth(false), or)
}

fn balanced(mut parts: Vec<Expr>, none: Expr, join: fn(Expr, Expr) -> Expr) -> Expr {
    if parts.len() < 2 {
        return parts.pop().unwrap_or(none);
    }
    let second = parts.split_off(parts.len() / 2);
    join(balanced(parts, none.clone(), join), balanced(second, none, join))
}

/// A condition on the local variables of a process, about this instance of it.
pub(crate) fn of_instance(condition: &Expr, instance: &str, is_local: &dyn Fn(&SmolStr) -> bool) -> Expr {
    let mut own = BTreeMap::new();
    for_each_name(condition, &mut |name| {
        if is_local(name) {
            own.insert(name.clone(), Expr::Name(format_smolstr!("{instance}.{name}")));
        }
    });
    replace(condition, &own)
}

/// The variable and the number that a condition says are equal.
pub(crate) fn equality(condition: &Expr) -> Option<(SmolStr, Expr)> {
    let Expr::Binary(BinaryOperator::Comparison(Comparison::Equal), left, right) = condition else { return None };
    match (&**left, &**right) {
        (Expr::Name(name), Expr::Number(_)) => Some((name.clone(), (**right).clone())),
        _ => None,
    }
}
