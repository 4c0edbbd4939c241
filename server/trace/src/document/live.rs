//! The threads of a document that is read step by step.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{StateDocument, StepDocument, ThreadDocument};

/// The live threads at one moment. Damage, which [`TraceDocument::walk`](super::TraceDocument::walk) finds, does no harm here.
#[derive(Clone, Debug)]
pub struct Threads(BTreeMap<u32, Arc<ThreadDocument>>);

impl Threads {
    /// The threads of a state.
    pub fn of(state: &StateDocument) -> Self {
        Self(state.threads.iter().map(|thread| (thread.number, Arc::clone(thread))).collect())
    }

    /// The thread with this number.
    pub fn get(&self, number: u32) -> Option<&ThreadDocument> {
        self.0.get(&number).map(|thread| &**thread)
    }

    /// Goes on to the moment after a step. Linear in what the step changes.
    pub fn take(&mut self, step: &StepDocument) {
        for change in &step.threads {
            let after = self.get(change.number).map_or_else(|| change.created(), |thread| thread.after(change));
            self.0.insert(change.number, Arc::new(after));
        }
        if let Some(ended) = step.ended {
            self.0.remove(&ended);
        }
    }
}
