//! Names, checks and lowering of Boolean programs: from the syntax tree to the control-flow graph of one thread.
//!
//! It depends on `base` and `syntax`; `explore` makes a transition system of the result.
//!
//! **Invariant:** the result is a deterministic function of the syntax tree and the [`Reading`](reading::Reading).

mod analysis;
pub mod checks;
mod flow;
pub mod lower;
pub mod names;
mod print;
pub mod program;
pub mod reading;
pub mod reduce;
pub mod walk;

pub use analysis::{Analysis, analyse};
