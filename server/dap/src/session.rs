//! The requests of one client.

mod inspect;
mod interrupt;
mod motion;
mod setup;
mod what_if;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use super::ProgramLoader;
use super::breakpoints::{Breakpoints, Replayed, Resolved};
use super::client::Client;
use super::handles::Handles;
use super::launch::Launched;
use super::protocol::{Body, Continued, Event};
use super::replay::Motion;
use super::stops::Exceptions;

#[derive(Debug)]
pub(super) struct Failure {
    pub(super) message: String,
    /// `true` if the editor should show it to the user.
    pub(super) show: bool,
}

impl Failure {
    /// The same, for the person to see.
    fn shown(self) -> Self {
        Self { show: true, ..self }
    }

    /// The body of the error response.
    pub(super) fn body(&self) -> Body {
        // The text goes into a variable, since braces in a format name variables.
        let variables = json!({"message": self.message});
        let error = json!({"id": 1, "format": "{message}", "variables": variables, "showUser": self.show});
        to_raw_value(&json!({"error": error})).ok()
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self { message, show: false }
    }
}

/// The answer to a request, and the events it causes.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) result: Result<Body, Failure>,
    pub(super) events: Vec<Event>,
}

impl Answer {
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self { result: Err(Failure::from(message.into())), events: Vec::new() }
    }
}

type Reply = (Body, Vec<Event>);

type Handled = Result<Reply, Failure>;

enum Stage {
    Empty {
        /// `true` if the client has said `configurationDone` already.
        configured: bool,
    },
    /// Launched; the client has not said `configurationDone`.
    Launched(Launched),
    /// Stopped at a cursor: where a session spends its life.
    Stopped(Launched, usize),
}

/// One session: the launched recording, and the client's configuration.
pub(super) struct Session<'a> {
    loader: &'a dyn ProgramLoader,
    client: Client,
    stage: Stage,
    breakpoints: Breakpoints,
    /// Hits of the breakpoints in the launched recording.
    resolved: Resolved,
    exceptions: Exceptions,
    handles: Handles,
    /// Number of times that the shown recording was replaced.
    revision: u32,
}

impl<'a> Session<'a> {
    /// A session before its first request.
    pub(super) fn new(loader: &'a dyn ProgramLoader) -> Self {
        Self {
            loader,
            client: Client::default(),
            stage: Stage::Empty { configured: false },
            breakpoints: Breakpoints::default(),
            resolved: Resolved::default(),
            exceptions: Exceptions { violation: true, stuck: true },
            handles: Handles::default(),
            revision: 0,
        }
    }

    pub(super) fn handle(&mut self, command: &str, arguments: Value) -> Answer {
        let before = self.stage.stopped().ok().and_then(|(launched, cursor)| launched.recording().focus(cursor));
        match self.dispatch(command, arguments) {
            Ok((body, mut events)) => {
                // A client does not expect these requests to move the cursor.
                if matches!(command, "evaluate" | "restart")
                    && let Some(thread_id) = before
                    && events.iter().any(|event| matches!(event, Event::Stopped(_)))
                {
                    events.insert(0, Event::Continued(Continued { thread_id, all_threads_continued: true }));
                }
                Answer { result: Ok(body), events }
            }
            Err(failure) => Answer { result: Err(failure), events: Vec::new() },
        }
    }

    /// Does slow work that no request waits for, after the last answer was sent.
    pub(super) fn answered(&mut self) {
        if let Stage::Launched(launched) | Stage::Stopped(launched, _) = &mut self.stage {
            launched.prepare();
        }
    }

