//! Getting the counterexample that a launch request asks for, and the program that it is one of.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use boolprog_base::ReadText;
use boolprog_frontend::{Options, Program, Text, front_end_of, recorded_machine, recorded_options};
use boolprog_machine::program::Program as CProgram;
use boolprog_trace::c::Expressions;
use boolprog_trace::document::{ProgramKind, TraceDocument, program_hash};

use super::ProgramLoader;
use super::environment::Environment;
use super::protocol::{LaunchArguments, Source, ThreadCount};
use super::recording::{Language, Recording};
use super::simulation::{BooleanSimulator, CSimulator, IntegerSimulator, Simulation, Simulator};

const HAS_ERRORS: &str = "What-if is unavailable: the program now has errors.";
const HAS_CHANGED: &str = "The program has changed since this trace was saved: what is replayed was recorded with the old \
                           program. Check the program again for a trace of the new one.";

/// A simulator of the program, or the reason why there is none, as a sentence.
type Made = Result<Box<dyn Simulator>, String>;

type Making = Box<dyn FnOnce() -> Made + Send>;

/// The program of a trace of a C program, or the reason why there is none, as a sentence. The first use reads it.
type Machine = LazyLock<Result<Arc<CProgram>, String>, Box<dyn FnOnce() -> Result<Arc<CProgram>, String> + Send>>;

#[derive(Debug)]
pub(super) struct Launched {
    recorded: Arc<Recording>,
    pub(super) simulation: Option<Simulation>,
    /// The simulator, or the reason why there is none, as a sentence. The first use builds it.
    simulator: Arc<LazyLock<Made, Making>>,
    preparing: bool,
    pub(super) path: String,
    /// Paths of the other files of the program.
    pub(super) files: Vec<String>,
    pub(super) stop_on_entry: bool,
    /// Notes on the counterexample for the user, as sentences.
    pub(super) note: Option<String>,
}

impl Launched {
    /// Loads the requested recording. Fails with a message for the user.
    pub(super) fn new(mut arguments: LaunchArguments, loader: &dyn ProgramLoader) -> Result<Self, String> {
        let stop_on_entry = arguments.stop_on_entry;
        let program = arguments.program.clone();
        let text = arguments.program_text.take();
        let threads = arguments.threads.clone().map(ThreadCount::text);
        let was_saved = arguments.trace.is_some();
        let document = counterexample(arguments, loader)?;
        let file = Path::new(program.as_deref().unwrap_or(&document.program)).to_owned();
        let path = loader.absolute(&file);
        let damaged = |problem| format!("The counterexample cannot be replayed: {problem}.");
        let recorded = Recording::new(Arc::clone(&document)).map_err(damaged)?;
        let text = text.map_or_else(|| loader.read(&file), Ok);
        let has_changed = text.as_ref().is_ok_and(|text| program_hash(text) != recorded.document().program_hash);
        let note = (was_saved && has_changed).then(|| HAS_CHANGED.to_owned());
        let files = recorded.document().files.iter().map(|file| loader.absolute(Path::new(file))).collect();
        let environment = loader.environment();
        let machine = (document.kind == ProgramKind::C).then(|| machine(document, text.clone(), environment.clone()));
        let recorded = Arc::new(match machine.clone() {
            Some(machine) => recorded.with_language(language(machine, environment.included)),
            None => recorded,
        });
        let making = making((file, text), machine, threads, Arc::clone(&recorded), environment);
        let simulator = Arc::new(LazyLock::new(making));
        Ok(Self { recorded, simulation: None, simulator, preparing: false, path, files, stop_on_entry, note })
    }

    /// Begins to prepare the simulator in the background. Called once the launch is answered, which would otherwise
    /// share memory and processors with it.
    pub(super) fn prepare(&mut self) {
        if !std::mem::replace(&mut self.preparing, true) {
            let simulator = Arc::clone(&self.simulator);
            std::thread::spawn(move || LazyLock::force(&simulator).is_ok());
        }
    }

    /// The simulator of the program, or the reason why there is none, as a sentence.
    pub(super) fn simulator(&self) -> Result<&dyn Simulator, &str> {
        LazyLock::force(&self.simulator).as_ref().map(Box::as_ref).map_err(String::as_str)
    }

    /// The recording that is shown: the simulation if there is one, otherwise the launched recording.
    pub(super) fn recording(&self) -> &Recording {
        self.simulation.as_ref().map_or(&self.recorded, Simulation::recording)
    }

    pub(super) fn tried_out(&self) -> Option<(&Simulation, &dyn Simulator)> {
        let simulation = self.simulation.as_ref()?;
        Some((simulation, self.simulator().ok()?))
    }

    pub(super) fn recorded(&self) -> &Recording {
        &self.recorded
    }

    /// A file of the program, as sent to the client.
    pub(super) fn source(&self, file: Option<u32>) -> Source {
        let path = file.and_then(|file| self.files.get(file as usize)).unwrap_or(&self.path);
        let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        Source { name, path: Some(path.clone()) }
    }

