//! Threads of POSIX and of C11: creation and joining, mutexes, condition variables.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::places::chosen;
use super::{Check, Lower, Lowered, Place};
use crate::Asked;
use crate::ast::{Expr, Type};
use crate::graph::{Blocked, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// What a function of POSIX gives if a mutex is held.
pub(super) const EBUSY: i64 = 16;

/// `thrd_busy`
pub(super) const BUSY: i64 = 1;

impl<'a> Lower<'a> {
    /// Functions of threads.
    pub(super) fn posix(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        match (name.as_str(), arguments) {
            ("pthread_create", [handle, _, function, argument]) | ("thrd_create", [handle, function, argument]) => {
                self.create(handle, function, argument, span)?;
                Ok(Value::int(0))
            }
            ("pthread_join" | "thrd_join", [handle, result]) => {
                if !self.is_zero(result)? {
                    return self.unsupported(result.span, "the result of a thread");
                }
                let handle_value = self.rvalue(handle)?;
                let number = self.integer(&handle_value, &Type::INT, handle.span)?;
                self.waits(Blocked::Joins);
                self.step(Op::Join(number), true);
                self.boundary();
                if self.joined.is_none() {
                    self.joined = Some(self.variable("joined", &Type::BOOL, true));
                }
                Ok(Value::int(0))
            }
            ("pthread_exit" | "thrd_exit", _) => {
                let end = self.thread_end();
                self.boundary();
                self.go(end);
                Ok(Value::nothing())
            }
            ("mtx_init", [_, kind]) if !self.is_zero(kind)? => {
                self.unsupported(kind.span, "a mutex that is not `mtx_plain`")
            }
            ("pthread_mutex_init" | "mtx_init", [mutex, ..]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.set(&mutex, 0);
                Ok(Value::int(0))
            }
            ("pthread_mutex_lock" | "mtx_lock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.lock(&mutex);
                Ok(Value::int(0))
            }
            ("pthread_mutex_trylock" | "mtx_trylock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                let old = self.together(|it| {
                    let old = it.read(&mutex);
                    it.set(&mutex, 1);
                    old
                });
                let is_busy = term::compare(Comparison::NotEqual, old, Term::Number(0));
                let busy = if name == "mtx_trylock" { BUSY } else { EBUSY };
                let code = term::conditional(is_busy, Term::Number(busy), Term::Number(0));
                Ok(Value { kind: ValueKind::Number(code, 0, i128::from(busy)), ty: Type::INT })
            }
            ("pthread_mutex_unlock" | "mtx_unlock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.together(|it| it.unlock(&mutex, span));
                Ok(Value::int(0))
            }
            ("pthread_cond_init" | "cnd_init", [condition, ..]) => {
                self.object_of(condition, &Type::Condition)?;
                Ok(Value::int(0))
            }
            ("pthread_cond_wait" | "cnd_wait", [condition, mutex]) => self.wait(condition, mutex, span),
            ("pthread_cond_signal" | "cnd_signal", [condition]) => self.wake(condition, 1),
            ("pthread_cond_broadcast" | "cnd_broadcast", [condition]) => self.wake(condition, 2),
            _ => self.atomic(name, arguments, span),
        }
    }

    fn is_zero(&mut self, expr: &'a Expr) -> Lowered<bool> {
        Ok(matches!(self.rvalue(expr)?.kind, ValueKind::Number(Term::Number(0), ..)))
    }

    /// Waits until a mutex is free, and takes it.
    pub(super) fn lock(&mut self, mutex: &Place) {
        if mutex.alternatives.len() > 1 && self.options.asks(Asked::Deadlocks) {
            return self.lock_one_of(mutex);
        }
        if let Some(held) = chosen(mutex, 0) {
            self.waits(Blocked::Locked(term::compare(Comparison::NotEqual, held, Term::Number(0))));
        }
        self.together(|it| {
            let held = it.read(mutex);
            it.assume(term::compare(Comparison::Equal, held, Term::Number(0)));
            it.set(mutex, 1);
        });
    }

    /// Waits at a place of control for each mutex that may be meant: what is waited for does not depend on local variables.
    fn lock_one_of(&mut self, mutex: &Place) {
        let end = self.graph.node(false);
        for (condition, leaves) in &mutex.alternatives {
            let (this, others) = (self.graph.node(false), self.graph.node(false));
            self.fork(condition.clone(), this, others);
            self.enter(this);
            self.lock(&Place { alternatives: vec![(Term::Truth(true), Rc::clone(leaves))], ty: mutex.ty.clone() });
            self.go(end);
            self.enter(others);
        }
        self.enter(end);
    }

    pub(super) fn unlock(&mut self, mutex: &Place, span: Span) {
        let held = self.read(mutex);
        let held = term::compare(Comparison::NotEqual, held, Term::Number(0));
        self.require(held, Check::Unlock, span);
        self.set(mutex, 0);
    }

    /// Registers and releases the mutex in one step, waits to be woken, and takes the mutex again.
    fn wait(&mut self, condition: &'a Expr, mutex: &'a Expr, span: Span) -> Lowered<Value> {
        let (waiting, called) = self.condition(condition)?;
        let mutex = self.object_of(mutex, &Type::Mutex)?;
        self.together(|it| {
            it.unlock(&mutex, span);
            let more =
                term::arithmetic(boolprog_integer::Arithmetic::Add, Term::Name(waiting.clone()), Term::Number(1));
            it.step(Op::Assign(vec![(waiting.clone(), more)]), true);
        });
        let Some(asleep) = self.node else { return Ok(Value::int(0)) };
        let awake = self.graph.node(false);
        self.graph.inside[asleep] = false;
        self.graph.cut.extend([asleep, awake]);
        if self.options.asks(Asked::Deadlocks) {
            self.graph.waits.push((asleep, Blocked::Sleeps));
        }
        let fewer =
            term::arithmetic(boolprog_integer::Arithmetic::Subtract, Term::Name(waiting.clone()), Term::Number(1));
        for (by, back) in [(1, 0), (2, 2)] {
            let middle = self.graph.node(true);
            let is_called = term::compare(Comparison::Equal, Term::Name(called.clone()), Term::Number(by));
            let answer = vec![(called.clone(), Term::Number(back)), (waiting.clone(), fewer.clone())];
            self.edge(asleep, middle, Op::Guard(is_called), false);
            self.edge(middle, awake, Op::Assign(answer), true);
            let length = self.graph.edges.len();
            self.graph.edges[length - 2..].iter_mut().for_each(|edge| edge.answers = true);
        }
        self.node = Some(awake);
        self.lock(&mutex);
        Ok(Value::int(0))
    }

    /// Wakes one or all of the threads that wait; no other step happens before they are awake.
    fn wake(&mut self, condition: &'a Expr, number: i64) -> Lowered<Value> {
        let (waiting, called) = self.condition(condition)?;
        if self.node.is_none() {
            return Ok(Value::int(0));
        }
        let (some, calling, end) = (self.new_node(), self.graph.node(true), self.new_node());
        self.graph.cut.push(calling);
        let done = if number == 1 {
            term::compare(Comparison::Equal, Term::Name(called.clone()), Term::Number(0))
        } else {
            term::compare(Comparison::Equal, Term::Name(waiting.clone()), Term::Number(0))
        };
        self.together(|it| {
            let sleeping = it.temporary(Term::Name(waiting.clone()), &Type::INT, true);
            it.fork(term::compare(Comparison::Greater, Term::Name(sleeping), Term::Number(0)), some, end);
            it.node = Some(some);
            it.edge(some, calling, Op::Assign(vec![(called.clone(), Term::Number(number))]), true);
            let told = it.new_node();
            it.edge(calling, told, Op::Guard(done), true);
            it.edge(told, end, Op::Assign(vec![(called.clone(), Term::Number(0))]), true);
        });
        self.node = Some(end);
        Ok(Value::int(0))
    }

    /// The two variables of a condition variable: how many wait, and what they are called for.
    fn condition(&mut self, argument: &'a Expr) -> Lowered<(SmolStr, SmolStr)> {
        let place = self.object_of(argument, &Type::Condition)?;
        match place.alternatives.as_slice() {
            [(_, leaves)] if leaves.len() >= 2 => Ok((leaves[0].clone(), leaves[1].clone())),
            _ => self.unsupported(argument.span, "a condition variable that is not known here"),
        }
    }
}
