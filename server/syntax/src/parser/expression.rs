//! Expressions, without recursion: operators wait on a stack for their operands.

use boolprog_base::{MAX_DEPTH, Span};

use super::Parser;
use super::tokens::Kind;
use crate::ast::{BinaryOp, Call, Expr, ExprKind, Name, Variable};

/// An expression and how deep it is nested.
struct Operand {
    expr: Expr,
    depth: u32,
}

impl Operand {
    fn hole(offset: u32) -> Self {
        Self { expr: Expr { kind: ExprKind::Hole, span: Span::empty(offset) }, depth: 1 }
    }

    fn new(kind: ExprKind, span: Span) -> Self {
        Self { expr: Expr { kind, span }, depth: 1 }
    }
}

/// Something that waits for an operand to become an expression.
enum Waiting {
    /// `!`, which begins here.
    Not(u32),
    Infix(BinaryOp, Operand),
    /// After the `:` of a ternary operator, which is rare: boxed, so that it makes nothing else larger.
    Alternative(Box<[Operand; 2]>),
    /// After its `?`.
    Consequence(Operand),
    /// `(`, which begins here.
    Parenthesis(u32),
    Arguments(OpenCall),
    /// Before its comma; it begins here.
    SchooseFirst(u32),
    SchooseSecond(u32, Operand),
}

/// A call that waits for its last argument.
struct OpenCall {
    procedure: Name,
    arguments: Vec<Expr>,
    depth: u32,
}

/// Binding strengths of operators, in increasing order.
mod strength {
    pub(super) const ALL: u32 = 0;
    pub(super) const TERNARY: u32 = 1;
    pub(super) const NOT: u32 = 8;
}

impl Waiting {
    /// The strength with which it binds its operand; `None` if only a closing token completes it.
    fn strength(&self) -> Option<u32> {
        match self {
            Self::Not(_) => Some(strength::NOT),
            Self::Infix(operator, _) => Some(operator.strength()),
            Self::Alternative(_) => Some(strength::TERNARY),
            _ => None,
        }
    }

    fn closer(&self) -> Option<Kind> {
        match self {
            Self::Parenthesis(_) | Self::Arguments(_) => Some(Kind::ParenthesisClose),
            Self::SchooseSecond(..) => Some(Kind::BracketClose),
            _ => None,
        }
    }

    /// The expected tokens after an operand inside it.
    fn expects(&self) -> &'static str {
        match self {
            Self::Arguments(_) => "`,`, `)` or an operator",
            Self::SchooseFirst(_) => "`,` or an operator",
            Self::SchooseSecond(..) => "`]` or an operator",
            Self::Consequence(_) => "`:` or an operator",
            _ => "`)` or an operator",
        }
    }
}

impl BinaryOp {
    fn of(token: Kind) -> Option<Self> {
        Some(match token {
            Kind::Equal => Self::Equal,
            Kind::NotEqual => Self::NotEqual,
            Kind::And | Kind::AndAnd => Self::And,
            Kind::Xor => Self::Xor,
            Kind::Or | Kind::OrOr => Self::Or,
            Kind::Implies | Kind::Arrow => Self::Implies,
            Kind::Iff => Self::Iff,
            _ => return None,
        })
    }

    pub(crate) fn strength(self) -> u32 {
        match self {
            Self::Equal | Self::NotEqual => 7,
            Self::And => 6,
            Self::Xor => 5,
            Self::Or => 4,
            Self::Implies => 3,
            Self::Iff => 2,
        }
    }

    /// The least strength of an operator on the left that takes the operand before this one; for `=>` the next higher,
    /// since it associates to the right.
    fn left_strength(self) -> u32 {
        self.strength() + u32::from(self == Self::Implies)
    }
}

