//! Semantic tokens: the meaning of every word of a text, beyond its spelling.

use boolprog_base::Span;
use boolprog_program::names::{Names, Role, Storage, Symbol, Use};

use crate::{Snapshot, keywords, unreachable};
use boolprog_syntax::lexer::{self, TokenKind};

/// Type of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenType {
    /// A comment that is no pragma.
    Comment,
    /// `// boolprog: key = value`
    Pragma,
    /// A word of the language.
    Keyword,
    /// An operator sign.
    Operator,
    /// A number that is no value, as in `bool<2>`.
    Number,
    /// `T`, `F`, their other spellings, and `*`.
    Value,
    /// A variable that is no parameter.
    Variable,
    /// A parameter of a procedure.
    Parameter,
    /// The name of a procedure.
    Procedure,
    /// A label, or a location of a process.
    Label,
    /// The name of a process.
    Process,
}

impl TokenType {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 11] = [
        Self::Comment,
        Self::Pragma,
        Self::Keyword,
        Self::Operator,
        Self::Number,
        Self::Value,
        Self::Variable,
        Self::Parameter,
        Self::Procedure,
        Self::Label,
        Self::Process,
    ];
}

/// Modifier of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// It is declared here.
    Declaration,
    /// It is written here.
    Modification,
    /// A thread starts there.
    ThreadStart,
    /// All threads share the variable.
    Shared,
    /// Each thread has a copy of the global variable.
    ThreadLocal,
    /// The value after the step: `'x`.
    NextState,
    /// The copies of the other threads are meant: `x$`.
    Passive,
    /// No thread ever gets here. Only where that is known exactly, of this very program.
    Unreachable,
    /// It always has the same value.
    Constant,
}

impl Modifier {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 9] = [
        Self::Declaration,
        Self::Modification,
        Self::ThreadStart,
        Self::Shared,
        Self::ThreadLocal,
        Self::NextState,
        Self::Passive,
        Self::Unreachable,
        Self::Constant,
    ];
}

/// A set of modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers(u32);

impl Modifiers {
    /// The set as bits: the first modifier is the lowest.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns `true` if a modifier is in the set.
    pub const fn contains(self, modifier: Modifier) -> bool {
        self.0 & 1 << modifier as u32 != 0
    }

    pub(crate) fn with(self, modifier: Modifier) -> Self {
        Self(self.0 | 1 << modifier as u32)
    }
}

/// A token that has a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// Span, on one line.
    pub span: Span,
    /// Type of the token.
    pub kind: TokenType,
    /// Modifiers of the token.
    pub modifiers: Modifiers,
}

/// The semantic tokens of the lines that a span touches, in textual order. Punctuation and unresolved names have none,
/// a comment has one on each of its lines. Linear in the text of those lines; in all the text before them, if it has
/// syntax errors.
pub fn semantic_tokens(snapshot: &Snapshot, within: Span) -> Vec<SemanticToken> {
    let line = start_of_line(&snapshot.text, within.start);
    let start = first_token(snapshot, line);
    let uses = &snapshot.analysis.names.uses;
    let pragmas = &snapshot.file.pragmas;
    let dead = unreachable::found(snapshot);
    let mut classifier = Classifier {
        snapshot,
        uses: uses[uses.partition_point(|found| found.span.start < start)..].iter().peekable(),
        before: Before::default(),
    };
    let mut tokens = Vec::new();
    let tokens_from = lexer::tokens(&snapshot.text, Span::new(start, snapshot.text.len() as u32));
    let tokens_from = tokens_from.skip_while(|token| token.span.end <= line);
    for token in tokens_from.take_while(|token| token.span.start < within.end) {
        if token.kind == TokenKind::Comment {
            let is_pragma = pragmas.binary_search_by_key(&token.span.start, |pragma| pragma.span.start).is_ok();
            let kind = if is_pragma { TokenType::Pragma } else { TokenType::Comment };
            let parts =
                on_each_line(&snapshot.text, token.span).filter(|part| part.end > line && part.start < within.end);
            tokens.extend(parts.map(|span| SemanticToken { span, kind, modifiers: Modifiers::default() }));
            continue;
        }
        let Some((kind, modifiers)) = classifier.next(token) else { continue };
        let modifiers = if contains(&dead, token.span) { modifiers.with(Modifier::Unreachable) } else { modifiers };
        tokens.push(SemanticToken { span: token.span, kind, modifiers });
    }
    tokens
}

/// The parts of a span on each of its lines: not every editor knows tokens that reach over several ones.
pub(crate) fn on_each_line(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let lines = text[span.range()].split(['\n', '\r']).scan(span.start, |at, line| {
        let part = Span::new(*at, *at + line.len() as u32);
        *at = part.end + 1;
        Some(part)
    });
    lines.filter(|part| !part.is_empty())
}

