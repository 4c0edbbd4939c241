//! Expressions, by precedence climbing.

use boolprog_base::{Diagnostic, MAX_DEPTH, Severity, Span, too_deep};
use smol_str::SmolStr;

use super::ast::{BinaryOperator, Expr, ExprKind, InstanceName, Name};
use super::lexer::Kind;
use super::parser::Parser;
use crate::{Arithmetic, Comparison};

/// Binding strength of an operator; 0 means none.
pub(crate) const fn strength(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::Or => 1,
        BinaryOperator::And => 2,
        BinaryOperator::Comparison(Comparison::Equal | Comparison::NotEqual) => 3,
        BinaryOperator::Comparison(_) => 4,
        BinaryOperator::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => 5,
        BinaryOperator::Arithmetic(_) => 6,
    }
}

fn operator(kind: Kind) -> Option<BinaryOperator> {
    Some(match kind {
        Kind::OrOr | Kind::Or => BinaryOperator::Or,
        Kind::AndAnd | Kind::And => BinaryOperator::And,
        Kind::EqualEqual | Kind::Equal => BinaryOperator::Comparison(Comparison::Equal),
        Kind::NotEqual => BinaryOperator::Comparison(Comparison::NotEqual),
        Kind::Less => BinaryOperator::Comparison(Comparison::Less),
        Kind::LessOrEqual => BinaryOperator::Comparison(Comparison::LessOrEqual),
        Kind::Greater => BinaryOperator::Comparison(Comparison::Greater),
        Kind::GreaterOrEqual => BinaryOperator::Comparison(Comparison::GreaterOrEqual),
        Kind::Plus => BinaryOperator::Arithmetic(Arithmetic::Add),
        Kind::Minus => BinaryOperator::Arithmetic(Arithmetic::Subtract),
        Kind::Star => BinaryOperator::Arithmetic(Arithmetic::Multiply),
        Kind::Slash => BinaryOperator::Arithmetic(Arithmetic::Divide),
        Kind::Percent => BinaryOperator::Arithmetic(Arithmetic::Remainder),
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression; a hole if there is none.
    pub(super) fn expression(&mut self) -> Expr {
        let start = self.start();
        if !self.enter() {
            return self.hole();
        }
        let mut result = self.binary(1);
        if self.accept(Kind::Question) {
            let mut height = self.height;
            let then = self.expression();
            height = height.max(self.height);
            self.expect(Kind::Colon, "`:`");
            let otherwise = self.expression();
            height = height.max(self.height);
            let kind = ExprKind::Conditional(Box::new(result), Box::new(then), Box::new(otherwise));
            result = self.node(kind, start, height);
        }
        self.depth -= 1;
        result
    }

    /// Enters a level of nesting; returns `false` if that is too deep.
    fn enter(&mut self) -> bool {
        self.height = 0;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth -= 1;
            self.too_deep();
            return false;
        }
        true
    }

    /// An expression above others of this height; a hole if that is too high.
    fn node(&mut self, kind: ExprKind, start: u32, height_below: u32) -> Expr {
        self.height = height_below + 1;
        if self.depth + self.height > MAX_DEPTH {
            self.too_deep();
            return self.hole();
        }
        Expr { kind, span: self.since(start) }
    }

    fn too_deep(&mut self) {
        self.height = 0;
        self.panic(Diagnostic::new("nesting-too-deep", Severity::Error, Span::empty(self.start()), too_deep()));
    }

    /// Operators that bind at least so strongly, those of one strength from the left.
    fn binary(&mut self, least: u8) -> Expr {
        let start = self.start();
        let mut left = self.prefix();
        while let Some(operator) = self.peek_operator().filter(|operator| strength(*operator) >= least) {
            let height = self.height;
            self.operator();
            let right = self.binary(strength(operator) + 1);
            let height = height.max(self.height);
            left = self.node(ExprKind::Binary(operator, Box::new(left), Box::new(right)), start, height);
        }
        left
    }

    fn peek_operator(&self) -> Option<BinaryOperator> {
        let kind = self.peek();
        if kind == Kind::Equal && self.equal_ends { None } else { operator(kind) }
    }

    /// Consumes an operator; one of another language is understood and reported.
    fn operator(&mut self) {
        match self.peek() {
            Kind::Equal => self.instead("equality-operator", "Equality is written `==`.", "=="),
            Kind::And => self.instead("conjunction-operator", "Conjunction is written `&&`.", "&&"),
            Kind::Or => self.instead("disjunction-operator", "Disjunction is written `||`.", "||"),
            _ => {
                self.advance();
            }
        }
    }

    fn prefix(&mut self) -> Expr {
        let start = self.start();
        let wrap = match self.peek() {
            Kind::Bang => ExprKind::Not,
            Kind::Minus => ExprKind::Negate,
            _ => return self.primary(),
        };
        self.advance();
        if !self.enter() {
            return self.hole();
        }
        let operand = self.prefix();
        self.depth -= 1;
        self.node(wrap(Box::new(operand)), start, self.height)
    }

    fn primary(&mut self) -> Expr {
        let start = self.start();
        self.height = 0;
        let kind = match self.peek() {
            Kind::Number => self.number(),
            Kind::True | Kind::False => {
                let value = self.peek() == Kind::True;
                self.advance();
                ExprKind::Boolean(value)
            }
            Kind::ParenthesisOpen => {
                self.advance();
                let inner = self.expression();
                self.expect(Kind::ParenthesisClose, "`)` or an operator");
                ExprKind::Paren(Box::new(inner))
            }
            Kind::Name if self.peek_second() == Kind::ParenthesisOpen => self.count(),
            Kind::Name => self.named(),
            _ => {
                self.missing_operand();
                ExprKind::Hole
            }
        };
        self.node(kind, start, self.height)
    }

    fn missing_operand(&mut self) {
        match self.peek() {
            Kind::Star | Kind::Input => {
                self.unexpected("an expression (`*` and `input` stand alone after `:=`)");
            }
            _ => self.unexpected("an expression"),
        }
    }

    fn number(&mut self) -> ExprKind {
        let span = self.advance();
        let value: Option<u64> = self.slice(span).parse().ok();
        // The least number of 64 bits is written with a sign of its own.
        if let Some(value) = value.filter(|value| *value <= i64::MIN.unsigned_abs()) {
            return ExprKind::Number(value);
        }
        let message = format!("The largest number is {}.", i64::MAX);
        self.report(Diagnostic::new("number-too-large", Severity::Error, span, message));
        ExprKind::Hole
    }

    /// `count(P @ l)`
    fn count(&mut self) -> ExprKind {
        let function = self.advance();
        if self.slice(function) != "count" {
            let message = format!("`{}` is not a function; the only one is `count`.", self.slice(function));
            self.report(Diagnostic::new("unknown-function", Severity::Error, function, message));
        }
        self.expect(Kind::ParenthesisOpen, "`(`");
        let process = self.name("a process");
        self.expect(Kind::At, "`@` and a location");
        let location = self.name("a location");
        self.expect(Kind::ParenthesisClose, "`)`");
        ExprKind::Count(process, location)
    }

    /// A variable, `P[0].x` or `P[0] @ l`.
    fn named(&mut self) -> ExprKind {
        if !matches!(self.peek_second(), Kind::At | Kind::Dot | Kind::BracketOpen) {
            let span = self.advance();
            return ExprKind::Name(SmolStr::new(self.slice(span)));
        }
        let instance = self.instance();
        if self.accept(Kind::At) {
            let location = self.name("a location");
            return ExprKind::At(instance, location);
        }
        self.expect(Kind::Dot, "`.` and a variable, or `@` and a location");
        let variable: Name = self.name("a variable");
        ExprKind::Member(instance, variable)
    }

    /// `P` or `P[0]`
    pub(super) fn instance(&mut self) -> InstanceName {
        let start = self.start();
        let process = self.name("a process");
        let index = self.accept(Kind::BracketOpen).then(|| {
            let index = self.expression();
            self.expect(Kind::BracketClose, "`]`");
            Box::new(index)
        });
        InstanceName { process, index, span: self.since(start) }
    }
}
