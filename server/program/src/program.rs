//! The program of ONE thread: a control-flow graph over Boolean guards and updates.
//!
//! Lowering inlines every call if it can, so a [`Location`] is a site in one *instance* of its procedure (one chain of
//! calls from a thread's start). Syntax is forgotten; spans and names stay reachable through the [`SiteId`]s.
//!
//! **Bits.** A thread sees the bits of the shared valuation ([`Slot::Shared`]) and of its own local valuation
//! ([`Slot::Local`]). `thread_local` globals come first among the local slots; every instance has its parameters and
//! locals in a range of its own above its caller's, so instances that are never active together share slots. Slots that
//! no active instance owns are F: edges that leave or enter an instance reset them.
//!
//! A recursive program cannot be inlined. Its *modular* form has one instance per procedure, all with the same range
//! of bits, and calls as [`Role::Call`] and [`Role::Exit`]; its *unrolled* form is inlined to some depth and
//! [cut](Role::Cut) there.
//!
//! **Atomic sections** are not bits: the system built from the program records the thread that holds the atomic
//! section.

mod describe;
mod fingerprint;
mod possible;
mod query;

use std::str::FromStr;

use boolprog_base::Span;
use boolprog_syntax::ast::SiteId;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use possible::{Atom, Possible};
pub use query::Frame;

use crate::names::{ProcedureId, VariableId};

/// Index into [`Program::locations`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LocationId(pub u32);

/// Index into [`Program::edges`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId(pub u32);

/// Index into [`Program::properties`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PropertyId(pub u32);

/// A bit of a thread's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// Bit of the shared valuation.
    Shared(u32),
    /// Bit of the thread's local valuation.
    Local(u32),
}

/// The number of threads that start in `main`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Threads {
    /// Any number: the replicated reading.
    Any,
    /// Exactly this number; a program that creates threads itself usually has `Exactly(1)`.
    Exactly(u32),
}

impl Threads {
    /// The largest number of threads at the start that [`Threads::from_str`] accepts. An engine lists the threads of a
    /// configuration one by one, so each of them costs memory before anything is explored.
    pub const MOST: u32 = 1000;
}

impl FromStr for Threads {
    type Err = NotThreads;

    /// Reads a number from 1 to [`Threads::MOST`], or `*`: pragma, setting, command line and launch alike.
    fn from_str(text: &str) -> Result<Self, NotThreads> {
        match text.parse() {
            Ok(count @ 1..=Self::MOST) => Ok(Self::Exactly(count)),
            _ if text == "*" => Ok(Self::Any),
            _ => Err(NotThreads),
        }
    }
}

/// The form that [`Threads::from_str`] reads.
impl std::fmt::Display for Threads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Any => write!(f, "*"),
            Self::Exactly(count) => write!(f, "{count}"),
        }
    }
}

/// A text says nothing about how many threads start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotThreads;

impl std::fmt::Display for NotThreads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "give a number from 1 to {}, or * for any number", Threads::MOST)
    }
}

impl std::error::Error for NotThreads {}

/// The lowered program of one thread.
#[derive(Clone, Debug)]
pub struct Program {
    /// The number of threads that start in [`Self::entry`].
    pub threads: Threads,
    /// `true` if any edge creates threads.
    pub creates_threads: bool,
    /// Number of shared bits.
    pub shared_slots: u32,
    /// Number of local bits.
    pub local_slots: u32,
    /// The variable of each shared bit.
    pub shared_variables: Vec<VariableId>,
    /// The `thread_local` variable of each of the first local bits.
    pub thread_local_variables: Vec<VariableId>,
    /// The first location of `main`.
    pub entry: LocationId,
    /// Initial value of each shared bit; `None` is arbitrary.
    pub shared_initial: Vec<Option<bool>>,
    /// Initial value of each local bit of a thread that starts in `main` (unowned slots `Some(false)`).
    pub local_initial: Vec<Option<bool>>,
    /// Locations, by number.
    pub locations: Vec<Location>,
    /// All edges; those of one location are contiguous, see [`Location::edges`].
    pub edges: Vec<Edge>,
    /// All instances of procedures.
    pub instances: Vec<Instance>,
    /// The properties: asserts and error labels, in textual order of their sites.
    pub properties: Vec<Property>,
}

/// Index into [`Program::instances`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub u32);

/// One activation record in one chain of calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Instance {
    /// Procedure of the instance.
    pub procedure: ProcedureId,
    /// The instance that called it and the site of the call; `None` where a thread starts.
    pub caller: Option<(InstanceId, SiteId)>,
    /// The variables of this activation (parameters, then locals) and the local bit of each.
    pub variables: Vec<(VariableId, u32)>,
}

