//! Integer programs (`.ip`): processes with locations and guarded updates over integers and Booleans.
//!
//! It depends on `base` only.
//!
//! A text becomes a [`System`]: instances, names resolved, one [`Transition`] per edge and instance. All further layers
//! (search, abstraction, export) work on the system, without the text.
//!
//! **Invariant:** arithmetic never wraps and never panics. A missing value (overflow, division by zero, a value outside
//! of its range) is an [`Undefined`], which no engine may treat as a state.

pub mod claim;
pub mod explicit;
pub mod expression;
mod fingerprint;
pub mod format;
mod mentioned;
pub mod model;
mod origins;
mod outgoing;
pub mod partition;
mod print;
pub mod slice;
pub mod smt_lib;
pub mod state;
mod sums;
pub mod syntax;
pub mod system;

pub use claim::{Check, Claim};
pub use expression::{
    Arithmetic, Comparison, Environment, Formula, InputId, InstanceId, LocationId, Replacement, State, Term, Undefined,
    Update, VariableId,
};
pub use model::{Instantiation, NotInstantiated, OnRange, check, instantiate};
pub use origins::{Activation, CReading, Doubt, Event, EventKind, Origins, Protected};
pub use outgoing::Outgoing;
pub use print::{Printed, Strength};
pub use state::{InputBound, Inputs, Successor};
pub use system::{
    Choice, Counter, EVERY_VALUE, EdgeId, Initial, Instance, Location, Predicate, Process, Property, PropertyKind,
    Sort, Summed, System, Transition, Variable,
};
