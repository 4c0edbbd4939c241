//! The value of the expression after `#if` (C11 6.10.1), in 64 bits.

use super::{Preprocessor, Step};
use crate::lexer::{Token, TokenKind};
use crate::literals::{self, Number};
use crate::mistake::Mistake;
use crate::source::Place;
use crate::types::Integer;

/// The deepest nesting of an expression.
const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// Returns `true` if a condition holds; one that is wrong is a mistake, and does not.
    pub(super) fn evaluate(&mut self, line: Vec<Token>, place: Place) -> Step<bool> {
        self.is_condition = true;
        let tokens = self.expand_line(line);
        self.is_condition = false;
        let tokens = tokens?;
        let mut evaluation = Evaluation { tokens: &tokens, at: 0, place, depth: 0, target: self.options.target };
        match evaluation.whole() {
            Ok(value) => Ok(value.bits != 0),
            Err(mistake) => {
                self.mistake(mistake.place, mistake.message)?;
                Ok(false)
            }
        }
    }
}

/// A value of `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    is_unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Self {
        Self { bits: value.cast_unsigned(), is_unsigned: false }
    }

    fn truth(value: bool) -> Self {
        Self::signed(i64::from(value))
    }
}

struct Evaluation<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The place of the directive.
    place: Place,
    depth: usize,
    target: crate::target::Target,
}

type Result<T = Value> = std::result::Result<T, Mistake>;

