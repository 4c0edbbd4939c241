//! What if: executions that leave the recording, because somebody chose another step.

use boolprog_check::{Unit, property_ids};
use boolprog_program::lower::properties;
use boolprog_program::program::{Property, PropertyKind};
use boolprog_trace::Exporter;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::document::{PropertyDocument, Sites, StateDocument, StepDocument, site_ranges};
use boolprog_trace::interpreter::{Event, Interpreter, Violation};
use boolprog_trace::replay::{self, Step};
use boolprog_trace::simulation::{
    Alternative, alternatives, default_alternative, first_alternative, violated_by, why_blocked,
};
use rustc_hash::FxHashSet;

use super::recording::Recording;

/// Kinds of properties in documents.
const ASSERT: &str = "assert";
const PLACE: &str = "place";

/// More ways to go on are not listed.
const MOST_OFFERS: usize = 200;

/// Steps that are taken at once at most.
const MOST_STEPS: usize = 1000;

/// The program of a recording, ready to be executed from any of its states.
#[derive(Debug)]
pub(super) struct Simulator {
    unit: Unit,
    sites: Sites,
    /// With their ids.
    properties: Vec<(String, Property)>,
}

/// What can happen next at a moment.
pub(super) struct Offers {
    /// The ways to go on, at most [`MOST_OFFERS`].
    pub(super) list: Vec<Offer>,
    /// Whether there are more.
    pub(super) more: bool,
    /// The threads that cannot move, each with a clause that says why.
    pub(super) blocked: Vec<(u32, String)>,
}

/// One way to go on.
pub(super) struct Offer {
    alternative: Alternative,
    pub(super) step: StepDocument,
    /// The state behind it.
    pub(super) state: StateDocument,
    /// Whether it is the step that is recorded.
    pub(super) recorded: bool,
}

impl Offer {
    /// Whether it is an assertion that fails.
    pub(super) fn fails(&self) -> bool {
        self.alternative.fails
    }

    /// Whether a recording goes on like this at a cursor.
    pub(super) fn is_in(&self, recording: &Recording, cursor: usize) -> bool {
        recording.next_step(cursor).is_some_and(|step| step.thread == self.step.thread)
            && *recording.state(cursor + 1) == self.state
            && has_failed(recording, cursor + 1) == self.alternative.fails
    }
}

/// How far to go on where nobody chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoOn {
    /// One step.
    Step,
    /// One step of this thread.
    Thread(u32),
    /// Until another thread has to act.
    ToSwitch,
    /// Until nothing can happen or something is violated.
    Run,
}

