//! What functions may read and write, whatever they are called with: expressions that access it beside a call have an order that
//! C leaves open.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use smol_str::SmolStr;

use super::contents::{for_each_expression, for_each_statement};
use super::locations::{Location, Shapes};
use super::order::{Accesses, Effects, Order};
use crate::ast::{Expr, ExprKind, Function, StmtKind, Unit};

/// What all functions of a program may access.
pub(super) struct AllEffects<'a> {
    unit: &'a Unit,
    pub(super) shapes: Shapes<'a>,
    /// Functions that are values somewhere, which may be called through pointers.
    taken: BTreeSet<&'a SmolStr>,
    known: RefCell<BTreeMap<&'a SmolStr, Rc<Effects<'a>>>>,
}

impl<'a> AllEffects<'a> {
    pub(super) fn of(unit: &'a Unit) -> Self {
        Self { unit, shapes: Shapes::of(unit), taken: taken(unit), known: RefCell::default() }
    }

    /// The functions that a call may call, of those with a body. `is_variable` tells which names hide functions.
    pub(super) fn callees(
        &self,
        function: &Expr,
        arguments: usize,
        is_variable: &dyn Fn(&SmolStr) -> bool,
    ) -> Vec<&'a SmolStr> {
        let with_body = |name: &SmolStr| self.unit.functions.get_key_value(name).filter(|(_, it)| it.body.is_some());
        let parameters = match &function.kind {
            ExprKind::Name(name) if name == "pthread_once" || name == "call_once" => 0,
            ExprKind::Name(name) if !is_variable(name) && !self.shapes.is_global(name) => {
                return with_body(name).into_iter().map(|(name, _)| name).collect();
            }
            _ => arguments,
        };
        let fitting = self.taken.iter().filter_map(|name| with_body(name));
        fitting.filter(|(_, it)| it.parameters.len() == parameters).map(|(name, _)| name).collect()
    }

    /// What a function with a body and those that it calls may access. Linear in the program, once for each function.
    pub(super) fn effects(&self, name: &'a SmolStr) -> Rc<Effects<'a>> {
        if let Some(known) = self.known.borrow().get(name) {
            return Rc::clone(known);
        }
        let (mut all, mut seen, mut waiting) = (Effects::default(), BTreeSet::from([name]), vec![name]);
        while let Some(name) = waiting.pop() {
            let Some(function) = self.unit.functions.get(name) else { continue };
            waiting.extend(self.add_own(function, &mut all).into_iter().filter(|it| seen.insert(it)));
        }
        let all = Rc::new(all);
        self.known.borrow_mut().insert(name, Rc::clone(&all));
        all
    }

    /// Adds what a function accesses itself; gives the functions that it calls.
    fn add_own(&self, function: &'a Function, all: &mut Effects<'a>) -> Vec<&'a SmolStr> {
        let Some(body) = &function.body else { return Vec::new() };
        let own = own_names(function);
        let called = RefCell::new(Vec::new());
        let order = Order {
            shapes: &self.shapes,
            call: &|function, arguments| {
                let callees = self.callees(function, arguments.len(), &|name| own.contains(name));
                let is_known = !callees.is_empty();
                called.borrow_mut().extend(callees);
                is_known.then(Effects::default)
            },
        };
        let mut found = Accesses::default();
        order.statement(body, &mut found);
        // A name of an inner block may be that of a global variable elsewhere in the function.
        let parameters: BTreeSet<&SmolStr> = function.parameters.iter().map(|(name, _)| name).collect();
        let is_seen =
            |it: &Location<'a>| it.base.is_none_or(|name| self.shapes.is_global(name) && !parameters.contains(name));
        all.reads.extend(found.reads.iter().chain(&found.called.reads).copied().filter(is_seen));
        all.writes.extend(found.writes.iter().chain(&found.called.writes).copied().filter(is_seen));
        called.into_inner()
    }
}

/// The names of the parameters and variables of a function.
fn own_names(function: &Function) -> BTreeSet<&SmolStr> {
    let mut own: BTreeSet<&SmolStr> = function.parameters.iter().map(|(name, _)| name).collect();
    if let Some(body) = &function.body {
        for_each_statement(body, &mut |statement| {
            if let StmtKind::Declare(variables) = &statement.kind {
                own.extend(variables.iter().filter(|it| !it.is_extern).map(|it| &it.name));
            }
        });
    }
    own
}

/// The functions that are used other than in a call of them, or as what a new thread runs.
fn taken(unit: &Unit) -> BTreeSet<&SmolStr> {
    let mut uses: BTreeMap<&SmolStr, i64> = BTreeMap::new();
    let mut count = |expr: &Expr, number: i64| {
        if let ExprKind::Name(name) = &expr.kind
            && let Some((name, _)) = unit.functions.get_key_value(name)
        {
            *uses.entry(name).or_default() += number;
        }
    };
    let mut visit = |expr: &Expr| {
        count(expr, 1);
        let ExprKind::Call(function, arguments) = &expr.kind else { return };
        count(function, -1);
        let run = match &function.kind {
            ExprKind::Name(name) if name == "pthread_create" => arguments.get(2),
            ExprKind::Name(name) if name == "thrd_create" => arguments.get(1),
            _ => None,
        };
        if let Some(run) = run {
            count(run, -1);
        }
    };
    for body in unit.functions.values().filter_map(|it| it.body.as_ref()) {
        for_each_expression(body, &mut visit);
    }
    for initial in unit.globals.iter().filter_map(|it| it.initial.as_ref()) {
        super::contents::in_initial(initial, &mut visit);
    }
    uses.into_iter().filter(|(_, uses)| *uses != 0).map(|(name, _)| name).collect()
}
