//! What is known about the verdicts of an integer program.

use std::sync::Arc;

use boolprog_check::integer::{Gap, PropertyReport};

use super::layout::Layout;
use crate::Answer;

/// What a check has found, complete or not.
#[derive(Clone, Debug)]
pub struct Findings {
    /// One entry per property of the file, in textual order; `None` where there is no answer yet.
    pub answers: Vec<Option<Answer<PropertyReport>>>,
    /// Whether every value exists, where there is something to say of that.
    pub values: Option<Answer<PropertyReport>>,
    /// What edges lacked in the iterations of a search under abstraction, each once; empty if there was none.
    pub gaps: Arc<[Gap]>,
    /// For which programs a proof holds: `in every reachable state`.
    pub scope: String,
    /// Where everything stood in the text that was checked.
    pub layout: Arc<Layout>,
}

impl Findings {
    /// The answers that are there.
    pub fn answered(&self) -> impl Iterator<Item = &Answer<PropertyReport>> {
        self.answers.iter().chain([&self.values]).flatten()
    }

    /// The report with this id, if there is one.
    pub(super) fn report(&self, id: &str) -> Option<&PropertyReport> {
        self.answered().filter_map(Answer::report).find(|report| report.id == id)
    }
}
