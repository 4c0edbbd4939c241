//! Shared by the tests.

use boolprog_machine::observer::{Event, Observer};

/// Keeps standard output.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) text: Vec<u8>,
    /// `true` if events are wanted, too. Nothing may depend on it.
    pub(crate) is_watching: bool,
}

impl Observer for Output {
    fn is_watching(&self) -> bool {
        self.is_watching
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        if descriptor == 1 {
            self.text.extend_from_slice(bytes);
        }
    }
}
