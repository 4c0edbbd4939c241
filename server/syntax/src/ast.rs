//! The typed syntax tree: plain owned data with spans and holes.
//!
//! Built by the [parser](crate::parse); every text gives a [`SourceFile`]. Text that could not be parsed is a hole
//! ([`StatementKind::Hole`], [`ExprKind::Hole`], an empty [`Name`]) and has a syntax diagnostic.
//!
//! **Sites.** A *site* is a place where a thread's control can be and from which it takes one step of the language
//! reference: a simple statement, the condition of an `if`, `elsif` or `while`, a `wait`, and the `end` of a procedure.
//! Sites are numbered densely in textual order through the whole file. All references to program points (in lowered
//! programs, traces, hovers) are [`SiteId`]s.

/// An identifier: `{x y}` keeps its braces.
pub use boolprog_base::Name;
use boolprog_base::Span;

/// A place where a thread's control can be; see the module documentation. Index into [`SourceFile::sites`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SiteId(pub u32);

/// Kind of step that a site takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SiteKind {
    /// A statement that is one step (or, for `wait`, none of its own).
    Statement,
    /// The condition of `if`, `elsif` or `while`.
    Condition,
    /// The `end` of a procedure.
    End,
}

/// Facts about a site that need no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Span shown for the site: the statement without its labels; for a condition `if e`, `elsif e`, `while e` without
    /// the body; for an end the word `end`.
    pub span: Span,
    /// Kind of its step.
    pub kind: SiteKind,
    /// Index of its procedure in [`SourceFile::procedures`].
    pub procedure: u32,
}

/// Syntax tree of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceFile {
    /// Global declarations, also late ones.
    pub declarations: Vec<Declaration>,
    /// Procedures in textual order.
    pub procedures: Vec<Procedure>,
    /// All comments in textual order, delimiters included.
    pub comments: Vec<Span>,
    /// `// boolprog: key = value` lines in textual order.
    pub pragmas: Vec<Pragma>,
    /// All sites, indexed by [`SiteId`].
    pub sites: Vec<Site>,
}

/// `// boolprog: key = value` on a line of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    /// The word before `=`, trimmed.
    pub key: Name,
    /// The text after `=`, trimmed.
    pub value: Name,
    /// Span of the whole comment.
    pub span: Span,
}

/// `decl [thread_local] x, y := *;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The whole declaration with its `;`.
    pub span: Span,
    /// Span of the word `thread_local`, if present.
    pub thread_local: Option<Span>,
    /// Variables that it declares.
    pub variables: Vec<DeclaredVariable>,
    /// `true` if it follows the first procedure or statement, which is an error but declares all the same.
    pub late: bool,
}

/// One variable of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredVariable {
    /// Name of the variable.
    pub name: Name,
    /// `:= *` or `:= const`, with the span of the value.
    pub initial: Option<(Initial, Span)>,
    /// Span of name and initialiser.
    pub span: Span,
}

/// The initial value of a variable with an initialiser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// `*`
    Any,
    /// The value of a constant.
    Const(bool),
}

/// A procedure with its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// From the result type to the closing `end`.
    pub span: Span,
    /// Name of the procedure.
    pub name: Name,
    /// Number of results: 0 for `void` or no type, 1 for `bool`, n for `bool<n>`.
    pub results: u32,
    /// Span of the result type, if written.
    pub result_type: Option<Span>,
    /// Parameters, in their order.
    pub parameters: Vec<Name>,
    /// Local declarations, also late ones.
    pub declarations: Vec<Declaration>,
    /// `enforce e;`
    pub enforce: Option<Expr>,
    /// `abortif e;`
    pub abortif: Option<Expr>,
    /// Statements of the procedure.
    pub body: Block,
    /// The site of its `end`.
    pub end: SiteId,
}

/// A sequence of statements.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Statements in order.
    pub statements: Vec<Statement>,
    /// From the first to the last; empty where the block is empty.
    pub span: Span,
}

impl Block {
    /// Its statements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Statement> {
        self.statements.iter()
    }
}

/// A statement with its labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its labels in order, numeric ones as written.
    pub labels: Vec<Name>,
    /// Kind of the statement, with its parts.
    pub kind: StatementKind,
    /// The site of its first step; for `if` and `while` that of the first condition.
    pub site: SiteId,
    /// The whole statement without labels and without `;`. Empty for the `skip` of a bare label.
    pub span: Span,
}

impl Statement {
    /// The blocks in it.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (branches, other): (&mut [Branch], Option<&mut Block>) = match &mut self.kind {
            StatementKind::If { branches, otherwise } => (branches, otherwise.as_mut()),
            StatementKind::While { body, .. } => (&mut [], Some(body)),
            _ => (&mut [], None),
        };
        branches.iter_mut().map(|branch| &mut branch.body).chain(other)
    }

    /// The whole statement with its labels.
    pub fn labelled_span(&self) -> Span {
        self.labels.first().map_or(self.span, |label| label.span.cover(self.span))
    }
}

