//! Statements (C11 6.8).

use super::cursor::is_name;
use super::jumps::Cases;
use super::scopes::Entity;
use super::{Parsed, Parser, Reported, words};
use crate::source::Place;
use crate::tree::{ExprId, StmtId, StmtKind};

impl Parser<'_> {
    /// Statements and declarations, to the closing brace.
    pub(super) fn statements(&mut self, into: &mut Vec<StmtId>) {
        if self.local_labels().is_err() {
            self.skip_statement();
        }
        while !self.at("}") && !self.at_end() {
            let (start, is_declaration) = (self.at, self.at_type() || self.at_broken_type());
            let read = self.declaration_or_statement();
            self.flush_sizes(into);
            if let Ok(statement) = read {
                into.push(statement);
                continue;
            }
            self.skip_statement();
            if is_declaration {
                self.give_up_names(start);
            }
        }
    }

    /// Sizes of types that an expression names are computed before the statement.
    pub(super) fn flush_sizes(&mut self, into: &mut Vec<StmtId>) {
        if !self.sizes.is_empty() {
            let sizes = std::mem::take(&mut self.sizes);
            let place = self.place();
            into.push(self.stmt(StmtKind::Declare(sizes), place));
        }
    }

    /// `true` at a declaration with a type that was not read.
    fn at_broken_type(&self) -> bool {
        matches!(self.scopes.get(&self.token().text), Some(Entity::Broken)) && is_name(self.ahead(1))
    }

    pub(super) fn declaration_or_statement(&mut self) -> Parsed<StmtId> {
        if self.at_label() {
            return self.labelled();
        }
        if self.at("[") && self.ahead(1).is("[") || self.at("__attribute__") {
            return self.attributed();
        }
        if self.at_type() {
            return self.local_declaration();
        }
        if self.at("_Static_assert") {
            let place = self.place();
            self.static_assert()?;
            return Ok(self.stmt(StmtKind::Empty, place));
        }
        self.statement()
    }

    /// A declaration or statement after attributes.
    fn attributed(&mut self) -> Parsed<StmtId> {
        let start = self.at;
        self.skip_attributes()?;
        if self.at_type() {
            self.at = start;
            return self.local_declaration();
        }
        self.declaration_or_statement()
    }

    /// A statement.
    pub(super) fn statement(&mut self) -> Parsed<StmtId> {
        self.deeper(|parser| {
            if parser.at_label() {
                return parser.labelled();
            }
            let start = parser.place();
            parser.skip_attributes()?;
            let kind = parser.statement_kind(start)?;
            Ok(match kind {
                Read::Kind(kind) => parser.stmt(kind, parser.since(start)),
                Read::Made(stmt) => stmt,
            })
        })
    }

    fn statement_kind(&mut self, start: Place) -> Parsed<Read> {
        let word = self.token().text.clone();
        if !self.token().is_word() {
            return if self.at("{") {
                self.block().map(Read::Kind)
            } else {
                self.expression_statement().map(Read::Kind)
            };
        }
        let kind = match word.as_str() {
            "if" => return self.branches().map(Read::Made),
            "while" => {
                self.take();
                let condition = self.condition_in_parentheses()?;
                let body = self.looped()?;
                return Ok(Read::Kind(StmtKind::While(condition, body)));
            }
            "do" => {
                self.take();
                let body = self.looped()?;
                self.expect("while")?;
                StmtKind::DoWhile(body, self.condition_in_parentheses()?)
            }
            "for" => return self.for_loop().map(Read::Kind),
            "switch" => return self.switch().map(Read::Kind),
            "break" | "continue" => {
                self.take();
                self.jump(&word, start)?
            }
            "goto" => {
                self.take();
                self.goto()?
            }
            "return" => {
                self.take();
                self.returned(start)?
            }
            "else" => return Err(self.mistake(start, "`else` needs an `if` before: the one before has its own.")),
            word if words::is_asm(word) => self.assembly()?,
            _ => return self.expression_statement().map(Read::Kind),
        };
        self.expect(";")?;
        Ok(Read::Kind(kind))
    }

    /// `break` or `continue`
    fn jump(&mut self, word: &str, start: Place) -> Parsed<StmtKind> {
        let (breaks, loops) = self.body.as_ref().map_or((0, 0), |body| (body.breaks, body.loops));
        match word {
            "break" if breaks > 0 => Ok(StmtKind::Break),
            "break" => Err(self.mistake(start, "`break` needs a loop or a `switch` around.")),
            _ if loops > 0 => Ok(StmtKind::Continue),
            _ => Err(self.mistake(start, "`continue` needs a loop around.")),
        }
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        if self.eat(";") {
            return Ok(StmtKind::Empty);
        }
        let value = self.expression_value()?;
        self.expect(";")?;
        Ok(StmtKind::Expr(value))
    }

    /// `{ .. }`
    fn block(&mut self) -> Parsed<StmtKind> {
        self.expect("{")?;
        let mut statements = Vec::new();
        self.scopes.open();
        self.statements(&mut statements);
        self.scopes.close();
        self.expect("}")?;
        Ok(StmtKind::Block(statements))
    }

    /// A value that is compared with zero.
    fn condition(&mut self) -> Parsed<ExprId> {
        let condition = self.expression_value()?;
        self.scalar(condition, "A condition")
    }

    fn condition_in_parentheses(&mut self) -> Parsed<ExprId> {
        self.expect("(")?;
        let condition = self.condition()?;
        self.expect(")")?;
        Ok(condition)
    }

    /// `if`, and the `else if` that follow, which may be many.
    fn branches(&mut self) -> Parsed<StmtId> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        while self.at("if") {
            let place = self.take();
            let condition = self.condition_in_parentheses()?;
            let then = self.scoped()?;
            branches.push((condition, then, self.since(place)));
            if !self.eat("else") {
                break;
            }
            if !self.at("if") {
                otherwise = Some(self.scoped()?);
                break;
            }
        }
        let mut inner = otherwise;
        let end = self.tokens[self.at.saturating_sub(1)].place;
        for (condition, then, place) in branches.into_iter().rev() {
            inner = Some(self.stmt(StmtKind::If { condition, then, otherwise: inner }, place.to(end)));
        }
        inner.ok_or(Reported)
    }

    /// A statement that is a scope of its own (C11 6.8.4p3, 6.8.5p5).
    fn scoped(&mut self) -> Parsed<StmtId> {
        self.scopes.open();
        let statement = self.statement();
        self.scopes.close();
        statement
    }

    /// The body of a loop.
    fn looped(&mut self) -> Parsed<StmtId> {
        self.around(1, 1);
        let body = self.scoped();
        self.around(-1, -1);
        body
    }

    /// Changes how many statements are around that `break` and `continue` refer to.
    fn around(&mut self, breaks: isize, loops: isize) {
        if let Some(body) = &mut self.body {
            body.breaks = body.breaks.saturating_add_signed(breaks);
            body.loops = body.loops.saturating_add_signed(loops);
        }
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect("(")?;
        self.scopes.open();
        let read = self.for_parts();
        self.scopes.close();
        read
    }

    fn for_parts(&mut self) -> Parsed<StmtKind> {
        let start = self.place();
        let first = if self.at_type() {
            Some(self.local_declaration()?)
        } else {
            match self.expression_statement()? {
                StmtKind::Empty => None,
                kind => Some(self.stmt(kind, self.since(start))),
            }
        };
        let condition = if self.at(";") { None } else { Some(self.condition()?) };
        self.expect(";")?;
        let step = if self.at(")") { None } else { Some(self.expression_value()?) };
        self.expect(")")?;
        let body = self.looped()?;
        Ok(StmtKind::For { first, condition, step, body })
    }

    fn switch(&mut self) -> Parsed<StmtKind> {
        self.take();
        self.expect("(")?;
        let value = self.expression_value()?;
        if !self.ty(value).is_integer() {
            return Err(self.mistake(self.place_of(value), "`switch` needs an integer."));
        }
        let value = self.promoted(value);
        self.expect(")")?;
        let ty = self.ty(value).clone();
        if let Some(body) = &mut self.body {
            body.switches.push(Cases { ty, list: Vec::new(), default: None });
        }
        self.around(1, 0);
        let read = self.scoped();
        self.around(-1, 0);
        let switch = self.body.as_mut().and_then(|body| body.switches.pop());
        let body = read?;
        let Some(Cases { list, default, .. }) = switch else { return Err(Reported) };
        let cases = self.sorted_cases(list);
        Ok(StmtKind::Switch { value, cases, default, body })
    }
}

/// The part of a statement that was read.
enum Read {
    Kind(StmtKind),
    Made(StmtId),
}
