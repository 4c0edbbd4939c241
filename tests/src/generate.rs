//! Random small programs over every statement form, as proptest strategies, so that a failure shrinks.
//!
//! A program is a tree of small choices. Variables, labels and procedures are picked by an index modulo their number,
//! and a form that is invalid at its place is written as a simpler one. So every tree is a correct program, also after
//! shrinking.

pub mod c;
mod text;

use std::fmt;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Statement forms that may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Plain vector addition: everything but `x$`, `wait`, `signal` and `broadcast`.
    Plain,
    /// Every form.
    Full,
}

/// A generated program. Displayed as its text, also by `Debug`, so that a failure can be saved as it is shown.
#[derive(Clone)]
pub struct Generated {
    pragmas: Vec<&'static str>,
    globals: Vec<Initial>,
    thread_local: Option<Initial>,
    /// `main` first. Unless the program is `recursive`, a procedure calls only later ones.
    procedures: Vec<Procedure>,
    recursive: bool,
}

impl fmt::Debug for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Initialiser of a declared variable.
type Initial = &'static str;

#[derive(Clone, Debug)]
struct Procedure {
    results: usize,
    parameters: usize,
    local: Option<Local>,
    enforce: Option<Expr>,
    abortif: Option<Expr>,
    body: Vec<Statement>,
}

#[derive(Clone, Debug)]
struct Local {
    /// `true` if it has the name of a global.
    hides: bool,
    initial: Initial,
}

#[derive(Clone, Debug)]
struct Statement {
    /// An error label, or another one that no jump uses.
    label: Option<&'static str>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Words(&'static str),
    /// A label without a statement.
    Bare,
    Assign(Vec<(Target, Expr)>, Option<Expr>),
    /// Procedure, arguments, results, which are dropped if there are none.
    Call(u8, [Expr; 2], Vec<Target>),
    Assume(Expr),
    Assert(Expr),
    Constrain(Expr),
    Print(Expr),
    Sync(u8),
    Dead(Vec<u8>),
    Goto(Vec<u8>),
    Return([Expr; 2]),
    If(Vec<(Expr, Vec<Statement>)>, Option<Vec<Statement>>),
    While(Expr, Vec<Statement>),
    Atomic(Vec<Statement>),
    StartGoto(u8),
    /// `start_thread f(...)`, of any procedure.
    Start(u8, [Expr; 2]),
    /// A call that is labelled `ASYNC_1`, of any procedure.
    Async(u8, [Expr; 2]),
}

#[derive(Clone, Debug)]
enum Target {
    Discard,
    Variable(u8),
    Passive(u8),
}

/// Passive copies and new values are written as plain variables where they are not allowed.
#[derive(Clone, Debug)]
enum Expr {
    Const(bool),
    Any,
    Variable(u8),
    New(u8),
    Passive(u8),
    PassiveNew(u8),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    Schoose(Box<Expr>, Box<Expr>),
}

/// Programs whose `main` has at most `length` statements besides those inside others.
pub fn program(flavour: Flavour, length: usize) -> impl Strategy<Value = Generated> {
    let pragma = select(vec!["threads = 2", "threads = 3", "threads = *", "initial = false", "initial = *"]);
    let main = procedure(flavour, length, prop_oneof![6 => Just(0), 1 => 1..=2_usize], 0..=1);
    let other = procedure(flavour, 3, 0..=2_usize, 0..=2);
    (
        option::weighted(0.3, pragma),
        any::<bool>(),
        vec(initial(), 1..3),
        option::weighted(0.3, initial()),
        main,
        prop_oneof![3 => vec(other.clone(), 0..1), 3 => vec(other.clone(), 1..2), 1 => vec(other, 2..3)],
    )
        .prop_map(|(pragma, bad, globals, thread_local, main, others)| Generated {
            pragmas: pragma.into_iter().chain(bad.then_some("error = BAD, WORSE")).collect(),
            globals,
            thread_local,
            procedures: std::iter::once(main).chain(others).collect(),
            recursive: false,
        })
}

/// The same, but every procedure may call every other, itself and `main`.
pub fn recursive(flavour: Flavour, length: usize) -> impl Strategy<Value = Generated> {
    program(flavour, length).prop_map(|program| Generated { recursive: true, ..program })
}

fn procedure(
    flavour: Flavour,
    length: usize,
    results: impl Strategy<Value = usize> + 'static,
    parameters: std::ops::RangeInclusive<usize>,
) -> BoxedStrategy<Procedure> {
    let local = (prop::bool::weighted(0.15), initial()).prop_map(|(hides, initial)| Local { hides, initial });
    (
        results,
        parameters,
        option::weighted(0.4, local),
        option::weighted(0.1, expr(Flavour::Plain)),
        option::weighted(0.1, expr(Flavour::Plain)),
        body(flavour, length),
    )
        .prop_map(|(results, parameters, local, enforce, abortif, body)| Procedure {
            results,
            parameters,
            local,
            enforce,
            abortif,
            body,
        })
        .boxed()
}

fn initial() -> impl Strategy<Value = Initial> {
    select(vec![" := F", " := T", "", " := *"])
}

