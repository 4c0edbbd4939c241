//! The typed syntax tree: what a translation unit says. Nothing is folded but array sizes, offsets of members and
//! initialisers; every conversion, lvalue conversion and decay that C makes silently is a node.
//!
//! Nodes are kept in arenas and refer to one another by index, so that no walk over a tree is needed to drop it.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::source::{Place, Sources};
use crate::target::Target;
use crate::types::{Bits, Enumeration, EnumerationId, Record, RecordId, Signature, Type};

pub use crate::ids::{ExprId, FunctionId, ObjectId, StmtId, TextId};

/// A translation unit.
#[derive(Debug)]
pub struct Unit {
    /// The files of which it was made. The first one is the text itself.
    pub sources: Sources,
    /// Sizes and alignments.
    pub target: Target,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// All objects that declarations and compound literals name, in textual order; also the parameters of functions that are
    /// only declared, which no function has.
    pub objects: Vec<Object>,
    /// All functions; several declarations of one function are one entry.
    pub functions: Vec<Function>,
    /// String literals.
    pub texts: Vec<Text>,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All statements.
    pub stmts: Vec<Stmt>,
}

macro_rules! index {
    ($name:ident in $field:ident: $of:ident) => {
        impl std::ops::Index<$name> for Unit {
            type Output = $of;

            fn index(&self, id: $name) -> &$of {
                &self.$field[id.0 as usize]
            }
        }
    };
}

index!(RecordId in records: Record);
index!(EnumerationId in enumerations: Enumeration);
index!(ObjectId in objects: Object);
index!(FunctionId in functions: Function);
index!(TextId in texts: Text);
index!(ExprId in exprs: Expr);
index!(StmtId in stmts: Stmt);

/// An object that a declaration or a compound literal makes.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name; none for a compound literal, an unnamed parameter, and the size of an array of variable size.
    pub name: Option<SmolStr>,
    /// The type; that of an array is complete once its initialiser is known.
    pub ty: Type,
    /// How long it lives.
    pub storage: Storage,
    /// Whether its name means the same object elsewhere.
    pub linkage: Linkage,
    /// `false` for `extern int x;` without a definition in the unit.
    pub is_defined: bool,
    /// The alignment of `_Alignas` and `aligned`, in bytes, if it is more than that of the type.
    pub align: Option<u64>,
    /// The initialiser.
    pub initialiser: Option<Initialiser>,
    /// The function of the attribute `cleanup`, which is called with its address at the end of its life.
    pub cleanup: Option<FunctionId>,
    /// The function in whose body it is declared.
    pub function: Option<FunctionId>,
    /// Place of its name.
    pub place: Place,
}

/// How long an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// As long as the program.
    Static,
    /// As long as the thread: one for each.
    Thread,
    /// As long as its block is executed; parameters as long as the function.
    Automatic,
}

/// Where a name means the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// In its scope.
    None,
    /// In the translation unit.
    Internal,
    /// In the whole program.
    External,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub struct Initialiser {
    /// The values, in the order in which they are written; of two for the same bytes the later one counts.
    pub parts: Vec<Part>,
    /// `true` for a list in braces or a string: what no part names is zero.
    pub zeroes: bool,
    /// Its place.
    pub place: Place,
}

/// A part of an object with its value.
#[derive(Clone, Debug)]
pub struct Part {
    /// Offset in bytes from the beginning of the object.
    pub offset: u64,
    /// The bits of a bit-field, whose storage unit has that offset.
    pub bits: Option<Bits>,
    /// The type of the part. A string that initialises an array has the type of that array.
    pub ty: Type,
    /// The value, converted to the type; for an array a [`ExprKind::Text`].
    pub value: ExprId,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: SmolStr,
    /// Its type.
    pub signature: Arc<Signature>,
    /// Whether other units mean the same function.
    pub linkage: Linkage,
    /// The parameters of the definition.
    pub parameters: Vec<ObjectId>,
    /// The body; none if it is declared only.
    pub body: Option<StmtId>,
    /// Labels of the body.
    pub labels: Vec<Label>,
    /// What attributes and `_Noreturn` say of it.
    pub attributes: Attributes,
    /// Place of its name, in the definition if there is one.
    pub place: Place,
}

/// What a declaration says of a function beyond its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is said or not")]
pub struct Attributes {
    /// It does not return.
    pub is_noreturn: bool,
    /// It is called before `main`.
    pub is_constructor: bool,
    /// It is called after `main` or `exit`.
    pub is_destructor: bool,
    /// A definition in another unit replaces it.
    pub is_weak: bool,
}

/// A label of a function.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name.
    pub name: SmolStr,
    /// Its place.
    pub place: Place,
}

/// Index into [`Function::labels`] of the function around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LabelId(pub u32);

/// A string literal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    /// All bytes, with the terminating zero, in the encoding of its element type and the byte order of the target.
    pub bytes: Arc<[u8]>,
    /// The type: an array of `char`, `wchar_t`, `char16_t` or `char32_t`.
    pub ty: Type,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. That of an lvalue has the qualifiers of the object, that of a value has none.
    pub ty: Type,
    /// Its place.
    pub place: Place,
}

