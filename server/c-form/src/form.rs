//! What the form consists of.

use boolprog_c_syntax::source;
use boolprog_c_syntax::tree::{Atomic, Binary, Linkage, Storage, Unary};
use boolprog_c_syntax::types::Bits;
use smol_str::SmolStr;

mod ids;
mod visit;

pub use ids::{BlockId, FunctionId, LocalId, ObjectId, SequenceId, TemporaryId};

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Objects that live as long as the program or a thread; texts, too.
    pub objects: Vec<Object>,
    /// Functions, also those that are declared only.
    pub functions: Vec<Function>,
}

/// An object that is no local one of a function.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name; that of a text is `text` with its number.
    pub name: SmolStr,
    /// Number of bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// How long it lives.
    pub storage: Storage,
    /// Whether other units mean the same object.
    pub linkage: Linkage,
    /// `false` if another unit has to define it.
    pub is_defined: bool,
    /// The bytes of a text, which must not be written.
    pub text: Option<std::sync::Arc<[u8]>>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: SmolStr,
    /// Whether other units mean the same function.
    pub linkage: Linkage,
    /// The locals that get the arguments.
    pub parameters: Vec<LocalId>,
    /// Objects that live in an activation.
    pub locals: Vec<Local>,
    /// The shape of each temporary.
    pub temporaries: Vec<Shape>,
    /// How the parts of full expressions are sequenced.
    pub sequences: Vec<Sequence>,
    /// The blocks; the first one is executed first. None if the function is declared only.
    pub blocks: Vec<Block>,
}

/// An object of an activation of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name; none for what the text does not name.
    pub name: Option<SmolStr>,
    /// Number of bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Instructions that are executed one after the other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Temporaries that get the arguments of the jump to it.
    pub parameters: Vec<TemporaryId>,
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// What comes after them.
    pub end: End,
}

/// What comes after a block.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum End {
    /// Another block.
    Jump(Target),
    /// The first block if the operand is not zero, else the second.
    Branch(Operand, Target, Target),
    /// The block of the range to which the operand belongs, else the last one.
    Switch(Operand, Vec<(i128, i128, Target)>, Target),
    /// The activation ends. A result that is a structure was written where the caller wants it.
    Return(Option<Operand>),
    /// Nothing: it is not reached, or what happens is undefined.
    #[default]
    Unreachable,
}

/// A block with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// What its parameters get.
    pub arguments: Vec<Operand>,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// What is done.
    pub action: Action,
    /// The place of the expression or the statement.
    pub place: source::Place,
    /// Which part of a full expression it is.
    pub sequence: SequenceId,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A temporary gets what operands determine.
    Compute(TemporaryId, Operation),
    /// A temporary gets the scalar at a place.
    Load(TemporaryId, Place, Access),
    /// A place gets a scalar. A side effect of an operand, such as that of `i++`, is not ordered before what uses its value.
    Store(Place, Operand, Access),
    /// Bytes of a structure are copied: to, from, their number.
    Copy(Place, Place, u64),
    /// Bytes become zero.
    Zero(Place, u64),
    /// An atomic operation on the object at a place.
    Atomic(Option<TemporaryId>, Atomic, Place, Vec<Operand>, Shape),
    /// A function is called.
    Call(Call),
    /// A temporary gets the address of a new object of this number of bytes, which lives as long as the activation.
    Allocate(TemporaryId, Operand),
    /// The life of a local begins: nothing is written there.
    Begin(LocalId),
    /// The life of a local ends.
    End(LocalId),
    /// A list at a place begins with the first argument after the parameters.
    ListStart(Place),
    /// A temporary gets the next argument of the list at a place.
    ListNext(TemporaryId, Place),
    /// A list goes on at one place as it would at another: to, from.
    ListCopy(Place, Place),
    /// A temporary gets any value of its shape, for this reason.
    Any(TemporaryId, Unknown),
    /// Whatever this operand points to may be changed, for this reason.
    Forget(Operand, Unknown),
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub function: Callee,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Where the result goes.
    pub result: Answer,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Callee {
    /// A function that is called by its name.
    Function(FunctionId),
    /// The function to which an operand points.
    Pointer(Operand),
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A scalar.
    Value(Operand, Shape),
    /// A copy of a structure of this number of bytes.
    Copy(Place, u64),
}

/// Where the result of a call goes.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// There is none, or it is dropped.
    None,
    /// A scalar.
    Value(TemporaryId),
    /// A structure.
    Place(Place),
}

/// Why something is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It was not written, or the program leaves it open.
    Unwritten,
    /// Inline assembly.
    Assembly,
    /// What the form does not express, such as a structure as an argument of `...`.
    NotExpressed,
}

/// An access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// What is read or written.
    pub shape: Shape,
    /// The bits of a bit-field, whose storage unit has the shape.
    pub bits: Option<Bits>,
    /// `true` for `volatile`.
    pub is_volatile: bool,
    /// `true` for `_Atomic`.
    pub is_atomic: bool,
}

/// What operands determine. An operation without a value, such as a division by zero, is a fault.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation {
    /// The address of a place.
    Address(Place),
    /// An operator on one operand of a shape.
    Unary(Unary, Operand, Shape),
    /// An operator on two operands of a shape; that of shifts is the shape of the left one.
    Binary(Binary, Operand, Operand, Shape),
    /// A conversion from one shape to another.
    Convert(Operand, Shape, Shape),
    /// A pointer that is moved by a number of elements of a number of bytes, forwards or backwards.
    Move(Operand, Operand, Operand, Direction),
    /// The number of elements of a number of bytes between two pointers.
    Distance(Operand, Operand, Operand),
}

/// Where a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To higher addresses.
    Forwards,
    /// To lower addresses.
    Backwards,
}

/// A constant or a temporary.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operand {
    /// An integer, or the number that an address is.
    Number(i128),
    /// A floating number.
    Floating(f64),
    /// What was computed.
    Temporary(TemporaryId),
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Where the offset counts from.
    pub base: Base,
    /// Number of bytes after it.
    pub offset: u64,
}

/// Where a place lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Base {
    /// In an object.
    Object(ObjectId),
    /// In an object of the activation.
    Local(LocalId),
    /// Where the caller wants a structure that the function returns.
    Result,
    /// In the code of a function.
    Function(FunctionId),
    /// Where a pointer points.
    Pointer(Operand),
}

/// What a scalar is: its number of bytes, and what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// `_Bool`
    Bool,
    /// A signed integer in two's complement.
    Signed(u8),
    /// An unsigned integer.
    Unsigned(u8),
    /// A pointer.
    Pointer(u8),
    /// A floating number.
    Floating(u8),
}

impl Shape {
    /// Number of bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Self::Bool => 1,
            Self::Signed(size) | Self::Unsigned(size) | Self::Pointer(size) | Self::Floating(size) => size.into(),
        }
    }
}

/// A part of a full expression. Two accesses are unsequenced (C11 5.1.2.3p3) if, where their sequences part, they are different
/// [operands](Part::Operand) of one group, and neither is within a [call](Part::Call), where they would be indeterminately
/// sequenced (C11 6.5.2.2p10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// What it is a part of; none for a full expression or a statement.
    pub whole: Option<SequenceId>,
    /// How it is a part.
    pub part: Part,
}

/// How a part of an expression is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// There is a sequence point before and after it.
    Full,
    /// One of the operands of a group, which has this number; no order is defined.
    Operand(u32),
    /// The call of a function, after its arguments.
    Call,
}
