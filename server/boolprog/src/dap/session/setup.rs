//! The handshake, and what is configured.

use serde_json::{Value, json};

use super::{Failure, Handled, Reply, Session, Stage, body, nothing};
use crate::dap::client::Client;
use crate::dap::launch::Launched;
use crate::dap::protocol::{
    BreakpointEvent, BreakpointLocationsArguments, Capabilities, Event, ExceptionFilter, InitializeArguments,
    LaunchArguments, Location, Output, SetBreakpointsArguments, SetExceptionBreakpointsArguments,
};
use crate::dap::wording;

/// The exception filter of the violation.
const VIOLATION: &str = "violation";

impl Session<'_> {
    pub(super) fn initialize(&mut self, arguments: &InitializeArguments) -> Handled {
        if arguments.path_format.as_deref().is_some_and(|format| format != "path") {
            return Err("the only path format that is supported is `path`".to_owned().into());
        }
        self.client = Client {
            first_line: u32::from(arguments.lines_start_at1),
            first_column: u32::from(arguments.columns_start_at1),
        };
        let (capabilities, _) = body(Capabilities {
            supports_configuration_done_request: true,
            supports_step_back: true,
            supports_restart_request: true,
            supports_terminate_request: true,
            supports_exception_info_request: true,
            supports_breakpoint_locations_request: true,
            supports_delayed_stack_trace_loading: true,
            supports_loaded_sources_request: true,
            supports_evaluate_for_hovers: true,
            exception_breakpoint_filters: vec![ExceptionFilter {
                filter: VIOLATION,
                label: "Violation",
                description: "Says what is violated at the end of the counterexample.",
                default: true,
            }],
        })?;
        Ok((capabilities, vec![Event::Initialized]))
    }

    pub(super) fn launch(&mut self, arguments: LaunchArguments) -> Handled {
        let Stage::Empty { configured } = self.stage else {
            return Err("a counterexample is being replayed already".to_owned().into());
        };
        let launched = Launched::new(arguments, self.loader).map_err(|message| Failure::from(message).shown())?;
        let document = launched.recording.document();
        let output = format!("{}\n{}\n", wording::violation(document), wording::verdict(document));
        let mut events = vec![Event::Output(Output { category: "console", output })];
        let breakpoints = self.breakpoints.describe_all(launched.replayed(), self.client);
        events.extend(
            breakpoints
                .into_iter()
                .map(|breakpoint| Event::Breakpoint(BreakpointEvent { reason: "changed", breakpoint })),
        );
        self.stage = Stage::Launched(launched);
        if configured {
            events.extend(self.begin());
        }
        Ok((Value::Null, events))
    }

    pub(super) fn configuration_done(&mut self) -> Reply {
        match &mut self.stage {
            Stage::Empty { configured } => {
                *configured = true;
                nothing()
            }
            Stage::Launched(_) => (Value::Null, self.begin()),
            Stage::Stopped(..) => nothing(),
        }
    }

    pub(super) fn set_breakpoints(&mut self, arguments: &SetBreakpointsArguments) -> Handled {
        let Some(path) = &arguments.source.path else {
            return Err("breakpoints need a source with a path".to_owned().into());
        };
        let lines = arguments.breakpoints.iter().map(|breakpoint| self.client.recorded_line(breakpoint.line));
        self.breakpoints.set(path, lines);
        let replayed = self.stage.launched().map(Launched::replayed);
        body(json!({"breakpoints": self.breakpoints.describe(path, replayed, self.client)}))
    }

    pub(super) fn set_exception_breakpoints(&mut self, arguments: &SetExceptionBreakpointsArguments) -> Reply {
        self.stop_at_violation = arguments.filters.iter().any(|filter| filter == VIOLATION);
        nothing()
    }

    pub(super) fn breakpoint_locations(&self, arguments: &BreakpointLocationsArguments) -> Handled {
        let mut found: Vec<Location> = Vec::new();
        let program = self.stage.launched().map(Launched::replayed);
        let program = program.filter(|program| arguments.source.path.as_deref().is_some_and(|p| program.is_program(p)));
        if let Some(program) = program {
            let lines = arguments.line..=arguments.end_line.unwrap_or(arguments.line);
            let locations = program.ranges().map(|range| self.client.location(range));
            found.extend(locations.filter(|location| lines.contains(&location.line)));
        }
        found.sort_unstable();
        found.dedup();
        body(json!({"breakpoints": found}))
    }

    pub(super) fn loaded_sources(&self) -> Handled {
        let sources: Vec<_> = self.stage.launched().map(Launched::source).into_iter().collect();
        body(json!({"sources": sources}))
    }
}
