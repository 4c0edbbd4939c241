//! The semantic tokens that the client has.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_ide::semantic_tokens::SemanticToken as Token;

/// The number of answers that are remembered.
const REMEMBERED: usize = 4;

/// The tokens of a file that were sent to the client, the newest last. It may have cancelled its request and continue
/// from an older answer, so the first is the one that it used last.
#[derive(Default)]
pub(crate) struct Sent(VecDeque<Arc<Answer>>);

/// All tokens of a text, as an answer to the client.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) id: String,
    pub(crate) text: Arc<str>,
    pub(crate) tokens: Vec<Token>,
}

impl Sent {
    /// The answer that the client says it has, if we still have it.
    pub(crate) fn of_id(&mut self, id: &str) -> Option<Arc<Answer>> {
        let index = self.0.iter().position(|answer| answer.id == id)?;
        self.0.drain(..index);
        self.0.front().cloned()
    }

    pub(crate) fn push(&mut self, answer: Arc<Answer>) {
        if self.0.len() == REMEMBERED {
            self.0.remove(1);
        }
        self.0.push_back(answer);
    }
}
