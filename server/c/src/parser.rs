//! The parser: from preprocessed tokens to a [`Unit`].
//!
//! It is written by hand, since a token carries its place in the unexpanded text, and since names of types decide how the
//! text after them is read. It reads more than the subset; what lies outside is refused where it is used.

mod atomics;
mod constants;
mod declarations;
mod declarators;
mod expressions;
mod members;
mod scopes;
mod statements;
mod texts;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Refusal;
use smol_str::SmolStr;

use crate::ast::{Struct, Type, Unit};
use crate::lexer::Token;
use crate::preprocess::error;
use crate::watch::Watch;

/// The deepest nesting of expressions and statements.
const MAX_DEPTH: u32 = 150;

/// The most operators one after the other, such as in a sum.
const MAX_CHAIN: u32 = 500;

/// The deepest nesting of a type.
const MAX_TYPE: usize = 100;

/// Bytes that a part of the syntax tree takes.
const PART: usize = 200;

pub(crate) fn parse(tokens: &[Token], watch: &Watch) -> Result<Unit, Refusal> {
    let (mut unit, mut tags) = (Unit::default(), BTreeMap::new());
    for (tag, fields) in types::known_structs() {
        tags.insert(tag.into(), Type::Struct(unit.structs.len()));
        let fields = fields.map(|name| (name.into(), Type::INT));
        unit.structs.push(Struct {
            width: Some(fields.len()),
            fields: fields.into(),
            is_union: false,
            size: Some((8, 4)),
            depth: 1,
            has_array: false,
        });
    }
    let mut parser = Parser {
        tokens,
        watch,
        at: 0,
        depth: 0,
        unit,
        types: types::known_types(),
        tags,
        blocks: 0,
        declared: declarations::Marks::default(),
        jumps: statements::Jumps::default(),
        hidden: Vec::new(),
    };
    while parser.at < tokens.len() {
        parser.item()?;
    }
    Ok(parser.unit)
}

struct Parser<'t> {
    tokens: &'t [Token],
    watch: &'t Watch<'t>,
    at: usize,
    depth: u32,
    unit: Unit,
    /// Names of types.
    types: BTreeMap<SmolStr, Type>,
    tags: BTreeMap<SmolStr, Type>,
    /// The number of blocks around.
    blocks: u32,
    /// What attributes and words say of what is declared.
    declared: declarations::Marks,
    /// The labels of the function that is read.
    jumps: statements::Jumps,
    /// What names meant before they were declared in the blocks around.
    hidden: Vec<scopes::Hidden>,
}

type Parsed<T> = Result<T, Refusal>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn at(&self, text: &str) -> bool {
        self.peek().is_some_and(|it| it.is(text))
    }

    fn after(&self, text: &str) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|it| it.is(text))
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.at(text);
        self.at += usize::from(found);
        found
    }

    fn span(&self) -> Span {
        self.peek().or(self.tokens.last()).map_or(Span::empty(0), |it| it.span)
    }

    /// From a place to the last token read.
    fn since(&self, start: Span) -> Span {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].span);
        Span::new(start.start.min(end.start), end.end.max(start.end))
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        let found = self.peek().map_or("the end of the file".to_owned(), |it| format!("`{}`", it.text));
        Err(error(self.span(), format!("Expected `{text}`, found {found}.")))
    }

    /// A name, which is no keyword.
    fn name(&mut self) -> Parsed<SmolStr> {
        self.optional_name().ok_or_else(|| error(self.span(), "Expected a name."))
    }

    fn optional_name(&mut self) -> Option<SmolStr> {
        let name = self.peek().filter(|it| it.is_word() && !types::is_keyword(&it.text)).map(|it| it.text.clone());
        self.at += usize::from(name.is_some());
        name
    }

    /// The rest of a list: `true` if another item follows.
    fn another(&mut self, end: &str) -> Parsed<bool> {
        if self.eat(",") { Ok(true) } else { self.expect(end).map(|()| false) }
    }

    /// Runs a part of the parser one level deeper.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.watch.work(1)?;
        self.watch.hold(PART);
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(error(self.span(), format!("This is nested more than {MAX_DEPTH} levels deep.")));
        }
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Counts operators one after the other, each of which makes an expression higher.
    fn longer(&self, length: &mut u32) -> Parsed<()> {
        *length += 1;
        if *length > MAX_CHAIN {
            return Err(error(self.span(), format!("There are more than {MAX_CHAIN} operators one after the other.")));
        }
        Ok(())
    }

    /// Skips a group in parentheses, which begins here.
    fn skip_group(&mut self) -> Parsed<()> {
        self.expect("(")?;
        let mut depth = 1;
        while depth > 0 {
            let token = self.peek().ok_or_else(|| error(self.span(), "Expected `)`."))?;
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            self.at += 1;
        }
        Ok(())
    }
}

/// The type of a function pointer, or a function itself.
fn function(result: Type) -> Type {
    Type::Function(Rc::new(result))
}
