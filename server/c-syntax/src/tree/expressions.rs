//! Expressions and their operators.

use std::sync::Arc;

use crate::ids::{ExprId, FunctionId, LabelId, ObjectId, StmtId, TextId};
use crate::source::Place;
use crate::types::{RecordId, Type};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
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
        /// The operation.
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

/// A string literal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    /// All bytes, with the terminating zero, in the encoding of its element type and the byte order of the target.
    pub bytes: Arc<[u8]>,
    /// The type: an array of `char`, `wchar_t`, `char16_t` or `char32_t`.
    pub ty: Type,
}

impl Unary {
    /// The characters with which it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Negate => "-",
            Self::Complement => "~",
            Self::Not => "!",
        }
    }
}

impl Binary {
    /// The characters with which it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessOrEqual => "<=",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }
}