impl Simulator {
    /// Makes sure that a recording is an execution of a program, which has no errors; takes time linear in the recording.
    /// Fails with a sentence for people.
    pub(super) fn new(unit: Unit, recording: &Recording) -> Result<Self, String> {
        let properties = properties(&unit.file, &unit.analysis.reading);
        let properties = property_ids(&properties).into_iter().zip(properties).collect();
        let simulator = Self { sites: Sites::new(&site_ranges(&unit.text, &unit.file)), unit, properties };
        let document = recording.document();
        let moves = recording.end() - usize::from(document.property.kind == ASSERT && recording.end() > 0);
        // A state that cannot be read is left out, so that one is missing at the end.
        let states = (0..=moves).map_while(|cursor| simulator.configuration(recording, cursor).ok());
        let actors = document.steps[..moves].iter().map(|step| step.thread);
        replay::follows(&simulator.interpreter(), states, actors).map_err(|problem| {
            format!("Nothing else can be tried: the recording does not fit the program: {problem}.")
        })?;
        Ok(simulator)
    }

    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.unit.file, &self.unit.analysis.names, &self.unit.analysis.reading)
    }

    fn configuration(&self, recording: &Recording, cursor: usize) -> Result<Configuration, String> {
        let found = recording.state(cursor).configuration(&self.sites);
        found.ok_or_else(|| "Nothing else can be tried: the recording speaks of places that are not there.".to_owned())
    }

    fn violated(&self, violation: Violation, exporter: &Exporter<'_>) -> Option<PropertyDocument> {
        let is_it = |property: &Property| property.site == violation.site && property.kind == violation.kind;
        let (id, property) = self.properties.iter().find(|(_, property)| is_it(property))?;
        let kind = match violation.kind {
            PropertyKind::Assert => ASSERT,
            PropertyKind::Label => "label",
        };
        Some(PropertyDocument {
            id: id.clone(),
            kind: kind.to_owned(),
            name: property.name.to_string(),
            range: exporter.range_of(property.span),
            thread: violation.thread,
        })
    }

    /// What can happen next at a cursor. Fails with a sentence for people.
    pub(super) fn offers(&self, recording: &Recording, cursor: usize) -> Result<Offers, String> {
        let at = self.configuration(recording, cursor)?;
        let mut offers = Offers { list: Vec::new(), more: false, blocked: Vec::new() };
        if has_failed(recording, cursor) {
            return Ok(offers);
        }
        let interpreter = self.interpreter();
        let exporter = Exporter::new(&interpreter, &self.unit.text);
        for alternative in alternatives(&interpreter, &at, used(recording, cursor)) {
            if offers.list.len() == MOST_OFFERS {
                offers.more = true;
                break;
            }
            let step = exporter.step(alternative.step, &at, &alternative.next);
            let mut offer = Offer { step, state: exporter.state(&alternative.next), recorded: false, alternative };
            offer.recorded = offer.is_in(recording, cursor);
            offers.list.push(offer);
        }
        let can_move = |number| offers.list.iter().any(|offer| offer.step.thread == number);
        let stays = |(position, number): (usize, u32)| {
            let here = exporter.text(at.threads[position].innermost()?.site);
            Some((number, why_blocked(number, &here, interpreter.obstacle(&at, position))))
        };
        let numbers = at.threads.iter().map(|thread| thread.number).enumerate();
        if !offers.more {
            offers.blocked = numbers.filter(|(_, number)| !can_move(*number)).filter_map(stays).collect();
        }
        Ok(offers)
    }
}

/// An execution that begins as recorded, and goes on as somebody chose.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    recording: Recording,
    /// The state at its end.
    end: Configuration,
    /// The largest number of a thread so far.
    used: u32,
    /// What the last step violates.
    violation: Option<Violation>,
}

impl Branch {
    /// The beginning of a branch, without a step of its own. Fails with a sentence for people.
    pub(super) fn new(simulator: &Simulator, recording: &Recording, cursor: usize) -> Result<Self, String> {
        let end = simulator.configuration(recording, cursor)?;
        Ok(Self { recording: recording.branch(cursor), end, used: used(recording, cursor), violation: None })
    }

    /// The same up to a cursor.
    pub(super) fn up_to(&self, simulator: &Simulator, cursor: usize) -> Result<Self, String> {
        let mut branch = Self::new(simulator, &self.recording, cursor)?;
        let interpreter = simulator.interpreter();
        branch.finish(simulator, &interpreter, &Exporter::new(&interpreter, &simulator.unit.text));
        Ok(branch)
    }

    /// What is shown.
    pub(super) fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Takes one of the steps that were offered at its end.
    pub(super) fn choose(&mut self, simulator: &Simulator, offer: &Offer) {
        let interpreter = simulator.interpreter();
        let exporter = Exporter::new(&interpreter, &simulator.unit.text);
        self.take(&interpreter, &exporter, &offer.alternative);
        self.finish(simulator, &interpreter, &exporter);
    }

