//! Statements.

use smol_str::SmolStr;

use crate::ids::{ExprId, LabelId, ObjectId, StmtId};
use crate::source::Place;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its place.
    pub place: Place,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression, whose value is dropped.
    Expr(ExprId),
    /// Declarations in a block, in order.
    Declare(Vec<Declared>),
    /// `{ .. }`, a scope.
    Block(Vec<StmtId>),
    /// `if`
    If {
        /// A scalar.
        condition: ExprId,
        /// The statement that is executed if it is not zero.
        then: StmtId,
        /// The statement that is executed if it is zero.
        otherwise: Option<StmtId>,
    },
    /// `while`
    While(ExprId, StmtId),
    /// `do .. while`
    DoWhile(StmtId, ExprId),
    /// `for`, a scope.
    For {
        /// The first expression or declaration.
        first: Option<StmtId>,
        /// A scalar.
        condition: Option<ExprId>,
        /// Evaluated after the body.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch`
    Switch {
        /// A promoted integer.
        value: ExprId,
        /// The cases in the body, converted to the type of the value.
        cases: Vec<Case>,
        /// The statement of `default:` in the body.
        default: Option<StmtId>,
        /// The body.
        body: StmtId,
    },
    /// `case ..:` or `default:`, before a statement. The [`Switch`](Self::Switch) around refers to it.
    Case(StmtId),
    /// `label:`
    Label(LabelId, StmtId),
    /// `goto label;`
    Goto(LabelId),
    /// `goto *e;` of GNU C.
    GotoComputed(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`, with the value converted to the type of the result.
    Return(Option<ExprId>),
    /// Inline assembly.
    Assembly(Assembly),
}

/// Declarations in a block that do something where they stand.
#[derive(Clone, Debug)]
pub enum Declared {
    /// The size of a type of variable size: a hidden object that is set to the value.
    Size(ObjectId, ExprId),
    /// An object with automatic storage begins its life, and is initialised. Static ones are listed, too, and do nothing.
    Object(ObjectId),
}

/// `case first ... last:`
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The first value.
    pub first: i128,
    /// The last value, the same for a usual case.
    pub last: i128,
    /// The [`StmtKind::Case`].
    pub target: StmtId,
}

/// Inline assembly.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The instructions.
    pub template: SmolStr,
    /// Lvalues that are written, with constraints; one that begins with `+` is read as well.
    pub outputs: Vec<(SmolStr, ExprId)>,
    /// Values that are read, with constraints; lvalues for the constraint `m`.
    pub inputs: Vec<(SmolStr, ExprId)>,
    /// Other effects.
    pub clobbers: Vec<SmolStr>,
    /// `true` for `asm volatile`.
    pub is_volatile: bool,
}
