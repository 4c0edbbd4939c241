//! Boolean programs, executed by the reference interpreter.

use boolprog_base::Span;
use boolprog_check::{Unit, property_ids};
use boolprog_program::lower::properties;
use boolprog_program::program::Property;
use boolprog_trace::configuration::Configuration;
use boolprog_trace::document::{
    PropertyDocument, PropertyKind, Sites, StateDocument, TraceDocument, Value, site_ranges,
};
use boolprog_trace::interpreter::{Interpreter, Violation};
use boolprog_trace::replay;
use boolprog_trace::simulation::{
    Alternative, alternatives, alternatives_of_thread, start_near, violated_by, why_blocked,
};
use boolprog_trace::{Exporter, Subject, can_be_in};

use super::{Moment, Simulator, Way};
use crate::recording::Recording;

#[derive(Debug)]
pub(crate) struct BooleanSimulator {
    unit: Unit,
    sites: Sites,
    properties: Vec<(String, Property)>,
}

impl BooleanSimulator {
    /// Makes sure that a recording is an execution of a program, which has no errors; takes time linear in the
    /// recording. Fails with a sentence for the user.
    pub(crate) fn new(unit: Unit, recording: &Recording) -> Result<Self, String> {
        let simulator = Self::of(unit);
        let document = recording.document();
        let moves =
            recording.end() - usize::from(document.property.kind == PropertyKind::Assert && recording.end() > 0);
        // A state that cannot be read is left out, so that one is missing at the end.
        let states = (0..=moves).map_while(|cursor| simulator.configuration(recording.state(cursor)).ok());
        let actors = document.steps[..moves].iter().map(|step| step.thread);
        replay::follows(&simulator.interpreter(), states, actors)
            .map_err(|problem| format!("What-if is unavailable: the recording does not fit the program: {problem}."))?;
        Ok(simulator)
    }

    /// For any execution of a program, which has no errors.
    pub(crate) fn of(unit: Unit) -> Self {
        let properties = properties(&unit.file, &unit.analysis.reading);
        let properties = property_ids(&properties).into_iter().zip(properties).collect();
        Self { sites: Sites::new(&site_ranges(&unit.text, &unit.file)), unit, properties }
    }

    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.unit.file, &self.unit.analysis.names, &self.unit.analysis.reading)
    }

    fn configuration(&self, state: &StateDocument) -> Result<Configuration, String> {
        let found = state.configuration(&self.sites);
        found.ok_or_else(|| "What-if is unavailable: the recording refers to places that do not exist.".to_owned())
    }

    fn violated(&self, violation: Violation, exporter: &Exporter<'_>) -> Option<PropertyDocument> {
        let is_it = |property: &Property| property.site == violation.site && property.kind == violation.kind;
        let (id, property) = self.properties.iter().find(|(_, property)| is_it(property))?;
        Some(PropertyDocument {
            id: id.clone(),
            kind: violation.kind.into(),
            name: property.name.to_string(),
            range: exporter.range_of(property.span),
            thread: violation.thread,
            related: Vec::new(),
            locks: None,
        })
    }
}

impl Simulator for BooleanSimulator {
    fn ways(&self, moment: Moment<'_>, thread: Option<u32>, most: usize) -> Result<Vec<Way>, String> {
        let (at, used) = (self.configuration(moment.state())?, moment.used());
        let interpreter = self.interpreter();
        let exporter = Exporter::new(&interpreter, &self.unit.text);
        let way = |found: Alternative| Way {
            step: exporter.step(found.step, &at, &found.next),
            state: exporter.state(&found.next),
            violation: violated_by(&interpreter, &at, &found).and_then(|violation| self.violated(violation, &exporter)),
            whole: None,
        };
        Ok(match thread {
            Some(thread) => alternatives_of_thread(&interpreter, &at, used, thread).take(most).map(way).collect(),
            None => alternatives(&interpreter, &at, used).take(most).map(way).collect(),
        })
    }

    fn why_blocked(&self, at: Moment<'_>, thread: u32) -> Result<String, String> {
        let at = self.configuration(at.state())?;
        let position = at.position(thread).ok_or_else(|| format!("T{thread} does not live here."))?;
        let interpreter = self.interpreter();
        let exporter = Exporter::new(&interpreter, &self.unit.text);
        let here = at.threads[position].innermost().map(|frame| exporter.text(frame.site)).unwrap_or_default();
        Ok(why_blocked(thread, &here, interpreter.obstacle(&at, position)))
    }

    fn begin(&self, like: &Recording) -> Option<TraceDocument> {
        let known = like.values(0);
        let truth = |thread: Option<u32>, name: &str| {
            let number = thread.unwrap_or_default();
            match known.get(&(number, 1, name)).or_else(|| known.get(&(number, 0, name)))? {
                Value::Truth(truth) => Some(*truth),
                _ => None,
            }
        };
        let interpreter = self.interpreter();
        let start = start_near(&interpreter, like.live(0).count() as u32, truth)?;
        let TraceDocument { program, program_hash, .. } = like.document();
        let Unit { text, .. } = &self.unit;
        let subject = Subject {
            text,
            path: program,
            hash: program_hash,
            property_id: "",
            property_name: "",
            property_span: Span::default(),
            guarantee: "",
        };
        Some(Exporter::new(&interpreter, text).beginning(&start, &subject))
    }

    fn can_have(&self, step: &str) -> bool {
        can_be_in(&self.unit.text, &self.unit.file.comments, step)
    }

    fn is_same(&self, way: &Way, recording: &Recording, cursor: usize) -> bool {
        *recording.state(cursor) == way.state
    }
}
