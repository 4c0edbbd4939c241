//! The syntax tree of the subset, after preprocessing. Spans are places in the checked text.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use smol_str::SmolStr;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Void,
    /// An integer of this many bits; one bit is `_Bool`.
    Integer {
        bits: u8,
        signed: bool,
    },
    /// A member of an integer type with this many bits, at most 32. Its value is one of [another type](Self::of_value).
    BitField(Rc<Self>, u8),
    Pointer(Rc<Self>),
    /// An integer, handle or pointer that is `_Atomic`: of declared objects and fields only, never of a value or a place.
    Atomic(Rc<Self>),
    Array(Rc<Self>, u32),
    /// Index into [`Unit::structs`].
    Struct(usize),
    /// A function with this result.
    Function(Rc<Self>),
    /// A handle of a thread.
    Handle,
    Mutex,
    Condition,
    ReadWriteLock,
    Semaphore,
    Barrier,
    /// That of an expression, an index into [`Unit::typeofs`].
    Of(usize),
    /// Something else, by its name: only what uses it is refused.
    Other(&'static str),
}

impl Type {
    /// How deep it is nested, not looking into structures.
    pub(crate) fn depth(&self) -> usize {
        let (mut at, mut depth) = (self, 1);
        while let Self::Pointer(inner) | Self::Atomic(inner) | Self::Array(inner, _) | Self::Function(inner) = at {
            (at, depth) = (inner, depth + 1);
        }
        depth
    }

    /// The type of the elements of an array of arrays, or the type itself.
    pub(crate) fn innermost(&self) -> &Self {
        let mut at = self;
        while let Self::Array(element, _) | Self::Atomic(element) = at {
            at = element;
        }
        at
    }

    /// Returns `true` if an object of this type has an array in it, or may have one.
    pub(crate) fn has_array(&self, structs: &[Struct]) -> bool {
        match self {
            Self::Array(..) | Self::Of(_) => true,
            Self::Struct(index) => structs[*index].has_array,
            _ => false,
        }
    }

    /// The number of variables of an object, at most [`usize::MAX`]; none if that is not known.
    pub(crate) fn width(&self, structs: &[Struct]) -> Option<usize> {
        match self {
            Self::Array(element, size) => Some(element.width(structs)?.saturating_mul(*size as usize)),
            Self::Struct(index) => structs[*index].width,
            Self::Condition | Self::ReadWriteLock => Some(2),
            Self::Barrier => Some(3),
            _ => Some(1),
        }
    }

    /// An object that only functions of threads access.
    pub(crate) const fn is_hidden(&self) -> bool {
        matches!(self, Self::Mutex | Self::Condition | Self::ReadWriteLock | Self::Semaphore | Self::Barrier)
    }

    pub(crate) const INT: Self = Self::Integer { bits: 32, signed: true };
    pub(crate) const UNSIGNED: Self = Self::Integer { bits: 32, signed: false };
    pub(crate) const BOOL: Self = Self::Integer { bits: 1, signed: false };

    pub(crate) fn pointer(self) -> Self {
        Self::Pointer(Rc::new(self.plain()))
    }

    /// The `_Atomic` type.
    pub(crate) fn atomic(self) -> Self {
        match self {
            Self::Integer { .. } | Self::Handle | Self::Pointer(_) => Self::Atomic(Rc::new(self)),
            Self::Array(element, size) => Self::Array(Rc::new((*element).clone().atomic()), size),
            Self::Atomic(_) | Self::Other(_) => self,
            _ => Self::Other("an atomic structure"),
        }
    }

    /// The number of bytes of a type, and of which number its addresses are multiples, where `int`, `long` and pointers have 32
    /// bits. None for what the system defines, and for structures with integers of 64 bits, whose places differ between systems
    /// of 32 bits.
    pub(crate) fn size(&self, structs: &[Struct]) -> Option<(i128, i128)> {
        match self {
            Self::Integer { bits, .. } => {
                let bytes = i128::from((*bits).max(8) / 8);
                Some((bytes, bytes))
            }
            Self::Pointer(_) | Self::Handle => Some((4, 4)),
            Self::Atomic(inner) => inner.size(structs),
            Self::Array(element, number) => {
                let (size, aligned) = element.size(structs)?;
                Some((size.checked_mul(i128::from(*number))?, aligned))
            }
            Self::Struct(index) => structs[*index].size,
            _ => None,
        }
    }

    /// The type of the value of an object: that of a bit-field is promoted.
    pub(crate) fn of_value(self) -> Self {
        match self {
            Self::BitField(of, _) if *of == Self::BOOL => Self::BOOL,
            Self::BitField(of, 32) => (*of).clone(),
            Self::BitField(..) => Self::INT,
            other => other,
        }
    }

    /// The type without `_Atomic`.
    pub(crate) fn plain(&self) -> Self {
        match self {
            Self::Atomic(inner) => (**inner).clone(),
            Self::Array(element, size) => Self::Array(Rc::new(element.plain()), *size),
            other => other.clone(),
        }
    }
}

/// The number of bytes of a structure or union with these members, and of which number its addresses are multiples, where no
/// attribute says otherwise.
pub(crate) fn size_of(fields: &[(SmolStr, Type)], is_union: bool, structs: &[Struct]) -> Option<(i128, i128)> {
    let (mut end, mut most) = (0_i128, 1);
    for (_, ty) in fields {
        let (size, aligned) = ty.size(structs).filter(|(_, aligned)| *aligned <= 4)?;
        end = if is_union { size.max(end) } else { next_multiple(end, aligned).checked_add(size)? };
        most = most.max(aligned);
    }
    (0 < end && end < 1 << 62).then(|| (next_multiple(end, most), most))
}

