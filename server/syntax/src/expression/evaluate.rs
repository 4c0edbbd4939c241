//! Evaluation of expressions.

use super::{Expression, Query, Threads, Value};
use crate::ast::BinaryOp;

/// The state over which an expression is evaluated. Failures are clauses for the user.
pub trait Lookup: Sized {
    /// The value of a variable, as the thread with a number sees it if one is named.
    fn variable(&self, name: &str, thread: Option<u32>) -> Result<Value, String>;

    /// The state before the last step.
    fn before(&self) -> Result<Self, String>;

    /// The number of threads at a program point.
    fn count(&self, threads: &Threads) -> Result<usize, String>;

    /// A value as the language of the program writes it.
    fn written(&self, value: &Value) -> String {
        value.to_string()
    }
}

impl Query {
    /// The answer as the language writes it. Fails with a clause for the user.
    pub fn answer(&self, at: &impl Lookup) -> Result<String, String> {
        match self {
            Self::Value(expression) => Ok(at.written(&expression.value(at)?)),
            Self::Count(threads) => Ok(at.count(threads)?.to_string()),
        }
    }

    /// The type of the answer.
    pub fn kind(&self, at: &impl Lookup) -> &'static str {
        match self {
            Self::Value(expression) => match expression.value(at) {
                Ok(value) => value.kind(),
                Err(_) => "bool",
            },
            Self::Count(_) => "number",
        }
    }
}

impl Expression {
    /// The value, be it a number or a truth value. Fails with a clause for the user.
    pub fn value<L: Lookup>(&self, at: &L) -> Result<Value, String> {
        match self {
            Self::Variable(name, thread) => at.variable(name, *thread),
            Self::Number(number @ (0 | 1)) => Ok(Value::Truth(*number == 1)),
            Self::Number(number) => Ok(Value::Number(*number)),
            Self::Old(inner) => inner.value(&at.before()?),
            Self::Ternary(parts) => {
                let [then, otherwise] = [&parts[1], &parts[2]].map(|part| part.value(at));
                let (then, otherwise) = (then?, otherwise?);
                Ok(if parts[0].truth(at)? { then } else { otherwise })
            }
            _ => self.truth(at).map(Value::Truth),
        }
    }

    /// The truth value. Fails with a clause for the user: something is not there in this state, or it is a number.
    pub fn truth<L: Lookup>(&self, at: &L) -> Result<bool, String> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Variable(..) | Self::Number(_) | Self::Old(_) | Self::Ternary(_) => {
                let value = self.value(at)?;
                value.truth().ok_or_else(|| match self {
                    Self::Variable(name, _) => format!("`{name}` is {value}, which is neither T nor F"),
                    _ => format!("{value} is neither T nor F"),
                })
            }
            Self::Not(inner) => Ok(!inner.truth(at)?),
            Self::Binary(operator, left, right) => binary(*operator, left, right, at),
            Self::Ordered(comparison, sides) => Ok(comparison.holds(sides[0].number(at)?, sides[1].number(at)?)),
            Self::Threads(threads, comparison, number) => Ok(comparison.holds(at.count(threads)?, *number)),
        }
    }

    /// The number. Fails with a clause for the user if it is a truth value.
    fn number<L: Lookup>(&self, at: &L) -> Result<i64, String> {
        match self {
            Self::Number(number) => return Ok(*number),
            Self::Old(inner) => return inner.number(&at.before()?),
            Self::Ternary(parts) => {
                let chosen = if parts[0].truth(at)? { &parts[1] } else { &parts[2] };
                return chosen.number(at);
            }
            _ => {}
        }
        match (self, self.value(at)?) {
            (_, Value::Number(number)) => Ok(number),
            (Self::Variable(name, _), value) => Err(format!("`{name}` is {value}, which is not a number")),
            (_, value) => Err(format!("{value} is no number")),
        }
    }
}

fn binary(operator: BinaryOp, left: &Expression, right: &Expression, at: &impl Lookup) -> Result<bool, String> {
    if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
        let sides = [left.value(at)?, right.value(at)?];
        if sides.iter().any(|side| matches!(side, Value::Text(_) | Value::Nothing)) {
            return Ok((sides[0] == sides[1]) == (operator == BinaryOp::Equal));
        }
        if sides.iter().any(|side| side.truth().is_none()) {
            let is_equal = left.number(at)? == right.number(at)?;
            return Ok(is_equal == (operator == BinaryOp::Equal));
        }
    }
    Ok(operator.apply(left.truth(at)?, right.truth(at)?))
}
