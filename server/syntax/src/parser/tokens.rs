//! The tokens of a text, in textual order: the input of the parser.

use boolprog_base::Span;

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

/// A token that is no comment.
#[derive(Clone, Copy, Debug)]
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
        let mut tokens = Self { text, all: Vec::with_capacity(text.len() / 4), comments: Vec::new() };
        for token in lexer::tokens(text, Span::new(0, text.len() as u32)) {
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
