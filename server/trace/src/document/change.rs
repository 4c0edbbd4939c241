//! Threads before and after a step.

use super::{ThreadChange, ThreadDocument};
use crate::stack::Stack;

impl ThreadDocument {
    /// The thread after a change that keeps no more activations than there are. Linear in the activations that differ; if it
    /// keeps none, in all of them.
    #[must_use]
    pub fn after(&self, change: &ThreadChange) -> Self {
        let mut frames = self.frames.lowest(change.kept);
        match change.kept {
            0 => frames = Stack::like(&self.frames, change.frames.iter().cloned()),
            _ => frames.extend(change.frames.iter().cloned()),
        }
        Self { number: self.number, thread_local: change.thread_local.clone(), frames }
    }
}

impl ThreadChange {
    /// The change to a thread, whatever was before.
    pub fn to(after: &ThreadDocument) -> Self {
        let ThreadDocument { number, thread_local, frames } = after;
        Self { number: *number, thread_local: thread_local.clone(), kept: 0, frames: frames.iter().cloned().collect() }
    }

    /// The thread that it creates.
    pub fn created(&self) -> ThreadDocument {
        let Self { number, thread_local, frames, .. } = self;
        ThreadDocument { number: *number, thread_local: thread_local.clone(), frames: frames.iter().cloned().collect() }
    }
}
