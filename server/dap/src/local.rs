//! A session inside of this process, for a front end that has a protocol of its own.

use serde_json::{Value, json};

use super::ProgramLoader;
use super::session::{Answer, Session};

/// A session that is asked by calls.
pub struct Local<'a>(Session<'a>);

impl<'a> Local<'a> {
    /// The replay of a counterexample, in the form of a document, of the program at a path: before its first step.
    ///
    /// Fails with a sentence for the user.
    pub fn replay(loader: &'a dyn ProgramLoader, program: &str, trace: &Value) -> Result<Self, String> {
        let mut local = Self(Session::new(loader));
        local.ask("launch", json!({ "program": program, "traceDocument": trace }))?;
        local.ask("configurationDone", Value::Null)?;
        Ok(local)
    }

    /// The body of the answer to a request of the protocol; null if it has none. Fails with a message for the user.
    pub fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        let Answer { result, .. } = self.0.handle(command, arguments);
        let body = result.map_err(|failure| failure.message)?;
        let body = body.map(|body| serde_json::from_str(body.get()));
        body.transpose().map(Option::unwrap_or_default).map_err(|error| error.to_string())
    }
}
