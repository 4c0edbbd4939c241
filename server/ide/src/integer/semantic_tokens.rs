//! Semantic tokens: the meaning of every word of a text, beyond its spelling.

use boolprog_base::Span;
use boolprog_integer::model::{Role, SymbolKind, Use};
use boolprog_integer::syntax::lexer::{Kind, Token, tokens};

use super::Snapshot;
use crate::keywords::INTEGER;
use crate::semantic_tokens::{Modifier, Modifiers, SemanticToken, TokenType, on_each_line, start_of_line};

/// The semantic tokens of the lines that a span touches, in textual order. Punctuation and unresolved names have none,
/// a comment has one on each of its lines. Linear in the text.
pub fn semantic_tokens(snapshot: &Snapshot, within: Span) -> Vec<SemanticToken> {
    let line = start_of_line(&snapshot.text, within.start);
    let is_wanted = |span: Span| span.end > line && span.start < within.end;
    let found = tokens(&snapshot.text);
    let comments = found.comments.iter().flat_map(|span| on_each_line(&snapshot.text, *span));
    let comment = |span| SemanticToken { span, kind: TokenType::Comment, modifiers: Modifiers::default() };
    let mut all: Vec<SemanticToken> = comments.filter(|span| is_wanted(*span)).map(comment).collect();
    let mut uses = snapshot.names.uses.iter().peekable();
    let mut before = Kind::End;
    for token in found.all {
        let last = std::mem::replace(&mut before, token.kind);
        while uses.next_if(|found| found.span.start < token.span.start).is_some() {}
        let named = uses.next_if(|found| found.span == token.span);
        if !is_wanted(token.span) {
            continue;
        }
        let meaning = match named {
            Some(found) => name(snapshot, found),
            None => plain(snapshot, token, last).map(|kind| (kind, Modifiers::default())),
        };
        all.extend(meaning.map(|(kind, modifiers)| SemanticToken { span: token.span, kind, modifiers }));
    }
    all.sort_by_key(|token| token.span);
    all
}

fn name(snapshot: &Snapshot, found: &Use) -> Option<(TokenType, Modifiers)> {
    let symbol = snapshot.names.symbol(found.symbol)?;
    let (kind, storage) = match symbol.kind {
        SymbolKind::Constant(_) => (TokenType::Variable, Some(Modifier::Constant)),
        SymbolKind::Variable { .. } if symbol.process.is_none() => (TokenType::Variable, Some(Modifier::Shared)),
        SymbolKind::Variable { .. } => (TokenType::Variable, None),
        SymbolKind::Process { .. } => (TokenType::Process, None),
        SymbolKind::Location | SymbolKind::Property => (TokenType::Label, None),
    };
    let by_role = match found.role {
        Role::Declaration => Some(Modifier::Declaration),
        Role::Write => Some(Modifier::Modification),
        Role::Read | Role::Leave | Role::Enter | Role::Mention => None,
    };
    Some((kind, by_role.into_iter().chain(storage).fold(Modifiers::default(), Modifiers::with)))
}

/// `true` for punctuation: tokens without a meaning of their own.
fn is_punctuation(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Semicolon
            | Kind::Comma
            | Kind::Colon
            | Kind::Dot
            | Kind::ParenthesisOpen
            | Kind::ParenthesisClose
            | Kind::BracketOpen
            | Kind::BracketClose
            | Kind::BraceOpen
            | Kind::BraceClose
            | Kind::Unknown
            | Kind::End
    )
}

/// The type of a token that is no name; `last` is the token before.
fn plain(snapshot: &Snapshot, token: Token, last: Kind) -> Option<TokenType> {
    let is_any_value = || matches!(last, Kind::Becomes | Kind::Equal | Kind::BracketOpen);
    match token.kind {
        Kind::True | Kind::False => Some(TokenType::Value),
        Kind::Star if is_any_value() => Some(TokenType::Value),
        Kind::Number => Some(TokenType::Number),
        Kind::Name => {
            let is_word = INTEGER.meaning(snapshot.slice(token.span)).is_some();
            let is_unknown = snapshot.names.unresolved.binary_search(&token.span).is_ok();
            (is_word && !is_unknown).then_some(TokenType::Keyword)
        }
        kind if kind.is_word() => Some(TokenType::Keyword),
        kind if is_punctuation(kind) => None,
        _ => Some(TokenType::Operator),
    }
}
