//! Locks and semaphores: a thread waits until it can take one, and takes it in the same step.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use super::places::chosen;
use super::{Check, Lower, Lowered, Place, part};
use crate::Asked;
use crate::ast::{Expr, Type};
use crate::graph::Blocked;
use crate::term;
use crate::value::{Value, ValueKind};

/// What a thread takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Take {
    /// A mutex.
    Mutex,
    /// A read-write lock, perhaps together with other readers.
    Read,
    /// A read-write lock, alone.
    Write,
    /// One of the units that a semaphore counts.
    Unit,
}

/// Variables of a read-write lock, in the order of its layout.
const READERS: usize = 0;
const WRITER: usize = 1;

/// The variable of a thread, after those of the lock: how often it holds the lock as a reader, or -1 as the writer.
const OWN: usize = 2;

impl Take {
    const fn ty(self) -> Type {
        match self {
            Self::Mutex => Type::Mutex,
            Self::Read | Self::Write => Type::ReadWriteLock,
            Self::Unit => Type::Semaphore,
        }
    }

    /// The shared variables of the object.
    const fn width(self) -> usize {
        match self {
            Self::Mutex | Self::Unit => 1,
            Self::Read | Self::Write => 2,
        }
    }

    /// What holds if it can be taken, of the values of these variables.
    fn is_free(self, values: &[Term]) -> Vec<Term> {
        let zero = |index: usize| term::compare(Comparison::Equal, values[index].clone(), Term::Number(0));
        match self {
            Self::Mutex => vec![zero(0)],
            Self::Read => vec![zero(WRITER)],
            Self::Write => vec![zero(READERS), zero(WRITER)],
            Self::Unit => vec![term::compare(Comparison::Greater, values[0].clone(), Term::Number(0))],
        }
    }
}

impl<'a> Lower<'a> {
    /// Functions that wait until something can be taken. All of them give 0.
    pub(super) fn take(&mut self, argument: &'a Expr, take: Take) -> Lowered<Value> {
        let object = self.object_of(argument, &take.ty())?;
        let object = self.with_own(object, take);
        self.acquire(&object, take);
        Ok(Value::int(0))
    }

    /// Functions that take something if they need not wait for it, and give this number otherwise.
    pub(super) fn try_to_take(&mut self, argument: &'a Expr, take: Take, busy: i64) -> Lowered<Value> {
        let object = self.object_of(argument, &take.ty())?;
        let object = self.with_own(object, take);
        let is_busy = self.together(|it| {
            let values = it.values(&object, take);
            let is_busy = Term::complement(term::all(take.is_free(&values)));
            let is_busy = it.temporary(term::number_of(is_busy), &Type::BOOL, false);
            let (free, end) = (it.new_node(), it.new_node());
            it.fork(term::compare(Comparison::Equal, Term::Name(is_busy.clone()), Term::Number(0)), free, end);
            it.enter(free);
            it.is_taken(&object, take, &values);
            it.go(end);
            it.enter(end);
            Term::Name(is_busy)
        });
        let is_busy = term::compare(Comparison::NotEqual, is_busy, Term::Number(0));
        let code = term::conditional(is_busy, Term::Number(busy), Term::Number(0));
        Ok(Value { kind: ValueKind::Number(code, i128::from(busy.min(0)), i128::from(busy.max(0))), ty: Type::INT })
    }

    /// Waits until it can be taken, and takes it.
    pub(super) fn acquire(&mut self, object: &Place, take: Take) {
        if object.alternatives.len() > 1 && self.options.asks(Asked::Deadlocks) {
            return self.acquire_one_of(object, take);
        }
        if let Some(values) = (0..take.width()).map(|index| chosen(object, index)).collect::<Option<Vec<_>>>() {
            self.waits(Blocked::Taken(Term::complement(term::all(take.is_free(&values)))));
        }
        self.together(|it| {
            let values = it.values(object, take);
            take.is_free(&values).into_iter().for_each(|condition| it.assume(condition));
            it.is_taken(object, take, &values);
        });
    }

    /// Waits at a place of control for each object that may be meant: what is waited for does not depend on local variables.
    fn acquire_one_of(&mut self, object: &Place, take: Take) {
        let end = self.graph.node(false);
        for (condition, leaves) in &object.alternatives {
            let (this, others) = (self.graph.node(false), self.graph.node(false));
            self.fork(condition.clone(), this, others);
            self.enter(this);
            let only = Place { alternatives: vec![(Term::Truth(true), Rc::clone(leaves))], ty: object.ty.clone() };
            self.acquire(&only, take);
            self.go(end);
            self.enter(others);
        }
        self.enter(end);
    }

