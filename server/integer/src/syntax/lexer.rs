//! Text to tokens.

use boolprog_base::Span;

/// Defines the tokens that are always spelled the same, and how.
macro_rules! fixed_tokens {
    ($($variant:ident = $spelling:literal),+ $(,)?) => {
        /// Kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind {
            $(#[doc = concat!("`", $spelling, "`")] $variant,)+
            /// An identifier.
            Name,
            /// A number literal.
            Number,
            /// A character without a meaning.
            Unknown,
            /// After the last token.
            End,
        }

        /// Tokens of a fixed spelling; a token precedes its own prefixes.
        const FIXED: &[(Kind, &str)] = &[$((Kind::$variant, $spelling)),+];
    };
}

fixed_tokens! {
    Const = "const", Decl = "decl", Bool = "bool", Int = "int", Process = "process", Loc = "loc", When = "when", Do = "do",
    Input = "input", Invariant = "invariant", Predicate = "predicate", True = "true", False = "false",
    Arrow = "->", Becomes = ":=", EqualEqual = "==", NotEqual = "!=", LessOrEqual = "<=", GreaterOrEqual = ">=",
    AndAnd = "&&", OrOr = "||", DotDot = "..",
    Semicolon = ";", Comma = ",", Colon = ":", Equal = "=", Bang = "!", Less = "<", Greater = ">", And = "&", Or = "|",
    Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%", Question = "?", At = "@", Dot = ".",
    ParenthesisOpen = "(", ParenthesisClose = ")", BracketOpen = "[", BracketClose = "]",
    BraceOpen = "{", BraceClose = "}",
}

impl Kind {
    /// Returns `true` if it is a word of the language.
    pub fn is_word(self) -> bool {
        FIXED.iter().any(|(kind, spelling)| *kind == self && spelling.as_bytes()[0].is_ascii_lowercase())
    }
}

/// Returns `true` if a word belongs to the language and cannot be a name; `init`, `error`, `at` and `count` can.
pub fn is_word(text: &str) -> bool {
    FIXED.iter().any(|(kind, spelling)| kind.is_word() && *spelling == text)
}

/// A token of the language.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: Kind,
    /// Its range in the text.
    pub span: Span,
}

/// The tokens of a text, `End` after the last; and its comments.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The tokens in textual order.
    pub all: Vec<Token>,
    /// The comments in textual order, delimiters included.
    pub comments: Vec<Span>,
    /// A comment that is never closed.
    pub unclosed: Option<Span>,
}

/// Splits a text. Linear.
pub fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let (kind, length) = match comment(rest) {
            Some((length, closed)) => {
                let span = span(at, length);
                tokens.comments.push(span);
                if !closed {
                    tokens.unclosed = Some(span);
                }
                at += length;
                continue;
            }
            None => token(rest),
        };
        tokens.all.push(Token { kind, span: span(at, length) });
        at += length;
    }
    tokens.all.push(Token { kind: Kind::End, span: span(text.len(), 0) });
    tokens
}

fn span(start: usize, length: usize) -> Span {
    Span::new(start as u32, (start + length) as u32)
}

/// The length of a comment at the start of the text, and whether it ends.
fn comment(rest: &str) -> Option<(usize, bool)> {
    if rest.starts_with("//") {
        return Some((rest.find(['\r', '\n']).unwrap_or(rest.len()), true));
    }
    let inside = rest.strip_prefix("/*")?;
    Some(inside.find("*/").map_or((rest.len(), false), |end| (end + 4, true)))
}

/// The token at the start of a text that is not empty, and its length.
fn token(rest: &str) -> (Kind, usize) {
    let length_of = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    match rest.chars().next() {
        Some(first) if first.is_ascii_digit() => (Kind::Number, length_of(|c| c.is_ascii_digit())),
        Some('a'..='z' | 'A'..='Z' | '_' | '$') => {
            let length = length_of(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#'));
            let word = FIXED.iter().find(|(_, spelling)| *spelling == &rest[..length]);
            (word.map_or(Kind::Name, |(kind, _)| *kind), length)
        }
        Some(first) => match FIXED.iter().find(|(_, spelling)| rest.starts_with(spelling)) {
            Some((kind, spelling)) => (*kind, spelling.len()),
            None => (Kind::Unknown, first.len_utf8()),
        },
        None => (Kind::End, 0),
    }
}
