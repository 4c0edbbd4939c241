//! Functions that are known by their names, and those that have no definition.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::{Check, Lower, Lowered, Place};
use crate::ast::{Binary, Expr, Type};
use crate::graph::{Edge, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// Names with a value that headers of the system define; `true` if it is signed.
pub(super) static CONSTANTS: &[(&str, i128, bool)] = &[
    ("NULL", 0, true),
    ("true", 1, true),
    ("false", 0, true),
    ("PTHREAD_MUTEX_INITIALIZER", 0, true),
    ("PTHREAD_COND_INITIALIZER", 0, true),
    ("ATOMIC_FLAG_INIT", 0, true),
    ("INT_MAX", 0x7fff_ffff, true),
    ("INT_MIN", -0x8000_0000, true),
    ("UINT_MAX", 0xffff_ffff, false),
    ("EXIT_SUCCESS", 0, true),
    ("EXIT_FAILURE", 1, true),
    ("EBUSY", 16, true),
    ("memory_order_seq_cst", 5, true),
];

/// Functions that do nothing that matters here.
static NOTHING: &[&str] = &[
    "pause",
    "sleep",
    "usleep",
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    "pthread_mutex_destroy",
    "pthread_cond_destroy",
    "pthread_attr_init",
    "pthread_attr_destroy",
    "__sync_synchronize",
    "fflush",
    "srand",
    "pthread_detach",
    "atomic_thread_fence",
];

/// Functions that are refused, by the beginning of their names.
static REFUSED: &[(&str, &str)] = &[
    ("malloc", "the heap; use global variables"),
    ("calloc", "the heap; use global variables"),
    ("realloc", "the heap; use global variables"),
    ("free", "the heap; use global variables"),
    ("alloca", "the heap; use global variables"),
    ("setjmp", "`setjmp`"),
    ("longjmp", "`longjmp`"),
    ("signal", "signals"),
    ("fork", "processes"),
    ("mem", "functions on memory"),
    ("str", "functions on texts"),
    ("sem_", "semaphores"),
    ("pthread_", "this function of POSIX threads"),
    ("thrd_", "threads of C11; use those of POSIX"),
    ("mtx_", "mutexes of C11; use those of POSIX"),
    ("cnd_", "condition variables of C11; use those of POSIX"),
    ("__sync_", "this atomic operation"),
    ("__atomic_", "atomic operations with a memory order; use `__sync_` ones or those of C11"),
    ("atomic_load", "this atomic operation"),
    ("atomic_store", "this atomic operation"),
    ("atomic_fetch", "this atomic operation"),
    ("atomic_exchange", "this atomic operation"),
    ("atomic_compare", "this atomic operation"),
    ("atomic_flag", "this atomic operation"),
];

/// An operation that reads and writes in one step.
enum Change {
    /// Writes this, gives the old value.
    Exchange,
    /// Computes, gives the old or the new value.
    Compute(Binary, bool),
    /// Compares with a value first; gives whether it was equal, or the old value.
    Compare(bool),
}

fn change(name: &str) -> Option<Change> {
    use Binary::{Add, And, Or, Subtract, Xor};
    Some(match name {
        "__sync_fetch_and_add" | "atomic_fetch_add" => Change::Compute(Add, false),
        "__sync_fetch_and_sub" | "atomic_fetch_sub" => Change::Compute(Subtract, false),
        "__sync_fetch_and_or" | "atomic_fetch_or" => Change::Compute(Or, false),
        "__sync_fetch_and_and" | "atomic_fetch_and" => Change::Compute(And, false),
        "__sync_fetch_and_xor" | "atomic_fetch_xor" => Change::Compute(Xor, false),
        "__sync_add_and_fetch" => Change::Compute(Add, true),
        "__sync_sub_and_fetch" => Change::Compute(Subtract, true),
        "__sync_or_and_fetch" => Change::Compute(Or, true),
        "__sync_and_and_fetch" => Change::Compute(And, true),
        "__sync_lock_test_and_set" | "atomic_exchange" => Change::Exchange,
        "__sync_bool_compare_and_swap" => Change::Compare(true),
        "__sync_val_compare_and_swap" => Change::Compare(false),
        _ => return None,
    })
}

impl<'a> Lower<'a> {
    /// A call of a function without a definition.
    pub(super) fn built_in(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        if let Some(change) = change(name) {
            return self.read_and_write(&change, arguments, span);
        }
        match (name.as_str(), arguments) {
            ("assert" | "__CPROVER_assert" | "__VERIFIER_assert", [condition, ..]) => {
                let (good, error) = (self.new_node(), self.error(Check::Assertion, span));
                self.branch(condition, good, error)?;
                self.enter(good);
                Ok(Value::nothing())
            }
            ("__CPROVER_assume" | "__VERIFIER_assume", [condition, ..]) => {
                let (good, stuck) = (self.new_node(), self.new_node());
                self.branch(condition, good, stuck)?;
                self.enter(good);
                Ok(Value::nothing())
            }
            ("__VERIFIER_error" | "reach_error" | "__assert_fail", _) => {
                let error = self.error(Check::Assertion, span);
                self.go(error);
                Ok(Value::nothing())
            }
            ("exit" | "abort" | "_exit" | "quick_exit", _) => {
                let stuck = self.new_node();
                self.go(stuck);
                Ok(Value::nothing())
            }
            ("__CPROVER_atomic_begin" | "__VERIFIER_atomic_begin", _) => {
                self.boundary();
                self.step(Op::Begin, true);
                Ok(Value::nothing())
            }
            ("__CPROVER_atomic_end" | "__VERIFIER_atomic_end", _) => {
                self.step(Op::End, false);
                self.boundary();
                Ok(Value::nothing())
            }
            ("__CPROVER_predicate" | "__CPROVER_parameter_predicates" | "__CPROVER_return_predicates", _) => {
                Ok(Value::nothing())
            }
            _ => self.posix(name, arguments, span),
        }
    }

    /// Functions of POSIX threads.
    fn posix(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        match (name.as_str(), arguments) {
            ("pthread_create", [handle, _, function, argument]) => {
                self.create(handle, function, argument, span)?;
                Ok(Value::int(0))
            }
            ("pthread_join", [handle, _]) => {
                let handle_value = self.rvalue(handle)?;
                let number = self.integer(&handle_value, &Type::INT, handle.span)?;
                self.boundary();
                self.step(Op::Join(number), true);
                Ok(Value::int(0))
            }
            ("pthread_exit", _) => {
                let end = self.thread_end();
                self.boundary();
                self.go(end);
                Ok(Value::nothing())
            }
            ("pthread_mutex_init", [mutex, ..]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.set(&mutex, 0);
                Ok(Value::int(0))
            }
            ("pthread_mutex_lock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.lock(&mutex);
                Ok(Value::int(0))
            }
            ("pthread_mutex_trylock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                let old = self.together(|it| {
                    let old = it.read(&mutex);
                    it.set(&mutex, 1);
                    old
                });
                let is_busy = term::compare(Comparison::NotEqual, old, Term::Number(0));
                let code = term::conditional(is_busy, Term::Number(16), Term::Number(0));
                Ok(Value { kind: ValueKind::Number(code, 0, 16), ty: Type::INT })
            }
            ("pthread_mutex_unlock", [mutex]) => {
                let mutex = self.object_of(mutex, &Type::Mutex)?;
                self.together(|it| it.unlock(&mutex, span));
                Ok(Value::int(0))
            }
            ("pthread_cond_init", [condition, ..]) => {
                self.object_of(condition, &Type::Condition)?;
                Ok(Value::int(0))
            }
            ("pthread_cond_wait", [condition, mutex]) => self.wait(condition, mutex, span),
            ("pthread_cond_signal", [condition]) => self.wake(condition, 1),
            ("pthread_cond_broadcast", [condition]) => self.wake(condition, 2),
            _ => self.atomic(name, arguments, span),
        }
    }

    /// Atomic operations.
    fn atomic(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        match (name.as_str(), arguments) {
            ("__sync_lock_release" | "atomic_flag_clear", [object, ..]) => {
                let pointer = self.rvalue(object)?;
                let place = self.pointed(&pointer, object.span)?;
                self.assign(&place, &Value::int(0), span)?;
                Ok(Value::nothing())
            }
            ("atomic_flag_test_and_set", [object]) => {
                let pointer = self.rvalue(object)?;
                let place = self.pointed(&pointer, object.span)?;
                let old = self.together(|it| {
                    let old = it.read(&place);
                    it.set(&place, 1);
                    old
                });
                Ok(Value { kind: ValueKind::Number(old, 0, 1), ty: Type::INT })
            }
            ("atomic_load", [object]) => {
                let pointer = self.rvalue(object)?;
                let place = self.pointed(&pointer, object.span)?;
                self.load(&place, span)
            }
            ("atomic_store" | "atomic_init", [object, value]) => {
                let pointer = self.rvalue(object)?;
                let place = self.pointed(&pointer, object.span)?;
                let value = self.rvalue(value)?;
                self.assign(&place, &value, span)?;
                Ok(Value::nothing())
            }
            ("atomic_compare_exchange_strong", [object, expected, value]) => {
                self.compare_exchange(object, expected, value, span)
            }
            _ => self.unknown(name, arguments, span),
        }
    }

    /// A function of which nothing is known but its result's type: it evaluates its arguments, and gives any value.
    fn unknown(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let nothing = NOTHING.contains(&name.as_str());
        let refused = REFUSED.iter().find(|(start, _)| name.starts_with(start) && !nothing);
        let declared = self.unit.functions.get(name).map(|it| it.result.clone());
        if let Some((_, what)) = refused {
            return self.unsupported(span, &format!("`{name}`: {what}"));
        }
        for argument in arguments {
            self.rvalue(argument)?;
        }
        let arbitrary = name == "rand" || name == "random" || name.contains("nondet");
        if !nothing && !arbitrary {
            let hint = match name.as_str() {
                "atomic_begin" | "atomic_end" => format!("; did you mean `__CPROVER_{name}`?"),
                _ => String::new(),
            };
            self.note(format!("`{name}` has no definition: no effect, any result{hint}"));
        }
        let ty = declared.unwrap_or_else(|| of_name(name));
        match ty {
            Type::Void => Ok(Value::nothing()),
            Type::Integer { .. } => {
                let place = self.object(name, &ty, false, span)?;
                self.any(&place, span)?;
                self.load(&place, span)
            }
            _ => self.unsupported(span, &format!("`{name}`: any value of this type")),
        }
    }

    /// The object that an argument points to.
    fn object_of(&mut self, argument: &'a Expr, ty: &Type) -> Lowered<Place> {
        let pointer = self.rvalue(argument)?;
        let place = self.pointed(&pointer, argument.span)?;
        // Programs without headers give these types other names.
        if place.ty != *ty && !(*ty == Type::Mutex && matches!(place.ty, Type::Integer { .. })) {
            return self.unsupported(argument.span, "an object of this type here");
        }
        Ok(place)
    }

    /// Runs steps that happen at once.
    fn together<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let first = self.graph.edges.len();
        let result = part(self);
        let unit = self.unit_number;
        for edge in first..self.graph.edges.len() {
            let Edge { unit: of, from, .. } = &mut self.graph.edges[edge];
            *of = of.map(|_| unit);
            // The first of these places was there before.
            if edge > first {
                self.graph.inside[*from] = true;
            }
        }
        self.unit_number += u32::from(!self.options.statements);
        result
    }

    /// The integer at a place, read in one access.
    fn read(&mut self, place: &Place) -> Term {
        match self.load(&Place { ty: Type::INT, ..place.clone() }, self.span) {
            Ok(Value { kind: ValueKind::Number(expr, ..), .. }) => expr,
            _ => Term::Number(0),
        }
    }

    fn set(&mut self, place: &Place, value: i64) {
        // A constant can be assigned to every integer.
        _ = self.assign(&Place { ty: Type::INT, ..place.clone() }, &Value::int(i128::from(value)), self.span);
    }

    fn lock(&mut self, mutex: &Place) {
        self.together(|it| {
            let held = it.read(mutex);
            it.assume(term::compare(Comparison::Equal, held, Term::Number(0)));
            it.set(mutex, 1);
        });
    }

    fn unlock(&mut self, mutex: &Place, span: Span) {
        let held = self.read(mutex);
        let held = term::compare(Comparison::NotEqual, held, Term::Number(0));
        self.require(held, Check::Unlock, span);
        self.set(mutex, 0);
    }

    fn read_and_write(&mut self, change: &Change, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [object, operands @ ..] = arguments else { return self.refuse(span, "Arguments are missing here.") };
        let pointer = self.rvalue(object)?;
        let place = self.pointed(&pointer, object.span)?;
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.rvalue(operand)?);
        }
        let first = values.first().cloned().unwrap_or(Value::int(0));
        self.together(|it| {
            let old = it.load(&place, span)?;
            let (new, result) = match change {
                Change::Exchange => (first, None),
                Change::Compute(operator, after) => {
                    let computed = it.integers.binary(*operator, &old, &first);
                    let computed = it.computed(computed, span)?;
                    let number = it.integer(&computed, &place.ty, span)?;
                    let name = it.temporary(number, &place.ty, false);
                    let new = it.integers.named(name, place.ty.clone());
                    (new.clone(), after.then_some(new))
                }
                Change::Compare(truth) => {
                    let new = values.get(1).cloned().unwrap_or(Value::int(0));
                    let (equal, new) = it.compared(&place, &old, &first, &new, span)?;
                    (new, truth.then(|| Value::truth_of(equal)))
                }
            };
            it.assign(&place, &new, span)?;
            Ok(result.unwrap_or(old))
        })
    }

    /// Whether an old value is the expected one, and the value that is written then or otherwise.
    fn compared(
        &mut self,
        place: &Place,
        old: &Value,
        expected: &Value,
        new: &Value,
        span: Span,
    ) -> Lowered<(Term, Value)> {
        let [old, expected, new] = [old, expected, new].map(|it| self.integer(it, &place.ty, span));
        let (old, new) = (old?, new?);
        let equal = term::compare(Comparison::Equal, old.clone(), expected?);
        let equal = Term::Name(self.temporary(term::number_of(equal), &Type::BOOL, false));
        let equal = term::compare(Comparison::Equal, equal, Term::Number(1));
        let written = term::conditional(equal.clone(), new, old);
        let name = self.temporary(written, &place.ty, false);
        Ok((equal, self.integers.named(name, place.ty.clone())))
    }

    /// The expected value is replaced by the old one if they differ.
    fn compare_exchange(
        &mut self,
        object: &'a Expr,
        expected: &'a Expr,
        value: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let pointer = self.rvalue(object)?;
        let place = self.pointed(&pointer, object.span)?;
        let pointer = self.rvalue(expected)?;
        let expectation = self.pointed(&pointer, expected.span)?;
        if self.is_shared(&expectation) {
            return self.unsupported(expected.span, "an expected value that others can access");
        }
        let new = self.rvalue(value)?;
        self.together(|it| {
            let old = it.load(&place, span)?;
            let wanted = it.load(&expectation, span)?;
            let (equal, written) = it.compared(&place, &old, &wanted, &new, span)?;
            it.assign(&place, &written, span)?;
            let kept = it.integer(&old, &expectation.ty, span)?;
            let kept = it.temporary(kept, &expectation.ty, false);
            let kept = it.integers.named(kept, expectation.ty.clone());
            it.assign(&expectation, &kept, span)?;
            Ok(Value::truth_of(equal))
        })
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
            [(_, leaves)] if leaves.len() == 2 => Ok((leaves[0].clone(), leaves[1].clone())),
            _ => self.unsupported(argument.span, "a condition variable that is not known here"),
        }
    }
}

/// The type of the result of a function that is not declared.
fn of_name(name: &str) -> Type {
    let integer = |bits, signed| Type::Integer { bits, signed };
    match name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("nondet_")) {
        Some("bool" | "_Bool") => Type::BOOL,
        Some("char") => integer(8, true),
        Some("uchar" | "unsigned_char") => integer(8, false),
        Some("short") => integer(16, true),
        Some("ushort" | "unsigned_short") => integer(16, false),
        Some("uint" | "unsigned" | "ulong" | "unsigned_int") => Type::UNSIGNED,
        _ => Type::INT,
    }
}
