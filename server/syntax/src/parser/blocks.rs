//! Blocks that are open: an `if` or a `while` is a frame on a stack until its last word.

use boolprog_base::{MAX_DEPTH, Span};

use super::Parser;
use super::tokens::Kind;
use crate::ast::{Block, Branch, Expr, Name, SiteId, SiteKind, Statement, StatementKind};

/// An `if` or `while` whose last word has not been read.
pub(super) struct OpenBlock {
    /// [`Kind::If`] or [`Kind::While`].
    word: Kind,
    labels: Vec<Name>,
    start: u32,
    /// The statements around it that come before it.
    outer: Vec<Statement>,
    branches: Vec<Branch>,
    /// Condition of the branch whose body is being read; `None` in an `else`.
    condition: Option<(SiteId, Expr)>,
    /// Start of that body.
    body: u32,
    has_else: bool,
    otherwise: Option<Block>,
}

impl OpenBlock {
    fn end_branch(&mut self, statements: Vec<Statement>) {
        let body = block(statements, self.body);
        match self.condition.take() {
            Some((site, condition)) => self.branches.push(Branch { site, condition, body }),
            None => self.otherwise = Some(body),
        }
    }
}

impl Parser<'_> {
    /// Begins the block whose first word has been read.
    pub(super) fn open_block(&mut self, word: Kind, start: u32) {
        let labels = std::mem::take(&mut self.labels).names;
        let condition = self.condition(start);
        self.blocks.push(OpenBlock {
            word,
            labels,
            start,
            outer: std::mem::take(&mut self.statements),
            branches: Vec::new(),
            body: condition.1.span.end,
            condition: Some(condition),
            has_else: false,
            otherwise: None,
        });
        let (opener, expected) = opener(word);
        self.expect(opener, expected);
        self.begin_body();
    }

    /// The body of the innermost block begins after the last token.
    pub(super) fn begin_body(&mut self) {
        let end = self.end();
        if let Some(block) = self.blocks.last_mut() {
            block.body = end;
        }
    }

    /// The condition after the first word of a branch, and its site.
    fn condition(&mut self, start: u32) -> (SiteId, Expr) {
        let site = self.site(SiteKind::Condition, Span::empty(start));
        let condition = self.expression();
        self.file.sites[site.0 as usize].span.end = condition.span.end;
        (site, condition)
    }

    /// Continues the `if` at an `elsif`, which has been read.
    pub(super) fn elsif(&mut self, start: u32, end_before: u32) {
        let is_ours = self.end_branch(end_before);
        let condition = self.condition(start);
        let (opener, expected) = opener(Kind::If);
        self.expect(opener, expected);
        if is_ours && let Some(block) = self.blocks.last_mut() {
            block.condition = Some(condition);
        }
        self.begin_body();
    }

    /// Continues the `if` at an `else`, which has been read.
    pub(super) fn otherwise(&mut self, end_before: u32) {
        if self.end_branch(end_before)
            && let Some(block) = self.blocks.last_mut()
        {
            block.has_else = true;
        }
        self.begin_body();
    }

    /// Ends the branch of the innermost `if`, and the blocks inside it that are still open; says whether there is one.
    fn end_branch(&mut self, end_before: u32) -> bool {
        let innermost = self.blocks.iter().rposition(|block| block.word == Kind::If && !block.has_else);
        // None beyond an `if` that has its `else`.
        let is_hidden = |index: usize| self.blocks[index..].iter().any(|block| block.has_else);
        let Some(index) = innermost.filter(|index| !is_hidden(*index)) else {
            self.unbalanced = true;
            return false;
        };
        self.close_blocks(index + 1, end_before);
        let statements = std::mem::take(&mut self.statements);
        if let Some(block) = self.blocks.last_mut() {
            block.end_branch(statements);
        }
        true
    }

    /// Ends the innermost block that begins with this word, whose last one has been read.
    pub(super) fn close_block(&mut self, word: Kind, end_before: u32) {
        let Some(index) = self.blocks.iter().rposition(|block| block.word == word) else {
            self.unbalanced = true;
            return;
        };
        self.close_blocks(index + 1, end_before);
        self.close_innermost(self.end());
    }

    /// Ends blocks whose last word is missing, until this number is left open.
    pub(super) fn close_blocks(&mut self, left: usize, end: u32) {
        while self.blocks.len() > left {
            self.unbalanced = true;
            self.close_innermost(end);
        }
    }

    fn close_innermost(&mut self, end: u32) {
        let Some(mut block) = self.blocks.pop() else { return };
        let statements = std::mem::replace(&mut self.statements, std::mem::take(&mut block.outer));
        block.end_branch(statements);
        let (labels, span) = (std::mem::take(&mut block.labels), Span::new(block.start, end.max(block.start)));
        let Some(site) = block.branches.first().map(|branch| branch.site) else { return };
        let kind = if self.blocks.len() >= MAX_DEPTH as usize {
            self.forget_block(site, span)
        } else if block.word == Kind::If {
            StatementKind::If { branches: block.branches, otherwise: block.otherwise }
        } else {
            let Some(Branch { condition, body, .. }) = block.branches.pop() else { return };
            StatementKind::While { condition, body }
        };
        self.statements.push(Statement { labels, kind, site, span });
    }

    /// A hole in the place of a block that is nested too deep.
    fn forget_block(&mut self, first: SiteId, span: Span) -> StatementKind {
        self.report_too_deep(span);
        self.file.sites.truncate(first.0 as usize);
        self.site(SiteKind::Statement, span);
        StatementKind::Hole
    }
}

/// The word after a condition, with the expected tokens.
fn opener(word: Kind) -> (Kind, &'static str) {
    if word == Kind::If { (Kind::Then, "`then` or an operator") } else { (Kind::Do, "`do` or an operator") }
}

/// The block of `statements`; an empty one is at `otherwise`.
pub(super) fn block(statements: Vec<Statement>, otherwise: u32) -> Block {
    let span = match (statements.first(), statements.last()) {
        (Some(first), Some(last)) => first.labelled_span().cover(last.span),
        _ => Span::empty(otherwise),
    };
    Block { statements, span }
}
