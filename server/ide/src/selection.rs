//! What a selection grows to: name, expression, statement, block, procedure, file.

use boolprog_base::Span;
use boolprog_program::walk;
use boolprog_syntax::ast::{Block, Declaration, Expr, Procedure, Statement, StatementKind, Target};

use crate::Snapshot;
use crate::occurrences::name_at;

/// The parts of the program around an offset, innermost first; each is smaller than the next one and lies inside it. The
/// last one is the whole text.
pub fn enclosing(snapshot: &Snapshot, offset: u32) -> Vec<Span> {
    let file = &snapshot.file;
    let mut chain = Chain::new(&snapshot.text, offset);
    if chain.push_comment(&file.comments) {
        return chain.innermost_first();
    }
    if let Some(procedure) = chain.pick(&file.procedures, |it| it.span.cover(it.name.span)) {
        procedure_parts(procedure, &mut chain);
    } else {
        declaration_parts(&file.declarations, &mut chain);
    }
    if let Some(name) = name_at(snapshot, offset) {
        chain.push(name.span);
    }
    chain.innermost_first()
}

/// Spans around an offset, outermost first.
pub(crate) struct Chain {
    offset: u32,
    spans: Vec<Span>,
}

impl Chain {
    pub(crate) fn new(text: &str, offset: u32) -> Self {
        Self { offset, spans: vec![Span::new(0, text.len() as u32)] }
    }

    /// Adds the comment that the offset is in; says whether there is one.
    pub(crate) fn push_comment(&mut self, comments: &[Span]) -> bool {
        let before = comments.partition_point(|comment| comment.start < self.offset);
        comments[..before].last().is_some_and(|comment| self.push(*comment))
    }

    /// Adds a span if it is around the offset and inside the last one; says whether it is.
    pub(crate) fn push(&mut self, span: Span) -> bool {
        let last = self.spans.last().copied().unwrap_or_default();
        let is_inside = last.contains(span) && span.touches(self.offset) && !span.is_empty();
        if is_inside && span != last {
            self.spans.push(span);
        }
        is_inside
    }

    /// Goes into the one of several things that is around the offset: the one that begins there, if two touch.
    pub(crate) fn pick<'a, T>(
        &mut self,
        things: impl IntoIterator<Item = &'a T>,
        span: impl Fn(&T) -> Span,
    ) -> Option<&'a T> {
        let around = things.into_iter().filter(|thing| span(thing).touches(self.offset));
        let chosen = around.min_by_key(|thing| span(thing).end == self.offset)?;
        self.push(span(chosen)).then_some(chosen)
    }

    pub(crate) fn innermost_first(mut self) -> Vec<Span> {
        self.spans.reverse();
        self.spans
    }
}

fn procedure_parts(procedure: &Procedure, chain: &mut Chain) {
    declaration_parts(&procedure.declarations, chain);
    if let Some(condition) = chain.pick(procedure.enforce.iter().chain(&procedure.abortif), |it| it.span) {
        expression_parts(condition, chain);
    }
    block_parts(&procedure.body, chain);
}

fn declaration_parts(declarations: &[Declaration], chain: &mut Chain) {
    if let Some(declaration) = chain.pick(declarations, |it| it.span) {
        chain.pick(&declaration.variables, |variable| variable.span);
    }
}

fn block_parts(block: &Block, chain: &mut Chain) {
    let mut next = Some(block);
    while let Some(block) = next.take() {
        chain.push(block.span);
        let Some(statement) = chain.pick(block.iter(), Statement::labelled_span) else { return };
        if !chain.push(statement.span) {
            return;
        }
        statement_parts(statement, chain);
        next = walk::blocks(statement).find(|inner| inner.span.touches(chain.offset) && !inner.span.is_empty());
    }
}

/// The parts of a statement that are no statements.
fn statement_parts(statement: &Statement, chain: &mut Chain) {
    if let StatementKind::Assign { targets, .. } | StatementKind::Call { results: targets, .. } = &statement.kind {
        chain.pick(targets, Target::span);
    }
    if let StatementKind::Call { call, .. } = &statement.kind {
        chain.push(call.span);
    }
    let mut conditions = Vec::new();
    walk::expressions(statement, |expr, _| conditions.push(expr));
    if let Some(expr) = chain.pick(conditions, |expr| expr.span) {
        expression_parts(expr, chain);
    }
}

fn expression_parts(expr: &Expr, chain: &mut Chain) {
    let mut next = Some(expr);
    while let Some(expr) = next {
        next = chain.pick(walk::children(expr), |part| part.span);
    }
}
