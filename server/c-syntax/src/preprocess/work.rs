//! The amount of work: long work is watched, and hostile texts end.

use boolprog_base::control::{Control, Progress, Stop};

use crate::lexer::Token;

/// Tokens that are read or made between two looks at the clock.
const POLLED: usize = 4096;

/// The most tokens that are read or made, those included that are dropped again.
const MAX_STEPS: usize = 20_000_000;

/// The most tokens that macros stand for at once.
const MAX_HELD: usize = 2_000_000;

/// The most bytes of the preprocessed text.
const MAX_TEXT: usize = 256 << 20;

/// The most bytes of files that are read; a file that is included again counts again.
const MAX_BYTES: usize = 128 << 20;

/// The cost of reading a file, besides its bytes.
const FILE: usize = 1024;

pub(super) struct Work<'a> {
    control: &'a dyn Control,
    steps: usize,
    /// The number of steps at which is polled again.
    polled: usize,
    /// Bytes that were read.
    bytes: usize,
    /// Tokens that macros stand for and that are kept now.
    held: usize,
    /// Tokens of the output.
    output: usize,
    /// Bytes of their texts.
    text: usize,
}

impl<'a> Work<'a> {
    pub(super) fn new(control: &'a dyn Control) -> Self {
        Self { control, steps: 0, polled: 0, bytes: 0, held: 0, output: 0, text: 0 }
    }

    /// Some tokens are read or made.
    pub(super) fn step(&mut self, tokens: usize) -> Result<(), Stop> {
        self.steps += tokens;
        if self.steps >= self.polled { self.poll() } else { Ok(()) }
    }

    /// Asks whether to go on.
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        self.polled = self.steps + POLLED;
        let bytes = self.bytes.min(MAX_BYTES) + (self.held + self.output) * size_of::<Token>();
        self.control.poll(&Progress { phase: "preprocess", bytes, ..Progress::default() })
    }

    /// A file of this number of bytes is read.
    pub(super) fn read(&mut self, bytes: usize) {
        self.bytes += bytes + FILE;
    }

    /// Tokens are kept until they are read.
    pub(super) fn hold(&mut self, tokens: usize) {
        self.held += tokens;
    }

    /// Tokens that were kept are dropped.
    pub(super) fn release(&mut self, tokens: usize) {
        self.held -= tokens;
    }

    /// A token of this number of bytes is added to the output.
    pub(super) fn output(&mut self, bytes: usize) {
        self.output += 1;
        self.text += bytes;
    }

    /// The limit that is exceeded, if any is.
    pub(super) fn excess(&self) -> Option<&'static str> {
        if self.steps > MAX_STEPS || self.held > MAX_HELD || self.text > MAX_TEXT {
            Some("The macros of this text stand for too many tokens; look for one that grows with each use.")
        } else if self.bytes > MAX_BYTES {
            Some("The files that are included are too many or too long; look for one that includes itself.")
        } else {
            None
        }
    }
}
