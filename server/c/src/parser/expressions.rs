//! Expressions, by their precedence.

use std::rc::Rc;

use boolprog_base::Span;

use super::texts::{bytes, character};
use super::{Parsed, Parser, atomics};
use crate::ast::{Binary, Expr, ExprKind, Measured, StmtKind, Type, Unary};
use crate::lexer::Kind;
use crate::number::integer;
use crate::preprocess::error;

/// Binary operators, loosest first; `&&` and `||` are looser.
static LEVELS: &[&[(&str, Binary)]] = &[
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[("<=", Binary::LessOrEqual), (">=", Binary::GreaterOrEqual), ("<", Binary::Less), (">", Binary::Greater)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

static ASSIGNMENTS: &[(&str, Option<Binary>)] = &[
    ("=", None),
    ("+=", Some(Binary::Add)),
    ("-=", Some(Binary::Subtract)),
    ("*=", Some(Binary::Multiply)),
    ("/=", Some(Binary::Divide)),
    ("%=", Some(Binary::Remainder)),
    ("&=", Some(Binary::And)),
    ("|=", Some(Binary::Or)),
    ("^=", Some(Binary::Xor)),
    ("<<=", Some(Binary::ShiftLeft)),
    (">>=", Some(Binary::ShiftRight)),
];

fn node(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

impl Parser<'_> {
    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let (mut left, mut length) = (self.assignment()?, 0);
        while self.eat(",") {
            self.longer(&mut length)?;
            let right = self.assignment()?;
            left = node(ExprKind::Comma(Box::new(left), Box::new(right)), self.since(start));
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.deeper(|it| {
            let start = it.span();
            let left = it.conditional()?;
            let Some((_, operator)) = ASSIGNMENTS.iter().find(|(text, _)| it.eat(text)) else { return Ok(left) };
            if !may_be_assigned(&left) {
                return Err(error(left.span, "This is a value, which is not assigned."));
            }
            let right = it.assignment()?;
            Ok(node(ExprKind::Assign(*operator, Box::new(left), Box::new(right)), it.since(start)))
        })
    }

    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let condition = self.logical(false)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = if self.at(":") { None } else { Some(Box::new(self.deeper(Self::expression)?)) };
        self.expect(":")?;
        let otherwise = self.deeper(Self::conditional)?;
        let parts = ExprKind::Conditional(Box::new(condition), then, Box::new(otherwise));
        Ok(node(parts, self.since(start)))
    }

    /// `||`, or `&&` if asked for.
    fn logical(&mut self, and: bool) -> Parsed<Expr> {
        let start = self.span();
        let operand = |it: &mut Self| if and { it.binary(0) } else { it.logical(true) };
        let (mut left, mut length) = (operand(self)?, 0);
        while self.eat(if and { "&&" } else { "||" }) {
            self.longer(&mut length)?;
            let right = operand(self)?;
            left = node(ExprKind::Logical(and, Box::new(left), Box::new(right)), self.since(start));
        }
        Ok(left)
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let start = self.span();
        let (mut left, mut length) = (self.binary(level + 1)?, 0);
        while let Some((_, operator)) = operators.iter().find(|(text, _)| self.eat(text)) {
            self.longer(&mut length)?;
            let right = self.binary(level + 1)?;
            left = node(ExprKind::Binary(*operator, Box::new(left), Box::new(right)), self.since(start));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        self.deeper(|it| {
            let start = it.span();
            while it.eat("__extension__") {}
            let unary = [("-", Unary::Negate), ("+", Unary::Plus), ("~", Unary::Complement), ("!", Unary::Not)];
            if let Some((_, operator)) = unary.iter().find(|(text, _)| it.eat(text)) {
                let inner = Box::new(it.unary()?);
                return Ok(node(ExprKind::Unary(*operator, inner), it.since(start)));
            }
            for (text, adds) in [("++", true), ("--", false)] {
                if it.eat(text) {
                    let of = Box::new(it.unary()?);
                    return Ok(node(ExprKind::Step { before: true, adds, of }, it.since(start)));
                }
            }
            if it.eat("*") {
                let inner = Box::new(it.unary()?);
                return Ok(node(ExprKind::Deref(inner), it.since(start)));
            }
            if it.eat("&") {
                let inner = Box::new(it.unary()?);
                return Ok(node(ExprKind::Address(inner), it.since(start)));
            }
            if it.eat("sizeof") {
                if it.at("(") {
                    it.at += 1;
                    if it.at_type() {
                        let ty = it.type_name()?;
                        it.expect(")")?;
                        let measured = if it.at("{") {
                            let kind = it.compound(ty)?;
                            Measured::Object(Box::new(node(kind, it.since(start))))
                        } else {
                            Measured::Type(ty)
                        };
                        return Ok(node(ExprKind::SizeOf(measured), it.since(start)));
                    }
                    it.at -= 1;
                }
                let measured = Measured::Object(Box::new(it.unary()?));
                return Ok(node(ExprKind::SizeOf(measured), it.since(start)));
            }
            if it.at("(") {
                it.at += 1;
                if it.at_type() {
                    let ty = it.type_name()?;
                    it.expect(")")?;
                    if it.at("{") {
                        let kind = it.compound(ty)?;
                        let literal = node(kind, it.since(start));
                        return it.postfix_of(literal, start);
                    }
                    let inner = Box::new(it.unary()?);
                    return Ok(node(ExprKind::Cast(ty, inner), it.since(start)));
                }
                it.at -= 1;
            }
            it.postfix()
        })
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let first = self.primary()?;
        self.postfix_of(first, start)
    }

    /// What stands after an expression that began at a place, such as an index.
    fn postfix_of(&mut self, first: Expr, start: Span) -> Parsed<Expr> {
        let (mut left, mut length) = (first, 0);
        loop {
            self.longer(&mut length)?;
            let kind = if self.eat("[") {
                let index = self.expression()?;
                self.expect("]")?;
                ExprKind::Index(Box::new(left), Box::new(index))
            } else if self.eat("(") {
                let mut arguments = Vec::new();
                if !self.eat(")") {
                    arguments.push(self.assignment()?);
                    while self.another(")")? {
                        arguments.push(self.assignment()?);
                    }
                }
                atomics::call(left, arguments)
            } else if self.eat(".") {
                ExprKind::Member(Box::new(left), self.name()?)
            } else if self.eat("->") {
                let span = left.span;
                ExprKind::Member(Box::new(node(ExprKind::Deref(Box::new(left)), span)), self.name()?)
            } else if self.eat("++") {
                ExprKind::Step { before: false, adds: true, of: Box::new(left) }
            } else if self.eat("--") {
                ExprKind::Step { before: false, adds: false, of: Box::new(left) }
            } else {
                return Ok(left);
            };
            left = node(kind, self.since(start));
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        if self.eat("(") {
            if self.at("{") {
                let block = self.statement()?;
                self.expect(")")?;
                let StmtKind::Block(statements) = block.kind else { return Err(error(span, "Expected a block.")) };
                return Ok(node(ExprKind::Block(statements), self.since(span)));
            }
            let inner = self.deeper(Self::expression)?;
            self.expect(")")?;
            return Ok(Expr { span: self.since(span), ..inner });
        }
        let token = self.peek().cloned().ok_or_else(|| error(span, "An expression is missing here."))?;
        self.at += 1;
        let kind = match token.kind {
            Kind::Word if ["offsetof", "__builtin_offsetof"].contains(&token.text.as_str()) && self.at("(") => {
                self.skip_group()?;
                ExprKind::Refused("`offsetof`; use a pointer to the whole structure")
            }
            Kind::Word if ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"].contains(&token.text.as_str()) => {
                ExprKind::Text(None)
            }
            Kind::Word if !super::types::is_keyword(&token.text) => ExprKind::Name(token.text),
            Kind::Number => match integer(&token.text) {
                Some((value, ty)) => ExprKind::Number(value, ty),
                None if is_floating(&token.text) => ExprKind::Refused("a number in floating point"),
                None => return Err(error(span, format!("Not supported: `{}`; only integers are.", token.text))),
            },
            Kind::Character => {
                let value = character(&token.text);
                let value =
                    value.ok_or_else(|| error(span, format!("Not supported: the character {}.", token.text)))?;
                ExprKind::Number(value, Type::INT)
            }
            Kind::String => {
                let mut bytes = bytes(&token.text, '"');
                while let Some(next) = self.peek().filter(|it| it.kind == Kind::String) {
                    bytes = bytes.zip(super::texts::bytes(&next.text, '"')).map(|(first, next)| [first, next].concat());
                    self.at += 1;
                }
                ExprKind::Text(bytes.map(Rc::from))
            }
            _ => return Err(error(span, format!("Expected an expression, found `{}`.", token.text))),
        };
        Ok(node(kind, self.since(span)))
    }
}

/// Returns `true` for the form of a number in floating point.
fn is_floating(text: &str) -> bool {
    let number = text.trim_end_matches(['f', 'F', 'l', 'L']);
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => digits.split_once(['p', 'P']).is_some_and(|(digits, power)| {
            let is_digit = |it: char| it.is_ascii_hexdigit() || it == '.';
            digits.chars().all(is_digit) && power.starts_with(|it: char| it.is_ascii_digit())
        }),
        None => number.parse::<f64>().is_ok(),
    }
}

/// Returns `false` for an expression whose form says that it is a value.
fn may_be_assigned(expr: &Expr) -> bool {
    use ExprKind::{Call, Compound, Deref, Index, Member, Name};
    matches!(expr.kind, Name(_) | Call(..) | Member(..) | Index(..) | Deref(_) | Compound(..))
}
