//! The code of functions: instructions of a stack machine, each with its place, so that a thread can stop between any two.

use std::sync::Arc;

use boolprog_c_syntax::tree::{Atomic, Binary, Gives, ObjectId, Unary};
use boolprog_c_syntax::types::Signature;

use crate::ids::{FunctionIndex, ObjectIndex, Position};
use crate::thread::Frame;
use crate::value::{Scalar, Shape, Value};

/// The code of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub ops: Vec<Op>,
    /// The place of each instruction.
    pub positions: Vec<Position>,
    pub constants: Vec<i128>,
    pub floats: Vec<f64>,
    /// The variables without an address.
    pub cell_objects: Vec<ObjectId>,
    /// Number of objects.
    pub slots: u32,
    pub parameters: Vec<Parameter>,
    /// Scopes; the first one is that of the parameters.
    pub scopes: Vec<Scope>,
    /// Where labels are, and in which scope.
    pub labels: Vec<(u32, u32)>,
    pub switches: Vec<Switch>,
    pub sites: Vec<Site>,
    pub updates: Vec<Update>,
    pub atomics: Vec<AtomicOperation>,
    /// Beginnings of operands that are evaluated in any order, and where it goes on after them.
    pub orders: Vec<(Vec<u32>, u32)>,
    pub messages: Vec<String>,
    /// `true` if the whole body is one step.
    pub is_section: bool,
}

impl Code {
    /// Number of bytes that a call holds.
    pub(crate) fn held(&self) -> u64 {
        (size_of::<Frame>() + size_of::<Value>() * self.cell_objects.len() + 8 * self.slots as usize) as u64
    }

    /// A scope and those around, the innermost first.
    pub(crate) fn around(&self, scope: u32) -> impl Iterator<Item = u32> {
        let outer = |scope: &u32| Some(self.scopes[*scope as usize].parent).filter(|parent| parent != scope);
        std::iter::successors(Some(scope), outer)
    }
}

/// The place of a variable of a function in its frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variable {
    /// It has no address.
    Cell(u32),
    /// It is an object in the memory.
    Slot(u32),
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub variable: Variable,
    pub shape: Shape,
}

/// A scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The scope around, and its own number for the outermost one.
    pub parent: u32,
    /// Cells that begin empty.
    pub cells: Vec<u32>,
    /// Objects that begin their life with it.
    pub objects: Vec<Local>,
    /// Slots of objects that end their life with it, those of variable size included.
    pub slots: Vec<u32>,
    /// All variables that are declared in it, in textual order.
    pub declared: Vec<ObjectId>,
}

/// An object of a scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub slot: u32,
    pub object: ObjectId,
    pub size: u64,
    pub align: u64,
    pub is_shared: bool,
}

/// The cases of a `switch`: ranges in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Switch {
    pub cases: Vec<(i128, i128, u32)>,
    pub default: u32,
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The function, if it is called by its name.
    pub direct: Option<FunctionIndex>,
    /// The type with which it is called.
    pub signature: Arc<Signature>,
    /// The types of the arguments.
    pub arguments: Vec<Shape>,
    /// The type of the result; none for `void`.
    pub result: Option<Shape>,
    /// `true` if the result is used.
    pub is_used: bool,
    /// `true` if the types are known to fit.
    pub is_checked: bool,
}

/// The change of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Update {
    pub operator: Binary,
    /// The type of the object.
    pub stored: Scalar,
    /// The type in which is computed; that of the right operand as well, but for shifts.
    pub computed: Scalar,
    /// For pointers: the number of bytes of what they point to.
    pub step: Option<u64>,
    pub gives: Gives,
    /// `true` if the address lies under the value.
    pub has_address: bool,
}

/// An atomic operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtomicOperation {
    pub operation: Atomic,
    pub shape: Shape,
}

/// The access to an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub shape: Shape,
    /// The alignment that its address must have.
    pub align: u8,
    /// `true` if the object is atomic.
    pub is_atomic: bool,
    /// `true` if it gets its initial value, which constants do, too.
    pub is_initial: bool,
}

