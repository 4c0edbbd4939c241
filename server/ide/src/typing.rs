//! The words before a cursor. During typing, the statement at the cursor can rarely be parsed, so this reads the words
//! before it; only the starts of procedures come from the syntax tree.

use boolprog_base::Span;
use boolprog_program::names::ProcedureId;

use crate::{Snapshot, keywords};
use boolprog_syntax::lexer::{Token, TokenKind, tokens};

#[derive(Debug)]
pub(crate) struct Typing<'a> {
    /// The last procedure that begins before the cursor, which can be after its `end`.
    pub(crate) procedure: Option<ProcedureId>,
    /// The words and symbols from the beginning of that procedure to the word at the cursor.
    pub(crate) words: Vec<&'a str>,
    /// The word that the cursor touches, if there is one; else the empty span at the cursor.
    pub(crate) word: Span,
    /// The words and symbols after the word at the cursor, up to the first that ends a list of names.
    pub(crate) behind: Vec<&'a str>,
    /// The comment that the cursor is in.
    pub(crate) comment: Option<Span>,
}

impl<'a> Typing<'a> {
    /// The words before an offset. Linear in the procedure before it.
    pub(crate) fn at(snapshot: &'a Snapshot, offset: u32) -> Self {
        let procedure = procedure_before(snapshot, offset);
        let start = procedure.map_or(0, |(_, start)| start);
        let all = tokens(&snapshot.text, Span::new(start, snapshot.text.len() as u32));
        let mut front: Vec<Token> = all.take_while(|token| token.span.start < offset).collect();
        let comment =
            front.pop_if(|last| last.kind == TokenKind::Comment && is_in_comment(snapshot, last.span, offset));
        let word = if comment.is_some() { Span::empty(offset) } else { take_word(snapshot, &mut front, offset) };
        let mut behind: Vec<&str> = Vec::new();
        for token in tokens(&snapshot.text, Span::new(word.end, snapshot.text.len() as u32)) {
            let is_end = behind.last().is_some_and(|last| *last != "," && !is_name(last));
            if comment.is_some() || is_end {
                break;
            }
            behind.push(snapshot.slice(token.span));
        }
        front.retain(|token| token.kind != TokenKind::Comment);
        Self {
            procedure: procedure.map(|(id, _)| id),
            words: front.iter().map(|token| snapshot.slice(token.span)).collect(),
            behind,
            word,
            comment: comment.map(|token| token.span),
        }
    }

    /// The words since the last `begin`, if the cursor is in the body of a procedure.
    pub(crate) fn body(&self) -> Option<&[&'a str]> {
        let last = self.words.iter().rposition(|word| matches!(*word, "begin" | "end"))?;
        (self.words[last] == "begin").then(|| &self.words[last + 1..])
    }

    /// The words since the last `end`, if the cursor is in no body.
    pub(crate) fn outside(&self) -> Option<&[&'a str]> {
        match self.words.iter().rposition(|word| matches!(*word, "begin" | "end")) {
            None => Some(&self.words),
            Some(last) => (self.words[last] == "end").then(|| &self.words[last + 1..]),
        }
    }
}

/// The last procedure whose name begins before an offset, with its start.
fn procedure_before(snapshot: &Snapshot, offset: u32) -> Option<(ProcedureId, u32)> {
    let procedures = &snapshot.file.procedures;
    let count = procedures.partition_point(|procedure| procedure.name.span.start < offset);
    let procedure = procedures[..count].last()?;
    Some((ProcedureId(count as u32 - 1), procedure.span.start.min(procedure.name.span.start)))
}

/// After the last character of a line comment the cursor is still in it.
fn is_in_comment(snapshot: &Snapshot, comment: Span, offset: u32) -> bool {
    let text = snapshot.slice(comment);
    let is_closed = text.len() >= 4 && text.ends_with("*/");
    offset < comment.end || offset == comment.end && !is_closed
}

/// The word that an offset touches, removed from the tokens with its parts. A name in braces counts from its `{`, even
/// if there is no `}` yet.
fn take_word(snapshot: &Snapshot, front: &mut Vec<Token>, offset: u32) -> Span {
    let is_brace = |token: &Token| token.kind == TokenKind::Other && snapshot.slice(token.span) == "{";
    if let Some(open) = front.iter().rposition(is_brace)
        && !snapshot.slice(Span::new(front[open].span.start, offset)).contains(['\n', '\r'])
    {
        let start = front[open].span.start;
        front.truncate(open);
        return Span::new(start, offset);
    }
    let touches =
        |last: &mut Token| last.span.end >= offset && matches!(last.kind, TokenKind::Word | TokenKind::Number);
    front.pop_if(touches).map_or(Span::empty(offset), |token| token.span)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenCall<'a> {
    pub(crate) name: &'a str,
    /// The number of arguments before the one at the cursor.
    pub(crate) argument: usize,
}

/// The innermost call that is open at the end of these words, which are those of a body.
pub(crate) fn open_call<'a>(words: &[&'a str]) -> Option<OpenCall<'a>> {
    let (mut argument, mut closed) = (0, 0usize);
    for (index, word) in words.iter().enumerate().rev() {
        match *word {
            ")" | "]" => closed += 1,
            "(" | "[" if closed > 0 => closed -= 1,
            "(" => match index.checked_sub(1).map(|before| words[before]) {
                Some(name) if is_name(name) => return Some(OpenCall { name, argument }),
                // The commas so far separate no arguments.
                _ => argument = 0,
            },
            "[" => argument = 0,
            "," if closed == 0 => argument += 1,
            ";" | ":=" | "then" | "else" | "do" | "fi" | "od" => return None,
            _ => {}
        }
    }
    None
}

pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$' | '{')) && !keywords::is_reserved(word)
}
