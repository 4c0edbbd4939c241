//! Expressions of DiVinE, where numbers and truth values are the same, and arrays, which become one variable per element.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use super::tree::Kind;
use crate::Refusal;
use crate::expression::Expr;
use crate::ranges::Ranges;
use crate::source::{Operator, PrefixOperator, Source, SourceKind};

/// An expression whose index or divisor is needed several times can get no larger.
const MAX_SIZE: usize = 20_000;

/// What a name of a file stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Constant(Expr),
    Variable(Kind, SmolStr),
    /// The names of the elements.
    Array(Kind, Vec<SmolStr>),
}

/// The names that a process can use: its own, and the shared ones.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) shared: Rc<BTreeMap<SmolStr, Meaning>>,
    pub(super) own: Rc<BTreeMap<SmolStr, Meaning>>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Meaning> {
        self.own.get(name).or_else(|| self.shared.get(name))
    }
}

/// Where expressions are read: what is visible, and what is known of the values there.
#[derive(Clone)]
pub(super) struct Context<'f> {
    pub(super) scope: Scope,
    /// Whether a process is in a state.
    pub(super) states: &'f BTreeMap<(SmolStr, SmolStr), Expr>,
    pub(super) ranges: Ranges,
    /// What holds where the expression is evaluated.
    path: Vec<Expr>,
    /// When an index is none of its array.
    pub(super) outside: Vec<Expr>,
}

impl<'f> Context<'f> {
    pub(super) const fn new(scope: Scope, states: &'f BTreeMap<(SmolStr, SmolStr), Expr>, ranges: Ranges) -> Self {
        Self { scope, states, ranges, path: Vec::new(), outside: Vec::new() }
    }

    fn find(&self, name: &str, span: Span) -> Result<&Meaning, Refusal> {
        self.scope.get(name).ok_or_else(|| Refusal::new(span, format!("There is no variable `{name}`.")))
    }

    /// A constant.
    pub(super) fn number(&mut self, source: &Source) -> Result<i64, Refusal> {
        let expr = self.integer(source)?;
        match self.ranges.of(&expr) {
            Some((low, high)) if low == high => Ok(low),
            _ => Err(Refusal::new(source.span, "This must be a constant.")),
        }
    }

    /// The expression as a truth value: whether it is not 0.
    pub(super) fn truth(&mut self, source: &Source) -> Result<Expr, Refusal> {
        match &source.kind {
            SourceKind::Truth(value) => Ok(Expr::Truth(*value)),
            SourceKind::Number(value) => Ok(Expr::Truth(*value != 0)),
            SourceKind::Prefix(PrefixOperator::Not, inner) => Ok(Expr::not(self.truth(inner)?)),
            SourceKind::State(process, state) => {
                let found = self.states.get(&(process.text.clone(), state.text.clone())).cloned();
                let message = || format!("There is no state `{}` of a process `{}`.", state.text, process.text);
                found.ok_or_else(|| Refusal::new(source.span, message()))
            }
            SourceKind::Binary(operator, left, right) => match operator {
                Operator::And => {
                    let first = self.truth(left)?;
                    let second = self.under(first.clone(), |context| context.truth(right))?;
                    Ok(Expr::and(first, second))
                }
                Operator::Or => {
                    let first = self.truth(left)?;
                    let second = self.under(Expr::not(first.clone()), |context| context.truth(right))?;
                    Ok(Expr::or(first, second))
                }
                Operator::Implies => {
                    let first = self.truth(left)?;
                    let second = self.under(first.clone(), |context| context.truth(right))?;
                    Ok(Expr::or(Expr::not(first), second))
                }
                _ => match comparison(*operator) {
                    Some(comparison) => Ok(Expr::compare(comparison, self.integer(left)?, self.integer(right)?)),
                    None => self.is_not_zero(source),
                },
            },
            _ => self.is_not_zero(source),
        }
    }

    fn is_not_zero(&mut self, source: &Source) -> Result<Expr, Refusal> {
        Ok(Expr::compare(Comparison::NotEqual, self.integer(source)?, Expr::Number(0)))
    }

    /// The expression as a number: a truth value is 0 or 1.
    pub(super) fn integer(&mut self, source: &Source) -> Result<Expr, Refusal> {
        match &source.kind {
            SourceKind::Number(value) => Ok(Expr::Number(*value)),
            SourceKind::Name(name) => match self.find(name, source.span)? {
                Meaning::Constant(value) => Ok(value.clone()),
                Meaning::Variable(_, name) => Ok(Expr::name(name)),
                Meaning::Array(..) => {
                    Err(Refusal::new(source.span, format!("`{name}` is an array: say which element.")))
                }
            },
            SourceKind::Element(name, index) => {
                let elements = self.elements(&name.text, name.span)?.1;
                let index = self.index(index, elements.len())?;
                self.element(&elements, &index, source.span)
            }
            SourceKind::Prefix(PrefixOperator::Minus, inner) => Ok(Expr::negate(self.integer(inner)?)),
            SourceKind::Binary(operator, left, right) => match arithmetic(*operator) {
                Some(operation) => {
                    let (left, right) = (self.integer(left)?, self.integer(right)?);
                    self.arithmetic(operation, left, right, source.span)
                }
                None => self.zero_or_one(source),
            },
            _ => self.zero_or_one(source),
        }
    }

    fn zero_or_one(&mut self, source: &Source) -> Result<Expr, Refusal> {
        Ok(Expr::conditional(self.truth(source)?, Expr::Number(1), Expr::Number(0)))
    }

