//! Statements and their labels.

use boolprog_base::Span;

use super::Builder;
use super::items::Place;
use super::procedure::block;
use crate::ast::{Block, Branch, Call, Expr, ExprKind, Name, SiteKind, Statement, StatementKind, Target, ThreadStart};
use crate::kinds::{Field, Kind};

/// Labels whose statement is still to come.
#[derive(Default)]
pub(super) struct Labels {
    names: Vec<Name>,
    /// Behind the last `:`.
    end: u32,
}

impl Labels {
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl Statement {
    /// Whether it ends with `fi` or `od`, so that no `;` needs to follow.
    pub(super) fn ends_with_word(&self) -> bool {
        matches!(self.kind, StatementKind::If { .. } | StatementKind::While { .. })
    }
}

impl Builder<'_> {
    /// Adds the label under the cursor.
    pub(super) fn label(&mut self, labels: &mut Labels) {
        labels.end = self.span().end;
        self.parts(|builder, _, field| {
            if field == Field::Name {
                labels.names.push(builder.name());
            }
        });
    }

    /// The statement under the cursor; `labels` were found before it, apart from it.
    pub(super) fn statement(&mut self, mut labels: Labels) -> Statement {
        let mut built = None;
        self.children(|builder, kind| {
            if kind == Kind::Label {
                builder.label(&mut labels);
            } else {
                let labels = std::mem::take(&mut labels);
                built = Some(builder.action(kind, labels));
            }
        });
        built.unwrap_or_else(|| {
            let span = Span::empty(labels.end);
            let site = self.site(SiteKind::Statement, span);
            Statement { labels: labels.names, kind: StatementKind::Skip { implicit: true }, site, span }
        })
    }

    /// A hole that keeps `labels`, if there are any.
    pub(super) fn hole(&mut self, labels: Labels) -> Option<Statement> {
        if labels.names.is_empty() || self.open.is_none() {
            return None;
        }
        let span = Span::empty(labels.end);
        Some(self.hole_at(labels, span))
    }

    pub(super) fn hole_at(&mut self, labels: Labels, span: Span) -> Statement {
        let site = self.site(SiteKind::Statement, span);
        Statement { labels: labels.names, kind: StatementKind::Hole, site, span }
    }

    /// The statement under the cursor without its labels.
    fn action(&mut self, kind: Kind, labels: Labels) -> Statement {
        let span = self.span();
        if !matches!(kind, Kind::IfStatement | Kind::WhileStatement) {
            let site = self.site(SiteKind::Statement, span);
            let kind = self.simple(kind);
            return Statement { labels: labels.names, kind, site, span };
        }
        let site = crate::ast::SiteId(self.file.sites.len() as u32);
        let built =
            self.deeper(
                |builder| {
                    if kind == Kind::IfStatement { builder.if_statement() } else { builder.while_statement() }
                },
            );
        match built {
            Some(kind) => Statement { labels: labels.names, kind, site, span },
            None => self.hole_at(labels, span),
        }
    }

    /// A statement of one step.
    fn simple(&mut self, kind: Kind) -> StatementKind {
        match kind {
            Kind::SkipStatement => StatementKind::Skip { implicit: false },
            Kind::GotoStatement => StatementKind::Goto(self.names(Field::Label)),
            Kind::ReturnStatement => StatementKind::Return(self.expressions()),
            Kind::Assignment => self.assignment(),
            Kind::Call => StatementKind::Call { results: Vec::new(), call: self.call() },
            Kind::AssumeStatement => StatementKind::Assume(self.condition()),
            Kind::AssertStatement => StatementKind::Assert(self.condition()),
            Kind::ConstrainStatement => StatementKind::Constrain(self.condition()),
            Kind::PrintStatement => self.print(),
            Kind::DeadStatement => StatementKind::Dead(self.names(Field::Variable)),
            Kind::SyncStatement => StatementKind::Sync(self.first_name(Field::Variable)),
            Kind::StartThreadStatement => self.start_thread(),
            Kind::EndThreadStatement => StatementKind::EndThread,
            Kind::AtomicBeginStatement => StatementKind::AtomicBegin,
            Kind::AtomicEndStatement => StatementKind::AtomicEnd,
            Kind::WaitStatement => StatementKind::Wait,
            Kind::SignalStatement => StatementKind::Signal,
            Kind::BroadcastStatement => StatementKind::Broadcast,
            _ => StatementKind::Hole,
        }
    }

    /// The children of the current node that play the part `part`.
    fn names(&mut self, part: Field) -> Vec<Name> {
        let mut names = Vec::new();
        self.parts(|builder, kind, field| {
            if field == part && matches!(kind, Kind::Identifier | Kind::Number) {
                names.push(builder.name());
            }
        });
        names
    }

    fn first_name(&mut self, part: Field) -> Name {
        let end = self.span().end;
        self.names(part).into_iter().next().unwrap_or_else(|| super::no_name(end))
    }

