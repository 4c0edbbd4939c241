//! Breakpoints: interruptions of a motion, and the violation.

use serde_json::json;

use super::{Failure, Handled, Reply, Session, body, no_frame, nothing};
use crate::asked::Asked;
use crate::breakpoints::{Behaviour, Replayed, Resolved};
use crate::handles::Place;
use crate::launch::Launched;
use crate::protocol::{
    Breakpoint, BreakpointEvent, BreakpointLocationsArguments, DataBreakpointInfo, DataBreakpointInfoArguments, Event,
    Location, SetBreakpointsArguments, SetDataBreakpointsArguments, SetExceptionBreakpointsArguments,
    SetFunctionBreakpointsArguments,
};
use crate::stops::Exceptions;
use crate::viewpoint::Viewpoint;
use boolprog_syntax::expression::Expression;

/// The exception filters: of the violation, and of states in which no thread can move.
pub(super) const VIOLATION: &str = "violation";
pub(super) const STUCK: &str = "stuck";

impl Session<'_> {
    pub(super) fn set_breakpoints(&mut self, arguments: &SetBreakpointsArguments) -> Handled {
        let Some(path) = &arguments.source.path else {
            return Err("breakpoints need a source with a path".to_owned().into());
        };
        let lines = arguments.breakpoints.iter().map(|wanted| {
            let (condition, count) = (wanted.condition.as_deref(), wanted.hit_condition.as_deref());
            let behaviour = Behaviour::read(condition, count, wanted.log_message.as_deref());
            (self.client.recorded_line(wanted.line), behaviour)
        });
        self.breakpoints.set_lines(path, lines);
        self.resolve();
        body(json!({"breakpoints": self.breakpoints.describe_lines(path, self.resolved(), self.client)}))
    }

    pub(super) fn set_function_breakpoints(&mut self, arguments: &SetFunctionBreakpointsArguments) -> Handled {
        self.breakpoints.set_functions(arguments.breakpoints.iter().map(|wanted| {
            let behaviour = Behaviour::read(wanted.condition.as_deref(), wanted.hit_condition.as_deref(), None);
            (wanted.name.trim().to_owned(), behaviour)
        }));
        self.resolve();
        body(json!({"breakpoints": self.breakpoints.describe_functions(self.resolved())}))
    }

    pub(super) fn set_data_breakpoints(&mut self, arguments: &SetDataBreakpointsArguments) -> Handled {
        self.breakpoints.set_data(arguments.breakpoints.iter().map(|wanted| {
            let behaviour = Behaviour::read(wanted.condition.as_deref(), wanted.hit_condition.as_deref(), None);
            let is_write = wanted.access_type.as_deref().is_none_or(|access| access == "write");
            let behaviour =
                if is_write { behaviour } else { Behaviour::refused("only changes are supported, not reads") };
            (wanted.data_id.clone(), behaviour)
        }));
        self.resolve();
        body(json!({"breakpoints": self.breakpoints.describe_data(self.resolved())}))
    }

    /// Answers whether some data can have a breakpoint. Its id is an expression that means the same at every place.
    pub(super) fn data_breakpoint_info(&self, arguments: &DataBreakpointInfoArguments) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        let recording = launched.recording();
        let expression = self.watched(arguments)?;
        let value = Asked::read(&expression).answer(Viewpoint { recording, cursor, frame: None });
        let (data_id, description) = match value {
            Ok(_) => (Some(expression.clone()), format!("{expression} changes")),
            Err(problem) => (None, problem),
        };
        body(DataBreakpointInfo { data_id, description, access_types: ["write"], can_persist: true })
    }

    /// The data that a client points at, as an expression that names the thread if there is one.
    fn watched(&self, arguments: &DataBreakpointInfoArguments) -> Result<String, Failure> {
        let (launched, _) = self.stage.stopped()?;
        let shared = &launched.recording().document().shared;
        // By the protocol 0 is no container of variables.
        let container = arguments.variables_reference.filter(|reference| *reference != 0);
        let number = match container.or(arguments.frame_id) {
            None => None,
            Some(reference) => match self.handles.place(reference).ok_or_else(|| no_frame(reference))? {
                Place::Frame(number, _) | Place::Locals(number, _) => Some(number),
                _ => None,
            },
        };
        let name = arguments.name.as_str();
        // A change of another thread is listed as `T3.b`.
        let is_thread = |name: &str| name.strip_prefix('T').is_some_and(|number| number.parse::<u32>().is_ok());
        let listed = name.split_once('.').filter(|(thread, _)| is_thread(thread));
        Ok(match (listed, number) {
            (Some((thread, name)), _) => format!("{name}@{thread}"),
            (None, Some(number)) if is_name(name) && !shared.iter().any(|known| is_part(name, known)) => {
                format!("{name}@T{number}")
            }
            (None, _) => name.to_owned(),
        })
    }

    pub(super) fn set_exception_breakpoints(&mut self, arguments: &SetExceptionBreakpointsArguments) -> Reply {
        let wants = |name: &str| arguments.filters.iter().any(|filter| filter == name);
        self.exceptions = Exceptions { violation: wants(VIOLATION), stuck: wants(STUCK) };
        nothing()
    }

    pub(super) fn breakpoint_locations(&self, arguments: &BreakpointLocationsArguments) -> Handled {
        let mut found: Vec<Location> = Vec::new();
        let program = self.stage.launched().map(Launched::replayed);
        let file = program.zip(arguments.source.path.as_deref()).and_then(|(program, path)| program.file(path));
        if let Some((program, file)) = program.zip(file) {
            let lines = arguments.line..=arguments.end_line.unwrap_or(arguments.line);
            let ranges = program.ranges().filter(|range| file.contains(range));
            let locations = ranges.map(|range| self.client.location(range));
            found.extend(locations.filter(|location| lines.contains(&location.line)));
        }
        found.sort_unstable();
        found.dedup();
        body(json!({"breakpoints": found}))
    }

    pub(super) fn resolve(&mut self) {
        let replayed = self.stage.launched().map(Launched::replayed);
        self.resolved = replayed.map_or_else(Resolved::default, |replayed| self.breakpoints.resolve(replayed));
    }

    /// Computes the hits of breakpoints in another recording, and notifies the client.
    pub(super) fn resolve_anew(&mut self) -> Vec<Event> {
        self.resolve();
        self.described().into_iter().map(changed).collect()
    }

    pub(super) fn described(&self) -> Vec<Breakpoint> {
        self.resolved().map(|resolved| self.breakpoints.describe_all(resolved, self.client)).unwrap_or_default()
    }

    fn resolved(&self) -> Option<(Replayed<'_>, &Resolved)> {
        Some((self.stage.launched()?.replayed(), &self.resolved))
    }
}

pub(super) fn changed(breakpoint: Breakpoint) -> Event {
    Event::Breakpoint(BreakpointEvent { reason: "changed", breakpoint })
}

/// Returns `true` if a variable is the one of this name, or a part of it.
fn is_part(name: &str, variable: &str) -> bool {
    variable.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn is_name(text: &str) -> bool {
    matches!(Expression::read(text), Ok(Expression::Variable(_, None)))
}
