//! An execution as the writer keeps it: objects, their scalar parts, and what each step does to them.

use std::collections::BTreeMap;
use std::ops::Range;

use boolprog_c_syntax::tree::ObjectId;
use boolprog_c_syntax::types::Type;
use boolprog_machine::fault::Position;
use boolprog_machine::memory::{ObjectIndex, Origin};
use boolprog_machine::observer::Does;
use boolprog_machine::program::{FunctionIndex, UnitId};
use boolprog_machine::thread::ThreadId;
use boolprog_machine::value::Shape;

/// Number of an object in the order in which the writer meets it. The machine uses its indices again, these are not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct InstanceId(pub(super) u32);

/// Number of a scalar part of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LeafId(pub(super) u32);

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) index: ObjectIndex,
    pub(super) origin: Origin,
    pub(super) base: u64,
    pub(super) size: u64,
    /// The thread and the number of frames when it was born, if it belongs to one.
    pub(super) frame: Option<(ThreadId, u32)>,
    /// Its type: as declared or, on the heap, that of a pointer to it.
    pub(super) ty: Option<(UnitId, Type)>,
    /// `true` if the program itself uses it.
    pub(super) is_visible: bool,
    /// Its parts by their offsets and lowest bits.
    pub(super) leaves: BTreeMap<(u64, u8), LeafId>,
}

/// A scalar part of an object.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) instance: InstanceId,
    pub(super) offset: u64,
    pub(super) shape: Shape,
    /// Its type, if that of the object is known.
    pub(super) ty: Option<(UnitId, Type)>,
    /// Its value at the beginning of its life.
    pub(super) initial: Raw,
}

impl Leaf {
    /// Where it lies in its object: its offset, and its lowest bit there.
    pub(super) fn place(&self) -> (u64, u8) {
        place(self.offset, self.shape)
    }
}

/// The offset of a scalar, and its lowest bit there.
pub(super) fn place(offset: u64, shape: Shape) -> (u64, u8) {
    (offset, if let Shape::Bits(_, bits) = shape { bits.first } else { 0 })
}

/// A value, with pointers that say where they point.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) enum Raw {
    #[default]
    Nothing,
    Truth(bool),
    Number(i128),
    Floating(f64),
    Null,
    Pointer(InstanceId, u64),
    Function(FunctionIndex),
    /// A string literal, from where the pointer points.
    Text(String),
    /// An address at which nothing is.
    Address(u64),
}

/// A variable: a part of an object, or one without an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    Leaf(LeafId),
    /// In the innermost frame of the thread.
    Cell(UnitId, ObjectId),
}

/// The changes of the state by a step, in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Change {
    Set(Target, Raw),
    Born(InstanceId),
    Died(InstanceId),
    /// A function of the program is called, in a thread that then has this number of frames.
    Push(ThreadId, FunctionIndex, u32),
    /// It returns.
    Pop(ThreadId),
}

/// An access that the trace shows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Access {
    pub(super) does: Does,
    pub(super) leaf: LeafId,
    pub(super) before: Raw,
    pub(super) after: Raw,
}

/// The thing for which a thread waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wait {
    pub(super) what: String,
    pub(super) object: Option<(InstanceId, u64)>,
    /// The thread whose end it is.
    pub(super) end_of: Option<u32>,
    /// The thread that holds it, if the object says so.
    pub(super) holder: Option<u32>,
}

impl Wait {
    /// Nothing is known about it.
    pub(super) fn for_condition() -> Self {
        Self { what: "a condition".to_owned(), object: None, end_of: None, holder: None }
    }

    /// The thread that holds it, if the object says so.
    pub(super) fn holder(&self) -> Option<ThreadId> {
        self.holder.and_then(|number| number.checked_sub(1)).map(ThreadId)
    }
}

/// A step of the trace.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Draft {
    pub(super) thread: ThreadId,
    pub(super) position: Position,
    pub(super) begins: bool,
    pub(super) accesses: Vec<Access>,
    pub(super) changes: Vec<Change>,
    /// A created thread, and the function of the program with which it begins.
    pub(super) created: Option<(ThreadId, Option<FunctionIndex>)>,
    pub(super) ended: bool,
    /// The thread whose handle it asks for: its own.
    pub(super) known: Option<ThreadId>,
    /// The thread that it has joined.
    pub(super) joined: Option<ThreadId>,
    pub(super) woken: Vec<ThreadId>,
    pub(super) blocked: Vec<(ThreadId, Wait)>,
    /// `true` if the thread has got what it waited for.
    pub(super) resumes: bool,
    /// The locks that the thread has taken in the step.
    pub(super) locks: Locks,
}

