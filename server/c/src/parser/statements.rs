//! Statements.

use std::collections::BTreeSet;

use boolprog_base::Span;
use smol_str::SmolStr;

use super::{Parsed, Parser};
use crate::ast::{Stmt, StmtKind};
use crate::lexer::{Kind, Token};
use crate::preprocess::error;

/// The labels of a function, and those that it jumps to.
#[derive(Default)]
pub(super) struct Jumps {
    labels: BTreeSet<SmolStr>,
    targets: Vec<(SmolStr, Span)>,
}

impl Jumps {
    /// Fails if there is no label for a jump.
    pub(super) fn check(self) -> Parsed<()> {
        match self.targets.iter().find(|(label, _)| !self.labels.contains(label)) {
            Some((label, span)) => Err(error(*span, format!("There is no label `{label}`."))),
            None => Ok(()),
        }
    }
}

/// Returns `true` for what `asm` takes in parentheses if that says only that memory may have changed: no instructions, and no
/// operands.
fn is_barrier(tokens: &[Token]) -> bool {
    let is_text = |it: &Token| it.kind == Kind::String;
    match tokens {
        [open, text, rest @ .., close] => {
            let says_nothing = rest.iter().all(|it| is_text(it) || it.is(":") || it.is(","));
            open.is("(") && close.is(")") && is_text(text) && text.text == "\"\"" && says_nothing
        }
        _ => false,
    }
}

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        self.deeper(|it| {
            let start = it.span();
            let kind = it.statement_kind()?;
            Ok(Stmt { kind, span: it.since(start) })
        })
    }

    fn boxed(&mut self) -> Parsed<Box<Stmt>> {
        self.statement().map(Box::new)
    }

    fn condition(&mut self) -> Parsed<crate::ast::Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        if self.at_type() && !self.after(":") {
            let mark = self.mark();
            let mut variables = self.local_variables()?;
            variables.splice(0..0, self.enumerators(&mark));
            return Ok(StmtKind::Declare(variables));
        }
        let Some(token) = self.peek().cloned() else { return self.expect("}").map(|()| StmtKind::Empty) };
        if token.is_word() && self.after(":") && !super::types::is_keyword(&token.text) {
            self.at += 2;
            self.jumps.labels.insert(token.text.clone());
            // A label may stand at the end of a block.
            let empty = Box::new(Stmt { kind: StmtKind::Empty, span: token.span });
            let inner = if self.at("}") { empty } else { self.boxed()? };
            return Ok(StmtKind::Label(token.text, inner));
        }
        self.at += 1;
        Ok(match token.text.as_str() {
            ";" => StmtKind::Empty,
            "{" => {
                let (mark, mut inner) = (self.open_block(), Vec::new());
                while !self.eat("}") {
                    inner.push(self.statement()?);
                }
                self.close_block(&mark);
                StmtKind::Block(inner)
            }
            "if" => {
                let condition = self.condition()?;
                let then = self.boxed()?;
                let otherwise = if self.eat("else") { Some(self.boxed()?) } else { None };
                StmtKind::If(condition, then, otherwise)
            }
            "while" => StmtKind::While(self.condition()?, self.boxed()?),
            "do" => {
                let body = self.boxed()?;
                self.expect("while")?;
                let condition = self.condition()?;
                self.expect(";")?;
                StmtKind::DoWhile(body, condition)
            }
            "for" => self.for_loop()?,
            "switch" => StmtKind::Switch(self.condition()?, self.boxed()?),
            "case" => {
                let first = self.conditional()?;
                let last = if self.eat("...") { Some(self.conditional()?) } else { None };
                self.expect(":")?;
                StmtKind::Case(first, last, self.boxed()?)
            }
            "default" => {
                self.expect(":")?;
                StmtKind::Default(self.boxed()?)
            }
            "goto" => {
                if self.at("*") {
                    self.expression()?;
                    self.expect(";")?;
                    return Ok(StmtKind::Refused("a computed `goto`"));
                }
                let label = self.name()?;
                self.expect(";")?;
                self.jumps.targets.push((label.clone(), token.span));
                StmtKind::Goto(label)
            }
            "break" => self.expect(";").map(|()| StmtKind::Break)?,
            "continue" => self.expect(";").map(|()| StmtKind::Continue)?,
            "return" => {
                let value = if self.at(";") { None } else { Some(self.expression()?) };
                self.expect(";")?;
                StmtKind::Return(value)
            }
            "_Static_assert" | "static_assert" => {
                self.skip_group()?;
                self.expect(";")?;
                StmtKind::Empty
            }
            "asm" | "__asm__" | "__asm" => {
                while ["volatile", "__volatile__", "goto"].iter().any(|word| self.eat(word)) {}
                let first = self.at;
                self.skip_group()?;
                let is_barrier = is_barrier(&self.tokens[first..self.at]);
                self.expect(";")?;
                if is_barrier { StmtKind::Empty } else { StmtKind::Refused("inline assembly") }
            }
            _ => {
                self.at -= 1;
                self.is_type_missing()?;
                let expression = self.expression()?;
                self.expect(";")?;
                StmtKind::Expr(expression)
            }
        })
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.expect("(")?;
        let first = if self.eat(";") { None } else { Some(self.boxed()?) };
        let condition = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = if self.at(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        Ok(StmtKind::For(first, condition, step, self.boxed()?))
    }
}
