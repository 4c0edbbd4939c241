//! The operators `#` and `##`, on tokens.

use boolprog_base::Span;
use smol_str::SmolStr;

use crate::lexer::{Lexer, Token, TokenKind};
use crate::source::Place;

/// A string literal with the text of tokens (C11 6.10.3.2).
pub(super) fn text_of(tokens: &[Token], place: Place) -> Token {
    let mut text = String::from("\"");
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && (token.is_spaced || token.is_first) {
            text.push(' ');
        }
        let is_literal = token.text.ends_with(['"', '\'']);
        for it in token.text.chars() {
            if is_literal && matches!(it, '"' | '\\') {
                text.push('\\');
            }
            text.push(it);
        }
    }
    text.push('"');
    token(text.into(), TokenKind::String, place)
}

/// A token that no text has.
pub(super) fn token(text: SmolStr, kind: TokenKind, place: Place) -> Token {
    Token { text, place, kind, is_first: false, is_spaced: false, pack: None, is_painted: false }
}

/// The token that two tokens are together (C11 6.10.3.3); none if they are not one.
pub(super) fn paste(left: &Token, right: &Token, place: Place) -> Option<Token> {
    let text = format!("{}{}", left.text, right.text);
    let length = text.len() as u32;
    let mut lexer = Lexer::new(text.into(), place.file);
    let joined = lexer.next().filter(|joined| joined.place.span == Span::new(0, length))?;
    Some(Token { place, is_spaced: left.is_spaced, is_first: left.is_first, ..joined })
}
