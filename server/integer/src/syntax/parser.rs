//! The parser: tokens, and recovery after errors.

use boolprog_base::{Diagnostic, Edit, Name, Severity, Span};
use smol_str::SmolStr;

use super::ast::{Expr, ExprKind, SourceFile};
use super::lexer::{Kind, Token, Tokens, tokens};

/// Longer texts are not read.
pub const MAX_BYTES: usize = 4 << 20;

/// The maximal number of messages for one text.
const MAX_DIAGNOSTICS: usize = 100;

/// The result of parsing a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// Syntax tree of the text.
    pub file: SourceFile,
    /// The syntax errors, in textual order, at most one finding for each line.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a text; one longer than [`MAX_BYTES`] counts as empty, with a diagnostic that says so. Linear.
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let message = format!("This file is longer than {} MiB and is not read.", MAX_BYTES >> 20);
        let diagnostic = Diagnostic::new("file-too-long", Severity::Error, Span::empty(0), message);
        return Parsed { file: SourceFile::default(), diagnostics: vec![diagnostic] };
    }
    let mut parser = Parser::new(text);
    let items = parser.items();
    let Tokens { comments, unclosed, .. } = parser.tokens;
    let mut diagnostics = parser.diagnostics;
    if let Some(span) = unclosed {
        let message = "This comment is never closed by `*/`.";
        diagnostics.push(Diagnostic::new("unterminated-comment", Severity::Error, span, message));
    }
    Parsed { file: SourceFile { items, comments }, diagnostics: first_of_each_line(text, diagnostics) }
}

/// The first finding of each line: later ones in the line are often consequences.
fn first_of_each_line(text: &str, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let mut line_end = None;
    diagnostics.retain(|diagnostic| {
        let start = diagnostic.span.start as usize;
        let first = line_end.is_none_or(|end| start > end);
        if first {
            let rest = text.get(start..).unwrap_or_default();
            line_end = Some(rest.find(['\n', '\r']).map_or(text.len(), |length| start + length));
        }
        first
    });
    diagnostics.truncate(MAX_DIAGNOSTICS);
    diagnostics
}

