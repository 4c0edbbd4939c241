//! What functions may write, whatever they are called with: expressions that read it beside a call have an order that C leaves
//! open.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use smol_str::SmolStr;

use super::contents::{for_each_expression, for_each_statement};
use crate::ast::{Expr, ExprKind, Function, StmtKind, Unit};

/// What one function may write.
#[derive(Clone, Default)]
pub(super) struct Writes<'a> {
    /// Global variables, by their names.
    pub(super) globals: BTreeSet<&'a SmolStr>,
    /// `true` if it may write objects whose addresses it gets.
    pub(super) through_pointers: bool,
}

/// What all functions of a program may write.
pub(super) struct Effects<'a> {
    unit: &'a Unit,
    known: RefCell<BTreeMap<&'a SmolStr, Rc<Writes<'a>>>>,
}

impl<'a> Effects<'a> {
    pub(super) fn of(unit: &'a Unit) -> Self {
        Self { unit, known: RefCell::default() }
    }

    /// What a function with a body and those that it calls may write. Calls through pointers are not followed. Linear in the program, once for each function.
    pub(super) fn writes(&self, name: &SmolStr) -> Rc<Writes<'a>> {
        let Some((name, function)) = self.unit.functions.get_key_value(name).filter(|(_, it)| it.body.is_some()) else {
            return Rc::default();
        };
        if let Some(known) = self.known.borrow().get(name) {
            return Rc::clone(known);
        }
        let (mut all, mut seen, mut waiting) = (Writes::default(), BTreeSet::from([name]), vec![function]);
        while let Some(function) = waiting.pop() {
            for called in add_own(function, &mut all) {
                match self.unit.functions.get_key_value(called).filter(|(_, it)| it.body.is_some()) {
                    Some((name, function)) if seen.insert(name) => waiting.push(function),
                    _ => {}
                }
            }
        }
        let all = Rc::new(all);
        self.known.borrow_mut().insert(name, Rc::clone(&all));
        all
    }
}

/// Adds what a function writes itself; gives the functions that it calls.
fn add_own<'a>(function: &'a Function, all: &mut Writes<'a>) -> Vec<&'a SmolStr> {
    let Some(body) = &function.body else { return Vec::new() };
    let mut own: BTreeSet<&SmolStr> = function.parameters.iter().map(|(name, _)| name).collect();
    for_each_statement(body, &mut |statement| {
        if let StmtKind::Declare(variables) = &statement.kind {
            own.extend(variables.iter().filter(|it| !it.is_extern).map(|it| &it.name));
        }
    });
    let mut called = Vec::new();
    for_each_expression(body, &mut |expr| match &expr.kind {
        ExprKind::Assign(_, of, _) | ExprKind::Step { of, .. } => {
            let (name, is_elsewhere) = written(of);
            all.globals.extend(name.filter(|it| !own.contains(it)));
            all.through_pointers |= is_elsewhere;
        }
        ExprKind::Call(function, _) => {
            if let ExprKind::Name(name) = &function.kind {
                called.push(name);
            }
        }
        _ => {}
    });
    called
}

/// The variable that an assignment writes or goes through, and whether it may write another object through a pointer.
fn written(of: &Expr) -> (Option<&SmolStr>, bool) {
    match &of.kind {
        ExprKind::Name(name) => (Some(name), false),
        ExprKind::Member(inner, _) => written(inner),
        ExprKind::Index(inner, _) => (written(inner).0, true),
        _ => (None, true),
    }
}
