//! Reads the tokens of a broken program item by item, to find those that are out of place.
//!
//! Blocks are not nested here: `then`, `do`, `else` and the closing words only separate items, since
//! [`super::pairs`] sees to it that they match. After a token that is out of place, reading goes on with the next
//! item.

use super::tokens::{Token, Tokens};
use crate::kinds::Kind;

/// Why the token that comes next is out of place.
pub(super) struct Unexpected {
    /// What could have come instead.
    pub(super) expected: &'static str,
    /// Whether that is an operand.
    pub(super) operand: bool,
}

impl Unexpected {
    pub(super) fn expected(expected: &'static str) -> Self {
        Self { expected, operand: false }
    }

    pub(super) fn operand() -> Self {
        Self { expected: "an expression", operand: true }
    }
}

/// What a name is expected for, as messages say it.
pub(super) const NAME: &str = "a name";
/// A name or a number.
pub(super) const LABEL: &str = "a label";

/// A position in the list of tokens.
pub(super) struct Reader<'t> {
    tokens: &'t [Token],
    next: usize,
    /// Whether a procedure has begun and not ended.
    inside: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(tokens: &'t Tokens<'_>, inside: bool) -> Self {
        Self { tokens: &tokens.all, next: 0, inside }
    }

    /// Whether the last token leaves a procedure open, once all are read.
    pub(super) fn ends_inside(&self) -> Option<bool> {
        (self.next >= self.tokens.len()).then_some(self.inside)
    }

    /// Reads on to the next token that is out of place: its index, and what was expected.
    pub(super) fn next_unexpected(&mut self) -> Option<(usize, Unexpected)> {
        while self.next < self.tokens.len() {
            let start = self.next;
            if let Err(unexpected) = self.item() {
                let found = self.next;
                self.skip_to_item(start);
                if !self.inside && self.accept(Kind::Begin) {
                    // The body of a procedure whose head is broken.
                    self.inside = true;
                }
                return Some((found, unexpected));
            }
        }
        None
    }

    /// Goes on to where an item may begin, at least one token behind `start`.
    fn skip_to_item(&mut self, start: usize) {
        if self.next == start {
            self.advance();
        }
        while self.next < self.tokens.len() && !begins_or_ends_item(self.peek()) {
            self.advance();
        }
    }

    /// The next token; `Other` at the end of the text.
    pub(super) fn peek(&self) -> Kind {
        self.tokens.get(self.next).map_or(Kind::Other, |token| token.kind)
    }

    /// The token behind the next one.
    fn peek_second(&self) -> Kind {
        self.tokens.get(self.next + 1).map_or(Kind::Other, |token| token.kind)
    }

    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    /// Goes on if the next token is of this kind. `_` is read as a name where one is expected, like everywhere else.
    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let next = self.peek();
        let accepted = next == kind || next == Kind::Discard && kind == Kind::Identifier;
        if accepted {
            self.advance();
        }
        accepted
    }

    pub(super) fn expect(&mut self, kind: Kind, expected: &'static str) -> Result<(), Unexpected> {
        if self.accept(kind) { Ok(()) } else { Err(Unexpected::expected(expected)) }
    }

    fn item(&mut self) -> Result<(), Unexpected> {
        let first = self.peek();
        match first {
            // A file has no statements, and `begin` opens none.
            Kind::Decl => self.declaration(),
            Kind::Dfs | Kind::Void | Kind::Bool => self.procedure_header(),
            Kind::Identifier if !self.inside && self.peek_second() == Kind::ParenthesisOpen => self.procedure_header(),
            Kind::End => {
                self.advance();
                self.inside = false;
                Ok(())
            }
            Kind::Semicolon => {
                self.advance();
                Ok(())
            }
            _ if !self.inside => Err(Unexpected::expected("a declaration or a procedure")),
            _ => self.statement(first),
        }
    }

    fn statement(&mut self, first: Kind) -> Result<(), Unexpected> {
        match first {
            Kind::Identifier | Kind::Quote | Kind::Discard => return self.label_call_or_assignment(first),
            Kind::Number => {
                self.advance();
                return self.expect(Kind::Colon, "`:`, because a number here is a label");
            }
            _ => {}
        }
        if !begins_or_ends_item(first) {
            let expected = if self.peek_second() == Kind::Colon { LABEL } else { "a statement" };
            return Err(Unexpected::expected(expected));
        }
        self.advance();
        match first {
            Kind::Enforce | Kind::Abortif | Kind::Assume | Kind::Assert => self.expression(),
            Kind::If | Kind::Elsif | Kind::Elif => {
                self.expression()?;
                self.expect(Kind::Then, "`then` or an operator")
            }
            Kind::While => {
                self.expression()?;
                self.expect(Kind::Do, "`do` or an operator")
            }
            Kind::Goto => self.list(LABEL),
            Kind::Dead => self.list(NAME),
            Kind::Sync => self.name(NAME),
            Kind::Return => self.returned(),
            Kind::Print => {
                self.expect(Kind::ParenthesisOpen, "`(`")?;
                self.arguments()
            }
            Kind::Constrain => {
                self.expect(Kind::ParenthesisOpen, "`(`")?;
                self.expression()?;
                self.expect(Kind::ParenthesisClose, "`)` or an operator")
            }
            Kind::StartThread => self.start_thread(),
            Kind::Then | Kind::Do => Err(Unexpected::expected("a statement")),
            _ => Ok(()),
        }
    }

    fn declaration(&mut self) -> Result<(), Unexpected> {
        self.advance();
        self.accept(Kind::ThreadLocal);
        loop {
            self.name(NAME)?;
            if self.accept(Kind::Becomes) {
                self.initial()?;
            }
            if !self.accept(Kind::Comma) {
                return self.declaration_end();
            }
        }
    }

    /// What follows a declaration without a `;` must at least begin something else.
    fn declaration_end(&self) -> Result<(), Unexpected> {
        let next = self.peek();
        let begins_more = match next {
            Kind::Identifier => {
                matches!(self.peek_second(), Kind::ParenthesisOpen | Kind::Becomes | Kind::Colon | Kind::Comma)
            }
            _ => next == Kind::Number || next == Kind::Other || begins_or_ends_item(next),
        };
        if begins_more { Ok(()) } else { Err(Unexpected::expected("`;`, `,` or `:=`")) }
    }

    fn initial(&mut self) -> Result<(), Unexpected> {
        match self.peek() {
            Kind::Star | Kind::Any | Kind::Number | Kind::TrueLetter | Kind::FalseLetter | Kind::True | Kind::False => {
                self.advance();
                Ok(())
            }
            _ => Err(Unexpected::expected("`*`, `0` or `1`")),
        }
    }

    fn procedure_header(&mut self) -> Result<(), Unexpected> {
        self.accept(Kind::Dfs);
        if !self.accept(Kind::Void) && self.accept(Kind::Bool) && self.accept(Kind::Less) {
            self.expect(Kind::Number, "a number")?;
            self.expect(Kind::Greater, "`>`")?;
        }
        self.expect(Kind::Identifier, "the name of a procedure")?;
        self.expect(Kind::ParenthesisOpen, "`(`")?;
        if !self.accept(Kind::ParenthesisClose) {
            if self.peek() != Kind::Identifier {
                return Err(Unexpected::expected("a parameter or `)`"));
            }
            self.list(NAME)?;
            self.expect(Kind::ParenthesisClose, "`,` or `)`")?;
        }
        // What follows is read as the body, whether it begins well or not.
        self.inside = true;
        self.expect(Kind::Begin, "`begin`")
    }

    fn label_call_or_assignment(&mut self, first: Kind) -> Result<(), Unexpected> {
        if first == Kind::Identifier {
            self.advance();
            if self.accept(Kind::Colon) {
                return Ok(());
            }
            if self.accept(Kind::ParenthesisOpen) {
                return self.arguments();
            }
            if !matches!(self.peek(), Kind::Comma | Kind::Becomes) {
                return Err(Unexpected::expected("`:=`, `:` or `(`"));
            }
        } else {
            self.target()?;
        }
        while self.accept(Kind::Comma) {
            self.target()?;
        }
        self.expect(Kind::Becomes, "`:=` or `,`")?;
        self.expressions()?;
        if self.accept(Kind::Constrain) { self.expression() } else { Ok(()) }
    }

    fn target(&mut self) -> Result<(), Unexpected> {
        if self.accept(Kind::Discard) {
            return Ok(());
        }
        self.accept(Kind::Quote);
        self.expect(Kind::Identifier, "a variable")
    }

    fn returned(&mut self) -> Result<(), Unexpected> {
        let next = self.peek();
        let next_statement = matches!(self.peek_second(), Kind::Colon | Kind::Becomes);
        if next == Kind::Other || next == Kind::Discard || begins_or_ends_item(next) || next_statement {
            Ok(())
        } else {
            self.expressions()
        }
    }

    fn start_thread(&mut self) -> Result<(), Unexpected> {
        if self.accept(Kind::Goto) {
            return self.name(LABEL);
        }
        self.expect(Kind::Identifier, "`goto` or a procedure")?;
        if self.accept(Kind::ParenthesisOpen) { self.arguments() } else { Ok(()) }
    }

    /// One or more names, or labels, with commas between them.
    fn list(&mut self, what: &'static str) -> Result<(), Unexpected> {
        self.name(what)?;
        while self.accept(Kind::Comma) {
            self.name(what)?;
        }
        Ok(())
    }

    fn name(&mut self, what: &'static str) -> Result<(), Unexpected> {
        if what == LABEL && self.accept(Kind::Number) { Ok(()) } else { self.expect(Kind::Identifier, what) }
    }
}

/// Whether `token` can stand nowhere but between items or as the first of one; names can stand elsewhere.
fn begins_or_ends_item(token: Kind) -> bool {
    matches!(
        token,
        Kind::Semicolon
            | Kind::Decl
            | Kind::Dfs
            | Kind::Void
            | Kind::Bool
            | Kind::Begin
            | Kind::End
            | Kind::Enforce
            | Kind::Abortif
            | Kind::SkipStatement
            | Kind::Goto
            | Kind::Return
            | Kind::Constrain
            | Kind::Assume
            | Kind::Assert
            | Kind::Print
            | Kind::Dead
            | Kind::Sync
            | Kind::If
            | Kind::Then
            | Kind::Elsif
            | Kind::Elif
            | Kind::Else
            | Kind::Fi
            | Kind::While
            | Kind::Do
            | Kind::Od
            | Kind::StartThread
            | Kind::EndThreadStatement
            | Kind::AtomicBeginStatement
            | Kind::AtomicEndStatement
            | Kind::WaitStatement
            | Kind::SignalStatement
            | Kind::BroadcastStatement
    )
}
