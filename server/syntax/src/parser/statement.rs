//! Statements and their labels.

use boolprog_base::Span;

use super::message::{LABEL, NAME};
use super::tokens::Kind;
use super::{Parser, Unseparated};
use crate::ast::{Call, Expr, ExprKind, Name, SiteKind, Statement, StatementKind, Target, ThreadStart, Variable};

#[derive(Default)]
pub(super) struct Labels {
    pub(super) names: Vec<Name>,
    end: u32,
}

impl Kind {
    /// `true` if labels may precede an item that begins with this token, as part of it.
    fn takes_labels(self) -> bool {
        let ends_item = matches!(self, Self::Semicolon | Self::End | Self::Fi | Self::Od | Self::Begin);
        let goes_on = matches!(self, Self::Then | Self::Do | Self::Else | Self::Elsif | Self::Elif);
        let no_statement =
            matches!(self, Self::Decl | Self::Enforce | Self::Abortif | Self::Dfs | Self::Void | Self::Bool);
        !(ends_item || goes_on || no_statement || self == Self::EndOfText)
    }
}

impl Parser<'_> {
    /// Labels have no statement if the next item is none: they bear a `skip` of their own.
    pub(super) fn settle_labels(&mut self, next: Kind) {
        if self.labels.names.is_empty() || next.takes_labels() {
            return;
        }
        let end = self.labels.end;
        self.push(StatementKind::Skip { implicit: true }, Span::empty(end));
    }

    /// Adds a statement that has been read, with its labels.
    pub(super) fn push(&mut self, kind: StatementKind, span: Span) {
        let site = self.site(SiteKind::Statement, span);
        let labels = std::mem::take(&mut self.labels).names;
        self.statements.push(Statement { labels, kind, site, span });
        self.before = Some(Unseparated { end: span.end, always: false });
    }

    /// The statement that begins with the next token, or the part of one.
    pub(super) fn statement(&mut self, first: Kind) {
        let (start, end_before) = (self.start(), self.end());
        match first {
            Kind::Identifier | Kind::Quote | Kind::Discard => return self.label_call_or_assignment(first),
            Kind::Number => return self.number_label(),
            _ if !first.begins_or_ends_item() => {
                return self.fail(if self.peek_second() == Kind::Colon { LABEL } else { "a statement" });
            }
            _ => self.advance(),
        }
        match first {
            Kind::If | Kind::While => self.open_block(first, start),
            Kind::Elsif | Kind::Elif => self.elsif(start, end_before),
            Kind::Else => self.otherwise(end_before),
            Kind::Fi => self.close_block(Kind::If, end_before),
            Kind::Od => self.close_block(Kind::While, end_before),
            Kind::Enforce | Kind::Abortif => self.clause(first, start),
            Kind::Then | Kind::Do => {
                self.begin_body();
                self.fail("a statement");
            }
            Kind::Begin => self.unbalanced = true,
            _ => {
                let kind = self.simple(first);
                self.push(kind, Span::new(start, self.end()));
            }
        }
    }

    /// A statement of one step, after its first word.
    fn simple(&mut self, first: Kind) -> StatementKind {
        match first {
            Kind::Skip => StatementKind::Skip { implicit: false },
            Kind::Goto => StatementKind::Goto(self.names(Self::label)),
            Kind::Return => StatementKind::Return(self.returned()),
            Kind::Assume => StatementKind::Assume(self.expression()),
            Kind::Assert => StatementKind::Assert(self.expression()),
            Kind::Constrain => {
                self.expect(Kind::ParenthesisOpen, "`(`");
                let condition = self.expression();
                self.expect(Kind::ParenthesisClose, "`)` or an operator");
                StatementKind::Constrain(condition)
            }
            Kind::Print => {
                self.expect(Kind::ParenthesisOpen, "`(`");
                StatementKind::Print(self.arguments())
            }
            Kind::Dead => StatementKind::Dead(self.names(|parser| parser.name(NAME))),
            Kind::Sync => StatementKind::Sync(self.name(NAME)),
            Kind::StartThread => StatementKind::StartThread(self.start_thread()),
            Kind::EndThread => StatementKind::EndThread,
            Kind::AtomicBegin => StatementKind::AtomicBegin,
            Kind::AtomicEnd => StatementKind::AtomicEnd,
            Kind::Wait => StatementKind::Wait,
            Kind::Signal => StatementKind::Signal,
            Kind::Broadcast => StatementKind::Broadcast,
            _ => StatementKind::Hole,
        }
    }

    /// A label where one is mentioned.
    fn label(&mut self) -> Name {
        if self.peek() == Kind::Number { self.take_name() } else { self.name(LABEL) }
    }

    /// `0:`
    fn number_label(&mut self) {
        let name = self.take_name();
        self.expect(Kind::Colon, "`:`, because a number here is a label");
        self.add_label(name);
    }

    fn add_label(&mut self, name: Name) {
        self.labels.names.push(name);
        self.labels.end = self.end();
    }

    /// A statement that begins with a name, or a label before one.
    fn label_call_or_assignment(&mut self, first: Kind) {
        let start = self.start();
        let mut targets = Vec::new();
        if first == Kind::Identifier {
            let name = self.take_name();
            if self.accept(Kind::Colon) {
                return self.add_label(name);
            }
            if self.accept(Kind::ParenthesisOpen) {
                let call = self.call_statement(name);
                return self.push(call, Span::new(start, self.end()));
            }
            if !matches!(self.peek(), Kind::Comma | Kind::Becomes) {
                self.fail("`:=`, `:` or `(`");
                return self.push(StatementKind::Hole, name.span);
            }
            let span = name.span;
            targets.push(Target::Variable(Variable { name, primed: false, span }));
        } else {
            targets.push(self.target());
        }
        while self.accept(Kind::Comma) {
            targets.push(self.target());
        }
        self.expect(Kind::Becomes, "`:=` or `,`");
        let kind = self.assigned(targets);
        self.push(kind, Span::new(start, self.end()));
    }

    fn call_statement(&mut self, procedure: Name) -> StatementKind {
        let (start, arguments) = (procedure.span.start, self.arguments());
        let call = Call { procedure, arguments, span: Span::new(start, self.end()) };
        StatementKind::Call { results: Vec::new(), call }
    }

    /// The right side after `:=`.
    fn assigned(&mut self, targets: Vec<Target>) -> StatementKind {
        let values = self.expressions();
        let constrain = self.accept(Kind::Constrain).then(|| self.expression());
        match <[Expr; 1]>::try_from(values) {
            Ok([Expr { kind: ExprKind::Call(call), .. }]) if constrain.is_none() => {
                StatementKind::Call { results: targets, call: *call }
            }
            Ok(value) => StatementKind::Assign { targets, values: value.into(), constrain },
            Err(values) => StatementKind::Assign { targets, values, constrain },
        }
    }

    fn target(&mut self) -> Target {
        let span = self.span();
        if self.accept(Kind::Discard) {
            return Target::Discard(span);
        }
        let primed = self.accept(Kind::Quote);
        let name = self.name("a variable");
        let span = if primed { span.cover(name.span) } else { name.span };
        Target::Variable(Variable { name, primed, span })
    }

    /// The values after `return`. Where a `;` is missing, a name may begin the next statement instead.
    fn returned(&mut self) -> Vec<Expr> {
        let next = self.peek();
        let next_statement = matches!(self.peek_second(), Kind::Colon | Kind::Becomes);
        let has_none = matches!(next, Kind::EndOfText | Kind::Discard) || next.begins_or_ends_item();
        if has_none || next_statement {
            return Vec::new();
        }
        let begin = (self.next, self.diagnostics.len());
        let values = self.expressions();
        if self.peek() != Kind::Becomes {
            return values;
        }
        // They were the targets of an assignment.
        self.next = begin.0;
        self.diagnostics.truncate(begin.1);
        Vec::new()
    }

    fn start_thread(&mut self) -> ThreadStart {
        if self.accept(Kind::Goto) {
            return ThreadStart::Goto(self.label());
        }
        let name = self.name("`goto` or a procedure");
        if !self.accept(Kind::ParenthesisOpen) {
            return ThreadStart::Procedure(name);
        }
        let (start, arguments) = (name.span.start, self.arguments());
        ThreadStart::Call(Call { procedure: name, arguments, span: Span::new(start, self.end()) })
    }
}
