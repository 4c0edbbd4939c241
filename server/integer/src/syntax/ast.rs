//! The syntax tree: plain owned data with spans and holes.
//!
//! Text that could not be parsed is a hole ([`ExprKind::Hole`], [`Type::Hole`], an empty [`Name`]) and has a syntax
//! diagnostic.

pub use boolprog_base::Name;
use boolprog_base::Span;
use smol_str::SmolStr;

use crate::{Arithmetic, Comparison};

/// Syntax tree of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceFile {
    /// Items in textual order.
    pub items: Vec<Item>,
    /// All comments in textual order, delimiters included.
    pub comments: Vec<Span>,
}

/// One statement of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `const n = 3;`
    Constant(Constant),
    /// `decl x: int;`
    Declaration(Declaration),
    /// `process P { .. }`
    Process(Process),
    /// `init x > y;`
    Initial(Initial),
    /// `error e: x < 0;` and `invariant i: x >= 0;`
    Property(Property),
    /// `predicate x < y;`
    Predicate(Predicate),
}

/// `const n = 3;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Name of the constant.
    pub name: Name,
    /// Value of the constant.
    pub value: Expr,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `decl x: int = 0, b: bool;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Variables that it declares.
    pub variables: Vec<DeclaredVariable>,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `x: int = 0`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredVariable {
    /// Name of the variable.
    pub name: Name,
    /// Type of the variable.
    pub ty: Type,
    /// Initial value after `=`.
    pub initial: Option<InitialValue>,
    /// The whole of it.
    pub span: Span,
}

/// The type of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `bool`
    Boolean(Span),
    /// `int`
    Integer(Span),
    /// `lo..hi`
    Range(Expr, Expr),
    /// A missing type.
    Hole(Span),
}

impl Type {
    /// Its range in the text.
    pub fn span(&self) -> Span {
        match self {
            Self::Boolean(span) | Self::Integer(span) | Self::Hole(span) => *span,
            Self::Range(low, high) => low.span.cover(high.span),
        }
    }
}

/// The initial value after the `=` of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitialValue {
    /// `*`: any value.
    Any(Span),
    /// An expression for the value.
    Value(Expr),
}

/// `process P[2] { .. }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Name of the process.
    pub name: Name,
    /// Number of instances in brackets.
    pub copies: Option<Copies>,
    /// Items in braces, in textual order.
    pub items: Vec<ProcessItem>,
    /// From `process` to before `{`.
    pub header: Span,
    /// The whole of it.
    pub span: Span,
}

impl Process {
    /// Any number of instances that do nothing, with a name that is not in a file yet.
    pub fn idle(wanted: &str, file: &SourceFile) -> Self {
        let is_taken = |name: &str| {
            let named = |item: &Item| match item {
                Item::Constant(it) => it.name.text == name,
                Item::Declaration(it) => it.variables.iter().any(|it| it.name.text == name),
                Item::Process(it) => it.name.text == name,
                _ => false,
            };
            file.items.iter().any(named)
        };
        let mut name = wanted.to_owned();
        while is_taken(&name) {
            name.push('_');
        }
        let span = Span::empty(0);
        let named = |text: &str| Name { text: text.into(), span };
        let places = Locations { names: vec![named("idle")], span };
        let items = vec![ProcessItem::Locations(places)];
        Self { name: named(&name), copies: Some(Copies::Any(span)), items, header: span, span }
    }
}

/// The number of instances of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Copies {
    /// `[*]`: any number.
    Any(Span),
    /// `[n]`
    Number(Expr),
}

/// One statement of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProcessItem {
    /// `decl x: int;`
    Declaration(Declaration),
    /// `loc idle, busy;`
    Locations(Locations),
    /// `idle -> busy when x > 0 do x := 0;`
    Edge(Edge),
}

/// `loc idle, busy;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locations {
    /// Names of the locations.
    pub names: Vec<Name>,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `idle -> busy when x > 0 do x := 0;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Source location.
    pub source: Name,
    /// Target location.
    pub target: Name,
    /// The guard after `when`.
    pub guard: Option<Expr>,
    /// The assignments after `do`: simultaneous in a group, one group after the other.
    pub update: Vec<Vec<Assignment>>,
    /// The whole of it, without the last `;`.
    pub span: Span,
}

/// `x := x + 1`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Variable that is assigned.
    pub target: Name,
    /// Value that it gets.
    pub value: Value,
    /// The whole of it.
    pub span: Span,
}

/// The right side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// The value of an expression.
    Expression(Expr),
    /// `input(0..9)`, or `input` for any value of the variable.
    Input(Option<(Expr, Expr)>, Span),
    /// `*`: any value of the variable.
    Any(Span),
}

/// `init x > y;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// Condition on the initial values.
    pub condition: Expr,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `error e: x < 0;` and `invariant i: x >= 0;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Keyword: `error` or `invariant`.
    pub kind: crate::PropertyKind,
    /// Name of the property.
    pub name: Name,
    /// Condition that must never hold (`error`), or always (`invariant`).
    pub condition: Expr,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `predicate x < y at P @ busy;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Condition of the predicate.
    pub condition: Expr,
    /// The location after `at`.
    pub place: Option<(InstanceName, Name)>,
    /// The whole of it, without `;`.
    pub span: Span,
}

/// `P` or `P[0]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstanceName {
    /// Name of the process.
    pub process: Name,
    /// Index in brackets.
    pub index: Option<Box<Expr>>,
    /// The whole of it.
    pub span: Span,
}

/// An expression of any type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Kind of the expression, with its operands.
    pub kind: ExprKind,
    /// Its range in the text.
    pub span: Span,
}

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// A comparison; `==` and `!=` compare Booleans too.
    Comparison(Comparison),
    /// An arithmetic operator.
    Arithmetic(Arithmetic),
}

impl BinaryOperator {
    /// The operator as written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Comparison(comparison) => comparison.symbol(),
            Self::Arithmetic(operation) => operation.symbol(),
        }
    }
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A missing expression.
    Hole,
    /// A number literal.
    Number(u64),
    /// `true` and `false`
    Boolean(bool),
    /// A variable or a constant.
    Name(SmolStr),
    /// `P[0].x`
    Member(InstanceName, Name),
    /// `P[0] @ busy`
    At(InstanceName, Name),
    /// `count(P @ busy)`: the number of instances at a location.
    Count(Name, Name),
    /// `(e)`
    Paren(Box<Expr>),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Negate(Box<Expr>),
    /// A binary operation such as `e + f`.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `c ? e : f`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}
