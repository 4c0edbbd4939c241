//! Expressions as the readers find them, and a parser for them that knows a grammar as data.
//!
//! Operators of one strength are read by precedence climbing (Richards, BCPL), so that the depth of the recursion is that of
//! the nesting and not that of the grammar.

use boolprog_base::{MAX_DEPTH, Span};
use smol_str::SmolStr;

use crate::Refusal;
use crate::cursor::{Cursor, Name};
use crate::lexer::Kind;

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) kind: SourceKind,
    pub(crate) span: Span,
    /// How many levels it has, which bounds every recursion over it.
    height: u32,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub(crate) enum SourceKind {
    Number(i64),
    Truth(bool),
    Name(SmolStr),
    /// `x'`
    Primed(SmolStr),
    /// `a[e]`
    Element(Name, Box<Source>),
    /// `P.s`: whether a process is in a state.
    State(Name, Name),
    Prefix(PrefixOperator, Box<Source>),
    Binary(Operator, Box<Source>, Box<Source>),
    /// `if c then e else f`
    Conditional(Box<Source>, Box<Source>, Box<Source>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrefixOperator {
    Not,
    Minus,
    Plus,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
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

/// How operators of the same strength are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    Left,
    Right,
    /// Not at all: parentheses are needed.
    Never,
}

/// The operators of a notation.
pub(crate) struct Grammar {
    /// Spelling, strength, grouping and meaning.
    pub(crate) binary: &'static [(&'static str, u8, Grouping, Operator)],
    /// Spelling, strength of the operand and meaning.
    pub(crate) prefix: &'static [(&'static str, u8, PrefixOperator)],
    /// Words that are no names.
    pub(crate) keywords: &'static [&'static str],
    /// Where an expression begins: words and signs that the notation has and `.ip` has not, and why they are refused.
    pub(crate) refused: &'static [(&'static str, &'static str)],
    /// The same behind an operand.
    pub(crate) refused_behind: &'static [(&'static str, &'static str)],
    /// Whether names can have primes.
    pub(crate) primes: bool,
    /// Whether there are `a[e]` and `P.s`.
    pub(crate) elements: bool,
}

impl Grammar {
    /// Reads an expression.
    pub(crate) fn expression(&self, cursor: &mut Cursor<'_>) -> Result<Source, Refusal> {
        Parser { grammar: self, cursor, depth: 0 }.expression(0)
    }
}

struct Parser<'p, 't> {
    grammar: &'p Grammar,
    cursor: &'p mut Cursor<'t>,
    depth: u32,
}

impl Parser<'_, '_> {
    /// Operators that are at least so strong.
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
        if let Some((_, strength, operator)) = self.grammar.prefix.iter().find(|(text, ..)| *text == token.text) {
            if *strength < least {
                return Err(self.cursor.refuse(format!("`{}` needs parentheses here.", token.text)));
            }
            self.cursor.advance();
            let operand = self.expression(*strength)?;
            let (span, height) = (token.span.cover(operand.span), operand.height);
            return node(SourceKind::Prefix(*operator, Box::new(operand)), span, height);
        }
        if token.text == "if" && self.grammar.keywords.contains(&"if") {
            if least > 0 {
                return Err(self.cursor.refuse("`if` needs parentheses here."));
            }
            return self.conditional();
        }
        let primary = self.primary()?;
        self.check_refused(self.grammar.refused_behind)?;
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
        self.check_refused(self.grammar.refused)?;
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
        if self.grammar.elements && self.cursor.eat("[") {
            let index = self.expression(0)?;
            let end = self.cursor.expect("]")?;
            let height = index.height;
            return node(SourceKind::Element(name, Box::new(index)), span.cover(end), height);
        }
        if self.grammar.elements && self.cursor.eat(".") {
            let state = self.cursor.name(self.grammar.keywords)?;
            let span = span.cover(state.span);
            return node(SourceKind::State(name, state), span, 0);
        }
        node(SourceKind::Name(name.text), span, 0)
    }

    /// Refuses what is in the list.
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
