//! The basis of all languages and engines: ranges of text, diagnostics, control of long work, the interface of engines.
//!
//! The other crates of the server depend on this one, except `boolprog-z3`; it depends on none of them.
//!
//! **Invariant:** nothing here knows a language, how an engine works, a protocol or the machine.

mod arena;
mod both;
pub mod budget;
mod code;
pub mod control;
pub mod dependence;
mod diagnostic;
pub mod engine;
mod engine_table;
mod hash;
mod included;
mod joined;
pub mod memory;
mod parts;
pub mod position;
mod random;
pub mod separation;
mod similar;
mod span;
pub mod words;

pub use arena::Arena;
pub use both::both;
pub use code::Code;
pub use diagnostic::{Diagnostic, Edit, Fix, MAX_DEPTH, Severity, Tag, too_deep};
pub use hash::Fnv;
pub use included::{NoText, ReadText};
pub use joined::{Joined, Other};
pub use parts::{Parts, PartsMap};
pub use random::Random;
pub use similar::most_similar;
pub use span::{Name, Span};
