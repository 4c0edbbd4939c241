//! Getting the counterexample that a launch request asks for.

use std::path::Path;
use std::sync::Arc;

use boolprog_trace::document::TraceDocument;

use super::ProgramLoader;
use super::protocol::{LaunchArguments, Source, ThreadCount};
use super::recording::Recording;

/// What is replayed.
#[derive(Debug)]
pub(super) struct Launched {
    pub(super) recording: Recording,
    pub(super) path: String,
    pub(super) stop_on_entry: bool,
}

impl Launched {
    /// Loads what was asked for. Fails with a message for people.
    pub(super) fn new(arguments: LaunchArguments, loader: &dyn ProgramLoader) -> Result<Self, String> {
        let stop_on_entry = arguments.stop_on_entry;
        let program = arguments.program.clone();
        let document = counterexample(arguments, loader)?;
        let path = loader.absolute(Path::new(program.as_deref().unwrap_or(&document.program)));
        let recording =
            Recording::new(document).map_err(|problem| format!("The counterexample cannot be replayed: {problem}."))?;
        Ok(Self { recording, path, stop_on_entry })
    }

    /// The program as the client is told about it.
    pub(super) fn source(&self) -> Source {
        let name = Path::new(&self.path).file_name().map(|name| name.to_string_lossy().into_owned());
        Source { name, path: Some(self.path.clone()) }
    }
}

fn counterexample(arguments: LaunchArguments, loader: &dyn ProgramLoader) -> Result<Arc<TraceDocument>, String> {
    let LaunchArguments { program, property, trace, trace_document, threads, .. } = arguments;
    match (trace_document, trace, program) {
        (Some(document), None, _) => {
            let document = serde_json::from_value(document);
            document.map(Arc::new).map_err(|error| format!("`traceDocument` is not a saved counterexample: {error}."))
        }
        (None, Some(path), _) => {
            let text = loader.read(Path::new(&path)).map_err(|problem| format!("{path}: {problem}"))?;
            let document = serde_json::from_str(&text);
            document.map(Arc::new).map_err(|error| format!("{path} is not a saved counterexample: {error}."))
        }
        (None, None, Some(program)) => {
            let threads = threads.map(ThreadCount::text);
            loader.load(Path::new(&program), property.as_deref(), threads.as_deref())
        }
        (Some(_), Some(_), _) => Err("Give `trace` or `traceDocument`, not both.".to_owned()),
        (None, None, None) => Err("Give a `program` to check, or a `trace` to replay.".to_owned()),
    }
}
