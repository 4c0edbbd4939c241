//! The tokens of a text, in textual order: the input of the parser.

use boolprog_base::{Span, both};

use crate::lexer::{self, TokenKind};

/// Defines the words and symbols of the language with their spellings.
macro_rules! kinds {
    ($($variant:ident = $spelling:literal),+ $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Kind {
            $(#[doc = concat!("`", $spelling, "`")] $variant,)+
            Identifier,
            Number,
            /// Characters that no token begins with.
            Unknown,
            /// After the last token.
            EndOfText,
        }

        impl Kind {
            /// The kind of a token that is always spelled like this.
            fn of(spelling: &str) -> Option<Self> {
                match spelling {
                    $($spelling => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// The only spelling of a token of this kind; empty if there are several.
            pub(super) const fn spelling(self) -> &'static str {
                match self {
                    $(Self::$variant => $spelling,)+
                    Self::Identifier | Self::Number | Self::Unknown | Self::EndOfText => "",
                }
            }
        }
    };
}

kinds! {
    Semicolon = ";",
    Comma = ",",
    Colon = ":",
    Becomes = ":=",
    Quote = "'",
    ParenthesisOpen = "(",
    ParenthesisClose = ")",
    BracketOpen = "[",
    BracketClose = "]",
    Less = "<",
    Greater = ">",
    Star = "*",
    Question = "?",
    Bang = "!",
    Tilde = "~",
    Equal = "=",
    NotEqual = "!=",
    And = "&",
    AndAnd = "&&",
    Xor = "^",
    Or = "|",
    OrOr = "||",
    Implies = "=>",
    Arrow = "->",
    Iff = "<->",
    Discard = "_",
    Decl = "decl",
    ThreadLocal = "thread_local",
    Dfs = "dfs",
    Void = "void",
    Bool = "bool",
    Begin = "begin",
    End = "end",
    Enforce = "enforce",
    Abortif = "abortif",
    Skip = "skip",
    Goto = "goto",
    Return = "return",
    Constrain = "constrain",
    Assume = "assume",
    Assert = "assert",
    Print = "print",
    Dead = "dead",
    Sync = "sync",
    If = "if",
    Then = "then",
    Elsif = "elsif",
    Elif = "elif",
    Else = "else",
    Fi = "fi",
    While = "while",
    Do = "do",
    Od = "od",
    StartThread = "start_thread",
    EndThread = "end_thread",
    AtomicBegin = "atomic_begin",
    AtomicEnd = "atomic_end",
    Wait = "wait",
    Signal = "signal",
    Broadcast = "broadcast",
    Schoose = "schoose",
    TrueLetter = "T",
    FalseLetter = "F",
    True = "true",
    False = "false",
}

impl Kind {
    /// `true` if a token occurs only between items or as the first of one; names can occur elsewhere.
    pub(super) const fn begins_or_ends_item(self) -> bool {
        use Kind::{
            Abortif, Assert, Assume, AtomicBegin, AtomicEnd, Begin, Bool, Broadcast, Constrain, Dead, Decl, Dfs, Do,
            Elif, Else, Elsif, End, EndThread, Enforce, Fi, Goto, If, Od, Print, Return, Semicolon, Signal, Skip,
            StartThread, Sync, Then, Void, Wait, While,
        };
        matches!(
            self,
            Semicolon
                | Decl
                | Dfs
                | Void
                | Bool
                | Begin
                | End
                | Enforce
                | Abortif
                | Skip
                | Goto
                | Return
                | Constrain
                | Assume
                | Assert
                | Print
                | Dead
                | Sync
                | If
                | Then
                | Elsif
                | Elif
                | Else
                | Fi
                | While
                | Do
                | Od
                | StartThread
                | EndThread
                | AtomicBegin
                | AtomicEnd
                | Wait
                | Signal
                | Broadcast
        )
    }
}

/// The two halves of texts that are at least this long are lexed at the same time: a user waits.
const LONG: usize = 1 << 16;

/// A token that is no comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// The tokens of a text, and its comments.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<Token>,
    pub(super) comments: Vec<Span>,
}

impl<'t> Tokens<'t> {
    /// Linear in the text.
    pub(super) fn of(text: &'t str) -> Self {
        let half = text.len() / 2;
        let line_end = text.as_bytes()[half..].iter().position(|byte| *byte == b'\n').filter(|_| text.len() >= LONG);
        match line_end {
            Some(length) => Self::of_parts(text, (half + length + 1) as u32),
            None => Self::from(text, 0, text.len() as u32),
        }
    }

    /// The same, the tokens from the beginning of a line on at the same time as those before it. Only a comment can reach
    /// from one line into the next: the rest is read again after it.
    fn of_parts(text: &'t str, line: u32) -> Self {
        let end = text.len() as u32;
        let (mut tokens, mut rest) = both(true, || Self::from(text, 0, line), || Self::from(text, line, end));
        let reached = tokens.comments.last().map_or(0, |comment| comment.end);
        if reached > line {
            rest = Self::from(text, reached, end);
        }
        tokens.all.append(&mut rest.all);
        tokens.comments.append(&mut rest.comments);
        tokens
    }

    /// The tokens that begin between two offsets; the first must be between two tokens.
    fn from(text: &'t str, start: u32, end: u32) -> Self {
        let mut tokens = Self { text, all: Vec::with_capacity((end - start) as usize / 4), comments: Vec::new() };
        let all = lexer::tokens(text, Span::new(start, text.len() as u32));
        for token in all.take_while(|token| token.span.start < end) {
            let spelling = text.get(token.span.range()).unwrap_or_default();
            match token.kind {
                TokenKind::Comment => tokens.comments.push(token.span),
                // The start of a name in braces that are not closed.
                TokenKind::Word if tokens.ends_with_brace(token.span.start) => tokens.push(Kind::Unknown, token.span),
                TokenKind::Word => tokens.push(Kind::of(spelling).unwrap_or(Kind::Identifier), token.span),
                TokenKind::Number => tokens.push(Kind::Number, token.span),
                TokenKind::Symbol => tokens.push(Kind::of(spelling).unwrap_or(Kind::Unknown), token.span),
                TokenKind::Other => tokens.push(Kind::Unknown, token.span),
            }
        }
        tokens
    }

    fn ends_with_brace(&self, offset: u32) -> bool {
        let last = self.all.last().filter(|last| last.kind == Kind::Unknown && last.span.end == offset);
        last.is_some_and(|last| self.slice(last.span).ends_with('{'))
    }

    fn push(&mut self, kind: Kind, span: Span) {
        match self.all.last_mut() {
            // Adjacent unknown characters are shown together.
            Some(last) if kind == Kind::Unknown && last.kind == kind && last.span.end == span.start => {
                last.span.end = span.end;
            }
            _ => self.all.push(Token { kind, span }),
        }
    }

    pub(super) fn kind(&self, index: usize) -> Kind {
        self.all.get(index).map_or(Kind::EndOfText, |token| token.kind)
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The text of a token as a message shows it.
    pub(super) fn show(&self, index: usize) -> String {
        const LONGEST: usize = 30;
        let Some(token) = self.all.get(index) else { return "the end of the file".into() };
        let mut characters = self.slice(token.span).chars();
        let mut shown: String = characters.by_ref().take(LONGEST).flat_map(printable).collect();
        if characters.next().is_some() {
            shown.push('…');
        }
        format!("`{shown}`")
    }

    /// The underlined span for the token at `index`; for the end of the text the last token.
    pub(super) fn span(&self, index: usize) -> Span {
        match self.all.get(index).or(self.all.last()) {
            Some(token) => token.span,
            None => Span::empty(self.text.len() as u32),
        }
    }
}

/// The character, or its number if it cannot be seen.
fn printable(character: char) -> Vec<char> {
    if character.is_control() || character == char::REPLACEMENT_CHARACTER {
        format!("\\u{{{:x}}}", u32::from(character)).chars().collect()
    } else {
        vec![character]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_of_two_parts_are_those_of_the_whole() {
        let text = "a { b\n} {c d\n/* e\n// f\n*/ g\r\n?\n? // h /*\n/\n/ */ i\n{x\ny} /* j\n\u{e9} k";
        let whole = Tokens::from(text, 0, text.len() as u32);
        for (newline, _) in text.match_indices('\n') {
            let parts = Tokens::of_parts(text, newline as u32 + 1);
            assert_eq!((&parts.all, &parts.comments), (&whole.all, &whole.comments), "{newline}");
        }
    }
}
