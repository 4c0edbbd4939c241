//! Conditions of `#if`.

use boolprog_base::Span;
use boolprog_import::Refusal;

use super::{Run, error};
use crate::lexer::{Kind, Token};

/// The deepest nesting of an expression.
const MAX_DEPTH: u32 = 100;

impl Run<'_> {
    pub(super) fn condition(&mut self, line: &[Token], span: Span) -> Result<bool, Refusal> {
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            if !token.is("defined") {
                tokens.push(token.clone());
                continue;
            }
            let name = if line.get(at).is_some_and(|it| it.is("(")) { at + 1 } else { at };
            let is_defined = line.get(name).is_some_and(|it| self.macros.contains_key(&it.text));
            at = name + 1 + (name - at);
            let text = if is_defined { "1" } else { "0" }.into();
            tokens.push(Token { kind: Kind::Number, text, ..token.clone() });
        }
        let mut expanded = Vec::new();
        self.expand(&tokens, &mut Vec::new(), &mut expanded, Some(span))?;
        let mut reader = Reader { tokens: &expanded, at: 0, depth: 0 };
        let value = reader.conditional().filter(|_| reader.at == expanded.len());
        value.map(|value| value != 0).ok_or_else(|| error(span, "This condition of the preprocessor cannot be read."))
    }
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: u32,
}

static LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|it| it.is(text));
        self.at += usize::from(found);
        found
    }

    fn conditional(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let condition = self.binary(0)?;
        let value = if self.eat("?") {
            let then = self.conditional()?;
            self.eat(":").then_some(())?;
            let otherwise = self.conditional()?;
            if condition != 0 { then } else { otherwise }
        } else {
            condition
        };
        self.depth -= 1;
        Some(value)
    }

    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            let Some(operator) = operators.iter().find(|operator| self.eat(operator)) else { return Some(left) };
            let right = self.binary(level + 1)?;
            left = match *operator {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                "<=" => i64::from(left <= right),
                ">" => i64::from(left > right),
                ">=" => i64::from(left >= right),
                "<<" => left.checked_shl(u32::try_from(right).ok()?)?,
                ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right).unwrap_or(0),
                _ => left.checked_rem(right).unwrap_or(0),
            };
        }
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.eat("!") {
            i64::from(self.unary()? == 0)
        } else if self.eat("-") {
            self.unary()?.wrapping_neg()
        } else if self.eat("+") {
            self.unary()?
        } else if self.eat("~") {
            !self.unary()?
        } else if self.eat("(") {
            let value = self.conditional()?;
            self.eat(")").then_some(value)?
        } else {
            let token = self.tokens.get(self.at)?;
            self.at += 1;
            match token.kind {
                // A name that is no macro is 0, unless a header of the system defines it.
                Kind::Word => crate::lower::known_constant(&token.text).unwrap_or(0),
                Kind::Number => crate::number::integer(&token.text)?.0 as i64,
                _ => return None,
            }
        };
        self.depth -= 1;
        Some(value)
    }
}