    /// The files of the program, itself first.
    pub(super) fn sources(&self) -> Vec<Source> {
        [None].into_iter().chain((0..).take(self.files.len()).map(Some)).map(|file| self.source(file)).collect()
    }
}

/// The construction of a simulator, if the program is the recorded one.
fn making(
    (file, text): (PathBuf, Result<String, String>),
    machine: Option<Arc<Machine>>,
    threads: Option<String>,
    recorded: Arc<Recording>,
    environment: Environment,
) -> Making {
    Box::new(move || {
        let text = unchanged(text, recorded.document())?;
        // A panic costs trying something else, not the session.
        let made = || match &machine {
            Some(machine) => {
                let program = LazyLock::force(machine).clone()?;
                CSimulator::new(program, &recorded, environment).map(|it| Box::new(it) as _)
            }
            None => simulator(&file, text, threads.as_deref(), &recorded, &environment),
        };
        catch_unwind(AssertUnwindSafe(made)).unwrap_or_else(|_| {
            Err("What-if is unavailable: executing the program failed. Please report this.".to_owned())
        })
    })
}

/// The simulator of a program, if the recording is an execution of it under some of its possible options. Fails with a
/// sentence for the user.
fn simulator(
    file: &Path,
    text: String,
    threads: Option<&str>,
    recorded: &Recording,
    environment: &Environment,
) -> Made {
    let document = recorded.document();
    let text = Text { path: document.program.clone(), text: text.into() };
    let control = (environment.control)();
    let front_end = front_end_of(file, document);
    let launched = threads.and_then(|threads| threads.parse().ok()).filter(|_| !document.is_of_integer_program());
    let mut problem = HAS_ERRORS.to_owned();
    for recorded_options in recorded_options(document) {
        let options = Options { threads: launched.or(recorded_options.threads), ..recorded_options };
        let simulator: Made = match front_end.read(&text, &options, &*control) {
            Ok((Program::Boolean(unit), _)) => BooleanSimulator::new(unit, recorded).map(|it| Box::new(it) as _),
            Ok((Program::Integer(model), _)) => IntegerSimulator::new(model, recorded).map(|it| Box::new(it) as _),
            Ok((Program::System(_), _)) | Err(_) => continue,
        };
        match simulator {
            Ok(simulator) => return Ok(simulator),
            Err(why) => problem = why,
        }
    }
    Err(problem)
}

/// The text of a program, if it is the recorded one. Fails with a sentence for the user.
fn unchanged(text: Result<String, String>, document: &TraceDocument) -> Result<String, String> {
    let text = text.map_err(|why| format!("What-if is unavailable: the program cannot be read. {why}"))?;
    if program_hash(&text) != document.program_hash {
        return Err("What-if is unavailable: the program has changed since the recording.".to_owned());
    }
    Ok(text)
}

/// The program of a trace of a C program.
fn machine(document: Arc<TraceDocument>, text: Result<String, String>, environment: Environment) -> Arc<Machine> {
    Arc::new(LazyLock::new(Box::new(move || {
        let text = Text { path: document.program.clone(), text: unchanged(text, &document)?.into() };
        let read = || recorded_machine(&document, &text, environment.included, &*(environment.control)());
        let program = catch_unwind(AssertUnwindSafe(read))
            .map_err(|_| "What-if is unavailable: reading the program failed. Please report this.".to_owned())?;
        let unreadable = |why| format!("What-if is unavailable: the program cannot be read: {why}");
        program.map(Arc::new).map_err(unreadable)
    })))
}

/// The reader of expressions in the program of a trace, if that is one of C, has this text, and can be read.
pub(crate) fn language_of(
    document: &Arc<TraceDocument>,
    text: String,
    environment: Environment,
) -> Option<Arc<Language>> {
    let included = environment.included;
    let machine = || machine(Arc::clone(document), Ok(text), environment);
    (document.kind == ProgramKind::C).then(|| language(machine(), included))
}

/// The reader of expressions in a C program.
fn language(machine: Arc<Machine>, included: Option<ReadText>) -> Arc<Language> {
    Arc::new(LazyLock::new(Box::new(move || {
        LazyLock::force(&machine).as_ref().ok().map(|program| Expressions::new(Arc::clone(program), included))
    })))
}

fn counterexample(arguments: LaunchArguments, loader: &dyn ProgramLoader) -> Result<Arc<TraceDocument>, String> {
    let LaunchArguments { program, property, trace, trace_document, threads, .. } = arguments;
    match (trace_document, trace, program) {
        (Some(document), None, _) => {
            let document = TraceDocument::read_value(&document);
            document.map(Arc::new).map_err(|error| format!("`traceDocument` is not a saved counterexample: {error}."))
        }
        (None, Some(path), _) => {
            let text = loader.read(Path::new(&path)).map_err(|problem| format!("{path}: {problem}"))?;
            let document = TraceDocument::read(&text);
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
