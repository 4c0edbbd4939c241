//! Statements that are taken over from the earlier typed tree, because no edit touched them.
//!
//! The typed tree of a statement without errors depends on the text of the statement alone, but for offsets, site
//! numbers, and whether it is nested too deep.

use super::Builder;
use super::shift::Shift;
use crate::Span;
use crate::ast::{Block, Site, SourceFile, Statement, StatementKind};
use crate::earlier::Earlier;

/// The statements of an earlier text.
pub(super) struct Kept<'e> {
    earlier: &'e Earlier,
    /// Every statement, in textual order.
    statements: Vec<Found<'e>>,
}

/// A statement in an earlier text.
#[derive(Clone, Copy)]
struct Found<'e> {
    statement: &'e Statement,
    /// Labels included.
    span: Span,
    /// How many statements it is nested in.
    depth: u32,
}

impl<'e> Kept<'e> {
    /// Linear in the number of statements.
    pub(super) fn new(earlier: &'e Earlier) -> Self {
        let mut kept = Self { earlier, statements: Vec::new() };
        for procedure in &earlier.file().procedures {
            kept.note(&procedure.body, 0);
        }
        kept
    }

    fn note(&mut self, block: &'e Block, depth: u32) {
        for statement in &block.statements {
            self.statements.push(Found { statement, span: labelled_span(statement), depth });
            match &statement.kind {
                StatementKind::If { branches, otherwise } => {
                    for block in branches.iter().map(|branch| &branch.body).chain(otherwise) {
                        self.note(block, depth + 1);
                    }
                }
                StatementKind::While { body, .. } => self.note(body, depth + 1),
                _ => {}
            }
        }
    }

    /// The earlier form of the statement that is now at `span`, labels included.
    fn find(&self, span: Span, depth: u32) -> Option<Found<'e>> {
        let origin = self.earlier.origin(span)?;
        let index = self.statements.binary_search_by_key(&origin.start, |found| found.span.start).ok()?;
        let found = self.statements[index];
        (found.span == origin && found.depth == depth).then_some(found)
    }
}

impl Builder<'_> {
    /// The statement under the cursor as it was before the edits, if it is the same but for its place.
    pub(super) fn kept_statement(&mut self) -> Option<Statement> {
        let kept = self.kept.as_ref()?;
        if self.node().has_error() {
            return None;
        }
        let span = self.span();
        let found = kept.find(span, self.depth)?;
        let file = kept.earlier.file();
        let first_site = found.statement.site;
        let shift = Shift::new(found.span.start, span.start, first_site.0, self.file.sites.len() as u32);

        let procedure = self.file.procedures.len() as u32;
        let sites = file.sites[first_site.0 as usize..].iter().take_while(|site| site.span.end <= found.span.end);
        self.file.sites.extend(sites.map(|site| Site { span: shift.span(site.span), procedure, ..site.clone() }));
        self.keep_comments(file, found.span, shift);
        Some(shift.statement(found.statement))
    }

    fn keep_comments(&mut self, file: &SourceFile, within: Span, shift: Shift) {
        let first = file.comments.partition_point(|comment| comment.start < within.start);
        let comments = file.comments[first..].iter().take_while(|comment| comment.end <= within.end);
        self.file.comments.extend(comments.map(|comment| shift.span(*comment)));
        let pragmas = file.pragmas.iter().filter(|pragma| within.contains(pragma.span));
        self.file.pragmas.extend(pragmas.map(|pragma| shift.pragma(pragma)));
    }
}

fn labelled_span(statement: &Statement) -> Span {
    statement.labels.first().map_or(statement.span, |label| label.span.cover(statement.span))
}
