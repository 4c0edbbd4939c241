//! The handshake, and the client's configuration.

use boolprog_check::wording::{happens_with, has_happened};
use serde_json::json;

use super::interrupt::{STUCK, VIOLATION};
use super::{Failure, Handled, Reply, Session, Stage, body, nothing};
use crate::client::Client;
use crate::launch::Launched;
use crate::protocol::{Capabilities, Event, ExceptionFilter, Exited, InitializeArguments, LaunchArguments, Output};

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
            supports_loaded_sources_request: true,
            supports_evaluate_for_hovers: true,
            supports_conditional_breakpoints: true,
            supports_hit_conditional_breakpoints: true,
            supports_log_points: true,
            supports_function_breakpoints: true,
            supports_data_breakpoints: true,
            supports_goto_targets_request: true,
            supports_restart_frame: true,
            supports_completions_request: true,
            completion_trigger_characters: ["@", "#", ":"],
            supports_single_thread_execution_requests: true,
            supports_stepping_granularity: true,
            exception_breakpoint_filters: vec![
                ExceptionFilter {
                    filter: VIOLATION,
                    label: "Violation",
                    description: "Stops with the violation at the end of the counterexample.",
                    default: true,
                },
                ExceptionFilter {
                    filter: STUCK,
                    label: "No thread can move",
                    description: "Stops a simulation when every thread is blocked.",
                    default: true,
                },
            ],
        })?;
        Ok((capabilities, vec![Event::Initialized]))
    }

    pub(super) fn launch(&mut self, arguments: LaunchArguments) -> Handled {
        let Stage::Empty { configured } = self.stage else {
            return Err("a replay is already running".to_owned().into());
        };
        let launched = Launched::new(arguments, self.loader).map_err(|message| Failure::from(message).shown())?;
        let document = launched.recording().document();
        let output = format!("{}\n{}\n", has_happened(document), happens_with(document));
        let note = launched.note.as_ref().map(|note| Output { category: "important", output: format!("{note}\n") });
        let told = Output { category: "console", output };
        let mut events: Vec<_> = note.into_iter().chain([told]).map(Event::Output).collect();
        self.stage = Stage::Launched(launched);
        events.extend(self.resolve_anew());
        if configured {
            events.extend(self.begin());
        }
        Ok((None, events))
    }

    pub(super) fn configuration_done(&mut self) -> Reply {
        match &mut self.stage {
            Stage::Empty { configured } => {
                *configured = true;
                nothing()
            }
            Stage::Launched(_) => (None, self.begin()),
            Stage::Stopped(..) => nothing(),
        }
    }

    pub(super) fn terminate(&mut self) -> Reply {
        self.stage = Stage::Empty { configured: false };
        (None, vec![Event::Exited(Exited { exit_code: 0 }), Event::Terminated])
    }

    pub(super) fn loaded_sources(&self) -> Handled {
        let sources = self.stage.launched().map(Launched::sources).unwrap_or_default();
        body(json!({"sources": sources}))
    }
}