    /// Takes steps that nobody chose: the thread that acted last goes on as long as it can. Gives back a sentence for
    /// people if it stopped for a reason that they cannot see. Fails with one if no step can be taken.
    pub(super) fn go_on(&mut self, simulator: &Simulator, how: GoOn) -> Result<Option<&'static str>, String> {
        let interpreter = simulator.interpreter();
        let exporter = Exporter::new(&interpreter, &simulator.unit.text);
        let mut seen = FxHashSet::default();
        let mut note = None;
        for taken in 0.. {
            let acted = self.acted();
            let next = match how {
                GoOn::Thread(number) => Some(self.step_of(&interpreter, &exporter, number)?),
                _ => default_alternative(&interpreter, &self.end, self.used, acted),
            };
            let Some(next) = next.filter(|_| !has_failed(&self.recording, self.recording.end())) else { break };
            if how == GoOn::ToSwitch && taken > 0 && acted != Some(next.step.thread) {
                break;
            }
            if !seen.insert((self.end.clone(), acted)) {
                note = Some("From here on the same steps would repeat for ever.");
                break;
            }
            if taken == MOST_STEPS {
                note = Some("Stopped after 1000 steps; Continue goes on.");
                break;
            }
            self.take(&interpreter, &exporter, &next);
            if self.violation.is_some() || matches!(how, GoOn::Step | GoOn::Thread(_)) {
                break;
            }
        }
        self.finish(simulator, &interpreter, &exporter);
        Ok(note)
    }

    fn acted(&self) -> Option<u32> {
        self.recording.last_step(self.recording.end()).map(|step| step.thread)
    }

    fn step_of(
        &self,
        interpreter: &Interpreter<'_>,
        exporter: &Exporter<'_>,
        number: u32,
    ) -> Result<Alternative, String> {
        let Some(position) = self.end.position(number) else { return Err(format!("T{number} does not live here.")) };
        first_alternative(interpreter, &self.end, self.used, number).ok_or_else(|| {
            let site = self.end.threads[position].innermost().map(|frame| frame.site);
            let here = site.map(|site| exporter.text(site)).unwrap_or_default();
            format!("{}.", why_blocked(number, &here, interpreter.obstacle(&self.end, position)))
        })
    }

    fn take(&mut self, interpreter: &Interpreter<'_>, exporter: &Exporter<'_>, taken: &Alternative) {
        self.violation = violated_by(interpreter, &self.end, taken);
        if let Event::Created(number) = taken.step.event {
            self.used = number;
        }
        let step = exporter.step(taken.step, &self.end, &taken.next);
        self.recording.push(step, exporter.state(&taken.next));
        self.end = taken.next.clone();
    }

    /// Says what the recording ends with: what is violated, else the step that would be taken next, else where the thread
    /// is that acted last.
    fn finish(&mut self, simulator: &Simulator, interpreter: &Interpreter<'_>, exporter: &Exporter<'_>) {
        let next = default_alternative(interpreter, &self.end, self.used, self.acted()).map(|next| next.step);
        let stuck = next.is_none() && !self.end.threads.is_empty();
        match self.violation.and_then(|violation| simulator.violated(violation, exporter)) {
            Some(property) => self.recording.finish(property, false),
            None => self.recording.finish(self.place(next, exporter), stuck),
        }
    }

    fn place(&self, next: Option<Step>, exporter: &Exporter<'_>) -> PropertyDocument {
        let position = self.acted().and_then(|number| self.end.position(number)).unwrap_or(0);
        let stays = || {
            let thread = self.end.threads.get(position)?;
            Some((thread.number, exporter.range(thread.innermost()?.site)))
        };
        let last = || self.recording.last_step(self.recording.end()).map(|step| (step.thread, step.range));
        let place = next.map(|step| (step.thread, exporter.range(step.site))).or_else(stays).or_else(last);
        let (thread, range) = place.unwrap_or((1, self.recording.document().property.range));
        let name = format!("line {}", range.line);
        PropertyDocument { id: "what-if".to_owned(), kind: PLACE.to_owned(), name, range, thread }
    }
}

/// Whether the step that led to a cursor is an assertion that failed, behind which nothing happens.
fn has_failed(recording: &Recording, cursor: usize) -> bool {
    cursor == recording.end() && cursor > 0 && recording.document().property.kind == ASSERT
}

/// The largest number that a thread had up to a cursor.
fn used(recording: &Recording, cursor: usize) -> u32 {
    let document = recording.document();
    let initial = document.initial.threads.iter().map(|thread| thread.number);
    initial.chain(document.steps[..cursor].iter().filter_map(|step| step.created)).max().unwrap_or(0)
}
