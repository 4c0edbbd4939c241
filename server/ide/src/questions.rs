//! Questions about a program, and their answers in words.
//!
//! These functions turn results into answers. They do not search.

mod compare;
mod meeting;
mod threads;

use boolprog_trace::document::TraceDocument;

pub use compare::compare;
pub use meeting::{crowd, invariant, together};
pub use threads::threads;

/// The answer to a question that can be answered with yes and no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer in a word.
    pub verdict: Verdict,
    /// The answer in a sentence or two.
    pub text: String,
    /// An execution that shows it.
    pub trace: Option<Box<TraceDocument>>,
}

/// An answer in a word. Yes and no have evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The answer is yes.
    Yes,
    /// It is not so.
    No,
    /// Unknown; the text has the reason.
    Unknown,
}

/// The scope of a proof at the end of an answer: `for any number of threads` in plainer words.
fn however_many(scope: &str) -> &str {
    if scope == "for any number of threads" { "however many threads run" } else { scope }
}

impl Answer {
    /// The answer without a result.
    pub fn unknown(text: impl Into<String>) -> Self {
        Self::new(Verdict::Unknown, text)
    }

    /// The answer yes, without an execution.
    pub fn yes(text: impl Into<String>) -> Self {
        Self::new(Verdict::Yes, text)
    }

    fn new(verdict: Verdict, text: impl Into<String>) -> Self {
        Self { verdict, text: text.into(), trace: None }
    }

    fn shown_by(self, trace: Box<TraceDocument>) -> Self {
        Self { trace: Some(trace), ..self }
    }
}
