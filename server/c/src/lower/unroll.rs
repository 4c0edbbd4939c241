//! Loops of few rounds that are known before the program runs, in threads that run once, such as those in which `main` creates
//! and joins its threads, one round after the other: each thread is then one of its own, and `&threads[i]` a known object.

use std::collections::BTreeMap;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::contents::{changes, is_target};
use super::{Binding, Lower, Lowered, Place};
use crate::ast::{Binary, Expr, ExprKind, Initial, Stmt, StmtKind, Type};
use crate::value::{Value, ValueKind};

/// Loops of more rounds are not unrolled.
const MAX_ROUNDS: usize = 16;

/// The rounds of a loop that counts.
pub(super) struct Rounds {
    counter: SmolStr,
    place: Place,
    /// The value of the counter in each round, and after the last one.
    values: Vec<i128>,
}

impl<'a> Lower<'a> {
    /// The rounds of a `for` whose first statement was lowered; none if they are not known or many.
    ///
    /// The counter is a local variable that nothing else changes, and every comparison of it is decided.
    pub(super) fn rounds(
        &mut self,
        first: Option<&'a Stmt>,
        condition: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a Stmt,
    ) -> Option<Rounds> {
        if !self.unrolls || !self.runs_once() || is_target(body) {
            return None;
        }
        let (counter, start) = counted(first?)?;
        let Some(Binding::Object { place, owner: Some(_) }) = self.lookup(counter) else { return None };
        if self.is_shared(&place) || !matches!(place.ty, Type::Integer { .. }) || changes(body, counter) {
            return None;
        }
        let by = self.change(step?, counter)?;
        let mut rounds = Rounds { counter: counter.clone(), place, values: vec![self.constant(start)?] };
        while self.holds(condition?, &rounds)? {
            if rounds.values.len() > MAX_ROUNDS {
                return None;
            }
            rounds.values.push(rounds.values.last()? + by);
        }
        Some(rounds)
    }

    /// Lowers each round of the body.
    pub(super) fn unroll(&mut self, rounds: &Rounds, body: &'a Stmt, span: Span) -> Lowered<()> {
        let Some((after, values)) = rounds.values.split_last() else { return Ok(()) };
        let end = self.graph.node(false);
        for value in values {
            self.assign(&rounds.place, &rounds.value(*value), span)?;
            self.boundary();
            let next = self.graph.node(false);
            if let Some(frame) = self.frames.last_mut() {
                frame.breaks.push(end);
                frame.continues.push(next);
            }
            self.scopes.push(rounds.scope(*value));
            self.statement(body);
            self.scopes.pop();
            if let Some(frame) = self.frames.last_mut() {
                frame.breaks.pop();
                frame.continues.pop();
            }
            self.go(next);
            self.enter(next);
        }
        self.assign(&rounds.place, &rounds.value(*after), span)?;
        self.go(end);
        self.enter(end);
        Ok(())
    }

    /// Whether the condition of the loop holds for the last value of the counter; none if that is not known.
    fn holds(&mut self, condition: &'a Expr, rounds: &Rounds) -> Option<bool> {
        self.scopes.push(rounds.scope(*rounds.values.last()?));
        let truth = if self.is_pure(condition) { self.truth(condition).ok() } else { None };
        self.scopes.pop();
        match truth? {
            Term::Truth(holds) => Some(holds),
            _ => None,
        }
    }

    /// What a step adds to the counter.
    fn change(&mut self, step: &'a Expr, counter: &str) -> Option<i128> {
        let is_counter = |it: &Expr| matches!(&it.kind, ExprKind::Name(name) if name == counter);
        match &step.kind {
            ExprKind::Step { adds, of, .. } if is_counter(of) => Some(if *adds { 1 } else { -1 }),
            ExprKind::Assign(Some(Binary::Add), of, by) if is_counter(of) => self.constant(by),
            ExprKind::Assign(Some(Binary::Subtract), of, by) if is_counter(of) => Some(-self.constant(by)?),
            _ => None,
        }
    }

    fn constant(&mut self, expr: &'a Expr) -> Option<i128> {
        if !self.is_pure(expr) {
            return None;
        }
        match self.rvalue(expr).ok()?.kind {
            ValueKind::Number(Term::Number(value), ..) => Some(i128::from(value)),
            _ => None,
        }
    }
}

impl Rounds {
    fn value(&self, value: i128) -> Value {
        Value::number(value, self.place.ty.clone())
    }

    /// What the counter means in a round.
    fn scope(&self, value: i128) -> BTreeMap<SmolStr, Binding> {
        BTreeMap::from([(self.counter.clone(), Binding::Value(self.value(value)))])
    }
}

/// The variable that the first statement of a loop sets, and to what.
fn counted(first: &Stmt) -> Option<(&SmolStr, &Expr)> {
    match &first.kind {
        StmtKind::Declare(variables) => match variables.as_slice() {
            [variable] => match &variable.initial {
                Some(Initial::Value(value)) => Some((&variable.name, value)),
                _ => None,
            },
            _ => None,
        },
        StmtKind::Expr(Expr { kind: ExprKind::Assign(None, of, value), .. }) => match &of.kind {
            ExprKind::Name(name) => Some((name, value)),
            _ => None,
        },
        _ => None,
    }
}