/// The least multiple of a number from another number on.
fn next_multiple(from: i128, of: i128) -> i128 {
    (from + of - 1) / of * of
}

/// A `struct` or `union`.
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    /// Names and types of the members. One without a name is a structure or union whose members are used as those of this.
    pub(crate) fields: Vec<(SmolStr, Type)>,
    pub(crate) is_union: bool,
    /// The number of variables of an object; none before its fields are known.
    pub(crate) width: Option<usize>,
    /// The number of bytes of an object, and of which number its addresses are multiples; none if that is not known.
    pub(crate) size: Option<(i128, i128)>,
    /// How deep structures are nested in it.
    pub(crate) depth: usize,
    /// `true` if some part is an array.
    pub(crate) has_array: bool,
}

impl Struct {
    /// The member with this name, with the unnamed ones that lead to it from outside to inside.
    pub(crate) fn path(&self, name: &SmolStr, structs: &[Self]) -> Option<Vec<usize>> {
        self.fields.iter().enumerate().find_map(|(index, (field, ty))| match ty {
            _ if field == name => Some(vec![index]),
            Type::Struct(inner) if field.is_empty() => {
                let rest = structs[*inner].path(name, structs)?;
                Some([vec![index], rest].concat())
            }
            _ => None,
        })
    }
}

/// A variable.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent word of a declaration")]
pub(crate) struct Variable {
    pub(crate) name: SmolStr,
    pub(crate) ty: Type,
    pub(crate) initial: Option<Initial>,
    pub(crate) is_static: bool,
    pub(crate) thread_local: bool,
    /// `true` for a constant of an enumeration in a block, whose value is the initial one.
    pub(crate) is_enumerator: bool,
    /// `true` for a declaration in a block of a global variable.
    pub(crate) is_extern: bool,
    pub(crate) span: Span,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub(crate) enum Initial {
    Value(Expr),
    /// `{ .. }`
    List(Vec<Item>),
}

/// A value in an initialiser, with the part that it names, from outside to inside; none for the next one.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) part: Vec<Designator>,
    pub(crate) value: Initial,
    pub(crate) span: Span,
}

/// A name of a part of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Designator {
    /// `.f`
    Field(SmolStr),
    /// `[first]` or `[first ... last]`
    Elements(u32, u32),
}

/// A function; without a body it is declared only.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: SmolStr,
    pub(crate) result: Type,
    pub(crate) parameters: Vec<(SmolStr, Type)>,
    /// `false` for one that is declared with `()`, which is not how headers declare those of the system.
    pub(crate) is_prototype: bool,
    /// `true` for one that is declared to not return.
    pub(crate) never_returns: bool,
    pub(crate) body: Option<Stmt>,
    pub(crate) span: Span,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    pub(crate) globals: Vec<Variable>,
    pub(crate) functions: BTreeMap<SmolStr, Rc<Function>>,
    pub(crate) structs: Vec<Struct>,
    pub(crate) constants: BTreeMap<SmolStr, i128>,
    /// The expressions of `typeof (e)`, which are not evaluated.
    pub(crate) typeofs: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
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
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Binary {
    /// Returns `true` if its result is 0 or 1.
    pub(crate) fn compares(self) -> bool {
        use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// Returns `true` if its result may be one that its type does not have.
    pub(crate) fn may_overflow(self) -> bool {
        use Binary::{Add, Divide, Multiply, Remainder, ShiftLeft, Subtract};
        matches!(self, Add | Subtract | Multiply | Divide | Remainder | ShiftLeft)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Negate,
    Plus,
    Complement,
    Not,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i128, Type),
    /// A text, with its bytes; none if they are not known.
    Text(Option<Rc<[u8]>>),
    Name(SmolStr),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `&&` if `true`, else `||`.
    Logical(bool, Box<Expr>, Box<Expr>),
    /// `a ? b : c`; `a ?: c` has the value of `a` where that is not 0.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `=`, or with an operator `+=`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `++` and `--`: whether it stands before, and whether it adds.
    Step {
        before: bool,
        adds: bool,
        of: Box<Expr>,
    },
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// `e.f`; `p->f` is a member of `*p`.
    Member(Box<Expr>, SmolStr),
    Cast(Type, Box<Expr>),
    /// `({ .. })`: statements, of which the last one may give the value.
    Block(Vec<Stmt>),
    /// `(type) { .. }`: a new object.
    Compound(Type, Box<Initial>),
    SizeOf(Measured),
    Comma(Box<Expr>, Box<Expr>),
    /// What is refused where it is evaluated.
    Refused(&'static str),
    Deref(Box<Expr>),
    Address(Box<Expr>),
}

/// What `sizeof` measures.
#[derive(Clone, Debug)]
pub(crate) enum Measured {
    Type(Type),
    /// An expression that is not evaluated.
    Object(Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Empty,
    Expr(Expr),
    Declare(Vec<Variable>),
    Block(Vec<Stmt>),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    For(Option<Box<Stmt>>, Option<Expr>, Option<Expr>, Box<Stmt>),
    Switch(Expr, Box<Stmt>),
    /// `case first:`, or `case first ... last:`
    Case(Expr, Option<Expr>, Box<Stmt>),
    Default(Box<Stmt>),
    Label(SmolStr, Box<Stmt>),
    Goto(SmolStr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// What is refused where it is reached.
    Refused(&'static str),
}
