//! Readers of the notations of Theta: control-flow automata (`.cfa`) and symbolic transition systems (`.system`).
//!
//! The grammar and the meaning of the operators are those of the `CfaDsl` and `StsDsl` grammars of Theta and of its integer
//! literals: `not` is looser than comparisons, `div` and `mod` are Euclidean as in SMT-LIB, and `rem` has the sign of the
//! divisor.

mod cfa;
mod cursor;
mod grammar;
mod lexer;
mod source;
mod system;
mod typing;

pub use cfa::read as cfa;
pub use system::read as system;