/// The kinds of expressions. Those marked *lvalue* designate an object, those marked *designator* a function, all others
/// are values. Where an operand has to be a value, a [`Read`](Self::Read), a [`Decay`](Self::Decay) or a
/// [`Convert`](Self::Convert) stands between.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// *Lvalue*: an object by its name.
    Object(ObjectId),
    /// *Lvalue*: a string literal.
    Text(TextId),
    /// *Lvalue*, or *designator* if the operand is a pointer to a function: `*p`.
    Deref(ExprId),
    /// *Lvalue*: `a[i]`, as the pointer value and the integer value, in this order also for `i[a]`.
    Index(ExprId, ExprId),
    /// `e.f`, *lvalue* if `e` is one. `p->f` is a member of `*p`. The number is that of the member in the record; members of
    /// anonymous ones are reached by members of these.
    Member(ExprId, RecordId, u32),
    /// *Lvalue*: `(T){ .. }`. The object begins its life, and is initialised, whenever it is evaluated.
    Compound(ObjectId),
    /// *Designator*: a function by its name.
    Function(FunctionId),
    /// An integer or character constant, a constant of an enumeration, an offset of a member, or a constant `sizeof`.
    Integer(i128),
    /// A floating constant.
    Floating(f64),
    /// The value that an lvalue of a complete type, except for arrays, has now. Of a structure: a copy.
    Read(ExprId),
    /// A pointer to the first element of an array lvalue, or to a designated function.
    Decay(ExprId),
    /// `&e` of an lvalue or a designator.
    Address(ExprId),
    /// A conversion of a value to [`Expr::ty`], by a cast or implicit. One to `void` drops the value.
    Convert(ExprId),
    /// An operator on a promoted operand.
    Unary(Unary, ExprId),
    /// Operands of one arithmetic type, [`Expr::ty`] but for comparisons; of shifts, each is promoted by itself; pointers may be
    /// added to integers (the pointer is the first operand, also of `1 + p`), subtracted and compared.
    Binary(Binary, ExprId, ExprId),
    /// `&&` and `||`; both operands are scalars, the result is an `int`.
    Logical(Logical, ExprId, ExprId),
    /// `c ? a : b`; without the second operand, `c ?: b` gives the value of `c`, converted to the type.
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `a, b`
    Comma(ExprId, ExprId),
    /// `to = value`: the value has the type of the lvalue, without qualifiers.
    Assign {
        /// The lvalue.
        to: ExprId,
        /// The value, converted.
        value: ExprId,
    },
    /// `to op= value`, `++` and `--`: the lvalue is read, converted to a type, combined with the value, converted back and stored.
    Update {
        /// The lvalue.
        to: ExprId,
        /// The operator.
        operator: Binary,
        /// The right operand, of the type in which is computed; of a shift, it is promoted by itself; an integer that is added
        /// to a pointer.
        value: ExprId,
        /// The type in which is computed.
        computed: Type,
        /// Which value the expression has.
        gives: Gives,
    },
    /// A call of a function, given as a pointer value, with arguments that have the types of the parameters, or are promoted.
    Call {
        /// The pointer to the function.
        function: ExprId,
        /// The arguments.
        arguments: Vec<ExprId>,
    },
    /// `({ .. })`: statements in a scope of their own; the value is that of the last expression, evaluated within this scope.
    Block {
        /// The statements before it.
        statements: Vec<StmtId>,
        /// The last expression, as a value; none if the last statement is none, or has no value.
        value: Option<ExprId>,
    },
    /// The number of bytes of a type of variable size.
    SizeOf(Type),
    /// An atomic operation of C11 or GNU C on the object to which a pointer value points; sequentially consistent.
    Atomic {
        /// What is done.
        operation: Atomic,
        /// The pointer.
        pointer: ExprId,
        /// The other operands, as values: see the operations.
        operands: Vec<ExprId>,
    },
    /// `va_start(list)`; the operand is an lvalue.
    VaStart(ExprId),
    /// `va_arg(list, T)`, where `T` is the type of the expression; the operand is an lvalue.
    VaArg(ExprId),
    /// `va_end(list)`
    VaEnd(ExprId),
    /// `va_copy(to, from)`: two lvalues.
    VaCopy(ExprId, ExprId),
    /// `&&label` of GNU C.
    LabelAddress(LabelId),
}

/// Operators on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `~`
    Complement,
    /// `!`, of any scalar; the result is an `int`.
    Not,
}

/// Operators on two operands, both of which are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// Operators whose right operand is evaluated only if the left one does not decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Logical {
    And,
    Or,
}

/// Which value of an object an operation that changes it gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gives {
    /// That before the change, as `i++` does.
    Before,
    /// That after the change, as `++i` and `i += 1` do.
    After,
}

/// Atomic operations. The object is the one to which the pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atomic {
    /// Gives its value. No operands.
    Load,
    /// Writes the operand.
    Store,
    /// Writes the operand, and gives the value before.
    Exchange,
    /// Reads it, combines the value with the operand, and writes the result. A number of bytes is added to a pointer.
    Fetch(Binary, Gives),
    /// `~(value & operand)` is written instead.
    FetchNand(Gives),
    /// Operands: a pointer to what is expected, and what is written if the object has it. Otherwise only reads, and stores the
    /// value read where the first operand points. Gives whether it has written; a weak one may fail without a reason.
    CompareExchange {
        /// `true` if it may fail without a reason.
        weak: bool,
    },
    /// Operands: the expected value, and the one that is written if the object has it. Gives the value before.
    CompareSwap,
    /// The same; gives whether it has written.
    CompareSwapSucceeds,
    /// Sets a byte, and gives whether it was set before, as a `_Bool`.
    TestAndSet,
    /// Clears an object.
    Clear,
    /// Has no object, and no effect on sequentially consistent operations. The pointer is a null pointer.
    Fence,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
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
        /// What is executed if it is not zero.
        then: StmtId,
        /// What is executed if it is zero.
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
    /// What else is changed.
    pub clobbers: Vec<SmolStr>,
    /// `true` for `asm volatile`.
    pub is_volatile: bool,
}