fn body(flavour: Flavour, length: usize) -> BoxedStrategy<Vec<Statement>> {
    let nested = statement(simple(flavour)).prop_recursive(2, 6, 3, move |inner| {
        let block = move |most: usize| vec(inner.clone(), 0..=most);
        let branch = (expr(Flavour::Plain), block(2));
        statement(prop_oneof![
            3 => (vec(branch, 1..3), option::of(block(1))).prop_map(|(branches, rest)| Kind::If(branches, rest)),
            3 => (expr(Flavour::Plain), block(2)).prop_map(|(condition, body)| Kind::While(condition, body)),
            2 => block(3).prop_map(Kind::Atomic),
        ])
    });
    let statement = prop_oneof![3 => statement(simple(flavour)), 1 => nested];
    let statements = vec(statement, 1..=length);
    match flavour {
        Flavour::Plain => statements.boxed(),
        Flavour::Full => (option::weighted(0.15, meeting()), statements)
            .prop_map(|(meeting, statements)| meeting.into_iter().chain(statements).collect())
            .boxed(),
    }
}

/// Some threads wait and one releases them. Left to chance, two threads hardly ever wait at the same moment.
fn meeting() -> impl Strategy<Value = Statement> {
    (select(vec!["signal", "broadcast"]), simple(Flavour::Plain)).prop_map(|(release, next)| {
        let unlabelled = |kind| Statement { label: None, kind };
        let waits = vec![unlabelled(Kind::Words("wait")), unlabelled(next)];
        let releases = vec![unlabelled(Kind::Words(release))];
        unlabelled(Kind::If(vec![(Expr::Any, waits)], Some(releases)))
    })
}

fn statement(kind: impl Strategy<Value = Kind> + 'static) -> BoxedStrategy<Statement> {
    let labels = vec!["ERROR", "SLIC_ERROR", "BAD", "OTHER", "ASYNC_0"];
    (option::weighted(0.12, select(labels)), kind).prop_map(|(label, kind)| Statement { label, kind }).boxed()
}

fn simple(flavour: Flavour) -> BoxedStrategy<Kind> {
    let words = prop_oneof![
        4 => Just("skip"),
        2 => Just("atomic_begin"),
        2 => Just("atomic_end"),
        1 => Just("end_thread"),
    ];
    let plain = prop_oneof![
        2 => words.prop_map(Kind::Words),
        1 => Just(Kind::Bare),
        6 => assign(flavour),
        3 => (any::<u8>(), [plain_expr(), plain_expr()], vec(target(flavour), 0..3))
            .prop_map(|(procedure, arguments, results)| Kind::Call(procedure, arguments, results)),
        2 => plain_expr().prop_map(Kind::Assume),
        4 => plain_expr().prop_map(Kind::Assert),
        1 => plain_expr().prop_map(Kind::Constrain),
        1 => prop_oneof![plain_expr().prop_map(Kind::Print), any::<u8>().prop_map(Kind::Sync)],
        1 => vec(any::<u8>(), 1..3).prop_map(Kind::Dead),
        2 => vec(any::<u8>(), 1..3).prop_map(Kind::Goto),
        1 => [plain_expr(), plain_expr()].prop_map(Kind::Return),
        1 => any::<u8>().prop_map(Kind::StartGoto),
        1 => (any::<u8>(), [plain_expr(), plain_expr()]).prop_map(|(f, arguments)| Kind::Start(f, arguments)),
        1 => (any::<u8>(), [plain_expr(), plain_expr()]).prop_map(|(f, arguments)| Kind::Async(f, arguments)),
    ];
    match flavour {
        Flavour::Plain => plain.boxed(),
        Flavour::Full => prop_oneof![
            5 => plain,
            1 => select(vec!["signal", "broadcast", "wait"]).prop_map(Kind::Words),
        ]
        .boxed(),
    }
}

fn assign(flavour: Flavour) -> BoxedStrategy<Kind> {
    (vec((target(flavour), expr(flavour)), 1..3), option::weighted(0.25, expr(flavour)))
        .prop_map(|(values, constrain)| Kind::Assign(values, constrain))
        .boxed()
}

fn target(flavour: Flavour) -> BoxedStrategy<Target> {
    let plain = prop_oneof![
        8 => any::<u8>().prop_map(Target::Variable),
        1 => Just(Target::Discard),
    ];
    match flavour {
        Flavour::Plain => plain.boxed(),
        Flavour::Full => prop_oneof![6 => plain, 1 => any::<u8>().prop_map(Target::Passive)].boxed(),
    }
}

fn plain_expr() -> BoxedStrategy<Expr> {
    expr(Flavour::Plain)
}

fn expr(flavour: Flavour) -> BoxedStrategy<Expr> {
    let plain = prop_oneof![
        1 => any::<bool>().prop_map(Expr::Const),
        6 => any::<u8>().prop_map(Expr::Variable),
        2 => Just(Expr::Any),
        2 => any::<u8>().prop_map(Expr::New),
    ];
    let leaf = match flavour {
        Flavour::Plain => plain.boxed(),
        Flavour::Full => prop_oneof![
            8 => plain,
            1 => any::<u8>().prop_map(Expr::Passive),
            1 => any::<u8>().prop_map(Expr::PassiveNew),
        ]
        .boxed(),
    };
    let tree = leaf.clone().prop_recursive(2, 6, 3, |inner| {
        let operator = select(vec!["&", "|", "=", "!=", "^", "=>", "<->", "->", "&&", "||"]);
        let inner = inner.prop_map(Box::new);
        prop_oneof![
            3 => inner.clone().prop_map(Expr::Not),
            3 => (operator, inner.clone(), inner.clone()).prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(c, a, b)| Expr::Ternary(c, a, b)),
            1 => (inner.clone(), inner).prop_map(|(a, b)| Expr::Schoose(a, b)),
        ]
    });
    prop_oneof![1 => leaf, 1 => tree].boxed()
}