    /// The values of the shared variables of an object.
    fn values(&mut self, object: &Place, take: Take) -> Vec<Term> {
        (0..take.width()).map(|index| self.read(&self.hidden(object, index))).collect()
    }

    /// The changes after which this thread has taken an object whose variables had these values.
    fn is_taken(&mut self, object: &Place, take: Take, values: &[Term]) {
        match take {
            Take::Mutex => self.set(object, 1),
            Take::Unit => self.add(object, 0, &values[0], -1),
            Take::Read => {
                self.add(object, READERS, &values[READERS], 1);
                let own = self.read(&self.hidden(object, OWN));
                self.add(object, OWN, &own, 1);
            }
            Take::Write => {
                self.store(object, WRITER, &Term::Number(1));
                self.store(object, OWN, &Term::Number(-1));
            }
        }
    }

    fn add(&mut self, object: &Place, index: usize, value: &Term, more: i64) {
        let (operation, number) = if more < 0 { (Arithmetic::Subtract, -more) } else { (Arithmetic::Add, more) };
        self.store(object, index, &term::arithmetic(operation, value.clone(), Term::Number(number)));
    }

    /// Releases a mutex, which some thread has to hold.
    pub(super) fn unlock(&mut self, mutex: &Place, span: Span) {
        let held = self.read(mutex);
        let held = term::compare(Comparison::NotEqual, held, Term::Number(0));
        self.require(held, Check::Unlock, span);
        self.set(mutex, 0);
    }

    /// `pthread_rwlock_unlock`: this thread has to hold the lock.
    pub(super) fn unlock_shared(&mut self, argument: &'a Expr, span: Span) -> Lowered<Value> {
        let lock = self.object_of(argument, &Type::ReadWriteLock)?;
        let lock = self.with_own(lock, Take::Read);
        self.together(|it| {
            let own = it.read(&it.hidden(&lock, OWN));
            it.require(term::compare(Comparison::NotEqual, own.clone(), Term::Number(0)), Check::Unlock, span);
            let (reader, writer, end) = (it.new_node(), it.new_node(), it.new_node());
            it.fork(term::compare(Comparison::Greater, own.clone(), Term::Number(0)), reader, writer);
            it.enter(reader);
            let readers = it.read(&it.hidden(&lock, READERS));
            it.add(&lock, READERS, &readers, -1);
            it.add(&lock, OWN, &own, -1);
            it.go(end);
            it.enter(writer);
            it.store(&lock, WRITER, &Term::Number(0));
            it.store(&lock, OWN, &Term::Number(0));
            it.go(end);
            it.enter(end);
        });
        Ok(Value::int(0))
    }

    /// `pthread_rwlock_init`
    pub(super) fn start_lock(&mut self, argument: &'a Expr) -> Lowered<Value> {
        let lock = self.object_of(argument, &Type::ReadWriteLock)?;
        self.together(|it| {
            it.store(&lock, READERS, &Term::Number(0));
            it.store(&lock, WRITER, &Term::Number(0));
        });
        Ok(Value::int(0))
    }

    /// `sem_init`
    pub(super) fn start_semaphore(&mut self, argument: &'a Expr, value: &'a Expr) -> Lowered<Value> {
        let semaphore = self.object_of(argument, &Type::Semaphore)?;
        let units = self.rvalue(value)?;
        let units = self.integer(&units, &Type::UNSIGNED, value.span)?;
        self.store(&semaphore, 0, &units);
        Ok(Value::int(0))
    }

    /// `sem_post`
    pub(super) fn post(&mut self, argument: &'a Expr) -> Lowered<Value> {
        let semaphore = self.object_of(argument, &Type::Semaphore)?;
        self.together(|it| {
            let units = it.read(&semaphore);
            it.add(&semaphore, 0, &units, 1);
        });
        Ok(Value::int(0))
    }

    /// A read-write lock with the variable of this thread that says how it holds the lock; other objects as they are.
    fn with_own(&mut self, object: Place, take: Take) -> Place {
        if take.ty() != Type::ReadWriteLock {
            return object;
        }
        let Place { alternatives, ty } = object;
        let extended = |(condition, leaves): (Term, Rc<[SmolStr]>)| {
            let own = self.own(&leaves[READERS]);
            (condition, leaves.iter().cloned().chain([own]).collect())
        };
        Place { alternatives: alternatives.into_iter().map(extended).collect(), ty }
    }

    /// The variable of this thread that says how it holds the lock with this first variable.
    fn own(&mut self, first: &SmolStr) -> SmolStr {
        let key = (self.thread, first.clone());
        if let Some(known) = self.owns.get(&key) {
            return known.clone();
        }
        let own = self.variable(&part(first, "own"), &Type::ReadWriteLock, false);
        self.owns.insert(key, own.clone());
        own
    }
}
