//! The parser: tokens to the typed tree, in one pass, because types decide how C is read (C11 6.5 to 6.9, and GNU C).
//!
//! Nodes are made from the leaves up, so each refers to older ones only, and what is known of it (whether it is constant, whether
//! it designates an object) is computed once, when it is made. Nested parts of the text are read by recursion, at most
//! [`MAX_DEPTH`] levels deep, on a stack that grows; what is written in a row (operators, `else if`, elements) by loops. Rows
//! make trees of any height, nevertheless, so a walk over them needs a list of its own or a stack that grows.
//!
//! It is written by hand, since names of types decide how the text after them is read, and since tokens carry their place in the
//! unexpanded text through macros, to which a tree over the preprocessed text would have to be mapped back.

use boolprog_base::control::{Control, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::lexer::Token;
use crate::mistake::{Failure, Mistake};
use crate::source::{Place, Sources};
use crate::target::Target;
use crate::tree::{Declared, Expr, ExprId, ExprKind, FunctionId, Stmt, StmtId, StmtKind, Unit};
use crate::types::{RecordId, Type};

mod assembly;
mod assignments;
mod atomics;
mod attributes;
mod builtins;
mod calls;
mod compatible;
mod constants;
mod conversions;
mod cursor;
mod declarations;
mod declarators;
mod enumerations;
mod expressions;
mod functions;
mod initialisers;
mod jumps;
mod linking;
mod locals;
mod members;
mod operators;
mod parameters;
mod primaries;
mod records;
mod scopes;
mod specifiers;
mod statements;
mod watch;
mod words;

use constants::Constant;
use functions::Body;
use scopes::{Entity, Scopes};
use watch::Watch;

pub(crate) use watch::parse_expression;

/// Levels to which expressions, statements, declarators and initialisers may nest.
pub(crate) const MAX_DEPTH: usize = 1000;

/// The most mistakes that are reported.
const MAX_MISTAKES: usize = 50;

/// The stack that one level of nesting needs at most, and the size of the pieces by which it grows; in bytes.
const LEVEL: usize = 128 << 10;
const PIECE: usize = 2 << 20;

/// Stands for a mistake that was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reported;

type Parsed<T> = Result<T, Reported>;

/// Reads a translation unit. Takes time linear in the number of tokens, but for ranges in initialisers.
pub(crate) fn parse(
    tokens: Vec<Token>,
    sources: Sources,
    target: Target,
    control: &dyn Control,
) -> Result<Unit, Failure> {
    let mut parser = Parser::new(tokens, sources, target, control);
    parser.unit();
    if let Some(stop) = parser.stop {
        return Err(Failure::Stopped(stop));
    }
    if parser.mistakes.is_empty() {
        Ok(parser.unit)
    } else {
        Err(Failure::Mistakes { mistakes: parser.mistakes, sources: parser.unit.sources })
    }
}

/// Facts about an expression when it is made.
#[derive(Clone, Copy)]
struct Facts {
    /// Its value, or the address of what it designates, if that is constant.
    constant: Option<Constant>,
    /// It designates an object.
    is_lvalue: bool,
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    unit: Unit,
    /// Facts about each expression.
    facts: Vec<Facts>,
    scopes: Scopes,
    /// The place at which scopes are remembered.
    watch: Option<Watch>,
    /// Entities with linkage, by their names.
    linked: FxHashMap<SmolStr, Entity>,
    /// Functions that were called before they were declared.
    implicit: FxHashSet<FunctionId>,
    /// Functions whose declarations all say `inline`, and none of which says `extern` (C11 6.7.4p7).
    inline: FxHashSet<FunctionId>,
    /// Which member has a name, or is the anonymous one in which it is found.
    members: FxHashMap<(RecordId, SmolStr), u32>,
    /// The function whose body is read.
    body: Option<Body>,
    /// Sizes of types of variable size that were read, to be computed before the next statement.
    sizes: Vec<Declared>,
    /// Number of parts of all initialisers.
    parts: usize,
    depth: usize,
    mistakes: Vec<Mistake>,
    stop: Option<Stop>,
    /// `true` once nothing more is read: too many mistakes, or one that leaves no sense.
    is_halted: bool,
    control: &'a dyn Control,
}

impl<'a> Parser<'a> {
    fn new(mut tokens: Vec<Token>, sources: Sources, target: Target, control: &'a dyn Control) -> Self {
        tokens.push(cursor::end(&tokens));
        let unit = Unit {
            weak_order: None,
            sources,
            is_library: false,
            target,
            records: Vec::new(),
            enumerations: Vec::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            texts: Vec::new(),
            exprs: Vec::new(),
            stmts: Vec::new(),
        };
        Self {
            tokens,
            at: 0,
            unit,
            facts: Vec::new(),
            scopes: Scopes::default(),
            watch: None,
            linked: FxHashMap::default(),
            implicit: FxHashSet::default(),
            inline: FxHashSet::default(),
            members: FxHashMap::default(),
            body: None,
            sizes: Vec::new(),
            parts: 0,
            depth: 0,
            mistakes: Vec::new(),
            stop: None,
            is_halted: false,
            control,
        }
    }

    fn unit(&mut self) {
        while !self.at_end() {
            let start = self.at;
            if self.external().is_err() {
                self.skip_declaration(start);
                self.give_up_names(start);
            }
        }
        self.complete_tentative();
    }

    /// Makes an expression.
    fn expr(&mut self, kind: ExprKind, ty: Type, place: Place) -> ExprId {
        let facts = Facts { constant: self.fold(&kind, &ty), is_lvalue: self.is_lvalue_kind(&kind, &ty) };
        self.unit.exprs.push(Expr { kind, ty, place });
        self.facts.push(facts);
        ExprId(self.unit.exprs.len() as u32 - 1)
    }

    fn integer(&mut self, value: i128, ty: Type, place: Place) -> ExprId {
        self.expr(ExprKind::Integer(value), ty, place)
    }

    fn stmt(&mut self, kind: StmtKind, place: Place) -> StmtId {
        self.unit.stmts.push(Stmt { kind, place });
        StmtId(self.unit.stmts.len() as u32 - 1)
    }

    fn ty(&self, expr: ExprId) -> &Type {
        &self.unit[expr].ty
    }

    fn place_of(&self, expr: ExprId) -> Place {
        self.unit[expr].place
    }

    fn is_lvalue(&self, expr: ExprId) -> bool {
        self.facts[expr.0 as usize].is_lvalue
    }

    fn is_lvalue_kind(&self, kind: &ExprKind, ty: &Type) -> bool {
        match kind {
            ExprKind::Object(_) | ExprKind::Text(_) | ExprKind::Index(..) | ExprKind::Compound(_) => true,
            ExprKind::Deref(_) => !ty.is_function(),
            ExprKind::Member(of, ..) => self.is_lvalue(*of),
            _ => false,
        }
    }

    /// Reports a mistake.
    fn mistake(&mut self, place: Place, message: impl Into<String>) -> Reported {
        self.report(Mistake::new(place, message))
    }

    /// Reports a part of C that is not read.
    fn unsupported(&mut self, place: Place, message: &str) -> Reported {
        self.report(Mistake::unsupported(place, message))
    }

    fn report(&mut self, mistake: Mistake) -> Reported {
        if !self.is_halted {
            self.mistakes.push(mistake);
            if self.mistakes.len() >= MAX_MISTAKES {
                self.halt();
            }
        }
        Reported
    }

    /// Reads nothing more.
    fn halt(&mut self) {
        self.is_halted = true;
        self.at = self.tokens.len() - 1;
    }

    /// Reads what nests in something of its kind.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message =
                format!("More than {MAX_DEPTH} levels of nesting: name a part of it, or move it to a function.");
            self.mistake(self.place(), message);
            self.halt();
            return Err(Reported);
        }
        self.depth += 1;
        let result = stacker::maybe_grow(LEVEL, PIECE, || read(self));
        self.depth -= 1;
        result
    }
}
