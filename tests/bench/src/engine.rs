//! Measuring in this process: the engines alone, without reading files.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_check::decide::{Decision, Outcome, decide};
use boolprog_check::report::Verdict;
use boolprog_check::{Options, Unit, Unobserved};
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{ThreadSystem, Tts};
use boolprog_program::lower::NotLowered;
use boolprog_program::program::LocationId;
use boolprog_program::reading::ReadingOptions;

use crate::cutoff::NoFigures;
use crate::results::{Answer, Engine, Verdict as Found};
use crate::sample::Sample;
use crate::suite::Instance;

/// The most memory of work, in bytes: trees fill any memory.
const MOST: usize = 4 << 30;

/// Stops after a time, or when the work takes too much memory, and notes the most that it reports.
pub(crate) struct Deadline {
    end: Instant,
    bytes: AtomicUsize,
}

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        Self { end: Instant::now() + time, bytes: AtomicUsize::new(0) }
    }

    /// The most memory at a poll, in bytes.
    pub(crate) fn peak_bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Control for Deadline {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.bytes.fetch_max(progress.bytes, Ordering::Relaxed);
        match progress.bytes {
            bytes if bytes > MOST => Err(Stop::Memory),
            _ if Instant::now() < self.end => Ok(()),
            _ => Err(Stop::Time),
        }
    }
}

pub(crate) enum Loaded {
    Program(Box<Unit>),
    Net(Box<Tts>),
}

impl Loaded {
    /// Reads an instance. Fails if it has errors.
    pub(crate) fn read(instance: &Instance) -> Result<Self> {
        let text = read(&instance.path)?;
        if instance.is_net() { net(instance, &text) } else { program(instance, &text) }
            .with_context(|| instance.path.display().to_string())
    }

    /// The system that the engines for any number of threads see: the remains of saturation, written out.
    pub(crate) fn explicit(&self, control: &dyn Control) -> Result<Tts, NoFigures> {
        let explicit = match self {
            Self::Net(tts) => restricted(&mut Tts::clone(tts), control),
            Self::Program(unit) => match unit.analysis.program() {
                Ok(program) => restricted(&mut ProgramSystem::new(program, control)?, control),
                Err(NotLowered::Recursion { .. }) => return Err(NoFigures::Refused("recursive")),
                Err(NotLowered::Errors | NotLowered::TooLarge) => return Err(NoFigures::Refused("too large")),
            },
        };
        Ok(explicit?)
    }

    /// The number of local states before anything is known of them: of a program the valuations of the local variables at
    /// each location, of a net those that it declares.
    pub(crate) fn declared_local_states(&self) -> f64 {
        match self {
            Self::Net(tts) => f64::from(tts.local_states),
            Self::Program(unit) => unit.analysis.program().map_or(0.0, |program| {
                let bits = |location| {
                    let frames = program.frames(location).into_iter();
                    let own: usize = frames.map(|frame| program.instance(frame.instance).variables.len()).sum();
                    program.thread_local_variables.len() + own
                };
                let locations = (0..program.locations.len() as u32).map(LocationId);
                locations.map(|location| f64::powi(2.0, i32::try_from(bits(location)).unwrap_or(i32::MAX))).sum()
            }),
        }
    }
}

fn restricted<S: ThreadSystem>(system: &mut S, control: &dyn Control) -> Result<Tts, Stop> {
    let saturation = saturate(system, control)?;
    Ok(saturation.to_tts(system, control)?.tts)
}

fn read(path: &std::path::Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn net(instance: &Instance, text: &str) -> Result<Loaded> {
    let target = parse_target(&read(&instance.path.with_extension("prop"))?)?;
    let initial = parse_initial(instance.start.as_deref().unwrap_or("0/0"))?;
    let tts = parse_tts(text)?.with_initial(initial)?.with_targets(vec![target])?;
    Ok(Loaded::Net(Box::new(tts)))
}

fn program(instance: &Instance, text: &str) -> Result<Loaded> {
    let threads = instance.start.as_ref().and_then(|start| start.parse().ok());
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions { threads, ..ReadingOptions::default() });
    // A recursive program has no coverability set, but verdicts.
    if matches!(analysis.program(), Err(NotLowered::Errors)) {
        bail!("the program has errors");
    }
    let unit =
        Unit { path: instance.name.clone(), text: Arc::from(text), file: parsed.file, analysis: Arc::new(analysis) };
    Ok(Loaded::Program(Box::new(unit)))
}

/// Measures the verdicts with their evidence, and the whole coverability set.
pub(crate) fn measure(loaded: &Loaded, repeat: u32, timeout: Duration) -> Engine {
    let mut answer = Answer::default();
    let verdict = repeated(repeat, timeout, || answer.verdict = verdict(loaded, &Deadline::after(timeout)));
    let set = repeated(repeat, timeout, || {
        let found = set(loaded, &Deadline::after(timeout));
        answer.maximal_markings = found.as_ref().and_then(|found| found.maximal_markings);
        answer.thread_states = found.map(|found| found.rows.states.len() as u64);
    });
    Engine { answer, verdict, set: set.filter(|_| answer.maximal_markings.is_some()) }
}

/// The times of a piece of work, in seconds. Work that takes its whole time once is not tried again, and has none.
fn repeated(repeat: u32, timeout: Duration, mut work: impl FnMut()) -> Option<Sample> {
    let mut times = Vec::new();
    for _ in 0..repeat {
        let started = Instant::now();
        work();
        let time = started.elapsed();
        if time >= timeout {
            return None;
        }
        times.push(time.as_secs_f64());
    }
    Sample::of(&times)
}

fn verdict(loaded: &Loaded, control: &dyn Control) -> Found {
    match loaded {
        Loaded::Program(unit) => {
            let report = boolprog_check::check(unit, Options::default(), control, &mut Unobserved);
            Found::worst(report.properties.iter().map(|property| match property.verdict {
                Verdict::Violated(_) => Found::Violated,
                Verdict::Proved(_) => Found::Proved,
                Verdict::Unknown(_) => Found::Unknown,
            }))
        }
        Loaded::Net(tts) => {
            let decision = decide(&mut Tts::clone(tts), &[0], Options::default(), control, &mut |_, _| {});
            Found::worst(decision.outcomes.iter().map(|(_, outcome)| match outcome {
                Outcome::Violated { .. } => Found::Violated,
                Outcome::Proved { .. } => Found::Proved,
                Outcome::Unknown(_) => Found::Unknown,
            }))
        }
    }
}

/// Everything that can be covered: the decision on no property.
fn set(loaded: &Loaded, control: &dyn Control) -> Option<Decision> {
    fn all<S: ThreadSystem>(system: &mut S, control: &dyn Control) -> Decision {
        decide(system, &[], Options::default(), control, &mut |_, _| {})
    }
    match loaded {
        Loaded::Program(unit) => {
            let program = unit.analysis.program().ok()?;
            Some(all(&mut ProgramSystem::new(program, control).ok()?, control))
        }
        Loaded::Net(tts) => Some(all(&mut Tts::clone(tts), control)),
    }
}