/// A point of control in one instance.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The site a thread here is about to execute.
    pub site: SiteId,
    /// The instance the site belongs to.
    pub instance: InstanceId,
    /// `enforce e` (and `abortif`, negated) of the procedure: where it cannot be T the thread does not move and
    /// the point does not count as reached.
    pub enforce: Option<Expr>,
    /// Outgoing edges, as a range of [`Program::edges`].
    pub edges: std::ops::Range<u32>,
    /// Role of the location.
    pub role: Role,
}

/// Role of a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A step: one of the edges.
    Step,
    /// A `wait`, which has no edges. A released thread continues at this location.
    Wait(LocationId),
    /// A call that is not inlined: the edges lead to the entry of another procedure. Only in
    /// [modular](crate::lower::lower_modular) programs.
    Call(CallSite),
    /// After the last step of a procedure, with the results in the first bits above the `thread_local` ones and all
    /// others F. No edges. Only in modular programs.
    Exit,
    /// A call that would exceed the depth of an [unrolled](crate::lower::lower_unrolled) program. It has no edges, so
    /// that the program under-approximates its text.
    Cut,
}

/// Return of a call that is not inlined.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallSite {
    /// Location at which the caller continues.
    pub returns_to: LocationId,
    /// Slots of the caller for the first results; further ones are dropped. No slot twice.
    pub results: Vec<Option<Slot>>,
}

/// Destination of the thread that takes an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// On to another location.
    Location(LocationId),
    /// The thread ends; it also releases the atomic section.
    End,
    /// The assertion fails. The violation counts; nothing happens after it.
    Violation(PropertyId),
}

/// A step of a thread, as in the language reference.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Location before the step.
    pub source: LocationId,
    /// Destination after the step.
    pub goal: Goal,
    /// The edge can be taken when this can be T.
    pub guard: Expr,
    /// Simultaneous assignment; no slot twice. Right sides see the old state.
    pub updates: Vec<(Slot, Value)>,
    /// Filter over old and new values, already without anything passive.
    pub constrain: Option<Expr>,
    /// Effect on the rest of the system.
    pub effect: Effect,
}

/// The right side of an update.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Either value, chosen freely.
    Any,
    /// An expression over the old state.
    Expr(Expr),
}

/// Effect of an edge beyond its own thread and the shared bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// No effect.
    None,
    /// Enters an atomic section (nothing if the thread is in one).
    AtomicBegin,
    /// Leaves the atomic section (nothing if the thread is in none).
    AtomicEnd,
    /// Creates a thread; it is outside every atomic section.
    Create(Creation),
    /// Releases one waiting thread, if there is one.
    Signal,
    /// Releases all waiting threads.
    Broadcast,
    /// Updates every other thread.
    Passive(Passive),
}

/// The new thread of a creation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Creation {
    /// Location at which it starts.
    pub start: LocationId,
    /// Its local bits, evaluated in the creator's old state; slots not named are F.
    pub values: Vec<(u32, Value)>,
}

/// An assignment to `x$` (or a constraint that mentions `x$`): the effect on every other thread.
///
/// Each other thread is treated separately, with choices of its own. Variables are named by identity and found
/// in the innermost activation of their procedure in the other thread ([`Program::slot_in`]); a thread without
/// such an activation is left alone and constrains nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Passive {
    /// Procedure whose innermost activation is concerned, if a local or parameter is mentioned; `None` if only
    /// `thread_local` globals are.
    pub procedure: Option<ProcedureId>,
    /// Simultaneous assignment in the other thread.
    pub updates: Vec<(VariableId, Value)>,
    /// Must be possible in each other thread, for one common choice of the active thread's new values.
    pub constrain: Option<Expr>,
}

/// An expression over a step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A constant value.
    Const(bool),
    /// `*`: a fresh choice at each occurrence and evaluation. Never shared between two occurrences, so the set
    /// of possible values of an expression is computed exactly from those of its parts.
    Any,
    /// Old value of the active thread or the shared state.
    Old(Slot),
    /// New value of the active thread or the shared state; only in constraints.
    New(Slot),
    /// Old value in the other thread; only in [`Passive`].
    PassiveOld(VariableId),
    /// New value in the other thread; only in [`Passive::constrain`].
    PassiveNew(VariableId),
    /// The negation of an expression.
    Not(Box<Expr>),
    /// An infix operation.
    Binary(boolprog_syntax::ast::BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Kind of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    /// `assert e`
    Assert,
    /// An error label.
    Label,
}

/// One question: can it be violated?
#[derive(Clone, Debug)]
pub struct Property {
    /// Kind of the property.
    pub kind: PropertyKind,
    /// The site of the `assert`, or of the labelled statement.
    pub site: SiteId,
    /// Stable name for reports: the error label, or `assert@LINE:COLUMN`-free text such as the label or
    /// expression of the assert as written.
    pub name: SmolStr,
    /// Span that an editor underlines: the assert statement, or the label.
    pub span: Span,
    /// The locations of the site. An error label is violated by a thread at one of them (its `enforce`
    /// permitting); an assertion by an edge to [`Goal::Violation`].
    pub locations: Vec<LocationId>,
}
