//! Expressions that a user writes: of the language of traces or, where the text of a C program is known, of C.

use std::borrow::Cow;

use boolprog_syntax::expression::{Expression, Query};
use boolprog_trace::c::{Answer, Owner};
use boolprog_trace::document::Value;

use crate::handles::{Place, Sight};
use crate::variables::{find, pointed};
use crate::viewpoint::Viewpoint;

/// Constructs that only the language of traces has: views of other threads and of the state before, and numbers of threads.
const OF_TRACES: [&str; 3] = ["@", "#threads", "old("];

/// An expression as it was written.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    text: String,
    /// Its meaning in the language of traces.
    of_traces: Result<Query, String>,
}

/// The value of an expression.
pub(crate) struct Told {
    pub(crate) result: String,
    pub(crate) kind: Option<Cow<'static, str>>,
    /// Where its parts are, or those of what it points to.
    pub(crate) unfolds: Option<Place>,
}

impl Asked {
    /// An expression that has a value.
    pub(crate) fn read(text: &str) -> Self {
        Self { text: text.to_owned(), of_traces: Query::read(text) }
    }

    /// An expression that holds or not.
    pub(crate) fn condition(text: &str) -> Self {
        Self { text: text.to_owned(), of_traces: Expression::read(text).map(Query::Value) }
    }

    /// Why it is no expression of the language of traces.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.of_traces.as_ref().err().map(String::as_str)
    }

    /// Its value. Fails with a sentence or clause for the user.
    pub(crate) fn answer(&self, at: Viewpoint<'_>) -> Result<Told, String> {
        let of_traces = || {
            if let Some(node) = at.object(self.text.trim()) {
                return Ok(Told { result: node.value, kind: None, unfolds: node.unfolds });
            }
            let query = self.of_traces.as_ref().map_err(Clone::clone)?;
            let (result, kind) = (query.answer(&at)?, query.kind(&at));
            Ok(Told { result, kind: Some(kind.into()), unfolds: None })
        };
        self.evaluated(at, of_traces, |answer| shown(at, answer))
    }

    /// The truth of it. Fails with a sentence or clause for the user if it has no value, or one that is no truth value.
    pub(crate) fn truth(&self, at: Viewpoint<'_>) -> Result<bool, String> {
        let of_traces = || match self.of_traces.as_ref().map_err(Clone::clone)? {
            Query::Value(expression) => expression.truth(&at),
            Query::Count(_) => Err("a number of threads is compared with a number".to_owned()),
        };
        let no_truth = || format!("`{}` is not a single value.", self.text);
        self.evaluated(at, of_traces, |answer| answer.truth.ok_or_else(no_truth))
    }

    /// Evaluates it in C, unless it cannot be read so and has a value in the language of traces.
    fn evaluated<T>(
        &self,
        at: Viewpoint<'_>,
        of_traces: impl Fn() -> Result<T, String>,
        of_c: impl Fn(Answer) -> Result<T, String>,
    ) -> Result<T, String> {
        let Some((expressions, moment)) = at.language() else { return of_traces() };
        if OF_TRACES.iter().any(|sign| self.text.contains(sign)) {
            return of_traces();
        }
        match expressions.read(&self.text, &moment) {
            Ok(expression) => of_c(expressions.value(&expression, &moment)?),
            // Names that only the trace has, such as `heap1`.
            Err(why) => of_traces().map_err(|own| if at.lists(self.text.trim()) { own } else { why }),
        }
    }
}

/// The value of an expression of C as it is shown: what the trace lists, as a tree.
fn shown(at: Viewpoint<'_>, answer: Answer) -> Result<Told, String> {
    let Viewpoint { recording, cursor, frame } = at;
    let own = frame.map_or(Sight::Shared, |(thread, depth)| Sight::Locals(thread.number, depth));
    let node = answer.place.and_then(|(owner, path)| {
        let sight = match owner {
            Owner::Shared => Sight::Shared,
            Owner::Thread(_) => own,
            Owner::Local(number, depth) => Sight::Locals(number, depth),
        };
        find(recording, cursor, sight, &path)
    });
    let (result, unfolds) = match (node, answer.written) {
        (Some(node), _) => (node.value, node.unfolds),
        (None, Some(written)) => {
            let unfolds = pointed(recording, cursor, own, &Value::text(written.as_str()));
            (recording.written(&Value::text(written)), unfolds)
        }
        (None, None) => return Err("The trace has no value of this.".to_owned()),
    };
    Ok(Told { result, kind: Some(answer.ty).filter(|ty| !ty.is_empty()).map(Into::into), unfolds })
}
