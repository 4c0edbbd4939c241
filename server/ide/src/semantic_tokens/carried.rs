//! Semantic tokens of a text that has not been read yet, from those of the text before it: what was not touched is what it
//! was, and a word that was touched is what its name means where names were resolved last.
//!
//! Keywords, operators and numbers are right at once. Names and long comments may be a few keys behind the truth: what a name
//! does where it stands, whether it is still declared, and how far a comment that was just opened reaches.

use boolprog_base::Span;
use boolprog_program::names::{ProcedureId, Symbol, VariableId};
use boolprog_syntax::Change;
use boolprog_syntax::lexer::{self, Token, TokenKind};

use super::{Before, Modifier, Modifiers, SemanticToken, TokenType, on_each_line, plain, start_of_line, stored};
use crate::Draft;
use crate::completion::behind;

impl Draft {
    /// The semantic tokens of all of the text, if `old` are those of all of an earlier one. What was unreachable there is
    /// still called so: the caller has to see to it that this is set right.
    ///
    /// Linear in the texts; but for the lines that differ that is comparing and copying.
    pub fn semantic_tokens(&self, old_text: &str, old: &[SemanticToken]) -> Vec<SemanticToken> {
        let change = Change::between(old_text, &self.text);
        let (kept, start) = in_front(old, start_of_line(&self.text, change.new.start));
        let mut tokens: Vec<SemanticToken> = Vec::with_capacity(old.len() + 16);
        tokens.extend_from_slice(&old[..kept]);
        let mut touched = Touched::new(self, change, &old[kept..]);
        let lexed = |from| lexer::tokens(&self.text, Span::new(from, self.text.len() as u32));
        let mut rest = lexed(start);
        while let Some(token) = rest.next() {
            if touched.is_over(token) {
                tokens.extend(touched.old.iter().map(|token| moved(*token, &change)));
                break;
            }
            let part = touched.cut(token);
            touched.read(part, &mut tokens);
            if part != token {
                rest = lexed(part.span.end);
            }
        }
        tokens
    }
}

/// How many of these tokens can be kept in front of a line, and where the one behind them begins at the earliest. The line
/// may be in a comment that begins in front of it: comments directly in front of it are read again.
fn in_front(old: &[SemanticToken], line: u32) -> (usize, u32) {
    let in_front = &old[..old.partition_point(|token| token.span.end <= line)];
    match in_front.iter().rposition(|token| !is_comment(token)) {
        Some(last) if last + 1 == in_front.len() => (in_front.len(), line),
        Some(last) => (last + 1, old[last].span.end),
        None => (0, 0),
    }
}

/// A token behind a change.
fn moved(token: SemanticToken, change: &Change) -> SemanticToken {
    let place = |offset: u32| offset - change.old.end + change.new.end;
    SemanticToken { span: Span::new(place(token.span.start), place(token.span.end)), ..token }
}

/// Reads the lines that differ.
struct Touched<'a> {
    draft: &'a Draft,
    change: Change,
    /// Where the line of the end of the change ends.
    line_end: u32,
    /// The old tokens that do not begin in front of the place that is read.
    old: &'a [SemanticToken],
    before: Before,
}

impl<'a> Touched<'a> {
    fn new(draft: &'a Draft, change: Change, old: &'a [SemanticToken]) -> Self {
        let line_end = change.new.end + behind(&draft.text, change.new.end).len() as u32;
        Self { draft, change, line_end, old, before: Before::default() }
    }

    /// Whether all that follows a token, and the token itself, is what it was: it begins on a line behind the change, and
    /// the very same token was there.
    fn is_over(&mut self, token: Token) -> bool {
        if token.span.start < self.line_end || token.kind == TokenKind::Comment {
            return false;
        }
        let Some(origin) = self.change.back(token.span.start) else { return false };
        self.skip(origin);
        self.old.first().is_some_and(|old| old.span.start == origin && !is_comment(old))
    }

    /// A comment that begins to swallow what was code behind its line is cut off there: who types `/*` is about to type
    /// `*/`, too, and not to have the rest of the text change twice.
    fn cut(&mut self, token: Token) -> Token {
        let Change { old, new } = self.change;
        let is_touched = token.span.start <= new.end && self.line_end < token.span.end;
        if token.kind != TokenKind::Comment || !is_touched {
            return token;
        }
        let origin = |offset: u32| offset - new.end + old.end;
        let (from, to) = (origin(self.line_end), origin(token.span.end));
        let code = self.old.iter().find(|old| old.span.start >= from && !is_comment(old));
        let was_code = code.is_some_and(|code| code.span.start < to);
        Token { span: Span::new(token.span.start, if was_code { self.line_end } else { token.span.end }), ..token }
    }

    /// Forgets the old tokens in front of an offset of the old text.
    fn skip(&mut self, origin: u32) {
        let behind = self.old.iter().take_while(|old| old.span.start < origin).count();
        self.old = &self.old[behind..];
    }

    fn read(&mut self, token: Token, tokens: &mut Vec<SemanticToken>) {
        let text = self.draft.slice(token.span);
        let before = std::mem::replace(&mut self.before, Before::new(text));
        if token.kind == TokenKind::Comment {
            let kind = self.known(token).map_or(TokenType::Comment, |old| old.kind);
            let part = |span| SemanticToken { span, kind, modifiers: Modifiers::default() };
            tokens.extend(on_each_line(&self.draft.text, token.span).map(part));
            return;
        }
        let meaning = match self.known(token) {
            Some(old) => Some((old.kind, old.modifiers)),
            None => {
                self.name(token).or_else(|| plain(token.kind, text, before).map(|kind| (kind, Modifiers::default())))
            }
        };
        tokens.extend(meaning.map(|(kind, modifiers)| SemanticToken { span: token.span, kind, modifiers }));
    }

    /// The old token that a token was, if it is as it was; of comments over several lines, none.
    fn known(&mut self, token: Token) -> Option<SemanticToken> {
        let Change { old, new } = self.change;
        let origin = match token.span {
            span if span.end <= new.start => span,
            Span { start, end } if start >= new.end => Span::new(start - new.end + old.end, end - new.end + old.end),
            _ => return None,
        };
        self.skip(origin.start);
        let is_it = |old: &&SemanticToken| old.span == origin && is_comment(old) == (token.kind == TokenKind::Comment);
        self.old.first().filter(is_it).copied()
    }

    /// What a word means that stands for something where names were resolved last.
    fn name(&self, token: Token) -> Option<(TokenType, Modifiers)> {
        let word = self.draft.slice(token.span);
        let names = &self.draft.names;
        let procedure = self.draft.procedure_before(token.span.start).map(|(id, _)| id);
        if token.kind != TokenKind::Word {
            return None;
        }
        let variable = |id: ProcedureId| names.variable(id, word).map(|(id, passive)| self.variable(id, passive));
        let global = || names.global(word).map(|id| self.variable(id, false));
        let label = |id: ProcedureId| names.label_id(id, word).map(|id| stored(names, Symbol::Label(id)));
        procedure
            .map_or_else(global, variable)
            .or_else(|| names.procedure(word).map(|id| stored(names, Symbol::Procedure(id))))
            .or_else(|| label(procedure?))
    }

    fn variable(&self, id: VariableId, passive: bool) -> (TokenType, Modifiers) {
        let (kind, modifiers) = stored(&self.draft.names, Symbol::Variable(id));
        (kind, if passive { modifiers.with(Modifier::Passive) } else { modifiers })
    }
}

fn is_comment(token: &SemanticToken) -> bool {
    matches!(token.kind, TokenType::Comment | TokenType::Pragma)
}
