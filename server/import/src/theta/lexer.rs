//! Tokens of the notations of Theta.

use boolprog_base::Span;

use crate::Refusal;

/// Kind of a token; its text tells which word or sign it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    Sign,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// Operators of two characters; every other sign has one.
const PAIRS: [&str; 6] = ["->", ":=", "/=", "<=", ">=", "++"];
const SINGLES: &str = "-+*/%<>=(){}[].,:'";

/// The tokens of a text, `End` after the last. Linear.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Refusal> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let span = |length: usize| Span::new(start as u32, (start + length) as u32);
        let (kind, length) = if first.is_ascii_whitespace() {
            (None, 1)
        } else if rest.starts_with("//") {
            (None, rest.find(['\r', '\n']).unwrap_or(rest.len()))
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").ok_or_else(|| Refusal::new(span(2), "This comment has no end."))?;
            (None, end + 4)
        } else if first.is_ascii_digit() {
            (Some(Kind::Number), prefix(rest, |c| c.is_ascii_digit()))
        } else if first.is_ascii_alphabetic() || first == '_' {
            (Some(Kind::Word), prefix(rest, |c| c.is_ascii_alphanumeric() || c == '_'))
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            (Some(Kind::Sign), 2)
        } else if SINGLES.contains(first) {
            (Some(Kind::Sign), 1)
        } else {
            return Err(Refusal::new(span(first.len_utf8()), "This character has no meaning here."));
        };
        tokens.extend(kind.map(|kind| Token { kind, text: &rest[..length], span: span(length) }));
        start += length;
    }
    tokens.push(Token { kind: Kind::End, text: "", span: Span::empty(text.len() as u32) });
    Ok(tokens)
}

/// The number of bytes at the beginning of a text that are part of a word.
fn prefix(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is_part(character)).unwrap_or(text.len())
}
