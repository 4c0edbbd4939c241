//! Procedures and statements that are taken over from the earlier typed tree, because no edit touched them.
//!
//! The typed tree of a procedure or statement without errors depends on its text alone, but for offsets, site numbers, and
//! whether a statement is nested too deep.

use std::sync::Arc;

use boolprog_base::Span;

use super::shift::Shift;
use super::{Builder, span_of};
use crate::ast::{Block, Procedure, Site, SourceFile, Statement, StatementKind};
use crate::earlier::Earlier;

/// What a text is visited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Its typed tree.
    Tree,
    /// The messages about it. What is kept has none, and leaves only what messages about its neighbours depend on.
    Messages,
}

/// What there is in an earlier text.
pub(super) struct Kept<'e> {
    earlier: &'e Earlier,
    file: &'e SourceFile,
    wanted: Wanted,
    /// Every statement of one procedure, in textual order, and the index of the procedure: whoever looks for one statement
    /// looks for its neighbours next.
    statements: Option<(usize, Vec<Found<'e>>)>,
}

/// A statement in an earlier text.
#[derive(Clone, Copy)]
struct Found<'e> {
    statement: &'e Arc<Statement>,
    /// Labels included.
    span: Span,
    /// How many statements it is nested in.
    depth: u32,
}

impl<'e> Kept<'e> {
    /// `None` if nothing can be kept.
    pub(super) fn new(earlier: &'e Earlier, wanted: Wanted) -> Option<Self> {
        Some(Self { earlier, file: earlier.file()?, wanted, statements: None })
    }

    /// Where `span` was in the earlier text, if no edit touched it and there was nothing to say about it.
    fn origin(&self, span: Span) -> Option<Span> {
        self.earlier.origin(span).filter(|origin| !self.earlier.is_reported(*origin))
    }

    /// The earlier form of the procedure that is now at `span`, and its index.
    fn procedure(&self, span: Span) -> Option<(usize, &'e Arc<Procedure>)> {
        let origin = self.origin(span)?;
        let (index, procedure) = self.procedure_around(origin.start)?;
        (procedure.span == origin).then_some((index, procedure))
    }

    /// The last procedure that begins at an earlier offset or in front of it.
    fn procedure_around(&self, origin: u32) -> Option<(usize, &'e Arc<Procedure>)> {
        let procedures = &self.file.procedures;
        let index = procedures.partition_point(|procedure| procedure.span.start <= origin).checked_sub(1)?;
        Some((index, &procedures[index]))
    }

    /// The earlier form of the statement that is now at `span`, labels included. The first search in a procedure is linear
    /// in it.
    fn statement(&mut self, span: Span, depth: u32) -> Option<Found<'e>> {
        let origin = self.origin(span)?;
        let (index, procedure) = self.procedure_around(origin.start)?;
        let statements = match self.statements.take().filter(|(noted, _)| *noted == index) {
            Some((_, statements)) => statements,
            None => statements(&procedure.body),
        };
        let (_, statements) = self.statements.insert((index, statements));
        let index = statements.binary_search_by_key(&origin.start, |found| found.span.start).ok()?;
        let found = statements[index];
        (found.span == origin && found.depth == depth).then_some(found)
    }
}

/// The statements of a block and those inside them, in textual order.
fn statements(block: &Block) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    note(block, 0, &mut found);
    found
}

fn note<'e>(block: &'e Block, depth: u32, found: &mut Vec<Found<'e>>) {
    for statement in &block.statements {
        found.push(Found { statement, span: statement.labelled_span(), depth });
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                for block in branches.iter().map(|branch| &branch.body).chain(otherwise) {
                    note(block, depth + 1, found);
                }
            }
            StatementKind::While { body, .. } => note(body, depth + 1, found),
            _ => {}
        }
    }
}

impl Builder<'_> {
    /// The statement under the cursor as it was before the edits, if it is the same but for its place.
    pub(super) fn kept_statement(&mut self) -> Option<Arc<Statement>> {
        let (node, depth) = (self.node(), self.depth);
        if node.has_error() {
            return None;
        }
        let span = span_of(node);
        let kept = self.kept.as_mut()?;
        let found = kept.statement(span, depth)?;
        if kept.wanted == Wanted::Messages {
            return Some(Arc::new(found.statement.outline(span)));
        }
        let file = kept.file;
        let first = found.statement.site.0;
        let sites = &file.sites[first as usize..];
        let count = sites.iter().take_while(|site| site.span.end <= found.span.end).count();
        let shift = Shift::new(found.span.start, span.start, first, self.file.sites.len() as u32);
        self.keep_sites(&sites[..count], shift);
        self.keep_comments(file, found.span, shift);
        let statement = found.statement;
        Some(if shift.is_none() { Arc::clone(statement) } else { Arc::new(shift.statement(statement)) })
    }

    /// Adds the procedure under the cursor as it was before the edits, if it is the same but for its place. No procedure may
    /// be open.
    pub(super) fn keep_procedure(&mut self) -> bool {
        let node = self.node();
        let span = span_of(node);
        let Some(kept) = self.kept.as_ref().filter(|_| !node.has_error()) else { return false };
        let Some((index, procedure)) = kept.procedure(span) else { return false };
        if kept.wanted == Wanted::Messages {
            self.file.procedures.push(Arc::new(Procedure { span, ..Procedure::nameless(span.start) }));
            return true;
        }
        let file = kept.file;
        let first = file.sites.partition_point(|site| (site.procedure as usize) < index);
        let shift = Shift::new(procedure.span.start, span.start, first as u32, self.file.sites.len() as u32);
        self.keep_sites(&file.sites[first..=procedure.end.0 as usize], shift);
        self.keep_comments(file, procedure.span, shift);
        let procedure = if shift.is_none() { Arc::clone(procedure) } else { Arc::new(shift.procedure(procedure)) };
        self.file.procedures.push(procedure);
        true
    }

    /// Adds sites of the procedure that is the next to be finished.
    fn keep_sites(&mut self, sites: &[Site], shift: Shift) {
        let procedure = self.file.procedures.len() as u32;
        let moved = |site: &Site| Site { span: shift.span(site.span), procedure, ..site.clone() };
        self.file.sites.extend(sites.iter().map(moved));
    }

    fn keep_comments(&mut self, file: &SourceFile, within: Span, shift: Shift) {
        let first = file.comments.partition_point(|comment| comment.start < within.start);
        let comments = file.comments[first..].iter().take_while(|comment| comment.end <= within.end);
        self.file.comments.extend(comments.map(|comment| shift.span(*comment)));
        let pragmas = file.pragmas.iter().filter(|pragma| within.contains(pragma.span));
        self.file.pragmas.extend(pragmas.map(|pragma| shift.pragma(pragma)));
    }
}

impl Statement {
    /// A statement without content that ends in the same way.
    fn outline(&self, span: Span) -> Self {
        let kind = match self.kind {
            StatementKind::If { .. } | StatementKind::While { .. } => {
                StatementKind::If { branches: Vec::new(), otherwise: None }
            }
            _ => StatementKind::Hole,
        };
        Self { labels: Vec::new(), kind, site: self.site, span }
    }
}
