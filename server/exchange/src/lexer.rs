//! Tokens, which the notations of Theta and DiVinE share.

use boolprog_base::Span;
use logos::{Lexer, Logos};

use crate::Refusal;

/// What a token is; which word or sign it is, its text says.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\r\n]*", allow_greedy = true))]
pub(crate) enum Kind {
    /// A name or a keyword.
    #[regex("[a-zA-Z_][a-zA-Z0-9_]*")]
    Word,
    /// A number.
    #[regex("[0-9]+")]
    Number,
    /// An operator or a bracket.
    #[regex(r"->|<-|=>|:=|==|!=|/=|<=|>=|&&|\|\||<<|>>|\+\+|--|[-+*/%<>=!~&|^?:;,.(){}\[\]']")]
    Sign,
    /// A comment that can go over several lines; not among the tokens.
    #[token("/*", comment)]
    Comment,
    /// Behind the last token.
    End,
}

/// Goes behind the end of a comment; one without end is an error.
fn comment(lexer: &mut Lexer<'_, Kind>) -> bool {
    let end = lexer.remainder().find("*/");
    lexer.bump(end.map_or(0, |end| end + 2));
    end.is_some()
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// The tokens of a text, `End` behind the last. Linear.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Refusal> {
    let mut tokens = Vec::new();
    for (kind, range) in Kind::lexer(text).spanned() {
        let span = Span::new(range.start as u32, range.end as u32);
        match kind {
            Ok(Kind::Comment) => {}
            Ok(kind) => tokens.push(Token { kind, text: &text[range], span }),
            Err(()) if text[range.start..].starts_with("/*") => {
                return Err(Refusal::new(span, "This comment has no end."));
            }
            Err(()) => return Err(Refusal::new(span, "This character has no meaning here.")),
        }
    }
    tokens.push(Token { kind: Kind::End, text: "", span: Span::empty(text.len() as u32) });
    Ok(tokens)
}
