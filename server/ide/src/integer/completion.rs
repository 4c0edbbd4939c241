//! Completion: possible words at a cursor.
//!
//! While the user types, the statement at the cursor can rarely be parsed, so this reads the tokens before it; only
//! declarations come from the syntax tree.

use boolprog_base::Span;
use boolprog_integer::Sort;
use boolprog_integer::model::{Symbol, SymbolId, SymbolKind as Declared};
use boolprog_integer::syntax::lexer::{Kind, Token, tokens};

use super::{Snapshot, hover};
use crate::completion::{Completion, Completions, Subject, behind, plain, snippet};
use crate::keywords::INTEGER;
use crate::symbols::SymbolKind;

/// The possible words at an offset; `None` if there is nothing to offer. Linear in the text.
pub fn completions(snapshot: &Snapshot, offset: u32) -> Option<Completions> {
    let all = tokens(&snapshot.text);
    if all.comments.iter().any(|comment| is_in_comment(snapshot, *comment, offset)) {
        return None;
    }
    let mut front = all.all;
    front.retain(|token| token.span.start < offset && token.kind != Kind::End);
    let word = match front.pop_if(|last| last.span.end >= offset && (last.kind == Kind::Name || last.kind.is_word())) {
        Some(token) => token.span,
        None => Span::empty(offset),
    };
    if front.last().is_some_and(|last| last.kind == Kind::Number && last.span.end >= offset) {
        return None;
    }
    let front = Front::new(snapshot, &front);
    let expected = expected(&front);
    let offers = Offers { snapshot, process: front.process(), behind: behind(&snapshot.text, word.end) };
    let items = offers.all(&expected);
    let insert = Span::new(word.start, offset);
    (!items.is_empty()).then_some(Completions { insert, replace: word, eager: expected.eager, items })
}

/// The documentation of the item with this label, in Markdown.
pub fn documentation(snapshot: &Snapshot, label: &str, subject: Subject) -> Option<String> {
    let lines = match subject {
        Subject::Keyword => INTEGER.meaning(label)?.map(str::to_owned).to_vec(),
        Subject::Named(_, id) => hover::of_symbol(snapshot, id),
        _ => Vec::new(),
    };
    (!lines.is_empty()).then(|| lines.join("\n").trim_end().to_owned())
}

/// After the last character of a line comment the cursor is still in it.
fn is_in_comment(snapshot: &Snapshot, comment: Span, offset: u32) -> bool {
    let text = snapshot.slice(comment);
    let is_closed = text.len() >= 4 && text.ends_with("*/");
    comment.start < offset && (offset < comment.end || offset == comment.end && !is_closed)
}

/// The tokens before the word at a cursor.
struct Front<'a> {
    snapshot: &'a Snapshot,
    /// From the beginning of the text to the item at the cursor.
    before: &'a [Token],
    /// Those of the item at the cursor; of an edge, those after its last `;`.
    item: &'a [Token],
}

impl<'a> Front<'a> {
    fn new(snapshot: &'a Snapshot, tokens: &'a [Token]) -> Self {
        let ends = |token: &Token| matches!(token.kind, Kind::Semicolon | Kind::BraceOpen | Kind::BraceClose);
        let (before, item) = tokens.split_at(tokens.iter().rposition(ends).map_or(0, |last| last + 1));
        Self { snapshot, before, item }
    }

    fn text(&self, token: &Token) -> &'a str {
        self.snapshot.slice(token.span)
    }

    /// The process that the cursor is in: that with the last brace, if it is open.
    fn process(&self) -> Option<SymbolId> {
        let is_brace = |token: &Token| matches!(token.kind, Kind::BraceOpen | Kind::BraceClose);
        let brace = self.before.iter().rposition(is_brace)?;
        if self.before[brace].kind == Kind::BraceClose {
            return None;
        }
        let head = self.before[..brace].iter().rposition(|token| token.kind == Kind::Process)?;
        self.snapshot.names.declared_at(self.before.get(head + 1)?.span)
    }
}

/// A type as the language writes it.
fn spelt(sort: Sort) -> String {
    match sort {
        Sort::Boolean => "bool".to_owned(),
        Sort::Integer => "int".to_owned(),
        Sort::Range(low, high) => format!("{low}..{high}"),
    }
}

/// Conversion of possible words to offers.
struct Offers<'a> {
    snapshot: &'a Snapshot,
    process: Option<SymbolId>,
    /// The rest of the line after the word.
    behind: &'a str,
}

