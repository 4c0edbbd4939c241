//! Brackets and blocks that do not close: `(`, `[`, `if`, `while`, `begin`.

use boolprog_base::{Diagnostic, Edit, Severity, Span};

use super::MAX_DIAGNOSTICS;
use super::message::Finding;
use super::tokens::{Kind, Tokens};

/// Something that waits to be closed.
struct Open {
    opener: Kind,
    span: Span,
    /// After the last token inside it, where its end can be put.
    inside_end: u32,
    has_else: bool,
}

impl Open {
    fn new(opener: Kind, span: Span) -> Self {
        Self { opener, span, inside_end: span.end, has_else: false }
    }
}

/// Finds all wrong or missing closing tokens. Linear in the tokens.
pub(super) fn find(tokens: &Tokens<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut previous_end = 0;
    for (index, token) in tokens.all.iter().enumerate() {
        if findings.len() >= MAX_DIAGNOSTICS {
            return findings;
        }
        let keep = closed_by(&open, token.kind);
        match keep {
            Some(keep) if keep < open.len() => findings.push(unclosed(tokens, open.drain(keep..), index, previous_end)),
            Some(_) => {}
            None => findings.push(stray(tokens, index)),
        }
        if keep.is_some() && opener_of(token.kind).is_some() {
            open.pop();
        }
        if keep.is_some() && token.kind == Kind::Else {
            open.iter_mut().last().into_iter().for_each(|pair| pair.has_else = true);
        }
        if closer_of(token.kind).is_some() {
            open.push(Open::new(token.kind, token.span));
        }
        previous_end = token.span.end;
    }
    if !open.is_empty() {
        findings.push(unclosed(tokens, open.into_iter(), tokens.all.len(), previous_end));
    }
    findings
}

/// The number of open pairs that `token` leaves open, itself not counted as a closer; `None` if it closes or continues
/// a pair that was never opened.
fn closed_by(open: &[Open], token: Kind) -> Option<usize> {
    if let Some(opener) = opener_of(token) {
        let position = open.iter().rposition(|pair| pair.opener == opener)?;
        let inner = &open[position..];
        // No block ends inside brackets, and no procedure inside a block.
        let crossed = |pair: &Open| strength(pair.opener) > strength(opener);
        return if inner.iter().any(crossed) { None } else { Some(position + 1) };
    }
    if matches!(token, Kind::Else | Kind::Elsif | Kind::Elif) {
        let position = open.iter().rposition(|pair| matches!(pair.opener, Kind::If | Kind::Begin))?;
        let pair = &open[position];
        return (pair.opener == Kind::If && !pair.has_else).then_some(position + 1);
    }
    let weakest = match token {
        // No bracket reaches beyond its statement, and no procedure begins inside another.
        Kind::Semicolon | Kind::Becomes | Kind::Goto | Kind::Decl | Kind::If | Kind::Then | Kind::While | Kind::Do => 1,
        Kind::Void | Kind::Bool | Kind::Dfs | Kind::Begin => 3,
        _ => 0,
    };
    Some(open.iter().rposition(|pair| strength(pair.opener) > weakest).map_or(0, |position| position + 1))
}

/// Brackets are inside blocks, and blocks inside procedures.
fn strength(opener: Kind) -> u32 {
    match opener {
        Kind::ParenthesisOpen | Kind::BracketOpen => 1,
        Kind::If | Kind::While => 2,
        _ => 3,
    }
}

fn closer_of(opener: Kind) -> Option<Kind> {
    PAIRS.iter().find(|(first, _)| *first == opener).map(|(_, last)| *last)
}

fn opener_of(closer: Kind) -> Option<Kind> {
    PAIRS.iter().find(|(_, last)| *last == closer).map(|(first, _)| *first)
}

const PAIRS: [(Kind, Kind); 5] = [
    (Kind::ParenthesisOpen, Kind::ParenthesisClose),
    (Kind::BracketOpen, Kind::BracketClose),
    (Kind::If, Kind::Fi),
    (Kind::While, Kind::Od),
    (Kind::Begin, Kind::End),
];

/// The message that `pairs`, outermost first, are not closed before the token at `found`.
fn unclosed(tokens: &Tokens<'_>, pairs: impl Iterator<Item = Open>, found: usize, previous_end: u32) -> Finding {
    /// More than these are not named one by one.
    const NAMED: usize = 5;
    let pairs: Vec<Open> = pairs.collect();
    let closers: Vec<&str> = pairs.iter().rev().filter_map(|pair| closer_of(pair.opener)).map(Kind::spelling).collect();
    let code = match pairs.last().map(|pair| pair.opener) {
        Some(Kind::If) => "missing-fi",
        Some(Kind::While) => "missing-od",
        Some(Kind::Begin) => "missing-end",
        _ => "missing-bracket",
    };
    let quoted: Vec<String> = closers.iter().take(NAMED).map(|closer| format!("`{closer}`")).collect();
    let more = if closers.len() > NAMED { " and more" } else { "" };
    let message = format!("Expected {}{more} before {}.", quoted.join(" and "), tokens.show(found));
    let mut diagnostic = Diagnostic::new(code, Severity::Error, tokens.span(found), message);
    for pair in pairs.iter().rev().take(NAMED) {
        diagnostic = diagnostic.with_related(pair.span, format!("this `{}` is not closed", pair.opener.spelling()));
    }
    let inside_end = pairs.last().map_or(0, |pair| pair.inside_end).max(previous_end);
    if closers.len() <= NAMED {
        let words = closers.join(" ");
        let brackets = words.starts_with([')', ']']);
        let text = if brackets { words.clone() } else { format!(" {words}") };
        let insertion = Edit { span: Span::empty(inside_end), text };
        diagnostic = diagnostic.with_fix(format!("Insert `{words}`"), vec![insertion]);
    }
    Finding { found, diagnostic }
}

/// The message that the token at `found` closes nothing.
fn stray(tokens: &Tokens<'_>, found: usize) -> Finding {
    let token = &tokens.all[found];
    let message = match opener_of(token.kind) {
        Some(opener) => format!("This `{}` has no `{}` to close.", token.kind.spelling(), opener.spelling()),
        None => format!("This `{}` belongs to no `if` that can have one.", token.kind.spelling()),
    };
    let deletion = Edit { span: token.span, text: String::new() };
    let diagnostic = Diagnostic::new("unmatched-closer", Severity::Error, token.span, message)
        .with_fix(format!("Remove `{}`", token.kind.spelling()), vec![deletion]);
    Finding { found, diagnostic }
}
