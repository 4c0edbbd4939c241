//! Expressions (C11 6.5), by the binding strength of their operators.

use super::{Parsed, Parser, words};
use crate::source::Place;
use crate::tree::{Binary, ExprId, ExprKind, Gives, Logical, Unary};
use crate::types::Type;

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Between {
    Binary(Binary),
    Logical(Logical),
}

/// The operator that a token is, with its binding strength.
fn between(text: &str) -> Option<(Between, u8)> {
    use Binary::{
        Add, And, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Multiply, NotEqual, Or, Remainder,
        ShiftLeft, ShiftRight, Subtract, Xor,
    };
    let (operator, strength) = match text {
        "||" => return Some((Between::Logical(Logical::Or), 0)),
        "&&" => return Some((Between::Logical(Logical::And), 1)),
        "|" => (Or, 2),
        "^" => (Xor, 3),
        "&" => (And, 4),
        "==" => (Equal, 5),
        "!=" => (NotEqual, 5),
        "<" => (Less, 6),
        ">" => (Greater, 6),
        "<=" => (LessOrEqual, 6),
        ">=" => (GreaterOrEqual, 6),
        "<<" => (ShiftLeft, 7),
        ">>" => (ShiftRight, 7),
        "+" => (Add, 8),
        "-" => (Subtract, 8),
        "*" => (Multiply, 9),
        "/" => (Divide, 9),
        "%" => (Remainder, 9),
        _ => return None,
    };
    Some((Between::Binary(operator), strength))
}

/// An operator of assignment.
#[derive(Clone, Copy)]
enum Assignment {
    Plain,
    Update(Binary),
}

fn assignment_operator(text: &str) -> Option<Assignment> {
    let operator = text.strip_suffix('=')?;
    match (operator, between(operator)) {
        ("", _) => Some(Assignment::Plain),
        (_, Some((Between::Binary(operator), 2..=4 | 7..=9))) => Some(Assignment::Update(operator)),
        _ => None,
    }
}