/// Binary operators, those that bind weakest first.
static LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Evaluation<'_> {
    fn whole(&mut self) -> Result {
        let value = self.comma(true)?;
        match self.tokens.get(self.at) {
            Some(token) => {
                Err(Mistake::new(token.place, format!("`{}` does not belong to the condition.", token.text)))
            }
            None => Ok(value),
        }
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.is(text));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.take(text) { Ok(()) } else { Err(self.wrong(&format!("`{text}`"))) }
    }

    fn wrong(&self, expected: &str) -> Mistake {
        match self.tokens.get(self.at) {
            Some(token) => {
                Mistake::new(token.place, format!("Expected {expected} in the condition, found `{}`.", token.text))
            }
            None => Mistake::new(self.place, format!("Expected {expected} at the end of the condition.")),
        }
    }

    /// Values that do not matter are not `is_live`: dividing by zero is not a mistake there.
    fn comma(&mut self, is_live: bool) -> Result {
        let mut value = self.conditional(is_live)?;
        while self.take(",") {
            value = self.conditional(is_live)?;
        }
        Ok(value)
    }

    fn conditional(&mut self, is_live: bool) -> Result {
        let condition = self.binary(0, is_live)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let holds = condition.bits != 0;
        let then = self.nested(|it| it.comma(is_live && holds))?;
        self.expect(":")?;
        let otherwise = self.nested(|it| it.conditional(is_live && !holds))?;
        let chosen = if holds { then } else { otherwise };
        Ok(Value { is_unsigned: then.is_unsigned || otherwise.is_unsigned, ..chosen })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result) -> Result {
        if self.depth == MAX_DEPTH {
            return Err(Mistake::new(
                self.place,
                format!("The condition is nested more than {MAX_DEPTH} levels deep."),
            ));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn binary(&mut self, level: usize, is_live: bool) -> Result {
        let Some(operators) = LEVELS.get(level) else { return self.unary(is_live) };
        let mut left = self.binary(level + 1, is_live)?;
        while let Some(operator) = operators.iter().find(|operator| self.take(operator)) {
            let is_right_live = match *operator {
                "||" => is_live && left.bits == 0,
                "&&" => is_live && left.bits != 0,
                _ => is_live,
            };
            let place = self.tokens[self.at - 1].place;
            let right = self.binary(level + 1, is_right_live)?;
            if is_right_live && right.bits == 0 && matches!(*operator, "/" | "%") {
                return Err(Mistake::new(place, "The condition divides by zero."));
            }
            left = apply(operator, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self, is_live: bool) -> Result {
        let operator = ["!", "-", "~", "+"].into_iter().find(|operator| self.take(operator));
        let Some(operator) = operator else { return self.primary(is_live) };
        let value = self.nested(|it| it.unary(is_live))?;
        Ok(match operator {
            "!" => Value::truth(value.bits == 0),
            "-" => Value { bits: value.bits.wrapping_neg(), ..value },
            "~" => Value { bits: !value.bits, ..value },
            _ => value,
        })
    }

    fn primary(&mut self, is_live: bool) -> Result {
        if self.take("(") {
            let value = self.nested(|it| it.comma(is_live))?;
            self.expect(")")?;
            return Ok(value);
        }
        let Some(token) = self.tokens.get(self.at) else { return Err(self.wrong("a value")) };
        let value = match token.kind {
            TokenKind::Number => number(token, self.target)?,
            TokenKind::Character => {
                let character = literals::character(&token.text, self.target);
                let (value, _) = character.map_err(|why| Mistake::new(token.place, why))?;
                Value::signed(value as i64)
            }
            // A word that is not a macro (C11 6.10.1p4).
            TokenKind::Word => Value::signed(0),
            _ => return Err(self.wrong("a value")),
        };
        self.at += 1;
        Ok(value)
    }
}

fn number(token: &Token, target: crate::target::Target) -> Result {
    match literals::number(&token.text, target) {
        Ok(Number::Integer(value, ty)) => {
            let is_unsigned = matches!(ty, Integer::UnsignedInt | Integer::UnsignedLong | Integer::UnsignedLongLong);
            let has_suffix = token.text.contains(['u', 'U']);
            let bits = value.cast_unsigned() as u64;
            // Hexadecimal constants that have an unsigned type only because they have too few bits are signed in 64 bits.
            Ok(Value { bits, is_unsigned: bits > i64::MAX as u64 || (is_unsigned && has_suffix) })
        }
        Ok(Number::Floating(..)) => Err(Mistake::new(token.place, "A condition has no floating constants.")),
        Err(why) => Err(Mistake::new(token.place, why)),
    }
}

/// The value of an operator; what divides by zero is 0.
fn apply(operator: &str, left: Value, right: Value) -> Value {
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let (a, b) = (left.bits, right.bits);
    let (c, d) = (a.cast_signed(), b.cast_signed());
    let bits = |bits: u64| Value { bits, is_unsigned };
    let order = if is_unsigned { a.cmp(&b) } else { c.cmp(&d) };
    match operator {
        "||" => Value::truth(a != 0 || b != 0),
        "&&" => Value::truth(a != 0 && b != 0),
        "|" => bits(a | b),
        "^" => bits(a ^ b),
        "&" => bits(a & b),
        "==" => Value::truth(a == b),
        "!=" => Value::truth(a != b),
        "<" => Value::truth(order.is_lt()),
        ">" => Value::truth(order.is_gt()),
        "<=" => Value::truth(order.is_le()),
        ">=" => Value::truth(order.is_ge()),
        "<<" => shift(left, right, false),
        ">>" => shift(left, right, true),
        "+" => bits(a.wrapping_add(b)),
        "-" => bits(a.wrapping_sub(b)),
        "*" => bits(a.wrapping_mul(b)),
        _ if b == 0 => bits(0),
        "/" if is_unsigned => bits(a / b),
        "/" => bits(c.wrapping_div(d).cast_unsigned()),
        _ if is_unsigned => bits(a % b),
        _ => bits(c.wrapping_rem(d).cast_unsigned()),
    }
}

/// Shifts as GNU C does: a negative number of places shifts the other way, and many places leave nothing.
fn shift(left: Value, right: Value, is_right: bool) -> Value {
    let places = right.bits.cast_signed();
    let is_negative = !right.is_unsigned && places < 0;
    let places = if is_negative { places.unsigned_abs() } else { right.bits };
    let places = u32::try_from(places).unwrap_or(u32::MAX);
    let bits = if is_right == is_negative {
        left.bits.checked_shl(places).unwrap_or(0)
    } else if left.is_unsigned {
        left.bits.checked_shr(places).unwrap_or(0)
    } else {
        (left.bits.cast_signed() >> places.min(63)).cast_unsigned()
    };
    Value { bits, ..left }
}