    fn arithmetic(&self, operation: Arithmetic, left: Expr, right: Expr, span: Span) -> Result<Expr, Refusal> {
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if divides && self.ranges.of(&right) == Some((0, 0)) {
            return Err(Refusal::new(span, "This divides by zero."));
        }
        let is_natural = self.ranges.of(&left).is_some_and(|(low, _)| low >= 0);
        if !divides || is_natural {
            return Ok(Expr::arithmetic(operation, left, right));
        }
        // Division truncates: that of a negative number is the opposite of that of its opposite.
        let euclidean = |dividend| Expr::arithmetic(operation, dividend, right.clone());
        let opposite = Expr::negate(euclidean(Expr::negate(left.clone())));
        let is_negative = Expr::compare(Comparison::Less, left.clone(), Expr::Number(0));
        limited(Expr::conditional(is_negative, opposite, euclidean(left)), span)
    }

    /// The elements of an array.
    pub(super) fn elements(&self, name: &str, span: Span) -> Result<(Kind, Vec<SmolStr>), Refusal> {
        match self.find(name, span)? {
            Meaning::Array(kind, elements) => Ok((*kind, elements.clone())),
            _ => Err(Refusal::new(span, format!("`{name}` is no array."))),
        }
    }

    /// An index of an array with so many elements. Notes when it is none.
    pub(super) fn index(&mut self, source: &Source, count: usize) -> Result<Expr, Refusal> {
        let index = self.integer(source)?;
        let (last, here) = (as_integer(count) - 1, self.here());
        let (low, high) = here.of(&index).unwrap_or((i64::MIN, i64::MAX));
        if low < 0 || high > last {
            let mut wrong = Expr::Truth(false);
            if low < 0 {
                wrong = Expr::or(wrong, Expr::compare(Comparison::Less, index.clone(), Expr::Number(0)));
            }
            if high > last {
                wrong = Expr::or(wrong, Expr::compare(Comparison::Greater, index.clone(), Expr::Number(last)));
            }
            let path = self.path.iter().cloned().reduce(Expr::and).unwrap_or(Expr::Truth(true));
            self.outside.push(limited(Expr::and(path, wrong), source.span)?);
        }
        Ok(index)
    }

    /// The element with an index: one case per element that it can be.
    fn element(&self, elements: &[SmolStr], index: &Expr, span: Span) -> Result<Expr, Refusal> {
        let possible = self.possible(index, elements.len());
        if index.size().saturating_mul(possible.len()) > MAX_SIZE {
            return Err(too_large(span));
        }
        let mut cases = possible.rev();
        let last = cases.next().map_or(Expr::Number(0), |last| Expr::name(&elements[last]));
        Ok(cases.fold(last, |rest, case| Expr::conditional(is_index(index, case), Expr::name(&elements[case]), rest)))
    }

    /// The elements that an index can be here.
    pub(super) fn possible(&self, index: &Expr, count: usize) -> std::ops::Range<usize> {
        let (low, high) = self.here().of(index).unwrap_or((i64::MIN, i64::MAX));
        let bounded = |value: i64| usize::try_from(value.clamp(0, as_integer(count))).unwrap_or(count);
        bounded(low)..bounded(high.saturating_add(1))
    }

    /// What is known where the expression is evaluated.
    fn here(&self) -> Ranges {
        let mut ranges = self.ranges.clone();
        self.path.iter().for_each(|condition| ranges.assume(condition, true));
        ranges
    }

    /// Does something where a condition holds.
    fn under<T>(&mut self, condition: Expr, work: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.path.push(condition);
        let result = work(self);
        self.path.pop();
        result
    }

    /// The value as a variable of this kind holds it, which counts on from the other end.
    pub(super) fn stored(&self, kind: Kind, value: Expr) -> Expr {
        let (low, high) = kind.interval();
        if self.ranges.contains(&value, (low, high)) {
            return value;
        }
        let count = Expr::Number(high - low + 1);
        match kind {
            Kind::Byte => Expr::arithmetic(Arithmetic::Remainder, value, count),
            Kind::Int => {
                let offset = Expr::arithmetic(Arithmetic::Add, value, Expr::Number(-low));
                let rest = Expr::arithmetic(Arithmetic::Remainder, offset, count);
                Expr::arithmetic(Arithmetic::Subtract, rest, Expr::Number(-low))
            }
        }
    }
}

/// Whether the index is this one; of a constant this is decided.
pub(super) fn is_index(index: &Expr, case: usize) -> Expr {
    match index {
        Expr::Number(index) => Expr::Truth(*index == as_integer(case)),
        _ => Expr::compare(Comparison::Equal, index.clone(), Expr::Number(as_integer(case))),
    }
}

/// An index as a number.
pub(super) fn as_integer(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}

pub(super) fn limited(expr: Expr, span: Span) -> Result<Expr, Refusal> {
    if expr.size() > MAX_SIZE { Err(too_large(span)) } else { Ok(expr) }
}

fn too_large(span: Span) -> Refusal {
    Refusal::new(span, "This gets too large without arrays.")
}

const fn comparison(operator: Operator) -> Option<Comparison> {
    match operator {
        Operator::Equal => Some(Comparison::Equal),
        Operator::NotEqual => Some(Comparison::NotEqual),
        Operator::Less => Some(Comparison::Less),
        Operator::LessOrEqual => Some(Comparison::LessOrEqual),
        Operator::Greater => Some(Comparison::Greater),
        Operator::GreaterOrEqual => Some(Comparison::GreaterOrEqual),
        _ => None,
    }
}

const fn arithmetic(operator: Operator) -> Option<Arithmetic> {
    match operator {
        Operator::Add => Some(Arithmetic::Add),
        Operator::Subtract => Some(Arithmetic::Subtract),
        Operator::Multiply => Some(Arithmetic::Multiply),
        Operator::Divide => Some(Arithmetic::Divide),
        Operator::Modulo => Some(Arithmetic::Remainder),
        _ => None,
    }
}