    fn dispatch(&mut self, command: &str, arguments: Value) -> Handled {
        match command {
            "initialize" => self.initialize(&read(command, arguments)?),
            "launch" => self.launch(read(command, arguments).map_err(Failure::shown)?),
            "setBreakpoints" => self.set_breakpoints(&read(command, arguments)?),
            "setFunctionBreakpoints" => self.set_function_breakpoints(&read(command, arguments)?),
            "dataBreakpointInfo" => self.data_breakpoint_info(&read(command, arguments)?),
            "setDataBreakpoints" => self.set_data_breakpoints(&read(command, arguments)?),
            "setExceptionBreakpoints" => Ok(self.set_exception_breakpoints(&read(command, arguments)?)),
            "configurationDone" => Ok(self.configuration_done()),
            "breakpointLocations" => self.breakpoint_locations(&read(command, arguments)?),
            "loadedSources" => self.loaded_sources(),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(&read(command, arguments)?),
            "scopes" => self.scopes(&read(command, arguments)?),
            "variables" => self.variables(&read(command, arguments)?),
            "evaluate" => self.evaluate(&read(command, arguments)?),
            "exceptionInfo" => self.exception_info(&read(command, arguments)?),
            "completions" => self.completions(&read(command, arguments)?),
            "next" => self.step(&read(command, arguments)?, Motion::Next, Motion::Thread),
            "stepBack" => self.step(&read(command, arguments)?, Motion::Previous, Motion::ThreadBack),
            "stepIn" => self.step_thread(&read(command, arguments)?, Motion::Thread),
            "boolprog/stepInBack" => self.step_thread(&read(command, arguments)?, Motion::ThreadBack),
            "stepOut" => self.run(&read(command, arguments)?, Motion::Switch),
            "boolprog/stepOutBack" => self.run(&read(command, arguments)?, Motion::SwitchBack),
            "continue" => self.run(&read(command, arguments)?, Motion::Forward),
            "reverseContinue" => self.run(&read(command, arguments)?, Motion::Backward),
            "gotoTargets" => self.goto_targets(&read(command, arguments)?),
            "goto" => self.goto(&read(command, arguments)?),
            "boolprog/gotoStep" => self.goto_step(&read(command, arguments)?),
            "restartFrame" => self.restart_frame(&read(command, arguments)?),
            "boolprog/trace" => self.trace(),
            "boolprog/alternatives" => self.alternatives(),
            "boolprog/whatIf" => self.what_if(&read(command, arguments)?),
            "boolprog/backToRecording" => self.back_to_recording(),
            "restart" => self.restart(),
            // A replay is always at rest; the reader of the messages handles disconnecting.
            "pause" | "disconnect" => Ok(nothing()),
            "terminate" => Ok(self.terminate()),
            _ => Err(format!("the debug adapter does not know the request `{command}`").into()),
        }
    }
}

impl Stage {
    fn launched(&self) -> Option<&Launched> {
        match self {
            Self::Empty { .. } => None,
            Self::Launched(launched) | Self::Stopped(launched, _) => Some(launched),
        }
    }

    /// The same, for changes.
    fn stopped_mut(&mut self) -> Result<(&mut Launched, &mut usize), Failure> {
        match self {
            Self::Stopped(launched, cursor) => Ok((launched, cursor)),
            _ => Err(not_begun()),
        }
    }

    /// The launched recording and the cursor; fails before the first stop.
    fn stopped(&self) -> Result<(&Launched, usize), Failure> {
        match self {
            Self::Stopped(launched, cursor) => Ok((launched, *cursor)),
            _ => Err(not_begun()),
        }
    }
}

impl Launched {
    /// The recording with the path of its program.
    fn replayed(&self) -> Replayed<'_> {
        Replayed { recording: self.recording(), path: &self.path, files: &self.files }
    }

    /// Checks the number of a thread: it must live at some time.
    fn thread(&self, number: i64) -> Result<u32, Failure> {
        let known = u32::try_from(number).ok().filter(|number| self.recording().ever_lives(*number));
        known.ok_or_else(|| format!("there is no thread {number} in this counterexample").into())
    }
}

/// The arguments of a request as its type. Some editors can omit a field only by `null`.
fn read<T: DeserializeOwned>(command: &str, mut arguments: Value) -> Result<T, Failure> {
    if let Value::Object(members) = &mut arguments {
        members.retain(|_, value| !value.is_null());
    }
    serde_json::from_value(arguments).map_err(|error| format!("the arguments of `{command}` are wrong: {error}").into())
}

fn body(body: impl Serialize) -> Handled {
    let body = to_raw_value(&body).map_err(|error| error.to_string())?;
    Ok((Some(body), Vec::new()))
}

const fn nothing() -> Reply {
    (None, Vec::new())
}

fn not_begun() -> Failure {
    "the replay has not begun: `launch` and `configurationDone` come first".to_owned().into()
}

fn no_frame(id: i64) -> Failure {
    format!("there is no stack frame {id} at this step").into()
}
