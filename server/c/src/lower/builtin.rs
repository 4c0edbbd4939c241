//! Functions that are known by their names, and those that have no definition.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::atomics::change;
use super::orders::{Ordered, ordered};
use super::{Binding, Check, Lower, Lowered, Place};
use crate::ast::{Binary, Expr, ExprKind, Type};
use crate::graph::{Edge, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// Functions that do nothing that matters here.
static NOTHING: &[&str] = &[
    "pause",
    "sleep",
    "usleep",
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "putchar",
    "fputc",
    "perror",
    "nanosleep",
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    "pthread_mutex_destroy",
    "pthread_cond_destroy",
    "pthread_rwlock_destroy",
    "pthread_barrier_destroy",
    "pthread_spin_destroy",
    "sem_destroy",
    "mtx_destroy",
    "cnd_destroy",
    "thrd_sleep",
    "thrd_detach",
    "__sync_synchronize",
    "fflush",
    "srand",
    "pthread_detach",
    "atomic_thread_fence",
    "atomic_signal_fence",
];

/// Functions that give any value between these, as an `int`.
static WITHIN: &[(&str, i64, i64)] = &[
    ("rand", 0, i32::MAX as i64),
    ("random", 0, i32::MAX as i64),
    ("rand_r", 0, i32::MAX as i64),
    ("getchar", -1, u8::MAX as i64),
    ("isatty", 0, 1),
];

/// Functions that give any value, of whatever they read.
static READERS: &[&str] =
    &["time", "clock", "clock_gettime", "timespec_get", "gettimeofday", "getpid", "atoi", "atol", "sysconf"];

/// Functions that are refused, by the beginning of their names.
static REFUSED: &[(&str, &str)] = &[
    ("realloc", "the heap; use global variables"),
    ("alloca", "the heap; use global variables"),
    ("setjmp", "jumps between functions"),
    ("longjmp", "jumps between functions"),
    ("_setjmp", "jumps between functions"),
    ("sigsetjmp", "jumps between functions"),
    ("siglongjmp", "jumps between functions"),
    ("swapcontext", "jumps between functions"),
    ("setcontext", "jumps between functions"),
    ("signal", "signals"),
    ("sigaction", "signals"),
    ("raise", "signals"),
    ("fork", "processes"),
    ("vfork", "processes"),
    ("clone", "processes"),
    ("mem", "functions on memory"),
    ("str", "functions on texts"),
    ("sprintf", "functions on texts"),
    ("snprintf", "functions on texts"),
    ("fgets", "functions on texts"),
    ("read", "functions on memory"),
    ("fread", "functions on memory"),
    ("sem_", "this function of semaphores"),
    ("pthread_", "this function of POSIX threads"),
    ("thrd_", "this function of C11 threads"),
    ("mtx_", "this function of C11 threads"),
    ("cnd_", "this function of C11 threads"),
    ("tss_", "this function of C11 threads"),
    ("__builtin_", "this built-in function"),
    ("__sync_", "this atomic operation"),
    ("__atomic_", "this atomic operation"),
    ("atomic_load", "this atomic operation"),
    ("atomic_store", "this atomic operation"),
    ("atomic_fetch", "this atomic operation"),
    ("atomic_exchange", "this atomic operation"),
    ("atomic_compare", "this atomic operation"),
    ("atomic_flag", "this atomic operation"),
];

impl<'a> Lower<'a> {
    /// A call of a function without a definition.
    pub(super) fn built_in(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        if let Some(Ordered { name, operands, orders }) = ordered(name, arguments) {
            self.orders(orders)?;
            return self.built_in(&name, operands, span);
        }
        if let Some(change) = change(name) {
            return self.read_and_write(&change, arguments, span);
        }
        match (name.as_str(), arguments) {
            ("assert" | "__CPROVER_assert" | "__VERIFIER_assert", [condition, ..]) => {
                let (good, error) = (self.new_node(), self.error(Check::Assertion, span));
                self.evaluates(span);
                self.branch(condition, good, error)?;
                self.enter(good);
                Ok(Value::nothing())
            }
            ("__CPROVER_assume" | "__VERIFIER_assume", [condition, ..]) => {
                let (good, stuck) = (self.new_node(), self.new_node());
                self.shows();
                self.branch(condition, good, stuck)?;
                self.enter(good);
                self.shows();
                Ok(Value::nothing())
            }
            ("__VERIFIER_error" | "reach_error" | "__assert_fail", _) => {
                let error = self.error(Check::Assertion, span);
                self.go(error);
                Ok(Value::nothing())
            }
            ("scanf", [_, results @ ..]) | ("fscanf" | "sscanf", [_, _, results @ ..]) => self.scan(results, span),
            ("malloc", _) => self.allocate(arguments, false, span),
            ("calloc", _) => self.allocate(arguments, true, span),
            ("free", [pointer]) => self.free(pointer, span),
            ("memset", _) => self.fill(arguments, span),
            ("memcpy" | "memmove", _) => self.copy_memory(arguments, span),
            ("strlen", [Expr { kind: ExprKind::Text(Some(bytes)), .. }]) => {
                let length = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                Ok(Value::number(length as i128, Type::UNSIGNED))
            }
            ("strcmp" | "strncmp", [first, second, ..]) if self.is_given(first) || self.is_given(second) => {
                let place = self.object(name, &Type::INT, false, span)?;
                self.any(&place, span)?;
                self.load(&place, span)
            }
            ("__builtin_expect", [value, _]) | ("ATOMIC_VAR_INIT", [value]) => self.rvalue(value),
            ("abs" | "labs", [number]) => self.absolute(number, span),
            (_, [number]) if super::bit_counts::is_count(name) => self.count_bits(name, number, span),
            ("exit" | "abort" | "_exit" | "_Exit" | "quick_exit" | "__builtin_unreachable" | "__builtin_trap", _) => {
                for argument in arguments {
                    self.rvalue(argument)?;
                }
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

    /// `abs`
    fn absolute(&mut self, number: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.rvalue(number)?;
        let settled = self.integer(&value, &Type::INT, span)?;
        let name = self.temporary(settled, &Type::INT, false);
        let value = self.integers.named(name.clone(), Type::INT);
        let negated = self.binary(Binary::Subtract, &Value::int(0), &value, span)?;
        let negated = self.integer(&negated, &Type::INT, span)?;
        let is_negative = term::compare(Comparison::Less, Term::Name(name.clone()), Term::Number(0));
        let name = self.temporary(term::conditional(is_negative, negated, Term::Name(name)), &Type::INT, false);
        Ok(self.integers.named(name, Type::INT))
    }

    /// Input: any values, in as many of the objects as there is input for.
    fn scan(&mut self, results: &'a [Expr], span: Span) -> Lowered<Value> {
        let number = self.object("scanf", &Type::INT, false, span)?;
        self.any(&number, span)?;
        let number = self.load(&number, span)?;
        let mut places = Vec::new();
        for result in results {
            let pointer = self.rvalue(result)?;
            places.push(self.pointed(&pointer, result.span)?);
        }
        let all: Vec<&Place> = places.iter().collect();
        for (index, place) in places.iter().map(|it| self.fixed(it, &all)).collect::<Vec<_>>().into_iter().enumerate() {
            let value = self.object("input", &place.ty, false, span)?;
            self.any(&value, span)?;
            let value = self.load(&value, span)?;
            let is_read = self.integers.binary(Binary::Greater, &number, &Value::int(index as i128));
            let is_read = is_read.and_then(|is_read| self.integers.truth(&is_read));
            let is_read = is_read.or_else(|what| self.unsupported(span, what))?;
            let (read, end) = (self.new_node(), self.new_node());
            self.fork(is_read, read, end);
            self.node = Some(read);
            self.assign(&place, &value, span)?;
            self.go(end);
            self.node = Some(end);
        }
        Ok(number)
    }

    /// Gives an argument to a function that is not defined, which may write what it gets the address of: an object of this
    /// thread alone has any value afterwards.
    fn hand_over(&mut self, name: &SmolStr, value: &Value, span: Span) -> Lowered<()> {
        let is_pointer = match &value.kind {
            ValueKind::Address(place) if place.alternatives.len() == 1 && !self.is_shared(place) => {
                // What gets the address of an element may write the others.
                let place = &self.reached(place);
                let slots = self.layout("", &place.ty, span)?;
                if slots.iter().all(|slot| matches!(slot.ty, Type::Integer { .. })) {
                    return self.any(place, span);
                }
                true
            }
            ValueKind::Address(_) | ValueKind::Function(_) => true,
            ValueKind::Number(Term::Number(0), ..) | ValueKind::Text(..) => false,
            _ => matches!(value.ty, Type::Pointer(_)),
        };
        if is_pointer {
            self.unsupported(span, &format!("a pointer passed to `{name}`, which has no definition"))
        } else {
            Ok(())
        }
    }

    /// A function of which nothing is known but its result's type: it evaluates its arguments, and gives any value.
    pub(super) fn unknown(&mut self, name: &SmolStr, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let nothing = NOTHING.contains(&name.as_str());
        let refused = REFUSED.iter().find(|(start, _)| name.starts_with(start) && !nothing);
        let declared = self.unit.functions.get(name);
        let never_returns = declared.is_some_and(|it| it.never_returns);
        let declared = declared.map(|it| it.result.clone());
        if let Some((_, what)) = refused {
            return self.unsupported(span, &format!("`{name}`: {what}"));
        }
        if nothing && name.ends_with("printf") {
            self.writes_nothing(arguments, span)?;
        }
        let within = WITHIN.iter().find(|(known, ..)| name == known).map(|(_, low, high)| (*low, *high));
        let arbitrary = within.is_some() || READERS.contains(&name.as_str()) || name.contains("nondet");
        let mut values = Vec::new();
        for argument in arguments {
            if (nothing || arbitrary) && self.is_given(argument) {
                continue;
            }
            values.push((self.rvalue(argument)?, argument.span));
        }
        for (value, span) in values.iter().filter(|_| !nothing) {
            self.hand_over(name, value, *span)?;
        }
        if !nothing && !arbitrary && !never_returns {
            let hint = match name.as_str() {
                "atomic_begin" | "atomic_end" => format!("; did you mean `__CPROVER_{name}`?"),
                _ => String::new(),
            };
            self.note(format!(
                "`{name}` has no definition: it changes only local objects that it gets, and returns any value{hint}"
            ));
        }
        if never_returns {
            let stuck = self.new_node();
            self.go(stuck);
            return Ok(Value::nothing());
        }
        let ty = declared.unwrap_or_else(|| of_name(name));
        match ty {
            Type::Void => Ok(Value::nothing()),
            Type::Integer { .. } => {
                let place = self.object(name, &ty, false, span)?;
                // The names of the library are its own, however a program declares them (C11 7.1.3).
                match within.filter(|_| ty == Type::INT) {
                    Some((low, high)) => self.choose(&place, low, high),
                    None => self.any(&place, span)?,
                }
                self.load(&place, span)
            }
            _ => self.unsupported(span, &format!("`{name}`: any value of this type")),
        }
    }

    /// Returns `true` for a text that the system gives to `main`: `argv` or `argv[i]`.
    fn is_given(&mut self, argument: &'a Expr) -> bool {
        match &argument.kind {
            ExprKind::Name(name) => matches!(self.lookup(name), Some(Binding::Given)),
            ExprKind::Index(inner, index) => self.is_pure(index) && self.is_given(inner),
            _ => false,
        }
    }

    /// The object that an argument points to.
    pub(super) fn object_of(&mut self, argument: &'a Expr, ty: &Type) -> Lowered<Place> {
        let pointer = self.rvalue(argument)?;
        let place = self.pointed(&pointer, argument.span)?;
        // Programs without headers give these types other names.
        if place.ty != *ty && !(*ty == Type::Mutex && matches!(place.ty, Type::Integer { .. })) {
            return self.unsupported(argument.span, "an object of this type here");
        }
        Ok(place)
    }

    /// Runs steps that happen at once.
    pub(super) fn together<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let first = self.graph.edges.len();
        let outer = std::mem::replace(&mut self.operation, true);
        let result = part(self);
        self.operation = outer;
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
    pub(super) fn read(&mut self, place: &Place) -> Term {
        match self.load_kept(&Place { ty: Type::INT, ..place.clone() }, self.span) {
            Ok(Value { kind: ValueKind::Number(expr, ..), .. }) => expr,
            _ => Term::Number(0),
        }
    }

    pub(super) fn set(&mut self, place: &Place, value: i64) {
        // A constant can be assigned to every integer.
        _ = self.assign(&Place { ty: Type::INT, ..place.clone() }, &Value::int(i128::from(value)), self.span);
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
        Some("uint" | "unsigned" | "ulong" | "unsigned_int" | "u32" | "uint32_t" | "size_t") => Type::UNSIGNED,
        Some("longlong" | "int64_t" | "loff_t") => integer(64, true),
        Some("ulonglong" | "uint64_t" | "u64") => integer(64, false),
        Some("float" | "double") => Type::Other("floating point"),
        Some("pointer" | "pchar") => Type::Void.pointer(),
        _ => Type::INT,
    }
}
