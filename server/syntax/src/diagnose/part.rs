//! Which part of a broken text has to be read to find what is wrong with it.
//!
//! Before the edits that broke it, the text had no errors. What no edit touched still reads the same, if reading begins
//! between the same two items, and as long as nothing open is carried into it. So reading begins at the last statement or
//! procedure in front of the edits, and ends behind them as soon as everything is closed again.

use std::sync::Arc;

use boolprog_base::Span;

use crate::ast::{Block, Procedure, SourceFile};
use crate::earlier::Earlier;
use crate::kinds::Kind;
use crate::lexer;

/// A part of a text that begins and ends between two items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Where it is.
    pub(super) span: Span,
    /// The `begin` of the procedure that it begins in; `None` between procedures.
    pub(super) begin: Option<Span>,
    /// What has to be true at its end, so that the rest needs no reading.
    pub(super) end: End,
}

/// Where a part ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Between two statements of a procedure, outside of all blocks.
    Inside,
    /// Between two procedures.
    Outside,
    /// Where the text ends.
    Text,
}

impl Part {
    /// All of a text.
    pub(super) fn whole(text: &str) -> Self {
        Self { span: Span::new(0, text.len() as u32), begin: None, end: End::Text }
    }

    /// Parts that may be all there is to read of `text`, shorter ones first; they begin at the same place.
    pub(super) fn around_edits(text: &str, earlier: &Earlier) -> Vec<Self> {
        let Some(SourceFile { procedures, .. }) = earlier.file() else { return Vec::new() };
        let edited = earlier.edited();
        let (start, begin) = start(text, procedures, edited.start);
        let part = |(end, offset): (End, u32)| Self { span: Span::new(start, earlier.moved(offset)), begin, end };
        ends(procedures, edited.end).into_iter().map(part).filter(|part| is_at_line_edge(text, part.span.end)).collect()
    }
}

/// The last place between two items in front of an offset, with the `begin` of the procedure that it is in.
fn start(text: &str, procedures: &[Arc<Procedure>], edited: u32) -> (u32, Option<Span>) {
    let before = procedures.partition_point(|procedure| procedure.span.end < edited);
    let outside = before.checked_sub(1).map_or(0, |last| procedures[last].span.end);
    let inside = procedures.get(before).and_then(|procedure| {
        let statements = &procedure.body.statements;
        let count = statements.partition_point(|statement| statement.labelled_span().end < edited);
        let start = statements[..count].last()?.labelled_span().start;
        Some((start, Some(begin_of(text, procedure)?)))
    });
    inside.unwrap_or((outside, None))
}

/// Places between two items behind an offset.
fn ends(procedures: &[Arc<Procedure>], edited: u32) -> Vec<(End, u32)> {
    let first = procedures.partition_point(|procedure| procedure.span.end <= edited);
    let behind = procedures[first..].iter().take(2);
    // In front of it one statement is left as it was.
    let inside = |body: &Block| {
        let count = body.statements.partition_point(|statement| statement.labelled_span().start <= edited);
        body.statements.get(count + 1).map(|statement| (End::Inside, statement.labelled_span().start))
    };
    let inside = procedures.get(first).and_then(|procedure| inside(&procedure.body));
    inside.into_iter().chain(behind.map(|procedure| (End::Outside, procedure.span.end))).collect()
}

/// The `begin` of a procedure whose head is as it was.
fn begin_of(text: &str, procedure: &Procedure) -> Option<Span> {
    let mut tokens = lexer::tokens(text, procedure.span).map(|token| token.span);
    tokens.find(|span| text.get(span.range()) == Some(Kind::Begin.spelling()))
}

/// Whether nothing but blanks is between an offset and the start or the end of its line, so that no name in braces and no
/// comment that ends with its line reaches across it.
fn is_at_line_edge(text: &str, offset: u32) -> bool {
    let Some((before, behind)) = text.split_at_checked(offset as usize) else { return false };
    let is_blank = |character: &char| matches!(character, ' ' | '\t');
    let edge = |character: Option<char>| matches!(character, None | Some('\n' | '\r'));
    edge(before.chars().rev().find(|it| !is_blank(it))) || edge(behind.chars().find(|it| !is_blank(it)))
}
