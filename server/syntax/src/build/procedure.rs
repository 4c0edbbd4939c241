//! Procedures: opened by their header, closed by their `end` or by whatever cannot belong to them.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};

use super::Builder;
use crate::ast::{Block, Expr, ExprKind, Name, Procedure, SiteId, SiteKind, Statement};
use crate::kinds::{Field, Kind};

/// More results than any program has; more would only cost memory.
const MAX_RESULTS: u32 = 10_000;

/// A procedure under construction; its statements are collected apart.
pub(super) struct OpenProcedure {
    pub(super) procedure: Procedure,
    /// Behind `begin` or the last declaration in its place: where one more can be inserted.
    pub(super) declarations_end: u32,
    /// Whether an `enforce`, an `abortif` or a statement came already.
    pub(super) declarations_over: bool,
}

/// Which clause at the head of a procedure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    Enforce,
    Abortif,
}

impl Clause {
    fn word(self) -> &'static str {
        match self {
            Self::Enforce => "enforce",
            Self::Abortif => "abortif",
        }
    }
}

impl Procedure {
    /// A procedure without any part, at an offset.
    pub(super) fn nameless(offset: u32) -> Self {
        Self {
            span: Span::empty(offset),
            name: super::no_name(offset),
            results: 0,
            result_type: None,
            parameters: Vec::new(),
            declarations: Vec::new(),
            enforce: None,
            abortif: None,
            body: Block::default(),
            end: SiteId(0),
        }
    }
}

impl Builder<'_> {
    /// Begins the procedure whose header is under the cursor, and ends the one before if its `end` is missing.
    pub(super) fn open_procedure(&mut self, statements: &mut Vec<Arc<Statement>>) {
        let span = self.span();
        self.close_procedure(statements, Span::empty(span.start));
        let mut procedure = Procedure { span, ..Procedure::nameless(span.start) };
        self.parts(|builder, kind, field| match (field, kind) {
            (Field::Name, _) => procedure.name = builder.name(),
            (_, Kind::ResultType) => {
                procedure.result_type = Some(builder.span());
                procedure.results = builder.results();
            }
            (_, Kind::Parameters) => procedure.parameters = builder.identifiers(),
            _ => {}
        });
        self.open = Some(OpenProcedure { procedure, declarations_end: span.end, declarations_over: false });
    }

    /// Ends the procedure under construction, if there is one: `end` is its closing word or, if that is missing,
    /// the place where it should be.
    pub(super) fn close_procedure(&mut self, statements: &mut Vec<Arc<Statement>>, end: Span) {
        let Some(OpenProcedure { mut procedure, declarations_end, .. }) = self.open.take() else { return };
        procedure.end = self.site(SiteKind::End, end);
        procedure.body = block(std::mem::take(statements), declarations_end);
        procedure.span = procedure.span.cover(end);
        self.file.procedures.push(Arc::new(procedure));
    }

    /// The number of results in the result type under the cursor.
    fn results(&mut self) -> u32 {
        let mut results = 0;
        self.children(|builder, kind| match kind {
            Kind::Bool => results = 1,
            Kind::Number => match builder.slice(builder.span()).parse() {
                Ok(count @ 1..=MAX_RESULTS) => results = count,
                _ if builder.node().is_missing() => {}
                _ => {
                    let message =
                        format!("A procedure returns between 1 and {MAX_RESULTS} values; write `void` for none.");
                    builder.error("result-count", builder.span(), message);
                }
            },
            _ => {}
        });
        results
    }

    fn identifiers(&mut self) -> Vec<Name> {
        let mut names = Vec::new();
        self.children(|builder, kind| {
            if kind == Kind::Identifier {
                names.push(builder.name());
            }
        });
        names
    }

    /// The `enforce` or `abortif` under the cursor; `in_place` if it stands directly in the procedure's body.
    pub(super) fn clause(&mut self, clause: Clause, in_place: bool, after_statement: bool) {
        let span = self.span();
        let mut condition = Expr { kind: ExprKind::Hole, span: Span::empty(span.end) };
        self.parts(|builder, _, field| {
            if field == Field::Condition {
                condition = builder.expression();
            }
        });
        let Some(open) = &mut self.open else { return };
        open.declarations_over = true;
        let misplaced = !in_place || after_statement || (clause == Clause::Enforce && open.procedure.abortif.is_some());
        let slot = match clause {
            Clause::Enforce => &mut open.procedure.enforce,
            Clause::Abortif => &mut open.procedure.abortif,
        };
        let first = slot.as_ref().map(|first| first.span);
        slot.get_or_insert(condition);
        let word = clause.word();
        if let Some(first) = first {
            let message = format!("A procedure has at most one `{word}`. Join the conditions into one.");
            self.report(
                Diagnostic::new("duplicate-clause", Severity::Error, span, message)
                    .with_related(first, format!("the first `{word}`")),
            );
        } else if misplaced {
            let message = match clause {
                Clause::Enforce => "`enforce` stands behind the declarations, before `abortif` and the statements.",
                Clause::Abortif => "`abortif` stands behind the declarations and `enforce`, before the statements.",
            };
            self.error("misplaced-clause", span, message);
        }
    }
}

/// The block of `statements`; an empty one is at `otherwise`.
pub(super) fn block(statements: Vec<Arc<Statement>>, otherwise: u32) -> Block {
    let span = match (statements.first(), statements.last()) {
        (Some(first), Some(last)) => first.labelled_span().cover(last.span),
        _ => Span::empty(otherwise),
    };
    Block { statements, span }
}