/// The forms of statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `skip`; `implicit` for a label without a statement.
    Skip {
        /// `true` if no word `skip` is written.
        implicit: bool,
    },
    /// `goto L1, L2`
    Goto(Vec<Name>),
    /// `return e1, e2`
    Return(Vec<Expr>),
    /// `x, y$, _ := e1, e2, e3 constrain e`
    Assign {
        /// Left sides of the assignment.
        targets: Vec<Target>,
        /// Right sides; the number may differ from that of the targets, which is an error.
        values: Vec<Expr>,
        /// Expression of the `constrain`, if any.
        constrain: Option<Expr>,
    },
    /// `x, y := f(a)` or `f(a)`
    Call {
        /// Left sides, empty for a call as a statement.
        results: Vec<Target>,
        /// Procedure and arguments.
        call: Call,
    },
    /// `assume e`
    Assume(Expr),
    /// `assert e`
    Assert(Expr),
    /// `constrain(e)` as a statement, which is `assume e`
    Constrain(Expr),
    /// `print(e1, e2)`
    Print(Vec<Expr>),
    /// `dead x, y`
    Dead(Vec<Name>),
    /// `sync x`
    Sync(Name),
    /// `if e then ... elsif e then ... else ... fi`
    If {
        /// The `if` and every `elsif`, in order; never empty.
        branches: Vec<Branch>,
        /// Body of the `else`, if any.
        otherwise: Option<Block>,
    },
    /// `while e do ... od`
    While {
        /// The condition; its site is the statement's.
        condition: Expr,
        /// Body of the loop.
        body: Block,
    },
    /// `start_thread ...`
    StartThread(ThreadStart),
    /// `end_thread`
    EndThread,
    /// `atomic_begin`
    AtomicBegin,
    /// `atomic_end`
    AtomicEnd,
    /// `wait`
    Wait,
    /// `signal`
    Signal,
    /// `broadcast`
    Broadcast,
    /// Text that is no statement; behaves like `skip` and always has a syntax diagnostic.
    Hole,
}

/// One `if` or `elsif`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The site of the condition.
    pub site: SiteId,
    /// Condition of the branch.
    pub condition: Expr,
    /// Statements that run when it holds.
    pub body: Block,
}

/// Code that a new thread runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreadStart {
    /// `start_thread goto L`
    Goto(Name),
    /// `start_thread L`, which means the same, where `L` is a label of the procedure and no procedure: a form of Zhao's thesis.
    Label(Name),
    /// `start_thread f`
    Procedure(Name),
    /// `start_thread f(a, b)`
    Call(Call),
}

/// `f(a, b)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Name of the procedure.
    pub procedure: Name,
    /// Arguments, in their order.
    pub arguments: Vec<Expr>,
    /// Span of the whole call.
    pub span: Span,
}

/// The left side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// `x`, or `x$` (see [`Variable::name`])
    Variable(Variable),
    /// `_`
    Discard(Span),
}

impl Target {
    /// Its range in the text.
    pub const fn span(&self) -> Span {
        match self {
            Self::Variable(variable) => variable.span,
            Self::Discard(span) => *span,
        }
    }
}

/// A use of a variable.
///
/// A name that ends in `$` is a variable of that very name or the passive copy of the name without the last `$`, as the
/// declarations say; the program layer decides. After `{...}` the grammar sees the `$` as a token of its own; here it
/// is part of `name.text` all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name as written, `$` included, `'` excluded.
    pub name: Name,
    /// `true` if `'` precedes it.
    pub primed: bool,
    /// `'`, name and `$`.
    pub span: Span,
}

/// An expression with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Kind of the expression, with its operands.
    pub kind: ExprKind,
    /// Span, with the parentheses of [`ExprKind::Paren`].
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `0`, `F`, `false`, `1`, `T`, `true`
    Const(bool),
    /// `*` or, as an operand, `?`
    Any,
    /// A use of a variable.
    Variable(Variable),
    /// `(e)`: kept so that mixed precedence can be reported
    Paren(Box<Expr>),
    /// `!e` or `~e`
    Not(Box<Expr>),
    /// An infix operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `schoose[a, b]`
    Schoose(Box<Expr>, Box<Expr>),
    /// A call inside an expression, which is an error; boxed, so that it makes no other expression larger.
    Call(Box<Call>),
    /// Text that is no expression; always comes with a syntax diagnostic.
    Hole,
}

/// Infix operators, tightest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`, `&&`
    And,
    /// `^`
    Xor,
    /// `|`, `||`
    Or,
    /// `=>`, `->`
    Implies,
    /// `<->`
    Iff,
}

impl BinaryOp {
    /// The value of the operator.
    pub const fn apply(self, left: bool, right: bool) -> bool {
        match self {
            Self::Equal | Self::Iff => left == right,
            Self::NotEqual | Self::Xor => left != right,
            Self::And => left && right,
            Self::Or => left || right,
            Self::Implies => !left || right,
        }
    }
}