/// Locks: each an object, and its place there.
pub(super) type Locks = Vec<(InstanceId, u64)>;

impl Draft {
    pub(super) fn new(thread: ThreadId, position: Position, begins: bool) -> Self {
        Self {
            thread,
            position,
            begins,
            accesses: Vec::new(),
            changes: Vec::new(),
            created: None,
            ended: false,
            known: None,
            joined: None,
            woken: Vec::new(),
            blocked: Vec::new(),
            resumes: false,
            locks: Locks::new(),
        }
    }

    /// `true` if it goes on with a statement, and sets a variable of the thread.
    pub(super) fn sets_variables(&self) -> bool {
        let calls = self.changes.iter().any(|change| matches!(change, Change::Push(..)));
        !calls && self.changes.iter().any(|change| matches!(change, Change::Set(..)))
    }

    /// `true` if others can see something of it.
    pub(super) fn is_seen(&self) -> bool {
        let waits = self.resumes || !self.woken.is_empty() || !self.blocked.is_empty();
        let lives = self.ended || self.created.is_some();
        let sets = |change: &Change| matches!(change, Change::Set(Target::Leaf(_), _));
        waits || lives || !self.accesses.is_empty() || self.changes.iter().any(sets)
    }
}

/// A step of the machine.
#[derive(Clone, Debug)]
pub(super) struct Acted {
    pub(super) thread: ThreadId,
    pub(super) touches: Vec<Touch>,
    pub(super) locks: Locks,
}

/// An act of a step of the machine on bytes that others can see.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) instance: InstanceId,
    pub(super) bytes: Range<u64>,
    /// The lowest bit, of a bit-field.
    pub(super) bit: u8,
    pub(super) does: Touching,
}

/// An act on bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touching {
    /// They are accessed, perhaps in an order that all threads agree on.
    Access { does: Does, is_ordered: bool },
    /// The life of their object ends.
    End,
}

impl Touching {
    /// The verb of what is done, before the name of the object.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Access { does: Does::Read, .. } => "reads",
            Self::Access { does: Does::Write, .. } => "writes",
            Self::Access { does: Does::Update, .. } => "updates",
            Self::End => "frees the object of",
        }
    }
}

impl Touch {
    /// Returns `true` if two threads that do this at the same time have a data race (C11 5.1.2.4p25). No access may come after the
    /// end of an object.
    pub(super) fn races(&self, other: &Self) -> bool {
        let overlap = self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end;
        let conflict = match (self.does, other.does) {
            (Touching::Access { does, is_ordered }, Touching::Access { does: also, is_ordered: is_also_ordered }) => {
                (does != Does::Read || also != Does::Read) && !(is_ordered && is_also_ordered)
            }
            _ => true,
        };
        self.instance == other.instance && overlap && conflict
    }
}

/// All of an execution.
#[derive(Clone, Default, Debug)]
pub(super) struct Model {
    pub(super) instances: Vec<Instance>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) drafts: Vec<Draft>,
    /// The last two steps of the machine, in order.
    pub(super) last: [Option<Acted>; 2],
    /// `true` if bytes are seen as several parts, such as members of a union: one of them may have been written before the other
    /// was known.
    pub(super) has_views: bool,
}

impl Model {
    /// The last step of a thread, of the statement at this place, has joined another thread if that had ended before. Returns `false` if
    /// it had not: the join is a step of its own.
    pub(super) fn tell_join(&mut self, position: &Position, thread: ThreadId, joined: Option<ThreadId>) -> bool {
        let is_end = |draft: &Draft| draft.ended && Some(draft.thread) == joined;
        let last = self.drafts.iter_mut().rev().take_while(|draft| !is_end(draft)).find(|draft| draft.thread == thread);
        let last = last.filter(|last| last.position == *position);
        let is_told = joined.is_none() || last.is_some();
        if let Some(last) = last {
            last.joined = joined;
        }
        is_told
    }

    /// A call belongs to the last step of a thread if that has executed the statement of the call up to there. Returns the changes that
    /// belong to the next step.
    pub(super) fn tell_call(&mut self, call: Option<Position>, thread: ThreadId, changes: Vec<Change>) -> Vec<Change> {
        let calls = changes.iter().any(|change| matches!(change, Change::Push(..)));
        let last = self.drafts.iter_mut().rev().find(|draft| draft.thread == thread);
        match last.filter(|last| calls && Some(last.position) == call) {
            Some(last) => last.changes.extend(changes),
            None => return changes,
        }
        Vec::new()
    }

    pub(super) fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.0 as usize]
    }

    pub(super) fn leaf(&self, id: LeafId) -> &Leaf {
        &self.leaves[id.0 as usize]
    }
}
