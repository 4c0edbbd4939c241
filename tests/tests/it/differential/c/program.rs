//! Random C programs: syntax trees, and their text.

use std::fmt::{self, Write};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A shared variable, by its place in [`SHARED`].
pub(super) type Shared = usize;

/// A mutex, by its place in [`MUTEXES`].
pub(super) type Mutex = usize;

/// The lock that a thread takes: a mutex, the read-write lock, or the semaphore.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lock {
    Mutex(Mutex),
    Read,
    Write,
    Unit,
}

impl Lock {
    /// The calls that take it, or only try to, and that release it.
    fn calls(self, tries: bool) -> (String, String) {
        let (wait, try_to, release, object) = match self {
            Self::Mutex(mutex) => {
                ("pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", MUTEXES[mutex])
            }
            Self::Read => ("pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_unlock", "shared"),
            Self::Write => ("pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "shared"),
            Self::Unit => ("sem_wait", "sem_trywait", "sem_post", "units"),
        };
        (format!("{}(&{object})", if tries { try_to } else { wait }), format!("{release}(&{object});"))
    }
}

/// A local variable of every function that runs in a thread, by its place in [`LOCALS`].
pub(super) type Local = usize;

/// Types and names of the shared variables; all start at 0.
pub(super) const SHARED: [(Type, &str); 4] =
    [(Type::UnsignedChar, "x"), (Type::SignedChar, "y"), (Type::Bool, "b"), (Type::Int, "n")];

/// The elements of the shared array `a`.
pub(super) const ELEMENTS: usize = 2;

pub(super) const MUTEXES: [&str; 2] = ["m", "w"];

pub(super) const LOCALS: [(Type, &str); 2] = [(Type::Int, "l"), (Type::UnsignedChar, "k")];

/// The local variable that is the result of a thread at the end of its function, and takes that of a joined one.
pub(super) const RESULT: Local = 0;

/// The functions that threads run; the second runs in one thread only.
pub(super) const FUNCTIONS: [&str; 2] = ["f", "g"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Bool,
    UnsignedChar,
    SignedChar,
    Int,
}

impl Type {
    /// The value of this type that an assignment of a number stores.
    pub(super) fn of(self, value: i64) -> i64 {
        match self {
            Self::Bool => i64::from(value != 0),
            Self::UnsignedChar => value.rem_euclid(256),
            Self::SignedChar => i64::from(value as i8),
            Self::Int => i64::from(value as i32),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::UnsignedChar => "unsigned char",
            Self::SignedChar => "signed char",
            Self::Int => "int",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    AtMost,
}

const OPERATORS: [(Operator, &str); 14] = [
    (Operator::Add, "+"),
    (Operator::Subtract, "-"),
    (Operator::Multiply, "*"),
    (Operator::Divide, "/"),
    (Operator::Remainder, "%"),
    (Operator::And, "&"),
    (Operator::Or, "|"),
    (Operator::Xor, "^"),
    (Operator::ShiftLeft, "<<"),
    (Operator::ShiftRight, ">>"),
    (Operator::Equal, "=="),
    (Operator::NotEqual, "!="),
    (Operator::Less, "<"),
    (Operator::AtMost, "<="),
];

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Number(i64),
    Shared(Shared),
    /// An element of the array.
    Element(Box<Self>),
    Local(Local),
    /// The parameter of `twice`.
    Parameter,
    Binary(Operator, Box<Self>, Box<Self>),
    /// `&&` if `true`, else `||`.
    Logical(bool, Box<Self>, Box<Self>),
    Not(Box<Self>),
    Negate(Box<Self>),
    Conditional(Box<Self>, Box<Self>, Box<Self>),
    /// `++v` if `true`, else `v++`.
    Increment(bool, Shared),
    /// A call of the function whose result is [`Program::function`].
    Call(Box<Self>),
    /// `__sync_fetch_and_add`.
    FetchAndAdd(Shared, i64),
    /// `__sync_bool_compare_and_swap`, of numbers.
    CompareAndSwap(Shared, i64, i64),
    /// Either truth value.
    Choice,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Target {
    Shared(Shared),
    Element(Expr),
    Local(Local),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Stmt {
    Assign(Target, Expr),
    /// `v += e`, or with another arithmetic operator.
    Update(Operator, Shared, Expr),
    Expr(Expr),
    If(Expr, Vec<Self>, Vec<Self>),
    While(Expr, Vec<Self>),
    /// Cases 0, 1, ..., each of which goes on in the next one if `true`.
    Switch(Expr, Vec<(Vec<Self>, bool)>),
    Assert(Expr),
    Assume(Expr),
    /// The statements that are executed while something is taken.
    Locked(Lock, Vec<Self>),
    /// The same, if it can be taken at once.
    Tried(Lock, Vec<Self>),
    /// One more unit of the semaphore.
    Post,
    /// An atomic section.
    Atomic(Vec<Self>),
    Break,
    Return,
    /// Creates a thread that runs this one of [`FUNCTIONS`].
    Create(usize),
    /// Waits for the thread that runs this one of [`FUNCTIONS`].
    Join(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The result of the function that expressions call, of its parameter.
    pub(super) function: Expr,
    /// The bodies of [`FUNCTIONS`].
    pub(super) bodies: [Vec<Stmt>; 2],
    pub(super) main: Vec<Stmt>,
    /// `true` if the first function runs in any number of threads.
    pub(super) many: bool,
    /// `true` if the program is written in another way that changes no verdict: functions, the array and the handles of
    /// threads are used through pointers, local variables are thread-local ones, and attempts have a time limit.
    indirect: bool,
}

/// Random programs with one thread of each function, or with any number of the first.
pub(crate) fn program(many: bool) -> impl Strategy<Value = Program> {
    (expr(true, 2), block(2), block(2), any::<[bool; 2]>(), block(1)).prop_map(
        move |(function, first, second, [joins, indirect], rest)| {
            let mut main = vec![Stmt::Create(1)];
            if many {
                main.push(Stmt::While(Expr::Number(1), vec![Stmt::Create(0)]));
            } else {
                main.push(Stmt::Create(0));
                main.extend(joins.then_some(Stmt::Join(0)));
                main.extend(rest);
            }
            Program { function, bodies: [first, second], main, many, indirect }
        },
    )
}

fn shared() -> impl Strategy<Value = Shared> {
    0..SHARED.len()
}

fn arithmetic() -> impl Strategy<Value = Operator> {
    select(&[Operator::Add, Operator::Subtract, Operator::Add, Operator::Multiply][..])
}

/// Expressions; in the function that others call, with its parameter and without calls and locals.
fn expr(inside: bool, depth: u32) -> BoxedStrategy<Expr> {
    let name = if inside { Just(Expr::Parameter).boxed() } else { (0..LOCALS.len()).prop_map(Expr::Local).boxed() };
    let leaf = prop_oneof![
        3 => (-1_i64..4).prop_map(Expr::Number),
        4 => shared().prop_map(Expr::Shared),
        2 => name,
        1 => (any::<bool>(), shared()).prop_map(|(before, of)| Expr::Increment(before, of)),
        1 => (0..3_usize, 1_i64..3).prop_map(|(of, number)| Expr::FetchAndAdd(of.min(1), number)),
        1 => (0..2_usize, 0_i64..3, 0_i64..3).prop_map(|(of, old, new)| Expr::CompareAndSwap(of, old, new)),
        1 => Just(Expr::Choice),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = move || expr(inside, depth - 1).prop_map(Box::new);
    let operator = select(&OPERATORS[..]).prop_map(|(operator, _)| operator);
    let divides = |operator| matches!(operator, Operator::Divide | Operator::Remainder);
    let binary = (operator, inner(), inner(), 1_i64..4).prop_map(move |(operator, left, right, divisor)| {
        // Most divisors are numbers, or hardly anything but divisions by zero would be found.
        let right = if divides(operator) && divisor > 1 { Box::new(Expr::Number(divisor)) } else { right };
        Expr::Binary(operator, left, right)
    });
    let call = if inside { inner().prop_map(Expr::Not).boxed() } else { inner().prop_map(Expr::Call).boxed() };
    prop_oneof![
        3 => leaf,
        5 => binary,
        1 => (any::<bool>(), inner(), inner()).prop_map(|(and, left, right)| Expr::Logical(and, left, right)),
        1 => inner().prop_map(Expr::Not),
        1 => inner().prop_map(Expr::Negate),
        1 => (inner(), inner(), inner()).prop_map(|(condition, yes, no)| Expr::Conditional(condition, yes, no)),
        1 => (0_i64..2).prop_map(|index| Expr::Element(Box::new(Expr::Number(index)))),
        1 => inner().prop_map(Expr::Element),
        1 => call,
    ]
    .boxed()
}

/// Statements without loops, locks and other ends.
fn simple() -> BoxedStrategy<Stmt> {
    let target = prop_oneof![
        4 => shared().prop_map(Target::Shared),
        1 => expr(false, 0).prop_map(Target::Element),
        2 => (0..LOCALS.len()).prop_map(Target::Local),
    ];
    prop_oneof![
        6 => (target, expr(false, 2)).prop_map(|(target, value)| Stmt::Assign(target, value)),
        2 => (arithmetic(), shared(), expr(false, 1)).prop_map(|(operator, of, by)| Stmt::Update(operator, of, by)),
        2 => expr(false, 1).prop_map(Stmt::Expr),
        2 => expr(false, 2).prop_map(Stmt::Assert),
        1 => expr(false, 1).prop_map(Stmt::Assume),
    ]
    .boxed()
}

fn block(depth: u32) -> BoxedStrategy<Vec<Stmt>> {
    vec(stmt(depth), 1..4).boxed()
}

/// Statements with a lock, of which some take another one, or the same.
fn locked(depth: u32) -> BoxedStrategy<Stmt> {
    let inner = if depth == 0 { simple() } else { prop_oneof![2 => simple(), 1 => locked(depth - 1)].boxed() };
    let lock = prop_oneof![
        4 => (0..MUTEXES.len()).prop_map(Lock::Mutex),
        2 => Just(Lock::Read),
        1 => Just(Lock::Write),
        1 => Just(Lock::Unit),
    ];
    let made = |(lock, tries, mut body): (_, _, Vec<Stmt>)| {
        if lock == Lock::Write {
            body.iter_mut().for_each(only_try);
        }
        if tries { Stmt::Tried(lock, body) } else { Stmt::Locked(lock, body) }
    };
    prop_oneof![
        9 => (lock, proptest::bool::weighted(0.3), vec(inner, 1..3)).prop_map(made),
        1 => Just(Stmt::Post),
    ]
    .boxed()
}

/// To a thread that has locked it for writing, a read-write lock is not given again: the call fails, and what follows would release it.
fn only_try(statement: &mut Stmt) {
    if let Stmt::Locked(lock @ (Lock::Read | Lock::Write), body) = statement {
        *statement = Stmt::Tried(*lock, std::mem::take(body));
    }
}

fn stmt(depth: u32) -> BoxedStrategy<Stmt> {
    if depth == 0 {
        return simple();
    }
    let inner = move || block(depth - 1);
    let straight = vec(simple(), 1..3);
    let case = (inner(), any::<bool>());
    // A loop that breaks at its end at the latest has few states.
    let body = (inner(), any::<bool>()).prop_map(|(mut body, once)| {
        body.extend(once.then_some(Stmt::Break));
        body
    });
    prop_oneof![
        6 => simple(),
        2 => (expr(false, 1), inner(), inner()).prop_map(|(condition, yes, no)| Stmt::If(condition, yes, no)),
        1 => (expr(false, 1), body).prop_map(|(condition, body)| Stmt::While(condition, body)),
        1 => (expr(false, 1), vec(case, 1..3)).prop_map(|(of, cases)| Stmt::Switch(of, cases)),
        2 => locked(1),
        1 => straight.prop_map(Stmt::Atomic),
        1 => Just(Stmt::Return),
    ]
    .boxed()
}

impl fmt::Display for Expr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |shared: &Shared| SHARED[*shared].1;
        match self {
            Self::Number(number) if *number < 0 => write!(out, "({number})"),
            Self::Number(number) => write!(out, "{number}"),
            Self::Shared(of) => out.write_str(name(of)),
            Self::Element(index) => write!(out, "a[{index}]"),
            Self::Local(local) => out.write_str(LOCALS[*local].1),
            Self::Parameter => out.write_str("p"),
            Self::Binary(operator, left, right) => {
                let (_, text) = OPERATORS.iter().find(|(it, _)| it == operator).expect("an operator");
                write!(out, "({left} {text} {right})")
            }
            Self::Logical(and, left, right) => write!(out, "({left} {} {right})", if *and { "&&" } else { "||" }),
            Self::Not(inner) => write!(out, "!{inner}"),
            Self::Negate(inner) => write!(out, "(- {inner})"),
            Self::Conditional(condition, yes, no) => write!(out, "({condition} ? {yes} : {no})"),
            // Another access to the variable in the same expression comes before or after a statement.
            Self::Increment(true, of) => write!(out, "({{ ++{}; }})", name(of)),
            Self::Increment(false, of) => write!(out, "({{ {}++; }})", name(of)),
            Self::Call(argument) => write!(out, "twice({argument})"),
            Self::FetchAndAdd(of, number) => write!(out, "__sync_fetch_and_add(&{}, {number})", name(of)),
            Self::CompareAndSwap(of, old, new) => {
                write!(out, "__sync_bool_compare_and_swap(&{}, {old}, {new})", name(of))
            }
            Self::Choice => out.write_str("__VERIFIER_nondet_bool()"),
        }
    }
}

/// The text of statements, one on a line.
fn write_all(out: &mut fmt::Formatter<'_>, statements: &[Stmt]) -> fmt::Result {
    statements.iter().try_for_each(|statement| writeln!(out, "{statement}"))
}

struct Block<'a>(&'a [Stmt]);

impl fmt::Display for Block<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("{\n")?;
        write_all(out, self.0)?;
        out.write_char('}')
    }
}

impl fmt::Display for Stmt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assign(Target::Shared(of), value) => write!(out, "{} = {value};", SHARED[*of].1),
            Self::Assign(Target::Element(index), value) => write!(out, "a[{index}] = {value};"),
            Self::Assign(Target::Local(local), value) => write!(out, "{} = {value};", LOCALS[*local].1),
            Self::Update(operator, of, by) => {
                let (_, text) = OPERATORS.iter().find(|(it, _)| it == operator).expect("an operator");
                write!(out, "{} {text}= {by};", SHARED[*of].1)
            }
            Self::Expr(expr) => write!(out, "{expr};"),
            Self::If(condition, yes, no) => write!(out, "if ({condition}) {} else {}", Block(yes), Block(no)),
            Self::While(condition, body) => write!(out, "while ({condition}) {}", Block(body)),
            Self::Switch(of, cases) => {
                writeln!(out, "switch ({of}) {{")?;
                for (number, (body, goes_on)) in cases.iter().enumerate() {
                    let end = if *goes_on { "" } else { "break;" };
                    writeln!(out, "case {number}: {} {end}", Block(body))?;
                }
                out.write_char('}')
            }
            Self::Assert(condition) => write!(out, "assert({condition});"),
            Self::Assume(condition) => write!(out, "__VERIFIER_assume({condition});"),
            Self::Locked(lock, body) => {
                let (take, release) = lock.calls(false);
                write!(out, "{take};\n{}\n{release}", Block(body))
            }
            Self::Tried(lock, body) => {
                let (take, release) = lock.calls(true);
                write!(out, "if ({take} == 0) {{\n{}\n{release}\n}}", Block(body))
            }
            Self::Post => out.write_str("sem_post(&units);"),
            Self::Atomic(body) => {
                write!(out, "__VERIFIER_atomic_begin();\n{}\n__VERIFIER_atomic_end();", Block(body))
            }
            Self::Break => out.write_str("break;"),
            Self::Return => out.write_str("return 0;"),
            Self::Create(of) => write!(out, "pthread_create(&thread_{0}, 0, {0}, 0);", FUNCTIONS[*of]),
            Self::Join(of) => {
                write!(out, "pthread_join(thread_{}, (void **)&{});", FUNCTIONS[*of], LOCALS[RESULT].1)
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n")?;
        for (ty, name) in SHARED {
            writeln!(out, "{} {name};", ty.name())?;
        }
        let a = if self.indirect { "elements" } else { "a" };
        writeln!(out, "unsigned char {a}[{ELEMENTS}];")?;
        if self.indirect {
            out.write_str("unsigned char *a = elements;\n")?;
        }
        for mutex in MUTEXES {
            writeln!(out, "pthread_mutex_t {mutex} = PTHREAD_MUTEX_INITIALIZER;")?;
        }
        out.write_str("pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;\nsem_t units;\n")?;
        writeln!(out, "int twice(int p) {{\nreturn {};\n}}", self.function)?;
        if self.indirect {
            out.write_str(INDIRECTIONS)?;
        }
        let mut locals: String = LOCALS.map(|(ty, name)| format!("{} {name} = 0;\n", ty.name())).concat();
        if self.indirect {
            LOCALS.iter().try_for_each(|(ty, name)| writeln!(out, "static __thread {} {name};", ty.name()))?;
            locals.clear();
        }
        for (name, body) in FUNCTIONS.iter().zip(&self.bodies) {
            write!(out, "void *{name}(void *unused) {{\n{locals}")?;
            write_all(out, body)?;
            writeln!(out, "return (void *)(long){};\n}}", LOCALS[RESULT].1)?;
        }
        write!(out, "int main() {{\n{locals}sem_init(&units, 0, 1);\n")?;
        match self.main.as_slice() {
            [Stmt::Create(1), Stmt::Create(0), rest @ ..] if self.indirect && rest.contains(&Stmt::Join(0)) => {
                out.write_str(CREATIONS)?;
                write_all(out, rest)?;
            }
            main => {
                out.write_str("pthread_t thread_f, thread_g;\n")?;
                write_all(out, main)?;
            }
        }
        out.write_str("return 0;\n}\n")
    }
}

/// The array and the function are used through pointers, of which the one to functions may be to another one as well. Where
/// something is not taken at once, the time of the attempt is over.
const INDIRECTIONS: &str = "\
#define soon &(struct timespec){.tv_nsec = 1}
#define pthread_mutex_trylock(mutex) pthread_mutex_timedlock(mutex, soon)
#define pthread_rwlock_tryrdlock(lock) pthread_rwlock_timedrdlock(lock, soon)
#define pthread_rwlock_trywrlock(lock) pthread_rwlock_timedwrlock(lock, soon)
#define sem_trywait(semaphore) sem_timedwait(semaphore, soon)
#define __sync_bool_compare_and_swap(object, old, new) \\
  __atomic_compare_exchange_n(object, &(typeof(*(object))){old}, new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
int other(int p) { return 7; }
typedef int (*function)(int);
function functions[2] = {twice, other};
#define twice (*functions[0])
";

/// Creates the threads in a loop.
const CREATIONS: &str = "\
pthread_t threads[2];
void *(*starts[2])(void *) = {g, f};
for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, starts[i], 0);
#define thread_f threads[1]
";
