//! Expressions of Theta as written in a file, and their parser, which knows the grammar as data.
//!
//! Operators of one strength are read by precedence climbing (Richards, BCPL), so that the depth of the recursion is that of
//! the nesting and not that of the grammar.

use boolprog_base::{MAX_DEPTH, Span};
use smol_str::SmolStr;

use super::cursor::Cursor;
use super::lexer::Kind;
use crate::Refusal;

/// Spelling, strength of the operand and meaning. The operand of `not` is a comparison, or what is stronger.
const PREFIX: [(&str, u8, PrefixOperator); 3] =
    [("not", EQUALITY, PrefixOperator::Not), ("-", 10, PrefixOperator::Minus), ("+", 10, PrefixOperator::Plus)];

/// The strength of `=` and `/=`.
pub(super) const EQUALITY: u8 = 6;

/// Words and signs of Theta at the beginning of an expression that `.ip` does not have, with the reason for the
/// refusal.
const REFUSED: [(&str, &str); 3] = [
    ("forall", "Quantifiers are not supported in integer programs."),
    ("exists", "Quantifiers are not supported in integer programs."),
    ("[", "Arrays are not supported in integer programs."),
];

/// The same after an operand.
const REFUSED_AFTER: [(&str, &str); 5] = [
    ("%", "Rational numbers are not supported in integer programs."),
    ("[", "Arrays are not supported in integer programs."),
    ("(", "Functions are not supported in integer programs."),
    ("'", "Only a variable has a next value: write the prime after its name."),
    ("++", "Bit vectors are not supported in integer programs."),
];

#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) kind: SourceKind,
    pub(super) span: Span,
    /// Its number of levels, which bounds every recursion over it.
    height: u32,
}

#[derive(Clone, Debug)]
pub(super) enum SourceKind {
    Number(i64),
    Truth(bool),
    Name(SmolStr),
    /// `x'`
    Primed(SmolStr),
    Prefix(PrefixOperator, Box<Source>),
    Binary(Operator, Box<Source>, Box<Source>),
    /// `if c then e else f`
    Conditional(Box<Source>, Box<Source>, Box<Source>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PrefixOperator {
    Not,
    Minus,
    Plus,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equivalent,
    Implies,
    Or,
    ExclusiveOr,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// `mod`, `%`
    Modulo,
    /// `rem`
    Remainder,
}

/// Grouping of operators of the same strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grouping {
    Left,
    Right,
    /// No grouping: parentheses are needed.
    Never,
}

/// Operators with two operands: spelling, strength, grouping and meaning.
pub(super) type Operators = [(&'static str, u8, Grouping, Operator); 18];

pub(super) struct Grammar {
    pub(super) binary: Operators,
    /// Words that are not names.
    pub(super) keywords: &'static [&'static str],
    /// `true` if names can have primes.
    pub(super) primes: bool,
}

impl Grammar {
    pub(super) fn expression(&self, cursor: &mut Cursor<'_>) -> Result<Source, Refusal> {
        Parser { grammar: self, cursor, depth: 0 }.expression(0)
    }
}

struct Parser<'p, 't> {
    grammar: &'p Grammar,
    cursor: &'p mut Cursor<'t>,
    depth: u32,
}

impl Parser<'_, '_> {
    /// Operators that are at least this strong.
    fn expression(&mut self, least: u8) -> Result<Source, Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.refuse(too_deep()));
        }
        let start = self.cursor.peek().span;
        let mut left = self.operand(least)?;
        while let Some((strength, grouping, operator)) = self.operator().filter(|found| found.0 >= least) {
            self.cursor.advance();
            let right = self.expression(if grouping == Grouping::Right { strength } else { strength + 1 })?;
            let span = start.cover(right.span);
            let height = left.height.max(right.height);
            left = node(SourceKind::Binary(operator, Box::new(left), Box::new(right)), span, height)?;
            if grouping == Grouping::Never && self.operator().is_some_and(|found| found.0 == strength) {
                return Err(self.cursor.refuse("Comparisons in a row need parentheses."));
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operator(&self) -> Option<(u8, Grouping, Operator)> {
        let text = self.cursor.peek().text;
        let found = self.grammar.binary.iter().find(|(spelling, ..)| *spelling == text);
        found.map(|(_, strength, grouping, operator)| (*strength, *grouping, *operator))
    }

    fn operand(&mut self, least: u8) -> Result<Source, Refusal> {
        let token = self.cursor.peek();
        if let Some((_, strength, operator)) = PREFIX.iter().find(|(text, ..)| *text == token.text) {
            if *strength < least {
                return Err(self.cursor.refuse(format!("`{}` needs parentheses here.", token.text)));
            }
            self.cursor.advance();
            let operand = self.expression(*strength)?;
            let (span, height) = (token.span.cover(operand.span), operand.height);
            return node(SourceKind::Prefix(*operator, Box::new(operand)), span, height);
        }
        if token.text == "if" {
            if least > 0 {
                return Err(self.cursor.refuse("`if` needs parentheses here."));
            }
            return self.conditional();
        }
        let primary = self.primary()?;
        self.check_refused(&REFUSED_AFTER)?;
        Ok(primary)
    }

    fn conditional(&mut self) -> Result<Source, Refusal> {
        let start = self.cursor.expect("if")?;
        let condition = self.expression(0)?;
        self.cursor.expect("then")?;
        let then = self.expression(0)?;
        self.cursor.expect("else")?;
        let otherwise = self.expression(0)?;
        let span = start.cover(otherwise.span);
        let height = condition.height.max(then.height).max(otherwise.height);
        node(SourceKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)), span, height)
    }

    fn primary(&mut self) -> Result<Source, Refusal> {
        self.check_refused(&REFUSED)?;
        let token = self.cursor.peek();
        match token.kind {
            Kind::Number => node(SourceKind::Number(self.cursor.number()?), token.span, 0),
            Kind::Sign if token.text == "(" => {
                self.cursor.advance();
                let inner = self.expression(0)?;
                let end = self.cursor.expect(")")?;
                Ok(Source { span: token.span.cover(end), ..inner })
            }
            Kind::Word if ["true", "false"].contains(&token.text) => {
                self.cursor.advance();
                node(SourceKind::Truth(token.text == "true"), token.span, 0)
            }
            Kind::Word if !self.grammar.keywords.contains(&token.text) => self.named(),
            _ => Err(self.cursor.expected("an expression")),
        }
    }

    fn named(&mut self) -> Result<Source, Refusal> {
        let name = self.cursor.name(self.grammar.keywords)?;
        let span = name.span;
        if self.grammar.primes && self.cursor.is_at("'") {
            let end = self.cursor.advance().span;
            return node(SourceKind::Primed(name.text), span.cover(end), 0);
        }
        node(SourceKind::Name(name.text), span, 0)
    }

    /// Refuses the words and signs of the list.
    fn check_refused(&self, refused: &[(&str, &str)]) -> Result<(), Refusal> {
        let text = self.cursor.peek().text;
        match refused.iter().find(|(spelling, _)| *spelling == text) {
            Some((_, why)) => Err(self.cursor.refuse(*why)),
            None => Ok(()),
        }
    }
}

fn node(kind: SourceKind, span: Span, height_below: u32) -> Result<Source, Refusal> {
    let height = height_below + 1;
    if height > MAX_DEPTH { Err(Refusal::new(span, too_deep())) } else { Ok(Source { kind, span, height }) }
}

fn too_deep() -> String {
    format!("This is nested more than {MAX_DEPTH} levels deep, which is more than the tools handle.")
}