impl Offers<'_> {
    fn all(&self, expected: &Expected<'_>) -> Vec<Completion> {
        let named = expected.names.iter().flat_map(|names| self.named(*names));
        named.chain(expected.words.iter().map(|word| self.word(word))).chain(self.snippets(expected)).collect()
    }

    /// Templates that begin a program and an error, where a line of the program can begin.
    fn snippets(&self, expected: &Expected<'_>) -> Vec<Completion> {
        if !expected.words.contains(&"process") || !self.behind.trim().is_empty() {
            return Vec::new();
        }
        let mut snippets = Vec::new();
        snippets.extend(self.snapshot.file.items.is_empty().then(|| {
            let text = "decl ${1:x}: ${2:0..3};\n\nprocess ${3:P}[2] {\n\tloc ${4:start}, ${5:end};\n\t$4 -> $5${0};\n}\n\nerror ${6:together}: count($3 @ $5) >= 2;";
            snippet("program", "two processes and what must never happen", text)
        }));
        snippets.extend(self.exclusion());
        snippets
    }

    /// Two instances of the last process are never at its last location.
    fn exclusion(&self) -> Option<Completion> {
        let names = &self.snapshot.names;
        let (_, location) = names.all().filter(|(_, symbol)| symbol.kind == Declared::Location).last()?;
        let process = names.symbol(location.process?)?;
        let text = format!("error ${{1:together}}: count(${{2:{}}} @ ${{3:{}}}) >= 2;", process.name, location.name);
        Some(snippet("exclusion", "two instances are never in the same place", text))
    }

    fn named(&self, names: Names<'_>) -> Vec<Completion> {
        let all = self.snapshot.names.all();
        let fits = |symbol: &Symbol| match (names, symbol.kind) {
            (Names::Constants, Declared::Constant(_)) | (Names::Processes, Declared::Process { .. }) => true,
            (Names::Shared, Declared::Variable { .. }) => symbol.process.is_none(),
            (Names::Own, Declared::Variable { .. }) | (Names::OwnLocations, Declared::Location) => {
                self.process.is_some() && symbol.process == self.process
            }
            (Names::Locations(process), Declared::Location)
            | (Names::Variables(process), Declared::Variable { .. }) => {
                symbol.process.is_some_and(|owner| self.is_named(owner, process))
            }
            _ => false,
        };
        all.filter(|(_, symbol)| !symbol.name.is_empty() && fits(symbol)).map(offer).collect()
    }

    fn is_named(&self, process: SymbolId, name: &str) -> bool {
        self.snapshot.names.symbol(process).is_some_and(|process| process.name == name)
    }

    fn word(&self, word: &str) -> Completion {
        let snippet = match word {
            "process" => Some("process ${1:P} {\n\tloc ${2:start};\n\t$0\n}"),
            "count" => Some("count(${1:P} @ ${2:l})"),
            _ => None,
        };
        let snippet = snippet.filter(|_| self.behind.trim().is_empty()).map(str::to_owned);
        Completion { snippet, ..plain(word, Subject::Keyword) }
    }
}

fn offer((id, symbol): (SymbolId, &Symbol)) -> Completion {
    let (kind, detail) = match symbol.kind {
        Declared::Constant(value) => (SymbolKind::Constant, value.to_string()),
        Declared::Variable { sort, .. } => {
            let shared = if symbol.process.is_none() { ", shared" } else { "" };
            (SymbolKind::Variable, format!("{}{shared}", spelt(sort)))
        }
        Declared::Process { .. } => (SymbolKind::Process, "process".to_owned()),
        Declared::Location => (SymbolKind::Location, String::new()),
        Declared::Property => (SymbolKind::Property, String::new()),
    };
    Completion { detail, ..plain(&symbol.name, Subject::Named(kind, id)) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Names<'a> {
    Constants,
    Shared,
    /// Variables of the process at the cursor.
    Own,
    /// Locations of the process at the cursor.
    OwnLocations,
    Processes,
    Variables(&'a str),
    Locations(&'a str),
}

#[derive(Debug, Default)]
struct Expected<'a> {
    /// Names, the likeliest first.
    names: Vec<Names<'a>>,
    words: &'static [&'static str],
    /// `true` if offers are worth showing before the first letter is typed.
    eager: bool,
}

impl<'a> Expected<'a> {
    fn only(name: Names<'a>) -> Self {
        Self { names: vec![name], eager: true, ..Self::default() }
    }

    fn words(words: &'static [&'static str]) -> Self {
        Self { words, ..Self::default() }
    }

    /// The words that can begin an expression.
    fn expression() -> Self {
        let names = vec![Names::Own, Names::Shared, Names::Constants, Names::Processes];
        Self { names, words: &["count", "true", "false"], eager: false }
    }

    fn target() -> Self {
        Self { names: vec![Names::Own, Names::Shared], ..Self::default() }
    }

    fn constant() -> Self {
        Self { names: vec![Names::Constants], ..Self::default() }
    }
}

