//! An execution that is made step by step.

use boolprog_trace::document::{PropertyDocument, PropertyKind, StateDocument};
use rustc_hash::FxHashSet;

use super::{Moment, Simulator, Way, has_failed};
use crate::recording::Recording;

/// Steps that are taken at once at most.
const MOST_STEPS: usize = 1000;

const REPEATS: &str = "From here on the same steps would repeat forever.";
const MANY: &str = "Stopped after 1000 steps; Continue goes on.";
const STUCK: &str = "No thread can move.";
const ENDED: &str = "The program has ended.";
const STARTS_ANOTHER: &str =
    "From here on only threads would be started that the recording does not have; Step Over goes on.";

/// Extent of a continuation by default alternatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoOn {
    Step,
    /// One step of this thread.
    Thread(u32),
    /// Until another thread has to act.
    ToSwitch,
    /// Until nothing can happen or something is violated.
    Run,
}

/// An execution that begins as recorded, and continues with selected steps.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    recording: Recording,
    violation: Option<PropertyDocument>,
    /// Why it was not continued, as a sentence for the user.
    note: Option<&'static str>,
}

impl Simulation {
    /// The beginning of a simulation, without a step of its own. Fails with a sentence for the user.
    pub(crate) fn new(simulator: &dyn Simulator, recording: &Recording, cursor: usize) -> Result<Self, String> {
        Ok(Self { recording: simulator.branch(Moment { recording, cursor })?, violation: None, note: None })
    }

    /// The same up to a cursor. Fails with a sentence for the user.
    pub(crate) fn up_to(&self, simulator: &dyn Simulator, cursor: usize) -> Result<Self, String> {
        let mut simulation = Self::new(simulator, &self.recording, cursor)?;
        simulation.finish(simulator)?;
        Ok(simulation)
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Takes one of the steps that were offered at its end. Fails with a sentence for the user.
    pub(crate) fn choose(&mut self, simulator: &dyn Simulator, way: Way) -> Result<(), String> {
        self.take(way);
        self.finish(simulator)
    }

    /// Takes default steps: the thread that acted last continues as long as it can. Returns a sentence for the user if
    /// it stopped for an invisible reason. Fails with one if no step can be taken.
    pub(crate) fn go_on(&mut self, simulator: &dyn Simulator, how: GoOn) -> Result<Option<&'static str>, String> {
        let mut seen = FxHashSet::default();
        self.note = None;
        for taken in 0.. {
            let acted = self.acted();
            let next = match how {
                GoOn::Thread(number) => Some(self.way_of(simulator, number)?),
                GoOn::Step => self.default_way(simulator)?,
                GoOn::ToSwitch | GoOn::Run => self.known_way(simulator)?,
            };
            let Some(next) = next.filter(|_| !has_failed(&self.recording, self.recording.end())) else { break };
            if how == GoOn::ToSwitch && taken > 0 && acted != Some(next.step.thread) {
                break;
            }
            if self.recording.begins(&next.step) && !seen.insert((self.end().clone(), acted)) {
                self.note = Some(REPEATS);
                break;
            }
            if taken == MOST_STEPS {
                self.note = Some(MANY);
                break;
            }
            self.take(next);
            if self.violation.is_some() || matches!(how, GoOn::Step | GoOn::Thread(_)) {
                break;
            }
        }
        self.finish(simulator)?;
        Ok(self.note)
    }

    fn now(&self) -> Moment<'_> {
        Moment { recording: &self.recording, cursor: self.recording.end() }
    }

    fn end(&self) -> &StateDocument {
        self.now().state()
    }

    fn acted(&self) -> Option<u32> {
        self.recording.last_step(self.recording.end()).map(|step| step.thread)
    }

    /// The default alternative: the first of the thread that acted last, so that others act only if they have to, else
    /// the first of all.
    fn default_way(&self, simulator: &dyn Simulator) -> Result<Option<Way>, String> {
        let first = |thread| Ok(simulator.ways(self.now(), thread, 1)?.into_iter().next());
        match self.acted().filter(|number| self.lives(*number)) {
            Some(number) => first(Some(number))?.map_or_else(|| first(None), |way| Ok(Some(way))),
            None => first(None),
        }
    }

    /// The same if it starts no thread beyond those of the recording, else such a step of another thread: a loop of `main` that
    /// starts threads would go on forever, and decide nothing.
    fn known_way(&mut self, simulator: &dyn Simulator) -> Result<Option<Way>, String> {
        let usual = self.default_way(simulator)?;
        if !usual.as_ref().is_some_and(|way| self.recording.starts_another(&way.step)) {
            return Ok(usual);
        }
        let others: Vec<u32> = self.end().threads.iter().map(|thread| thread.number).collect();
        for number in others {
            let way = simulator.ways(self.now(), Some(number), 1)?.into_iter().next();
            if let Some(way) = way.filter(|way| !self.recording.starts_another(&way.step)) {
                return Ok(Some(way));
            }
        }
        self.note = Some(STARTS_ANOTHER);
        Ok(None)
    }

    fn way_of(&self, simulator: &dyn Simulator, number: u32) -> Result<Way, String> {
        if !self.lives(number) {
            return Err(format!("T{number} does not live here."));
        }
        let first = simulator.ways(self.now(), Some(number), 1)?.into_iter().next();
        first.map_or_else(|| Err(format!("{}.", simulator.why_blocked(self.now(), number)?)), Ok)
    }

    fn lives(&self, number: u32) -> bool {
        self.end().threads.iter().any(|thread| thread.number == number)
    }

    fn take(&mut self, taken: Way) {
        self.note = None;
        self.violation = taken.violation;
        match taken.whole {
            Some(whole) => self.recording = self.recording.grown(whole),
            None => self.recording.push(taken.step, taken.state),
        }
    }

    /// Records the end: the violation, else the next step, else the position of the thread that acted last.
    fn finish(&mut self, simulator: &dyn Simulator) -> Result<(), String> {
        if let Some(property) = self.violation.clone() {
            self.recording.finish(property, false, None);
            return Ok(());
        }
        let next = self.default_way(simulator)?;
        let stuck = next.is_none() && simulator.is_stuck(self.now())?;
        let why = if next.is_some() { self.note } else { Some(if stuck { STUCK } else { ENDED }) };
        self.recording.finish(self.place(next), stuck, why);
        Ok(())
    }

    fn place(&self, next: Option<Way>) -> PropertyDocument {
        let stays = || {
            let threads = &self.end().threads;
            let acted = self.acted().and_then(|number| threads.iter().find(|thread| thread.number == number));
            let thread = acted.or(threads.first())?;
            Some((thread.number, thread.frames.last()?.range))
        };
        let last = || self.recording.last_step(self.recording.end()).map(|step| (step.thread, step.range));
        let place = next.map(|next| (next.step.thread, next.step.range)).or_else(stays).or_else(last);
        let (thread, range) = place.unwrap_or((1, self.recording.document().property.range));
        let name = format!("line {}", range.line);
        PropertyDocument {
            id: "what-if".to_owned(),
            kind: PropertyKind::Point,
            name,
            range,
            thread,
            related: Vec::new(),
            locks: None,
        }
    }
}
