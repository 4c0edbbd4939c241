//! The native part of the library of C.

use crate::native::Native;

/// What the library keeps beside the memory of the program: streams and files.
#[derive(Clone, Debug, Default)]
pub struct State {}

impl State {
    /// The state at the start, with what standard input gives.
    pub fn new(_input: &[u8]) -> Self {
        Self::default()
    }
}

/// The native function of a name.
pub fn find(_name: &str) -> Option<Native> {
    None
}