pub(crate) fn start_of_line(text: &str, offset: u32) -> u32 {
    let mut start = offset.min(text.len() as u32) as usize;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    text[..start].rfind('\n').map_or(0, |newline| newline as u32 + 1)
}

/// The start of the first token that reaches into or after the line that begins at an offset; or an earlier place where
/// a token can begin, if there are syntax errors, which may hide comments from the parser.
fn first_token(snapshot: &Snapshot, line: u32) -> u32 {
    if !snapshot.syntax.is_empty() {
        return 0;
    }
    let comments = &snapshot.file.comments;
    let next = comments.partition_point(|comment| comment.end <= line);
    comments.get(next).map_or(line, |comment| comment.start.min(line))
}

/// `true` if one of these sorted disjoint spans contains another one.
fn contains(sorted: &[Span], inner: Span) -> bool {
    let next = sorted.partition_point(|span| span.end < inner.end);
    sorted.get(next).is_some_and(|span| span.contains(inner))
}

/// Facts about the preceding token that affect the meaning of a token.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Before {
    /// `<`
    Less,
    #[default]
    Other,
}

impl Before {
    fn new(text: &str) -> Self {
        if text == "<" { Self::Less } else { Self::Other }
    }
}

/// Iterator over the tokens and, in parallel, the uses of names.
struct Classifier<'a> {
    snapshot: &'a Snapshot,
    uses: std::iter::Peekable<std::slice::Iter<'a, Use>>,
    before: Before,
}

impl Classifier<'_> {
    /// The type of a token; `None` if it has none.
    fn next(&mut self, token: lexer::Token) -> Option<(TokenType, Modifiers)> {
        let text = self.snapshot.slice(token.span);
        let before = std::mem::replace(&mut self.before, Before::new(text));
        while self.uses.next_if(|found| found.span.start < token.span.start).is_some() {}
        if let Some(found) = self.uses.next_if(|found| found.span.start == token.span.start) {
            return Some(self.name(found));
        }
        plain(token.kind, text, before).map(|kind| (kind, Modifiers::default()))
    }

    fn name(&self, found: &Use) -> (TokenType, Modifiers) {
        let (kind, by_storage) = stored(&self.snapshot.analysis.names, found.symbol);
        let by_role = match found.role {
            Role::Declaration => &[Modifier::Declaration][..],
            Role::Write => &[Modifier::Modification],
            Role::NewRead => &[Modifier::NextState],
            Role::PassiveRead => &[Modifier::Passive],
            Role::PassiveWrite => &[Modifier::Modification, Modifier::Passive],
            Role::ThreadStart => &[Modifier::ThreadStart],
            Role::Read | Role::Mention | Role::Jump | Role::Call => &[],
        };
        let mut modifiers = by_role.iter().fold(by_storage, |set, modifier| set.with(*modifier));
        if found.role == Role::PassiveRead && self.is_primed(found.span) {
            modifiers = modifiers.with(Modifier::NextState);
        }
        (kind, modifiers)
    }

    fn is_primed(&self, name: Span) -> bool {
        self.snapshot.text[..name.start as usize].trim_end().ends_with('\'')
    }
}

/// The type of a name, with the storage of its meaning.
fn stored(names: &Names, symbol: Symbol) -> (TokenType, Modifiers) {
    let (kind, storage) = match symbol {
        Symbol::Procedure(_) => (TokenType::Procedure, None),
        Symbol::Label(_) => (TokenType::Label, None),
        Symbol::Variable(id) => match names.info(id).storage {
            Storage::Shared => (TokenType::Variable, Some(Modifier::Shared)),
            Storage::ThreadLocal => (TokenType::Variable, Some(Modifier::ThreadLocal)),
            Storage::Local(_) => (TokenType::Variable, None),
            Storage::Parameter(..) => (TokenType::Parameter, None),
        },
    };
    (kind, storage.into_iter().fold(Modifiers::default(), Modifiers::with))
}

/// The kind of a token that names nothing, given the token before it; `None` if it has none.
fn plain(kind: TokenKind, text: &str, before: Before) -> Option<TokenType> {
    match (kind, text) {
        (TokenKind::Word, word) if keywords::is_constant(word) => Some(TokenType::Value),
        (TokenKind::Word, word) if keywords::is_reserved(word) => Some(TokenType::Keyword),
        (TokenKind::Number, "0" | "1") if before != Before::Less => Some(TokenType::Value),
        (TokenKind::Number, _) => Some(TokenType::Number),
        (TokenKind::Symbol, "*") => Some(TokenType::Value),
        (TokenKind::Symbol, "," | ";" | ":" | "(" | ")" | "[" | "]" | "<" | ">") => None,
        (TokenKind::Symbol, _) => Some(TokenType::Operator),
        _ => None,
    }
}
