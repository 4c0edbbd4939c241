//! The parts of the form.

use boolprog_c_syntax::source;
use boolprog_c_syntax::tree::{Atomic, Linkage, Precedence, Storage};
use smol_str::SmolStr;

mod ids;
mod signature;
mod values;
mod visit;

pub use ids::{ActivationId, BlockId, FunctionId, LocalId, ObjectId, SequenceId, TemporaryId, ThreadId};
pub use signature::{Passed, Signature};
pub use values::{Access, Base, Direction, Operand, Operation, Place, Shape};
pub(crate) use visit::resolved;

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Objects that live as long as the program or a thread; texts, too.
    pub objects: Vec<Object>,
    /// Functions, also those that are declared only.
    pub functions: Vec<Function>,
    /// The threads, the one with which the program begins first; none before [they are found](crate::threads).
    pub threads: Vec<Thread>,
}

/// A thread of a program, or many that do the same, if the place where it is created is passed many times.
#[derive(Clone, PartialEq, Debug)]
pub struct Thread {
    /// The function that it executes, which no other thread executes.
    pub function: FunctionId,
    /// The name of the function with which it starts, with a number if there are several of that name: `worker_2`.
    pub name: SmolStr,
}

/// An assertion in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assertion {
    /// The activation that asserts.
    pub activation: ActivationId,
    /// The place.
    pub place: source::Place,
}

/// An object that is no local one of a function.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each holds of an object or not")]
pub struct Object {
    /// The name; that of a text is `text` with its number.
    pub name: SmolStr,
    /// Number of bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Its lifetime.
    pub storage: Storage,
    /// External if other units mean the same object by its name.
    pub linkage: Linkage,
    /// `false` if another unit has to define it.
    pub is_defined: bool,
    /// `true` for an object of the library, such as a mutex: without a definition it is one that was initialised.
    pub is_kept_by_library: bool,
    /// `true` if it must not be written: it is declared `const`, or is a text.
    pub is_constant: bool,
    /// `true` if it may be larger: an array of which only another unit knows the length.
    pub is_beginning: bool,
    /// Its content.
    pub members: Members,
    /// The bytes of a text, which must not be written.
    pub text: Option<std::sync::Arc<[u8]>>,
}

/// A scalar in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Offset in bytes.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// The text after the name of the object: `.items[2]`; nothing for the object itself.
    pub name: SmolStr,
}

/// An array in an object that is no part of another one. Its elements are no arrays: those of an array of arrays count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Array {
    /// Offset in bytes of the first element.
    pub offset: u64,
    /// Number of bytes of an element.
    pub element: u64,
    /// Number of elements.
    pub count: u64,
}

impl Array {
    /// The offset after the last element.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.element.saturating_mul(self.count))
    }
}

/// The content of an object, by its type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Members {
    /// The scalars that have names.
    pub scalars: std::sync::Arc<[Member]>,
    /// The arrays.
    pub arrays: std::sync::Arc<[Array]>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: SmolStr,
    /// External if other units mean the same function by its name.
    pub linkage: Linkage,
    /// Which of several definitions it is.
    pub precedence: Precedence,
    /// The priority of the attribute `constructor`: it is called before the program begins, after those with smaller ones.
    pub constructor: Option<u16>,
    /// The priority of the attribute `destructor`: it is called when the program ends by `exit` or a return from `main`, before those
    /// with smaller ones.
    pub destructor: Option<u16>,
    /// The type.
    pub signature: Signature,
    /// Which parameters point to what is declared `const`.
    pub only_read: Vec<bool>,
    /// `true` for `_Noreturn` and the attribute `noreturn`.
    pub is_noreturn: bool,
    /// The assertions in it and in what it calls, with those that always hold; none before [threads are found](crate::threads).
    pub assertions: Vec<Assertion>,
    /// The locals that get the arguments.
    pub parameters: Vec<LocalId>,
    /// The locals of which temporaries are versions: those that [promotion](crate::promote) made parameters of blocks.
    pub versions: rustc_hash::FxHashMap<TemporaryId, LocalId>,
    /// Objects that live in an activation.
    pub locals: Vec<Local>,
    /// The shape of each temporary.
    pub temporaries: Vec<Shape>,
    /// The sequence of the parts of full expressions.
    pub sequences: Vec<Sequence>,
    /// The calls of which the body consists: first that of the function itself, then those that were inlined, callers first.
    pub activations: Vec<Activation>,
    /// The blocks; the first one is executed first. None if the function is declared only.
    pub blocks: Vec<Block>,
}

