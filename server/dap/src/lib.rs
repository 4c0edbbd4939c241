//! The debug adapter: replays a counterexample, forwards and backwards. The command line starts it, and the language
//! server evaluates conditions on traces with it.
//!
//! **Invariant:** the view of a client is a function of the recording and the cursor, a number of steps taken. Going
//! back is therefore as cheap and as exact as going forward. A what-if simulation is a recording of its own, which
//! grows at its end. **Invariant:** a request is answered first; the events it causes follow. **Invariant:** no message
//! ends the adapter except `disconnect` and the end of the input. **Invariant:** this crate reads no files; it
//! receives programs from its [`ProgramLoader`].

mod asked;
mod breakpoints;
mod client;
mod codec;
mod completions;
mod console;
mod environment;
mod filter;
mod handles;
mod inbox;
mod launch;
mod left_out;
mod local;
mod parting;
mod protocol;
mod recording;
mod replay;
mod session;
mod simulation;
mod stack;
mod stops;
mod variable_tree;
mod variables;
mod viewpoint;
mod wording;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use boolprog_trace::document::TraceDocument;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use self::environment::Environment;
pub use self::filter::steps;
pub use self::local::Local;
pub use self::parting::{Parting, parting};

use self::codec::Incoming;
use self::protocol::{Event, Message, Outgoing, Output, Request, Response};
use self::session::{Answer, Session};

/// Services that the adapter needs: files, and the checker.
pub trait ProgramLoader {
    /// Checks a program and returns the counterexample of the property with the id `property`, or of the first property
    /// that can be violated. `threads` is the number of threads that start in `main`: a number or `*`.
    ///
    /// Fails with a message for the user: the file cannot be read or has errors, or nothing is violated, with the
    /// verdict.
    fn load(&self, program: &Path, property: Option<&str>, threads: Option<&str>)
    -> Result<Arc<TraceDocument>, String>;

    /// Reads a saved counterexample. Fails with a message for the user that need not name the path.
    fn read(&self, path: &Path) -> Result<String, String>;

    /// The needs of an execution of a program besides its text.
    fn environment(&self) -> Environment {
        Environment::default()
    }

    /// The path under which a client finds a file whose path may be relative.
    fn absolute(&self, path: &Path) -> String;
}

/// Serves one client until it disconnects or the input ends.
///
/// Cancels `leaving` when the client wants to leave or is gone, also during a search by the loader, which is then no
/// longer wanted. Fails if the input cannot be read or the output cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    loader: &dyn ProgramLoader,
    leaving: CancellationToken,
) -> io::Result<()> {
    let mut sender = Sender { output, sent: 0 };
    let mut session = Session::new(loader);
    for incoming in inbox::open(input, leaving) {
        let mut value = match incoming? {
            Incoming::Message(value) => value,
            Incoming::Malformed(problem) => {
                sender.complain(&problem)?;
                continue;
            }
        };
        let Some(request) = Request::take(&mut value) else {
            sender.refuse(&value)?;
            continue;
        };
        let last = request.command == "disconnect";
        let answer = session.handle(&request.command, request.arguments);
        sender.answer(request.seq, request.command, answer)?;
        if last {
            return Ok(());
        }
        session.answered();
    }
    Ok(())
}

/// Numbers the messages and writes them.
struct Sender<W> {
    output: W,
    sent: i64,
}

impl<W: Write> Sender<W> {
    fn send(&mut self, message: Message) -> io::Result<()> {
        self.sent += 1;
        codec::write(&mut self.output, &Outgoing { seq: self.sent, message })
    }

    /// The answer to a request, then the events it causes.
    fn answer(&mut self, request_seq: i64, command: String, answer: Answer) -> io::Result<()> {
        let Answer { result, events } = answer;
        let (success, message, body) = match result {
            Ok(body) => (true, None, body),
            Err(failure) => (false, Some(failure.message.clone()), failure.body()),
        };
        self.send(Message::Response(Response { request_seq, success, command, message, body }))?;
        events.into_iter().try_for_each(|event| self.send(Message::Event(event)))
    }

    /// Reacts to JSON that is no request: an error response if it is meant as one.
    fn refuse(&mut self, value: &Value) -> io::Result<()> {
        match (value["seq"].as_i64(), value["type"].as_str()) {
            // The adapter sends no requests, so an apparent response needs no answer.
            (_, Some("response" | "event")) => Ok(()),
            (Some(seq), _) => {
                let command = value["command"].as_str().unwrap_or_default().to_owned();
                let message = "this is not a request: `type` must be \"request\" and `command` a string";
                self.answer(seq, command, Answer::failed(message))
            }
            (None, _) => self.complain("a message has no number `seq`"),
        }
    }

    /// Shows the user a message about input that cannot be answered.
    fn complain(&mut self, problem: &str) -> io::Result<()> {
        let output = format!("The editor sent an invalid message: {problem}\n");
        self.send(Message::Event(Event::Output(Output { category: "stderr", output })))
    }
}