/// An instruction. Comments show the operands before and after it, the topmost last.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// A statement begins.
    Statement,
    /// `-> number`
    Number(i64),
    /// `-> number`, by its number in the code.
    Constant(u32),
    /// `-> number`, by its number in the code.
    Floating(u32),
    /// `-> nothing`: the value of an expression of type `void`.
    Nothing,
    /// `value ->`
    Drop,
    /// `value -> value value`
    Duplicate,
    /// `-> value`
    LoadCell(u32, Scalar),
    /// `value ->`
    StoreCell(u32, Scalar),
    /// `value -> value`
    KeepCell(u32, Scalar),
    /// `-> address`
    Slot(u32, u32),
    /// `-> address`
    ThreadObject(u32),
    /// `-> value`
    LoadSlot(u32, u32, Shape),
    /// `-> value`
    LoadStatic(ObjectIndex, u32, Shape),
    /// `address -> value`
    Load(Way),
    /// `address -> address value`
    LoadUnder(Way),
    /// `address value ->`
    Store(Way),
    /// `address value -> value`
    Keep(Way),
    /// `address value -> address value bytes`, of which a bit-field is a part: who writes it writes those beside it as well (C11 3.14p3).
    LoadBeside(Way),
    /// `address value bytes ->`: a bit-field among these bytes.
    StoreBeside(Way),
    /// `address value bytes -> value`: the same.
    KeepBeside(Way),
    /// `address ->`: all bytes of the object become zero.
    Zero,
    /// `address ->`: this number of bytes of a text are copied there.
    Text(ObjectIndex, u32),
    /// `address -> address`, further on. The alignment is that which the address must have.
    Offset(u32, u8),
    /// `pointer number -> pointer`
    Move(Stride),
    /// `pointer number size -> pointer`, where the size of the elements is a value.
    MoveBy {
        /// `true` if it goes back.
        is_back: bool,
    },
    /// `pointer pointer -> number` of elements of that size.
    Difference(u32),
    /// `pointer pointer size -> number`
    DifferenceBy,
    /// `value -> value`
    Unary(Unary, Scalar),
    /// `value value -> value`
    Binary(Binary, Scalar),
    /// `value -> value`
    Convert(Scalar, Scalar),
    /// `value number -> value`, or with the address: `address value number -> value address value`; see [`Update`].
    Modify(u32),
    /// `address number -> value`, in one step: [`Update`] and how the object is accessed.
    ModifyAtomic(u32, Way),
    /// `pointer operands -> value`
    Atomic(u32),
    Jump(u32),
    /// `value ->`
    JumpIfZero(u32),
    /// `value ->`
    JumpIfNotZero(u32),
    /// `value ->`
    Switch(u32),
    /// To a label.
    Goto(u32),
    /// `address ->`
    GotoComputed,
    /// A new thread goes on, with a copy of the automatic objects; this one goes on there.
    Fork(u32),
    Enter(u32),
    Leave(u32),
    /// `size ->`: an object of variable size begins its life.
    Declare(u32, ObjectId),
    /// `function arguments -> value`, or without the function if it is known.
    Call(u32),
    /// `value ->`, with which the function returns.
    Return,
    /// Evaluates operands in any order, and leaves what they give in textual order.
    Order(u32),
    OperandEnd,
    /// Accesses of this function are noted, until `Unwatch`.
    Watch,
    Unwatch,
    /// An operand begins, or ends.
    Mark,
    /// The accesses of this number of operands, between marks, are compared; the first mark stays.
    Compare(u32),
    /// The accesses since the last mark, which is dropped, are sequenced before all side effects that follow.
    Sequenced,
    /// The last access is compared with the writes since the last mark, which is dropped.
    Settle,
    /// Drops the last mark.
    Unmark,
    SectionBegin,
    SectionEnd,
    /// `value ->`
    Await,
    /// `address ->`
    ListStart,
    /// `address -> value`
    ListNext(Shape),
    /// `address ->`
    ListEnd,
    /// `address address ->`
    ListCopy,
    /// `value -> address` of a temporary object, which lives in its slot until it is made again, or the call ends.
    Materialise(u32),
    /// A fault: the message says what is not supported.
    Unsupported(u32),
}

/// The movement of a pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    /// Number of bytes of an element.
    pub size: u32,
    /// Number of elements of the array, if the type says it, and 0 otherwise.
    pub length: u32,
    /// `true` if the element is used, and not only its address.
    pub is_used: bool,
    /// `true` if it goes back.
    pub is_back: bool,
}