impl Parser<'_> {
    /// One or more expressions with commas between them.
    pub(super) fn expressions(&mut self) -> Vec<Expr> {
        let mut all = vec![self.expression()];
        while self.accept(Kind::Comma) {
            all.push(self.expression());
        }
        all
    }

    /// `( [e {, e}] )` after its opening parenthesis.
    pub(super) fn arguments(&mut self) -> Vec<Expr> {
        if self.accept(Kind::ParenthesisClose) {
            return Vec::new();
        }
        let arguments = self.expressions();
        self.expect(Kind::ParenthesisClose, "`)` or an operator");
        arguments
    }

    /// An expression; a hole where an operand is missing.
    pub(super) fn expression(&mut self) -> Expr {
        let mut waiting = Vec::new();
        loop {
            let Some(operand) = self.operand(&mut waiting) else { continue };
            if let Some(complete) = self.after_operand(&mut waiting, operand) {
                return complete.expr;
            }
        }
    }

    /// Reads up to the next operand; `None` if it is just opened.
    fn operand(&mut self, waiting: &mut Vec<Waiting>) -> Option<Operand> {
        while matches!(self.peek(), Kind::Bang | Kind::Tilde) {
            waiting.push(Waiting::Not(self.start()));
            self.advance();
        }
        let (token, span) = (self.peek(), self.span());
        match token {
            Kind::ParenthesisOpen => {
                self.advance();
                waiting.push(Waiting::Parenthesis(span.start));
                None
            }
            Kind::Schoose => {
                self.advance();
                self.expect(Kind::BracketOpen, "`[`");
                waiting.push(Waiting::SchooseFirst(span.start));
                None
            }
            Kind::Quote => {
                self.advance();
                let name = self.name("the name of a variable");
                let is_missing = name.text.is_empty();
                let span = span.cover(name.span);
                let variable = ExprKind::Variable(Variable { name, primed: true, span });
                Some(Operand::new(if is_missing { ExprKind::Hole } else { variable }, span))
            }
            Kind::Identifier | Kind::Discard => {
                let name = self.take_name();
                if !self.accept(Kind::ParenthesisOpen) {
                    let variable = Variable { name, primed: false, span };
                    return Some(Operand::new(ExprKind::Variable(variable), span));
                }
                let call = OpenCall { procedure: name, arguments: Vec::new(), depth: 1 };
                if self.accept(Kind::ParenthesisClose) {
                    return Some(self.call(call));
                }
                waiting.push(Waiting::Arguments(call));
                None
            }
            Kind::Star | Kind::Question => {
                self.advance();
                Some(Operand::new(ExprKind::Any, span))
            }
            Kind::Number | Kind::TrueLetter | Kind::FalseLetter | Kind::True | Kind::False => {
                let constant = self.constant();
                Some(Operand::new(constant.map_or(ExprKind::Hole, ExprKind::Const), span))
            }
            _ => {
                self.missing_operand();
                Some(Operand::hole(self.end()))
            }
        }
    }

    /// Parses the tokens after an operand; returns the whole expression if it ends here.
    fn after_operand(&mut self, waiting: &mut Vec<Waiting>, mut operand: Operand) -> Option<Operand> {
        loop {
            let token = self.peek();
            if let Some(operator) = BinaryOp::of(token) {
                let left = self.reduce(waiting, operand, operator.left_strength());
                waiting.push(Waiting::Infix(operator, left));
                self.advance();
                return None;
            }
            if token == Kind::Question {
                let condition = self.reduce(waiting, operand, strength::TERNARY + 1);
                waiting.push(Waiting::Consequence(condition));
                self.advance();
                return None;
            }
            operand = self.reduce(waiting, operand, strength::ALL);
            let Some(innermost) = waiting.pop() else { return Some(operand) };
            let next = match (innermost, token) {
                (Waiting::Consequence(condition), Kind::Colon) => Waiting::Alternative(Box::new([condition, operand])),
                (Waiting::Arguments(call), Kind::Comma) => Waiting::Arguments(call.with(operand)),
                (Waiting::SchooseFirst(start), Kind::Comma) => Waiting::SchooseSecond(start, operand),
                (innermost, _) => {
                    match innermost.closer() {
                        Some(closer) if token == closer => self.advance(),
                        _ => self.fail(innermost.expects()),
                    }
                    operand = self.completed(innermost, operand);
                    continue;
                }
            };
            waiting.push(next);
            self.advance();
            return None;
        }
    }

    /// Gives an operand to everything that waits for it and binds it at least so strongly.
    fn reduce(&mut self, waiting: &mut Vec<Waiting>, mut operand: Operand, least: u32) -> Operand {
        while let Some(innermost) = waiting.pop_if(|it| it.strength().is_some_and(|strength| strength >= least)) {
            operand = self.completed(innermost, operand);
        }
        operand
    }

    /// The construct that waited for an operand, with that operand as its last; holes replace other missing ones.
    fn completed(&mut self, waiting: Waiting, last: Operand) -> Operand {
        let end = self.end();
        let boxed = |operand: Operand| Box::new(operand.expr);
        let hole = || Operand::hole(end);
        let deepest =
            |operands: &[&Operand]| operands.iter().map(|operand| operand.depth).max().unwrap_or_default() + 1;
        let (start, depth, kind) = match waiting {
            Waiting::Not(start) => (start, deepest(&[&last]), ExprKind::Not(boxed(last))),
            Waiting::Parenthesis(start) => (start, deepest(&[&last]), ExprKind::Paren(boxed(last))),
            Waiting::Infix(operator, left) => {
                let (start, depth) = (left.expr.span.start, deepest(&[&left, &last]));
                (start, depth, ExprKind::Binary(operator, boxed(left), boxed(last)))
            }
            Waiting::Alternative(operands) => {
                let [condition, consequence] = *operands;
                let (start, depth) = (condition.expr.span.start, deepest(&[&condition, &consequence, &last]));
                (start, depth, ExprKind::Ternary(boxed(condition), boxed(consequence), boxed(last)))
            }
            Waiting::Consequence(condition) => {
                let (start, depth) = (condition.expr.span.start, deepest(&[&condition, &last]));
                (start, depth, ExprKind::Ternary(boxed(condition), boxed(last), boxed(hole())))
            }
            Waiting::SchooseFirst(start) => (start, deepest(&[&last]), ExprKind::Schoose(boxed(last), boxed(hole()))),
            Waiting::SchooseSecond(start, first) => {
                (start, deepest(&[&first, &last]), ExprKind::Schoose(boxed(first), boxed(last)))
            }
            Waiting::Arguments(call) => {
                let call = call.with(last);
                return self.call(call);
            }
        };
        self.within_bounds(Operand { expr: Expr { kind, span: Span::new(start, end) }, depth })
    }

    /// The call whose last token has just been read.
    fn call(&mut self, OpenCall { procedure, arguments, depth }: OpenCall) -> Operand {
        let span = Span::new(procedure.span.start, self.end());
        let call = Box::new(Call { procedure, arguments, span });
        self.within_bounds(Operand { expr: Expr { kind: ExprKind::Call(call), span }, depth })
    }

    /// A hole instead of an expression that is nested too deep.
    fn within_bounds(&mut self, operand: Operand) -> Operand {
        if operand.depth as usize + self.blocks.len() <= MAX_DEPTH as usize {
            return operand;
        }
        self.report_too_deep(operand.expr.span);
        Operand::new(ExprKind::Hole, operand.expr.span)
    }

    /// The constant that comes next; reports numbers that are none.
    pub(super) fn constant(&mut self) -> Option<bool> {
        let span = self.span();
        self.advance();
        match self.slice(span) {
            "1" | "T" | "true" => Some(true),
            "0" | "F" | "false" => Some(false),
            _ => {
                self.error("number-operand", span, "Only the numbers 0 and 1 are values.");
                None
            }
        }
    }
}

impl OpenCall {
    fn with(mut self, argument: Operand) -> Self {
        self.depth = self.depth.max(argument.depth + 1);
        self.arguments.push(argument.expr);
        self
    }
}
