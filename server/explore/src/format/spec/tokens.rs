//! The words of a `.spec` text.

use crate::format::error::{FormatError, Problem};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Name(&'a str),
    Number(u32),
    /// `->`, `>=`, `<=`, `=`, `'`, `+`, `-`, `,` or `;`.
    Sign(&'static str),
}

const SIGNS: [&str; 9] = ["->", ">=", "<=", "=", "'", "+", "-", ",", ";"];

/// Splits a text; each word with its line, from 0. `#` begins a comment.
pub(super) fn split(text: &str) -> Result<Vec<(usize, Token<'_>)>, FormatError> {
    let mut tokens = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.split('#').next().unwrap_or_default().trim_start();
        while !rest.is_empty() {
            let (token, length) = first(rest)
                .ok_or_else(|| FormatError::at(number, Problem::NotASign(rest.chars().take(1).collect())))?;
            tokens.push((number, token));
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

/// The first word, and its length in bytes.
fn first(text: &str) -> Option<(Token<'_>, usize)> {
    if let Some(sign) = SIGNS.into_iter().find(|sign| text.starts_with(sign)) {
        return Some((Token::Sign(sign), sign.len()));
    }
    let word = &text[..text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())];
    match word.bytes().next()? {
        b'0'..=b'9' => Some((Token::Number(word.parse().ok()?), word.len())),
        _ => Some((Token::Name(word), word.len())),
    }
}
