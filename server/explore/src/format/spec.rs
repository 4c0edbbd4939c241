//! `.spec`: Petri nets as tools such as mist read them, for plain systems.
//!
//! A place `s0`, `s1`, ... for each shared state, exactly one of them with a token, and a place `l0`, `l1`, ... for
//! each local state:
//!
//! ```text
//! vars
//!     s0 s1 l0 l1
//! rules
//!     s0 >= 1, l0 >= 1 ->     # a thread at 0 goes to 1, the shared state from 0 to 1
//!         s0' = s0-1, s1' = s1+1,
//!         l0' = l0-1, l1' = l1+1;
//! init
//!     s0 = 1, l0 >= 1         # any number of threads from 1
//! target
//!     s1 >= 1, l1 >= 2
//! ```
//!
//! Nets of any other form are refused: their shared states and threads cannot be identified.

mod read;
mod tokens;
mod write;

pub use read::parse_spec;
pub use write::write_spec;

#[cfg(test)]
mod tests;