/// A call of a function, the body of which is a part of another one; with its callers it is a stack of calls.
#[derive(Clone, PartialEq, Debug)]
pub struct Activation {
    /// The name of the function.
    pub function: SmolStr,
    /// The number of its unit in the program: its places are in the files of that one.
    pub unit: u32,
    /// The call in which it is called, and the place of the call; none for the function itself.
    pub caller: Option<(ActivationId, source::Place)>,
    /// `true` if a person does not see its steps: a function of the library, or one
    /// that the translation has made, such as that which sets initial values.
    pub is_library: bool,
    /// `true` if what the call gives has a use in the text.
    pub is_result_used: bool,
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
    /// Its content.
    pub members: Members,
}

/// Instructions that are executed one after the other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Temporaries that get the arguments of the jump to it.
    pub parameters: Vec<TemporaryId>,
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// The end of the block.
    pub end: End,
}

/// The end of a block.
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
    /// The values of its parameters.
    pub arguments: Vec<Operand>,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The action.
    pub action: Action,
    /// The place of the expression or the statement.
    pub place: source::Place,
    /// Which part of a full expression it is.
    pub sequence: SequenceId,
    /// The call to which it belongs; its place is in the text of that function.
    pub activation: ActivationId,
}

impl Instruction {
    /// An instruction of the function itself for which nothing stands in the text.
    pub fn made(action: Action) -> Self {
        let place = source::Place::default();
        Self { action, place, sequence: SequenceId(0), activation: ActivationId(0) }
    }
}

/// The action of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A temporary gets the value that operands determine.
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
    /// A new thread begins, and its function gets arguments; a temporary gets the number of the thread, which is 2 or more.
    Create(Option<TemporaryId>, ThreadId, Vec<Operand>),
    /// A temporary gets the address of a new object of this number of bytes, which lives as long as the activation.
    Allocate(TemporaryId, Operand),
    /// The life of a local begins: nothing is written there.
    Begin(LocalId),
    /// The life of a local ends.
    End(LocalId),
    /// Control comes to a label of the text.
    Label(SmolStr),
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
    /// Nothing; if the operand is zero, this is violated.
    Require(Requirement, Operand),
}

/// A requirement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// No object is changed and accessed in no defined order; else the program is undefined (C11 6.5p2).
    Sequenced,
    /// A computed jump goes to a label of its function (GNU C).
    Label,
    /// An index is one of its array, which is a part of an object (C11 6.5.6p8).
    Index,
    /// A function that is declared not to return does not (C11 6.7.4p8).
    NoReturn,
    /// The orders in which operands can be evaluated are few; else they are not examined.
    FewOrders,
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The function.
    pub function: Callee,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The destination of the result.
    pub result: Answer,
}

/// The function of a call.
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

/// The destination of the result of a call.
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
    /// The number of the program's arguments, which is not negative (C11 5.1.2.2.1p2).
    Arguments,
    /// Inline assembly.
    Assembly,
    /// The form does not express it, such as a structure as an argument of `...`.
    NotExpressed,
}

/// A part of a full expression. Two accesses are unsequenced (C11 5.1.2.3p3) if, where their sequences part, they are different
/// [operands](Part::Operand) of one group, and neither is within a [call](Part::Call), where they would be indeterminately
/// sequenced (C11 6.5.2.2p10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// The whole of which it is a part; none for a full expression or a statement.
    pub whole: Option<SequenceId>,
    /// Its kind of part.
    pub part: Part,
}

/// The order of a part of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A full expression or a statement: there is a sequence point before and after it.
    Full,
    /// There is a sequence point before or after it within an expression, as between the operands of `&&`.
    Point,
    /// One of the operands of a group, which has this number; no order is defined.
    Operand(u32),
    /// A part in a definite order with all else: the call of a function, after its arguments, or a part of an initialiser.
    Call,
}
