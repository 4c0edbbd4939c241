//! Threads of POSIX and of C11: creation and joining, locks, condition variables.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::locks::Take;
use super::{Lower, Lowered};
use crate::ast::{Expr, Type};
use crate::graph::{Blocked, Op};
use crate::value::{Value, ValueKind};

/// What a function of POSIX gives if a lock is held.
pub(super) const EBUSY: i64 = 16;

/// What a function of POSIX gives if it waited too long.
pub(super) const TIMED_OUT: i64 = 110;

/// `thrd_busy`
pub(super) const BUSY: i64 = 1;

/// `thrd_timedout`
pub(super) const THREAD_TIMED_OUT: i64 = 4;

impl<'a> Lower<'a> {
    /// Functions of threads.
    pub(super) fn posix(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        match (name.as_str(), arguments) {
            ("pthread_create", [handle, _, function, argument]) | ("thrd_create", [handle, function, argument]) => {
                self.create(handle, function, argument, span)?;
                Ok(Value::int(0))
            }
            ("pthread_join" | "thrd_join", [handle, result]) => {
                let handle_value = self.rvalue(handle)?;
                let target = self.rvalue(result)?;
                let number = self.integer(&handle_value, &Type::Handle, handle.span)?;
                self.waits(Blocked::Joins);
                self.step(Op::Join(number.clone()), true);
                self.boundary();
                self.doubtful();
                self.take_result(&number, &target, result)?;
                Ok(Value::int(0))
            }
            ("pthread_self" | "thrd_current", []) => self.own_handle(span),
            ("pthread_equal" | "thrd_equal", [first, second]) => self.equal_handles(first, second, span),
            ("pthread_mutexattr_settype", [_, kind]) if !self.is_zero(kind)? => {
                self.unsupported(kind.span, "a mutex that is not `PTHREAD_MUTEX_NORMAL`")
            }
            (attributes, [..]) if changes_attributes(attributes) => {
                for argument in arguments {
                    self.rvalue(argument)?;
                }
                Ok(Value::int(0))
            }
            ("pthread_once" | "call_once", [flag, function]) => self.once(flag, function, span),
            ("pthread_exit" | "thrd_exit", [value]) => {
                let result = self.rvalue(value)?;
                self.give(&result, value.span)?;
                let end = self.thread_end();
                self.threads[self.thread].leaves_others = true;
                self.boundary();
                self.go(end);
                Ok(Value::nothing())
            }
            ("mtx_init", [_, kind]) if !self.is_plain(kind)? => {
                self.unsupported(kind.span, "a mutex that is not `mtx_plain`")
            }
            ("pthread_mutex_init" | "mtx_init" | "pthread_spin_init", [mutex, ..]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.set(&mutex, 0);
                Ok(Value::int(0))
            }
            ("pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock", [mutex]) => self.take(mutex, Take::Mutex),
            ("pthread_mutex_trylock" | "pthread_spin_trylock", [mutex]) => self.try_to_take(mutex, Take::Mutex, EBUSY),
            ("mtx_trylock", [mutex]) => self.try_to_take(mutex, Take::Mutex, BUSY),
            ("pthread_mutex_timedlock", [mutex, until]) => self.take_until(mutex, until, Take::Mutex, TIMED_OUT),
            ("mtx_timedlock", [mutex, until]) => self.take_until(mutex, until, Take::Mutex, THREAD_TIMED_OUT),
            ("pthread_rwlock_timedrdlock", [lock, until]) => self.take_until(lock, until, Take::Read, TIMED_OUT),
            ("pthread_rwlock_timedwrlock", [lock, until]) => self.take_until(lock, until, Take::Write, TIMED_OUT),
            ("sem_timedwait", [semaphore, until]) => self.take_until(semaphore, until, Take::Unit, -1),
            ("pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.together(|it| it.unlock(&mutex, span));
                Ok(Value::int(0))
            }
            ("pthread_rwlock_init", [lock, _]) => self.start_lock(lock),
            ("pthread_rwlock_rdlock", [lock]) => self.take(lock, Take::Read),
            ("pthread_rwlock_wrlock", [lock]) => self.take(lock, Take::Write),
            ("pthread_rwlock_tryrdlock", [lock]) => self.try_to_take(lock, Take::Read, EBUSY),
            ("pthread_rwlock_trywrlock", [lock]) => self.try_to_take(lock, Take::Write, EBUSY),
            ("pthread_rwlock_unlock", [lock]) => self.unlock_shared(lock, span),
            ("sem_init", [semaphore, _, value]) => self.start_semaphore(semaphore, value),
            ("sem_wait", [semaphore]) => self.take(semaphore, Take::Unit),
            ("sem_trywait", [semaphore]) => self.try_to_take(semaphore, Take::Unit, -1),
            ("sem_post", [semaphore]) => self.post(semaphore),
            ("pthread_barrier_init", [barrier, _, count]) => self.start_barrier(barrier, count),
            ("pthread_barrier_wait", [barrier]) => self.meet(barrier, span),
            ("pthread_cond_init" | "cnd_init", [condition, ..]) => {
                self.object_of(condition, &Type::Condition)?;
                Ok(Value::int(0))
            }
            ("pthread_cond_wait" | "cnd_wait", [condition, mutex]) => self.wait(condition, mutex, None, span),
            ("pthread_cond_timedwait", [condition, mutex, until]) => {
                self.rvalue(until)?;
                self.wait(condition, mutex, Some(TIMED_OUT), span)
            }
            ("cnd_timedwait", [condition, mutex, until]) => {
                self.rvalue(until)?;
                self.wait(condition, mutex, Some(THREAD_TIMED_OUT), span)
            }
            ("pthread_cond_signal" | "cnd_signal", [condition]) => self.wake(condition, 1),
            ("pthread_cond_broadcast" | "cnd_broadcast", [condition]) => self.wake(condition, 2),
            _ => self.atomic(name, arguments, span),
        }
    }

    fn is_zero(&mut self, expr: &'a Expr) -> Lowered<bool> {
        Ok(matches!(self.rvalue(expr)?.kind, ValueKind::Number(Term::Number(0), ..)))
    }

    fn is_plain(&mut self, kind: &'a Expr) -> Lowered<bool> {
        Ok(matches!(self.rvalue(kind)?.kind, ValueKind::Number(Term::Number(0 | 2), ..)))
    }

    /// Functions that take something until a time, and give this number if they cannot. A thread that is not given the
    /// processor has waited: this is an attempt, at any time.
    fn take_until(&mut self, argument: &'a Expr, until: &'a Expr, take: Take, late: i64) -> Lowered<Value> {
        self.rvalue(until)?;
        self.try_to_take(argument, take, late)
    }
}

/// Functions that say how threads and locks are made, which changes nothing here.
fn changes_attributes(name: &str) -> bool {
    let of = ["attr", "mutexattr", "condattr", "rwlockattr", "barrierattr"];
    let change = of.iter().find_map(|it| name.strip_prefix("pthread_")?.strip_prefix(it)?.strip_prefix('_'));
    change.is_some_and(|it| it == "init" || it == "destroy" || it.starts_with("set"))
}