/// The possible words after these tokens. Linear in those of the item.
fn expected<'a>(front: &Front<'a>) -> Expected<'a> {
    let Some((last, before)) = front.item.split_last() else { return item(front) };
    match last.kind {
        Kind::Arrow => Expected::only(Names::OwnLocations),
        Kind::At => instance(front, before).map_or_else(Expected::default, |it| Expected::only(Names::Locations(it))),
        Kind::Dot => instance(front, before).map_or_else(Expected::default, |it| Expected::only(Names::Variables(it))),
        Kind::BracketOpen | Kind::DotDot => Expected::constant(),
        Kind::ParenthesisOpen => match before.last() {
            Some(token) if token.kind == Kind::Input => Expected::constant(),
            Some(token) if front.text(token) == "count" => Expected::only(Names::Processes),
            _ => Expected::expression(),
        },
        Kind::Becomes => Expected { words: &["count", "true", "false", "input"], ..Expected::expression() },
        Kind::Equal => Expected { words: &["true", "false"], ..Expected::constant() },
        Kind::Do => Expected::target(),
        Kind::Comma => comma(front),
        Kind::Colon if has(front, Kind::Decl) => {
            Expected { words: &["bool", "int"], eager: true, ..Expected::constant() }
        }
        Kind::Const | Kind::Decl | Kind::Loc | Kind::Process | Kind::Invariant => Expected::default(),
        Kind::Name if before.is_empty() => first_name(front, last),
        Kind::Name if is_place(front, last, before) => Expected::only(Names::Processes),
        _ if ends_operand(last.kind) => behind_operand(front),
        _ => Expected::expression(),
    }
}

fn has(front: &Front<'_>, kind: Kind) -> bool {
    front.item.iter().any(|token| token.kind == kind)
}

/// At the beginning of an item.
fn item<'a>(front: &Front<'a>) -> Expected<'a> {
    if front.process().is_none() {
        return Expected::words(&["const", "decl", "process", "error", "invariant", "init", "predicate"]);
    }
    let mut names = vec![Names::OwnLocations];
    let ends = |token: &Token| matches!(token.kind, Kind::Semicolon | Kind::BraceOpen | Kind::Do);
    let behind_semicolon = front.before.split_last().map_or(&[][..], |(_, rest)| rest);
    // After the assignments of an edge there can be more of them.
    if behind_semicolon.iter().rfind(|token| ends(token)).is_some_and(|token| token.kind == Kind::Do) {
        names.extend([Names::Own, Names::Shared]);
    }
    Expected { names, words: &["decl", "loc"], eager: false }
}

/// After a `,`: the next assignment, or a new name.
fn comma<'a>(front: &Front<'a>) -> Expected<'a> {
    let declares = has(front, Kind::Decl) || has(front, Kind::Loc);
    if declares { Expected::default() } else { Expected::target() }
}

/// After a name that is all there is of an item: a word of the language, or the location that an edge leaves.
fn first_name<'a>(front: &Front<'a>, name: &Token) -> Expected<'a> {
    if front.text(name) == "init" { Expected::expression() } else { Expected::default() }
}

/// Returns `true` if this is the `at` of a predicate.
fn is_place(front: &Front<'_>, last: &Token, before: &[Token]) -> bool {
    let is_predicate = front.item.first().is_some_and(|first| first.kind == Kind::Predicate);
    is_predicate && front.text(last) == "at" && before.last().is_some_and(|token| ends_operand(token.kind))
}

fn behind_operand<'a>(front: &Front<'a>) -> Expected<'a> {
    if front.item.first().is_some_and(|first| first.kind == Kind::Predicate) {
        return Expected::words(&["at"]);
    }
    // If a `;` is missing, the last edge counts.
    let Some(arrow) = front.item.iter().rposition(|token| token.kind == Kind::Arrow) else {
        return Expected::default();
    };
    match &front.item[arrow + 1..] {
        [_] => Expected::words(&["when", "do"]),
        guard if !guard.iter().any(|token| token.kind == Kind::Do) => Expected::words(&["do"]),
        _ => Expected::default(),
    }
}

/// The process of the instance `P` or `P[0]` that these tokens end with.
fn instance<'a>(front: &Front<'a>, tokens: &[Token]) -> Option<&'a str> {
    let mut last = tokens.len().checked_sub(1)?;
    if tokens[last].kind == Kind::BracketClose {
        last = tokens[..last].iter().rposition(|token| token.kind == Kind::BracketOpen)?.checked_sub(1)?;
    }
    (tokens[last].kind == Kind::Name).then(|| front.text(&tokens[last]))
}

/// Returns `true` if an operand can end with such a token.
fn ends_operand(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::Number | Kind::True | Kind::False | Kind::ParenthesisClose | Kind::BracketClose)
}