/// Reads the tokens from the left.
///
/// When a token is out of place the parser says so and *panics*: it makes holes and says nothing more until the end of
/// the item. A function that does not find its token consumes nothing, so recovery ends quickly.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    tokens: Tokens,
    pub(super) next: usize,
    panics: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) depth: u32,
    /// `true` if `=` ends the expression, as after a type.
    pub(super) equal_ends: bool,
    /// Depth of the expression that was read last.
    pub(super) height: u32,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            tokens: tokens(text),
            next: 0,
            panics: false,
            diagnostics: Vec::new(),
            depth: 0,
            height: 0,
            equal_ends: false,
        }
    }

    // Tokens.

    pub(super) fn token(&self) -> Token {
        self.tokens.all[self.next]
    }

    /// The next token; `End` while the parser panics, so that nothing more is consumed.
    pub(super) fn peek(&self) -> Kind {
        if self.panics { Kind::End } else { self.token().kind }
    }

    /// The token after the next one.
    pub(super) fn peek_second(&self) -> Kind {
        self.tokens.all.get(self.next + 1).map_or(Kind::End, |token| token.kind)
    }

    /// Returns `true` if an assignment follows the next token.
    pub(super) fn assignment_behind_semicolon(&self) -> bool {
        let kind = |ahead| self.tokens.all.get(self.next + ahead).map(|token: &Token| token.kind);
        kind(1) == Some(Kind::Name) && matches!(kind(2), Some(Kind::Becomes | Kind::Equal))
    }

    pub(super) fn start(&self) -> u32 {
        self.token().span.start
    }

    pub(super) fn end(&self) -> u32 {
        self.next.checked_sub(1).map_or(0, |last| self.tokens.all[last].span.end)
    }

    /// From `start` to the last token.
    pub(super) fn since(&self, start: u32) -> Span {
        Span::new(start, self.end().max(start))
    }

    pub(super) fn advance(&mut self) -> Span {
        let span = self.token().span;
        self.next = (self.next + 1).min(self.tokens.all.len() - 1);
        span
    }

    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let accepted = self.peek() == kind;
        if accepted {
            self.advance();
        }
        accepted
    }

    /// Consumes the token; `expected` is its name in messages.
    pub(super) fn expect(&mut self, kind: Kind, expected: &str) -> bool {
        let accepted = self.accept(kind);
        if !accepted {
            self.unexpected(expected);
        }
        accepted
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// A name; a hole if there is none. `expected` is its name in messages.
    pub(super) fn name(&mut self, expected: &str) -> Name {
        if self.peek() == Kind::Name {
            let span = self.advance();
            return Name { text: SmolStr::new(self.slice(span)), span };
        }
        if self.peek().is_word() {
            let span = self.token().span;
            let message = format!("`{}` is a keyword and cannot be {expected}.", self.slice(span));
            let same_line = !self.slice(Span::new(self.end(), span.start)).contains(['\n', '\r']);
            self.panic(Diagnostic::new("reserved-word", Severity::Error, span, message));
            if same_line {
                // It was meant as a name; on a line of its own it would begin something.
                self.advance();
            }
        } else {
            self.unexpected(expected);
        }
        Name { text: SmolStr::default(), span: Span::empty(self.end()) }
    }

    pub(super) fn names(&mut self, expected: &str) -> Vec<Name> {
        let mut names = vec![self.name(expected)];
        while self.accept(Kind::Comma) {
            names.push(self.name(expected));
        }
        names
    }

    /// `true` if the next token is this name, which is no word of the language.
    pub(super) fn at_name(&self, name: &str) -> bool {
        self.peek() == Kind::Name && self.slice(self.token().span) == name
    }

    // Messages.

    /// Notes a finding, unless it is the consequence of another.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.panics {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn panic(&mut self, diagnostic: Diagnostic) {
        self.report(diagnostic);
        self.panics = true;
    }

    /// Says that the next token is out of place, and panics.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let Token { kind, span } = self.token();
        let diagnostic = if kind == Kind::Unknown {
            let message = format!("`{}` has no meaning in this language.", self.slice(span).escape_debug());
            Diagnostic::new("unknown-character", Severity::Error, span, message)
        } else {
            let found =
                if kind == Kind::End { "the end of the file".into() } else { format!("`{}`", self.slice(span)) };
            Diagnostic::new("syntax", Severity::Error, span, format!("Expected {expected}, found {found}."))
        };
        self.panic(diagnostic);
    }

    /// Consumes a token that other languages have for another one, and reports it.
    pub(super) fn instead(&mut self, code: &'static str, message: &str, right: &str) {
        let span = self.advance();
        let edit = Edit { span, text: right.into() };
        self.report(
            Diagnostic::new(code, Severity::Error, span, message).with_fix(format!("Write `{right}`"), vec![edit]),
        );
    }

    /// Consumes the `;` of an item, and any part of the item that was not understood. `begins` is `true` if the next
    /// token begins another item, so that only a `;` is missing.
    pub(super) fn end_of_item(&mut self, begins: fn(&Self) -> bool) {
        if !self.panics && self.token().kind != Kind::Semicolon {
            if self.token().kind == Kind::End || begins(self) {
                let span = Span::empty(self.end());
                let edit = Edit { span, text: ";".into() };
                let message = "This needs a `;` at its end.";
                self.report(
                    Diagnostic::new("missing-semicolon", Severity::Error, span, message)
                        .with_fix("Insert `;`", vec![edit]),
                );
                return;
            }
            self.unexpected("`;` or an operator");
        }
        if self.panics {
            self.skip(begins);
        }
        self.accept(Kind::Semicolon);
    }

    /// Skips to a `;`, a closing brace or the beginning of an item, and leaves panic mode.
    pub(super) fn skip(&mut self, begins: fn(&Self) -> bool) {
        self.panics = false;
        while !matches!(self.token().kind, Kind::Semicolon | Kind::BraceClose | Kind::End) && !begins(self) {
            self.advance();
        }
    }

    /// Stops panicking at an opening brace, if one comes before the end of the item.
    pub(super) fn skip_to_brace(&mut self) {
        if self.panics {
            let first = self.next;
            self.skip(|parser| parser.token().kind == Kind::BraceOpen);
            if self.token().kind != Kind::BraceOpen {
                self.next = first;
                self.panics = true;
            }
        }
    }

    /// Ends the panic mode: later errors are reported again.
    pub(super) fn calm(&mut self) {
        self.panics = false;
    }

    pub(super) fn hole(&self) -> Expr {
        Expr { kind: ExprKind::Hole, span: Span::empty(self.end()) }
    }
}
