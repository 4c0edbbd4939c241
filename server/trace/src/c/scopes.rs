//! Scopes: the part of the text in which an automatic variable is visible, and what an activation shows of several variables of one
//! name.

use boolprog_base::Span;
use boolprog_c_syntax::source::FileId;
use boolprog_c_syntax::tree::{Declared, ObjectId, StmtId, StmtKind, Unit};
use boolprog_machine::fault::Position;
use boolprog_machine::memory::Origin;
use boolprog_machine::program::{Program, UnitId};
use rustc_hash::FxHashMap;

use super::model::{Model, Target};
use crate::document::Value;

/// The scopes of variables: blocks and `for` loops.
#[derive(Debug)]
pub(super) struct Scopes {
    of: FxHashMap<(UnitId, ObjectId), Scope>,
}

#[derive(Debug)]
struct Scope {
    file: FileId,
    /// The body of the function.
    function: Span,
    own: Span,
}

impl Scopes {
    /// The scopes of the variables that are declared in blocks. Linear in the statements of the program.
    pub(super) fn new(program: &Program) -> Self {
        let units = program.units().filter(|(id, _)| !program.is_library(*id));
        let scopes = units.flat_map(|(id, unit)| {
            unit.stmts.iter().flat_map(move |scope| {
                let declarations = declarations(&scope.kind).iter().flat_map(move |inner| declared(unit, *inner));
                declarations.filter_map(move |object| {
                    let function = unit[unit[object].function?].body.map(|body| unit[body].place.span)?;
                    Some(((id, object), Scope { file: scope.place.file, function, own: scope.place.span }))
                })
            })
        });
        Self { of: scopes.collect() }
    }

    /// Returns `true` if a thread is outside of the scope of a variable, but in its function. A thread that calls another one is there
    /// before it has an activation of it.
    fn has_left(&self, model: &Model, target: Target, position: Position) -> bool {
        let (unit, object) = match target {
            Target::Cell(unit, object) => (unit, object),
            Target::Leaf(leaf) => match model.instance(model.leaf(leaf).instance).origin {
                Origin::Declaration(unit, object, _) => (unit, object),
                _ => return false,
            },
        };
        let Some(Scope { file, function, own }) = self.of.get(&(unit, object)) else { return false };
        let Position { unit: at, place } = position;
        let is_in = |span: &Span| (span.start..span.end).contains(&place.span.start);
        (at, place.file) == (unit, *file) && is_in(function) && !is_in(own)
    }
}

/// The statements of a scope that may declare something in it.
fn declarations(kind: &StmtKind) -> &[StmtId] {
    match kind {
        StmtKind::Block(all) => all,
        StmtKind::For { first: Some(first), .. } => std::slice::from_ref(first),
        _ => &[],
    }
}

fn declared(unit: &Unit, statement: StmtId) -> impl Iterator<Item = ObjectId> {
    let all: &[Declared] = if let StmtKind::Declare(all) = &unit[statement].kind { all } else { &[] };
    all.iter().filter_map(|declared| match declared {
        Declared::Object(object) => Some(*object),
        Declared::Size(..) => None,
    })
}

/// The values of the local variables of an activation: with their columns, in the order in which they were first set. Variables of one
/// name share a column, which shows the last of them.
#[derive(Debug, Default)]
pub(super) struct Locals {
    set: Vec<(Target, usize, Value)>,
}

impl Locals {
    /// Sets a variable, or ends it if it gets no value. Returns what its column shows.
    pub(super) fn set(&mut self, target: Target, column: usize, value: Value) -> Value {
        let known = self.set.iter().position(|(it, ..)| *it == target);
        match known {
            Some(index) if value.is_nothing() => drop(self.set.remove(index)),
            Some(index) => self.set[index].2 = value,
            None if value.is_nothing() => {}
            None => self.set.push((target, column, value)),
        }
        self.shown(column)
    }

    /// Ends the variables whose scope a thread has left that is at a position now. Returns their columns.
    pub(super) fn leave(&mut self, scopes: &Scopes, model: &Model, position: Position) -> Vec<usize> {
        let left = self.set.extract_if(.., |(target, ..)| scopes.has_left(model, *target, position));
        left.map(|(_, column, _)| column).collect()
    }

    /// Returns `true` if a variable is not set, but another one that shares its column is.
    pub(super) fn is_new(&self, target: Target, column: usize) -> bool {
        let mut sharing = self.set.iter().filter(|(_, it, _)| *it == column).peekable();
        sharing.peek().is_some() && sharing.all(|(it, ..)| *it != target)
    }

    /// The content of a column.
    pub(super) fn shown(&self, column: usize) -> Value {
        let last = self.set.iter().rfind(|(_, it, _)| *it == column);
        last.map_or(Value::Nothing, |(.., value)| value.clone())
    }
}
