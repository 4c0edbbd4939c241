//! The tokens that may follow those of an item.

use boolprog_integer::syntax::lexer::{Kind, Token};

use super::Front;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Names<'a> {
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
pub(super) struct Expected<'a> {
    /// Names, the likeliest first.
    pub(super) names: Vec<Names<'a>>,
    pub(super) words: &'static [&'static str],
    /// `true` if offers are worth showing before the first letter is typed.
    pub(super) eager: bool,
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
pub(super) fn expected<'a>(front: &Front<'a>) -> Expected<'a> {
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
