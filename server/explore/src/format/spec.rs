//! `.spec`: Petri nets as tools such as mist read them.
//!
//! ```text
//! vars
//!     free waiting inside
//! rules
//!     waiting >= 1, free >= 1 ->      # takes a token from each, and puts one
//!         waiting' = waiting-1, free' = free-1,
//!         inside' = inside+1;
//! init
//!     free = 1, waiting >= 1          # any positive number; places that are not named are empty
//! target
//!     inside >= 2
//! ```
//!
//! Plain systems are written as nets with a place `s0`, `s1`, ... for each shared state, exactly one of them with a token,
//! and a place `l0`, `l1`, ... for each local state. Such a net is read as this system, and any other net is translated.

mod net;
mod numbers;
mod read;
mod runs;
mod tokens;
mod translate;
mod write;

use super::error::FormatError;
pub use net::{Net, NetTarget, PlaceId, Rule, Start, Tokens};
pub use runs::{Firing, Firings, NetRuns};
pub use translate::Spec;
pub use write::write_spec;

/// Reads a net with its start and its targets, and translates it.
pub fn parse_spec(text: &str) -> Result<Spec, FormatError> {
    translate::translate(read::read(text)?)
}

#[cfg(test)]
mod tests;