    /// The condition of the current node.
    fn condition(&mut self) -> Expr {
        let mut condition = Expr { kind: ExprKind::Hole, span: Span::empty(self.span().end) };
        self.parts(|builder, _, field| {
            if field == Field::Condition {
                condition = builder.expression();
            }
        });
        condition
    }

    fn assignment(&mut self) -> StatementKind {
        let mut targets = Vec::new();
        let mut values = Vec::new();
        let mut constrain = None;
        self.parts(|builder, kind, field| match (field, kind) {
            (Field::Target, Kind::Variable) => targets.push(Target::Variable(builder.variable())),
            (Field::Target, Kind::Discard) => targets.push(Target::Discard(builder.span())),
            // The commas between the parts of a list carry its field.
            (Field::Value, kind) if kind != Kind::Comma => values.push(builder.expression()),
            (Field::Constrain, _) => constrain = Some(builder.expression()),
            _ => {}
        });
        match <[Expr; 1]>::try_from(values) {
            Ok([Expr { kind: ExprKind::Call(call), .. }]) if constrain.is_none() => {
                StatementKind::Call { results: targets, call: *call }
            }
            Ok(value) => StatementKind::Assign { targets, values: value.into(), constrain },
            Err(values) => StatementKind::Assign { targets, values, constrain },
        }
    }

    fn print(&mut self) -> StatementKind {
        let mut values = Vec::new();
        self.children(|builder, kind| {
            if kind == Kind::Arguments {
                values = builder.expressions();
            }
        });
        StatementKind::Print(values)
    }

    fn start_thread(&mut self) -> StatementKind {
        let mut start = None;
        let end = self.span().end;
        self.parts(|builder, _, field| match field {
            Field::Label => start = Some(ThreadStart::Goto(builder.name())),
            Field::Procedure => start = Some(ThreadStart::Procedure(builder.name())),
            Field::Call => start = Some(ThreadStart::Call(builder.call())),
            _ => {}
        });
        StatementKind::StartThread(start.unwrap_or_else(|| ThreadStart::Procedure(super::no_name(end))))
    }

    /// The call under the cursor.
    pub(super) fn call(&mut self) -> Call {
        let span = self.span();
        let mut procedure = None;
        let mut arguments = Vec::new();
        self.parts(|builder, _, field| match field {
            Field::Procedure => procedure = Some(builder.name()),
            Field::Arguments => arguments = builder.expressions(),
            _ => {}
        });
        Call { procedure: procedure.unwrap_or_else(|| super::no_name(span.start)), arguments, span }
    }

    fn if_statement(&mut self) -> StatementKind {
        let mut first = self.branch_head();
        let mut others = Vec::new();
        let mut otherwise = None;
        self.parts(|builder, kind, field| match kind {
            Kind::ElsifClause => {
                let branch = builder.elsif_clause();
                others.push(branch);
            }
            Kind::ElseClause => otherwise = Some(builder.else_clause()),
            _ => builder.branch_part(&mut first, kind, field),
        });
        others.insert(0, first);
        StatementKind::If { branches: others, otherwise }
    }

    fn elsif_clause(&mut self) -> Branch {
        let mut branch = self.branch_head();
        self.parts(|builder, kind, field| builder.branch_part(&mut branch, kind, field));
        branch
    }

    fn else_clause(&mut self) -> Block {
        let mut body = block(Vec::new(), self.span().end);
        self.children(|builder, kind| {
            if kind == Kind::Block {
                body = builder.nested_block();
            }
        });
        body
    }

    fn while_statement(&mut self) -> StatementKind {
        let mut branch = self.branch_head();
        self.parts(|builder, kind, field| builder.branch_part(&mut branch, kind, field));
        StatementKind::While { condition: branch.condition, body: branch.body }
    }

    /// A branch that still lacks its condition and body, for the `if`, `elsif` or `while` under the cursor.
    fn branch_head(&mut self) -> Branch {
        let span = self.span();
        let site = self.site(SiteKind::Condition, Span::empty(span.start));
        let hole = Span::empty(span.end);
        Branch { site, condition: Expr { kind: ExprKind::Hole, span: hole }, body: block(Vec::new(), span.end) }
    }

    /// Adds the node under the cursor to the branch it is a part of.
    fn branch_part(&mut self, branch: &mut Branch, kind: Kind, field: Field) {
        match (field, kind) {
            (Field::Condition, _) => {
                branch.condition = self.expression();
                let site = &mut self.file.sites[branch.site.0 as usize];
                site.span.end = branch.condition.span.end;
                branch.body.span = Span::empty(site.span.end);
            }
            // The place of an empty body.
            (_, Kind::Then | Kind::Do) => branch.body.span = Span::empty(self.span().end),
            (_, Kind::Block) => branch.body = self.nested_block(),
            _ => {}
        }
    }

    fn nested_block(&mut self) -> Block {
        let start = self.span().start;
        let mut statements = Vec::new();
        self.items(&mut statements, Place::Nested);
        block(statements, start)
    }
}
