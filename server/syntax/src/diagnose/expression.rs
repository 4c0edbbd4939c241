//! Reads an expression in the list of tokens, without recursion.

use super::reader::{Reader, Unexpected};
use crate::kinds::Kind;

/// Something inside an expression that is not complete.
#[derive(Clone, Copy)]
enum Open {
    Parenthesis,
    Arguments,
    /// Before its comma.
    SchooseFirst,
    /// Behind its comma.
    SchooseSecond,
    /// Between `?` and `:`.
    Ternary,
}

impl Reader<'_> {
    /// One or more expressions with commas between them.
    pub(super) fn expressions(&mut self) -> Result<(), Unexpected> {
        self.expression()?;
        while self.accept(Kind::Comma) {
            self.expression()?;
        }
        Ok(())
    }

    pub(super) fn expression(&mut self) -> Result<(), Unexpected> {
        let mut open = Vec::new();
        loop {
            if self.operand(&mut open)? && self.behind_operand(&mut open)? {
                return Ok(());
            }
        }
    }

    /// `( [e {, e}] )` behind its opening parenthesis.
    pub(super) fn arguments(&mut self) -> Result<(), Unexpected> {
        if self.accept(Kind::ParenthesisClose) {
            return Ok(());
        }
        self.expressions()?;
        self.expect(Kind::ParenthesisClose, "`)` or an operator")
    }

    /// Reads up to the next operand; whether that is complete, rather than just opened.
    fn operand(&mut self, open: &mut Vec<Open>) -> Result<bool, Unexpected> {
        while self.accept(Kind::Bang) || self.accept(Kind::Tilde) {}
        match self.peek() {
            Kind::ParenthesisOpen => {
                self.advance();
                open.push(Open::Parenthesis);
                Ok(false)
            }
            Kind::Schoose => {
                self.advance();
                self.expect(Kind::BracketOpen, "`[`")?;
                open.push(Open::SchooseFirst);
                Ok(false)
            }
            Kind::Quote => {
                self.advance();
                self.expect(Kind::Identifier, "the name of a variable")?;
                Ok(true)
            }
            Kind::Identifier | Kind::Discard => {
                self.advance();
                if !self.accept(Kind::ParenthesisOpen) || self.accept(Kind::ParenthesisClose) {
                    return Ok(true);
                }
                open.push(Open::Arguments);
                Ok(false)
            }
            Kind::Star
            | Kind::Question
            | Kind::Number
            | Kind::TrueLetter
            | Kind::FalseLetter
            | Kind::True
            | Kind::False => {
                self.advance();
                Ok(true)
            }
            _ => Err(Unexpected::operand()),
        }
    }

    /// Reads what may follow an operand; whether the expression ends here.
    fn behind_operand(&mut self, open: &mut Vec<Open>) -> Result<bool, Unexpected> {
        loop {
            let token = self.peek();
            match (open.last().copied(), token) {
                (_, token) if is_infix(token) => {}
                (_, Kind::Question) => open.push(Open::Ternary),
                (Some(Open::Ternary), Kind::Colon) => {
                    open.pop();
                }
                (Some(Open::Arguments), Kind::Comma) => {}
                (Some(Open::SchooseFirst), Kind::Comma) => {
                    open.pop();
                    open.push(Open::SchooseSecond);
                }
                (Some(Open::Parenthesis | Open::Arguments), Kind::ParenthesisClose)
                | (Some(Open::SchooseSecond), Kind::BracketClose) => {
                    open.pop();
                    self.advance();
                    continue;
                }
                (None, _) => return Ok(true),
                (Some(open), _) => return Err(Unexpected::expected(open.expects())),
            }
            self.advance();
            return Ok(false);
        }
    }
}

impl Open {
    /// What may follow an operand inside it.
    fn expects(self) -> &'static str {
        match self {
            Self::Parenthesis => "`)` or an operator",
            Self::Arguments => "`,`, `)` or an operator",
            Self::SchooseFirst => "`,` or an operator",
            Self::SchooseSecond => "`]` or an operator",
            Self::Ternary => "`:` or an operator",
        }
    }
}

fn is_infix(token: Kind) -> bool {
    matches!(
        token,
        Kind::Equal
            | Kind::NotEqual
            | Kind::And
            | Kind::AndAnd
            | Kind::Xor
            | Kind::Or
            | Kind::OrOr
            | Kind::Implies
            | Kind::Arrow
            | Kind::Iff
    )
}
