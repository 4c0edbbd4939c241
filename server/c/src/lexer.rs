//! Tokens of C, each with its place in the checked text.

use boolprog_base::Span;
use boolprog_import::Refusal;
use smol_str::SmolStr;

use crate::watch::Watch;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    Character,
    String,
    Punctuation,
    /// A character that no token of C begins with.
    Other,
}

/// A token, before or after preprocessing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: SmolStr,
    /// Place in the checked text: for a token of a macro that of its use, for one of another file that of `#include`.
    pub(crate) span: Span,
    /// `true` for the first token of a line.
    pub(crate) first: bool,
    /// `true` if a blank stands before it.
    pub(crate) spaced: bool,
}

impl Token {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text && self.kind != Kind::String && self.kind != Kind::Character
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Tokens and comments of a text.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Span>,
}

static PUNCTUATION: &[&str] = &[
    "<<=", ">>=", "...", "##", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a text. `place` replaces all spans, for a text that is not the checked one.
pub(crate) fn lex(text: &str, place: Option<Span>, watch: &Watch) -> Result<Lexed, Refusal> {
    let mut lexer = Lexer { text, at: 0, first: true, spaced: false, place };
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new() };
    loop {
        watch.work(1)?;
        lexer.blanks(&mut lexed.comments);
        let Some(token) = lexer.token() else { return Ok(lexed) };
        watch.hold(size_of::<Token>());
        lexed.tokens.push(token);
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    first: bool,
    spaced: bool,
    place: Option<Span>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Skips blanks, comments and lines that are continued.
    fn blanks(&mut self, comments: &mut Vec<Span>) {
        loop {
            let start = self.at;
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with("/*") {
                let length = if rest.starts_with("//") {
                    end_of_line(rest)
                } else {
                    rest[2..].find("*/").map_or(rest.len(), |end| end + 4)
                };
                comments.push(Span::new(start as u32, (start + length) as u32));
                self.at += length;
            } else if rest.starts_with("\\\n") {
                self.at += 2;
            } else if rest.starts_with("\\\r\n") {
                self.at += 3;
            } else {
                // A mark of the order of bytes may stand before the text.
                let is_blank = |it: &char| it.is_whitespace() || (*it == '\u{feff}' && start == 0);
                let Some(blank) = rest.chars().next().filter(is_blank) else { return };
                self.first |= blank == '\n';
                self.at += blank.len_utf8();
            }
            self.spaced = true;
        }
    }

    fn token(&mut self) -> Option<Token> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        let word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
        let length_of = |inside: &dyn Fn(char) -> bool| rest.find(|it| !inside(it)).unwrap_or(rest.len());
        let (kind, length) =
            if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|it: char| it.is_ascii_digit())) {
                (Kind::Number, length_of(&|it| word(it) || it == '.'))
            } else if word(first) {
                (Kind::Word, length_of(&word))
            } else if first == '"' || first == '\'' {
                let kind = if first == '"' { Kind::String } else { Kind::Character };
                (kind, quoted(rest, first))
            } else if let Some(long) = PUNCTUATION.iter().find(|it| rest.starts_with(**it)) {
                (Kind::Punctuation, long.len())
            } else if "+-*/%<>=!&|^~?:;,.(){}[]#".contains(first) {
                (Kind::Punctuation, 1)
            } else {
                (Kind::Other, first.len_utf8())
            };
        let span = self.place.unwrap_or(Span::new(self.at as u32, (self.at + length) as u32));
        let token = Token { kind, text: rest[..length].into(), span, first: self.first, spaced: self.spaced };
        self.at += length;
        (self.first, self.spaced) = (false, false);
        Some(token)
    }
}

/// Length of a line, with those that continue it.
fn end_of_line(text: &str) -> usize {
    let is_end = |at: &usize| !text[..*at].trim_end_matches('\r').ends_with('\\');
    text.match_indices('\n').map(|(at, _)| at).find(is_end).unwrap_or(text.len())
}

/// Length of a string or character constant, which ends with the line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        if it == '\n' {
            return at;
        }
        if it == quote && !escaped {
            return at + 1;
        }
        escaped = it == '\\' && !escaped;
    }
    text.len()
}