impl Parser<'_> {
    /// An expression, perhaps with commas: a value, an object or a function.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment_value()?;
            let first = self.value(left);
            let ty = self.ty(right).clone();
            let place = self.place_of(left).to(self.place_of(right));
            left = self.expr(ExprKind::Comma(first, right), ty, place);
        }
        Ok(left)
    }

    pub(super) fn expression_value(&mut self) -> Parsed<ExprId> {
        let expr = self.expression()?;
        Ok(self.value(expr))
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        self.deeper(|parser| {
            let left = parser.conditional()?;
            let operator = match parser.token().kind {
                crate::lexer::TokenKind::Punctuation => assignment_operator(&parser.token().text),
                _ => None,
            };
            let Some(operator) = operator else { return Ok(left) };
            parser.take();
            let right = parser.assignment_value()?;
            match operator {
                Assignment::Plain => parser.assign(left, right),
                Assignment::Update(operator) => parser.update(left, operator, right, Gives::After),
            }
        })
    }

    pub(super) fn assignment_value(&mut self) -> Parsed<ExprId> {
        let expr = self.assignment()?;
        Ok(self.value(expr))
    }

    /// A constant expression of integer type.
    pub(super) fn constant_expression(&mut self, what: &str) -> Parsed<i128> {
        let expr = self.deeper(Self::conditional)?;
        let value = self.value(expr);
        match self.constant_integer(value) {
            Some(value) => Ok(value),
            None => Err(self
                .mistake(self.place_of(value), format!("Expected {what}: a constant, known before the program runs."))),
        }
    }

    /// `a ? b : c ? d : e`, which may be many.
    fn conditional(&mut self) -> Parsed<ExprId> {
        let mut last = self.operators(0)?;
        let mut choices = Vec::new();
        while self.eat("?") {
            let condition = self.value(last);
            let condition = self.scalar(condition, "A condition")?;
            let then = if self.at(":") { None } else { Some(self.expression_value()?) };
            self.expect(":")?;
            choices.push((condition, then));
            last = self.operators(0)?;
        }
        if choices.is_empty() {
            return Ok(last);
        }
        let mut chosen = self.value(last);
        for (condition, then) in choices.into_iter().rev() {
            chosen = self.choice(condition, then, chosen)?;
        }
        Ok(chosen)
    }

    /// Operands with operators of at least this strength between them.
    fn operators(&mut self, least: u8) -> Parsed<ExprId> {
        let mut left = self.prefixed()?;
        while let Some((operator, strength)) = self.between()
            && strength >= least
        {
            self.take();
            let right = self.operators(strength + 1)?;
            let (first, second) = (self.value(left), self.value(right));
            left = match operator {
                Between::Binary(operator) => self.binary(operator, first, second)?,
                Between::Logical(operator) => self.logical(operator, first, second)?,
            };
        }
        Ok(left)
    }

    fn between(&self) -> Option<(Between, u8)> {
        let token = self.token();
        if token.kind == crate::lexer::TokenKind::Punctuation { between(&token.text) } else { None }
    }

    /// An operand with the operators before it.
    pub(super) fn prefixed(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let is_prefix = match token.kind {
            crate::lexer::TokenKind::Punctuation => token.text != "(" || self.begins_type_name(1),
            crate::lexer::TokenKind::Word => words::is_keyword(&token.text),
            _ => false,
        };
        if is_prefix { self.deeper(Self::prefix) } else { self.postfixed() }
    }

    fn prefix(&mut self) -> Parsed<ExprId> {
        let start = self.place();
        let text = self.token().text.clone();
        match text.as_str() {
            "(" => self.cast_or_compound(),
            "++" | "--" => {
                self.take();
                let operand = self.prefixed()?;
                self.step(operand, &text, Gives::After, start)
            }
            "&" => {
                self.take();
                let operand = self.prefixed()?;
                let place = self.since(start);
                self.address(operand, place)
            }
            "&&" => {
                self.take();
                let (name, place) = self.name("a label")?;
                let label = self.label(&name, place)?;
                Ok(self.expr(ExprKind::LabelAddress(label), Type::void().pointer(), self.since(start)))
            }
            "*" => {
                self.take();
                let operand = self.prefixed_value()?;
                let place = self.since(start);
                self.dereference(operand, place)
            }
            "+" => self.signed(Unary::Plus, start),
            "-" => self.signed(Unary::Negate, start),
            "~" => self.signed(Unary::Complement, start),
            "!" => self.signed(Unary::Not, start),
            "__extension__" => {
                self.take();
                self.prefixed()
            }
            "sizeof" => self.size_of(),
            "__real__" | "__imag__" => Err(self.unsupported(start, "Complex numbers are not read: use two numbers.")),
            word if words::is_alignof(word) => self.align_of(),
            _ => self.postfixed(),
        }
    }

    fn prefixed_value(&mut self) -> Parsed<ExprId> {
        let operand = self.prefixed()?;
        Ok(self.value(operand))
    }

    fn signed(&mut self, operator: Unary, start: Place) -> Parsed<ExprId> {
        self.take();
        let operand = self.prefixed_value()?;
        let place = self.since(start);
        self.unary(operator, operand, place)
    }

    /// `(T)e`, or `(T){ .. }` with what may follow it.
    fn cast_or_compound(&mut self) -> Parsed<ExprId> {
        let start = self.take();
        let ty = self.type_name()?;
        self.expect(")")?;
        if self.at("{") {
            let compound = self.compound(ty, start)?;
            return self.postfixes(compound, start);
        }
        let value = self.prefixed_value()?;
        let place = self.since(start);
        self.cast(value, &ty, place)
    }

    /// An operand with what follows it.
    fn postfixed(&mut self) -> Parsed<ExprId> {
        let start = self.place();
        let primary = self.primary()?;
        self.postfixes(primary, start)
    }

    pub(super) fn postfixes(&mut self, primary: ExprId, start: Place) -> Parsed<ExprId> {
        let mut expr = primary;
        loop {
            let token = self.token();
            if token.kind != crate::lexer::TokenKind::Punctuation {
                return Ok(expr);
            }
            expr = match token.text.clone().as_str() {
                "[" => {
                    self.take();
                    let left = self.value(expr);
                    let index = self.expression_value()?;
                    self.expect("]")?;
                    let place = self.since(start);
                    self.index(left, index, place)?
                }
                "(" => self.call(expr, start)?,
                "." => {
                    self.take();
                    let (name, place) = self.name("the name of a member")?;
                    self.member_of(expr, &name, place)?
                }
                "->" => {
                    let place = self.take();
                    let pointer = self.value(expr);
                    let (name, end) = self.name("the name of a member")?;
                    let record = self.pointed_record(pointer, start.to(place))?;
                    self.member_of(record, &name, end)?
                }
                sign @ ("++" | "--") => {
                    self.take();
                    self.step(expr, sign, Gives::Before, start)?
                }
                _ => return Ok(expr),
            };
        }
    }

    /// The object to which the left operand of `->` points.
    fn pointed_record(&mut self, pointer: ExprId, place: Place) -> Parsed<ExprId> {
        if !self.ty(pointer).is_pointer() {
            let ty = self.describe(self.ty(pointer));
            return Err(
                self.mistake(place, format!("`->` needs a pointer before it, not `{ty}`: use `.` for a structure."))
            );
        }
        self.dereference(pointer, place)
    }
}
