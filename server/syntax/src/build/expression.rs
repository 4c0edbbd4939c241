//! Expressions.

use boolprog_base::Span;

use super::Builder;
use crate::ast::{BinaryOp, Expr, ExprKind, Variable};
use crate::kinds::Kind;

impl Builder<'_> {
    /// The expression under the cursor.
    pub(super) fn expression(&mut self) -> Expr {
        let span = self.span();
        let kind = Kind::of(self.node());
        let kind = self.deeper(|builder| builder.expression_kind(kind)).unwrap_or(ExprKind::Hole);
        Expr { kind, span }
    }

    /// All expressions directly under the current node.
    pub(super) fn expressions(&mut self) -> Vec<Expr> {
        let mut expressions = Vec::new();
        self.children(|builder, kind| {
            if is_expression(kind) {
                expressions.push(builder.expression());
            }
        });
        expressions
    }

    fn expression_kind(&mut self, kind: Kind) -> ExprKind {
        match kind {
            Kind::Constant => self.constant().map_or(ExprKind::Hole, ExprKind::Const),
            Kind::Any => ExprKind::Any,
            Kind::Variable => {
                let variable = self.variable();
                if variable.name.text.is_empty() { ExprKind::Hole } else { ExprKind::Variable(variable) }
            }
            Kind::Call => ExprKind::Call(Box::new(self.call())),
            Kind::ParenthesizedExpression => {
                let [inner] = self.operands();
                ExprKind::Paren(inner)
            }
            Kind::NotExpression => {
                let [operand] = self.operands();
                ExprKind::Not(operand)
            }
            Kind::BinaryExpression => self.binary(),
            Kind::TernaryExpression => {
                let [condition, consequence, alternative] = self.operands();
                ExprKind::Ternary(condition, consequence, alternative)
            }
            Kind::SchooseExpression => {
                let [true_if, false_if] = self.operands();
                ExprKind::Schoose(true_if, false_if)
            }
            _ => ExprKind::Hole,
        }
    }

    /// The N operands of the current node.
    fn operands<const N: usize>(&mut self) -> [Box<Expr>; N] {
        let end = self.span().end;
        let mut operands = self.expressions().into_iter();
        std::array::from_fn(|_| {
            Box::new(operands.next().unwrap_or(Expr { kind: ExprKind::Hole, span: Span::empty(end) }))
        })
    }

    fn binary(&mut self) -> ExprKind {
        let hole = Span::empty(self.span().end);
        let mut operator = None;
        let [mut left, mut right] = [hole; 2].map(|span| Box::new(Expr { kind: ExprKind::Hole, span }));
        self.children(|builder, kind| match binary_operator(kind) {
            None if is_expression(kind) => {
                let operand = if operator.is_none() { &mut left } else { &mut right };
                **operand = builder.expression();
            }
            None => {}
            found => operator = found,
        });
        operator.map_or(ExprKind::Hole, |operator| ExprKind::Binary(operator, left, right))
    }

    /// The variable under the cursor.
    pub(super) fn variable(&mut self) -> Variable {
        let span = self.span();
        let node = self.node();
        if node.child_count() == 1 && !node.has_error() {
            return Variable { name: self.name(), primed: false, span };
        }
        let mut variable = Variable { name: super::no_name(span.end), primed: false, span };
        self.children(|builder, kind| match kind {
            Kind::Quote => variable.primed = true,
            Kind::Identifier => variable.name = builder.name(),
            _ => {}
        });
        variable
    }

    /// The constant under the cursor; reports numbers that are none.
    pub(super) fn constant(&mut self) -> Option<bool> {
        let span = self.span();
        match self.slice(span) {
            "1" | "T" | "true" => Some(true),
            "0" | "F" | "false" => Some(false),
            "" => None,
            _ => {
                self.error("number-operand", span, "The only numbers that are values are 0 and 1.");
                None
            }
        }
    }
}

fn binary_operator(token: Kind) -> Option<BinaryOp> {
    Some(match token {
        Kind::Equal => BinaryOp::Equal,
        Kind::NotEqual => BinaryOp::NotEqual,
        Kind::And | Kind::AndAnd => BinaryOp::And,
        Kind::Xor => BinaryOp::Xor,
        Kind::Or | Kind::OrOr => BinaryOp::Or,
        Kind::Implies | Kind::Arrow => BinaryOp::Implies,
        Kind::Iff => BinaryOp::Iff,
        _ => return None,
    })
}

fn is_expression(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Constant
            | Kind::Any
            | Kind::Variable
            | Kind::Call
            | Kind::ParenthesizedExpression
            | Kind::NotExpression
            | Kind::BinaryExpression
            | Kind::TernaryExpression
            | Kind::SchooseExpression
    )
}
