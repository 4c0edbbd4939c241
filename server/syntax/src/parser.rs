//! From a text to its typed syntax tree and its syntax diagnostics, in one pass over the tokens.
//!
//! The parser proceeds item by item: declarations, heads of procedures, clauses, statements, and the words between
//! them. Blocks are not nested calls but a stack ([`blocks`]), and so are the operators of an expression
//! ([`expression`]), so that no text takes much stack. Where a token is out of place ([`Parser::fail`]), the item ends
//! with the parts that were read, holes replace the missing ones, and parsing continues with the next item. Unclosed
//! brackets and blocks are found separately ([`pairs`]), in broken texts only.
//!
//! Trees and messages depend on the text alone, and no result is kept for the next text. The tree-sitter grammar gives
//! the shape of a text (folding, selections); a test compares the two.

mod blocks;
mod comments;
mod expression;
mod items;
mod message;
mod pairs;
mod started;
mod statement;
mod tokens;

use std::sync::Arc;

use boolprog_base::{Diagnostic, Edit, Severity, Span};
use smol_str::SmolStr;

use self::blocks::OpenBlock;
use self::items::OpenProcedure;
use self::message::{Finding, Unexpected};
use self::statement::Labels;
use self::tokens::{Kind, Tokens};
use crate::ast::{Name, Site, SiteId, SiteKind, SourceFile, Statement};

/// Longer texts are not parsed: programs are never that long, and memory is bounded.
pub const MAX_BYTES: usize = 4 << 20;

/// The most messages about one text.
const MAX_DIAGNOSTICS: usize = 100;

/// Everything that is known about a text after parsing.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// Syntax tree of the text.
    pub file: Arc<SourceFile>,
    /// The syntax errors, in textual order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a whole text; one longer than [`MAX_BYTES`] counts as empty, with a diagnostic that says so. Linear.
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let message = format!("This file is longer than {} MiB and is not read.", MAX_BYTES >> 20);
        let diagnostic = Diagnostic::new("file-too-long", Severity::Error, Span::empty(0), message);
        return Parsed { file: Arc::default(), diagnostics: vec![diagnostic] };
    }
    let tokens = Tokens::of(text);
    let mut parser = Parser::new(&tokens);
    parser.comments();
    parser.items();
    parser.finish()
}

/// An item that may need a `;` after it.
#[derive(Clone, Copy)]
struct Unseparated {
    end: u32,
    /// `true` if it needs one also at the end of its block.
    always: bool,
}

struct Parser<'t> {
    tokens: &'t Tokens<'t>,
    next: usize,
    /// Error that ends the current item. No token is accepted until the next item.
    unexpected: Option<Unexpected>,
    findings: Vec<Finding>,
    /// `true` if a block or procedure is not closed correctly.
    unbalanced: bool,
    file: SourceFile,
    diagnostics: Vec<Diagnostic>,
    procedure: Option<OpenProcedure>,
    /// The blocks in it that are open, the outermost first.
    blocks: Vec<OpenBlock>,
    /// Statements of the innermost one so far.
    statements: Vec<Statement>,
    /// Labels whose statement is still to come.
    labels: Labels,
    /// The item before the next one.
    before: Option<Unseparated>,
    /// `true` if the limit of nesting was already reported.
    too_deep: bool,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t Tokens<'t>) -> Self {
        Self {
            tokens,
            next: 0,
            unexpected: None,
            findings: Vec::new(),
            unbalanced: false,
            file: SourceFile::default(),
            diagnostics: Vec::new(),
            procedure: None,
            blocks: Vec::new(),
            statements: Vec::new(),
            labels: Labels::default(),
            before: None,
            too_deep: false,
        }
    }

    fn finish(mut self) -> Parsed {
        started::resolve(&mut self.file);
        if self.unbalanced || !self.findings.is_empty() {
            let pairs = pairs::find(self.tokens);
            self.diagnostics.extend(message::diagnostics(self.tokens, self.findings, pairs));
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        self.diagnostics.truncate(MAX_DIAGNOSTICS);
        Parsed { file: Arc::new(self.file), diagnostics: self.diagnostics }
    }

    /// The next token; the end of the text if the item cannot continue.
    fn peek(&self) -> Kind {
        if self.unexpected.is_some() { Kind::EndOfText } else { self.tokens.kind(self.next) }
    }

    /// The token after the next one.
    fn peek_second(&self) -> Kind {
        self.tokens.kind(self.next + 1)
    }

    fn advance(&mut self) {
        self.next += 1;
    }

    /// Advances if the next token is of this kind.
    fn accept(&mut self, kind: Kind) -> bool {
        let accepted = self.peek() == kind;
        if accepted {
            self.advance();
        }
        accepted
    }

    /// Advances past the next token, which must be of this kind.
    fn expect(&mut self, kind: Kind, expected: &'static str) {
        if !self.accept(kind) {
            self.fail(expected);
        }
    }

    /// The next token is out of place: the item that is being read ends here.
    fn fail(&mut self, expected: &'static str) {
        self.unexpected.get_or_insert(Unexpected { expected, operand: false });
    }

    /// The same where an operand is missing.
    fn missing_operand(&mut self) {
        self.unexpected.get_or_insert(Unexpected { expected: "an expression", operand: true });
    }

    fn span(&self) -> Span {
        self.tokens.all.get(self.next).map_or(Span::empty(self.tokens.text.len() as u32), |token| token.span)
    }

    fn start(&self) -> u32 {
        self.span().start
    }

    fn end(&self) -> u32 {
        self.next.checked_sub(1).and_then(|last| self.tokens.all.get(last)).map_or(0, |token| token.span.end)
    }

    fn slice(&self, span: Span) -> &'t str {
        self.tokens.slice(span)
    }

    fn take_name(&mut self) -> Name {
        let span = self.span();
        self.advance();
        Name { text: SmolStr::new(self.slice(span)), span }
    }

    /// A name; an empty one where it is missing. `_` is read as a name.
    fn name(&mut self, expected: &'static str) -> Name {
        if matches!(self.peek(), Kind::Identifier | Kind::Discard) {
            return self.take_name();
        }
        self.fail(expected);
        no_name(self.end())
    }

    /// One or more names with commas between them, as far as they are there.
    fn names(&mut self, name: impl Fn(&mut Self) -> Name) -> Vec<Name> {
        let mut names = Vec::new();
        loop {
            let next = name(self);
            if !next.text.is_empty() {
                names.push(next);
            }
            if !self.accept(Kind::Comma) {
                return names;
            }
        }
    }

    fn site(&mut self, kind: SiteKind, span: Span) -> SiteId {
        let id = SiteId(self.file.sites.len() as u32);
        let procedure = self.file.procedures.len() as u32;
        self.file.sites.push(Site { span, kind, procedure });
        id
    }

    /// Notes a diagnostic, up to the limit.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, Severity::Error, span, message));
    }

    fn missing_semicolon(&mut self, end: u32) {
        // The text before a `;` always ends with an ASCII character.
        let span = Span::new(end.saturating_sub(1), end);
        let insertion = Edit { span: Span::empty(end), text: ";".into() };
        self.report(
            Diagnostic::new("missing-semicolon", Severity::Error, span, "A `;` is missing here.")
                .with_fix("Insert `;`", vec![insertion]),
        );
    }

    fn report_too_deep(&mut self, span: Span) {
        if !std::mem::replace(&mut self.too_deep, true) {
            self.error("nesting-too-deep", span, boolprog_base::too_deep());
        }
    }
}

fn no_name(offset: u32) -> Name {
    Name { text: SmolStr::default(), span: Span::empty(offset) }
}
