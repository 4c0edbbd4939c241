//! Inspection of the state at the cursor.

use boolprog_check::wording::{happens, happens_with, told};
use boolprog_trace::document::PropertyKind;
use serde_json::json;

use super::{Failure, Handled, Session, Stage, body, no_frame};
use crate::asked::{Asked, Told};
use crate::completions;
use crate::handles::{Handles, Place, Sight};
use crate::protocol::{
    CompletionsArguments, EvaluateArguments, Evaluated, ExceptionInfo, FrameArguments, Scope, Simulated,
    StackTraceArguments, Thread, ThreadArguments, Traced, Variable, VariablesArguments,
};
use crate::recording::Recording;
use crate::viewpoint::Viewpoint;
use crate::{left_out, stack, variables, wording};

impl Session<'_> {
    /// The threads to list; none before the first stop, when clients may ask already.
    pub(super) fn threads(&self) -> Handled {
        let listed: Vec<_> = match &self.stage {
            Stage::Stopped(launched, cursor) => {
                let recording = launched.recording();
                let numbers = recording.listed(*cursor).into_iter();
                let waits = recording.waits(*cursor);
                let waits = |id: u32| waits.get(&id).map_or_else(String::new, |on| format!(", waits for {on}"));
                numbers.map(|id| Thread { id, name: format!("{}{}", recording.thread_name(id), waits(id)) }).collect()
            }
            Stage::Empty { .. } | Stage::Launched(_) => Vec::new(),
        };
        body(json!({"threads": listed}))
    }

    /// The counterexample in full, its program and where the replay is.
    pub(super) fn trace(&self) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        let recording = launched.recording();
        let simulated = recording.simulated().map(|simulated| Simulated { from: simulated.from, why: simulated.why });
        body(Traced { program: &launched.path, step: cursor, simulated, trace: recording.document() })
    }

    pub(super) fn stack_trace(&mut self, arguments: &StackTraceArguments) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        let number = launched.thread(arguments.thread_id)?;
        let frames = stack::frames(launched, cursor, number, self.client, &mut self.handles);
        let ended = || launched.recording().listed(cursor).contains(&number).then(Vec::new);
        let frames = frames.or_else(ended).ok_or_else(|| format!("thread {number} does not live at this step"))?;
        let total = frames.len();
        // By the protocol 0 levels are all of them.
        let levels = if arguments.levels == 0 { total } else { arguments.levels };
        let wanted: Vec<_> = frames.into_iter().skip(arguments.start_frame).take(levels).collect();
        body(json!({"stackFrames": wanted, "totalFrames": total}))
    }

    pub(super) fn scopes(&mut self, arguments: &FrameArguments) -> Handled {
        let Self { stage, handles, .. } = self;
        let (launched, cursor) = stage.stopped()?;
        let Some(Place::Frame(thread, depth)) = handles.place(arguments.frame_id) else {
            return Err(no_frame(arguments.frame_id));
        };
        let scopes = [
            // The first one is open.
            ("Shared", None, Place::Shared),
            ("Changed by this step", None, Place::Changed),
            ("Locals", Some("locals"), Place::Locals(thread, depth)),
            ("Choices", None, Place::Choices),
            ("Schedule", None, Place::Schedule),
        ];
        let mut shown = Vec::new();
        for (name, presentation_hint, place) in scopes {
            let variables_reference = handles.number(place.clone());
            let contents = contents(launched.recording(), cursor, &place, handles);
            let named_variables = contents.ok_or_else(|| no_frame(arguments.frame_id))?.len();
            if named_variables == 0 && matches!(place, Place::Locals(..) | Place::Choices) {
                continue;
            }
            shown.push(Scope { name, presentation_hint, variables_reference, named_variables, expensive: false });
        }
        body(json!({"scopes": shown}))
    }

    pub(super) fn variables(&mut self, arguments: &VariablesArguments) -> Handled {
        let Self { stage, handles, .. } = self;
        let (launched, cursor) = stage.stopped()?;
        let reference = arguments.variables_reference;
        let place = handles.place(reference);
        let shown = place.and_then(|place| contents(launched.recording(), cursor, &place, handles));
        let shown = shown.ok_or_else(|| format!("{reference} stands for no variables at this step"))?;
        body(json!({"variables": shown}))
    }

    pub(super) fn evaluate(&mut self, arguments: &EvaluateArguments) -> Handled {
        let in_console = arguments.context.as_deref().is_none_or(|context| context == "repl");
        if let Some(command) = arguments.expression.trim().strip_prefix(':').filter(|_| in_console) {
            return self.console_command(command);
        }
        let viewpoint = self.viewpoint(arguments.frame_id)?;
        let Told { result, kind, unfolds } = Asked::read(&arguments.expression).answer(viewpoint)?;
        let variables_reference = unfolds.map_or(0, |place| self.handles.number(place));
        body(Evaluated { result, kind, variables_reference })
    }

    pub(super) fn completions(&self, arguments: &CompletionsArguments) -> Handled {
        let viewpoint = self.viewpoint(arguments.frame_id)?;
        let offset = self.client.offset(arguments.column);
        let line = arguments.line.map_or(0, |line| line.saturating_sub(self.client.first_line));
        let text = arguments.text.lines().nth(line as usize).unwrap_or_default();
        let mut targets = completions::completions(text, offset, viewpoint);
        for target in &mut targets {
            target.start += self.client.first_column;
        }
        body(json!({"targets": targets}))
    }

    /// The variables visible to an activation; without one, the shared variables.
    fn viewpoint(&self, frame: Option<i64>) -> Result<Viewpoint<'_>, Failure> {
        let (launched, cursor) = self.stage.stopped()?;
        let recording = launched.recording();
        let Some(id) = frame else { return Ok(Viewpoint { recording, cursor, frame: None }) };
        let Some(Place::Frame(number, depth)) = self.handles.place(id) else { return Err(no_frame(id)) };
        let thread = recording.thread(cursor, number).filter(|thread| depth < thread.frames.len());
        let thread = thread.ok_or_else(|| no_frame(id))?;
        Ok(Viewpoint { recording, cursor, frame: Some((thread, depth)) })
    }

    pub(super) fn exception_info(&self, arguments: &ThreadArguments) -> Handled {
        let (launched, cursor) = self.stage.stopped()?;
        launched.thread(arguments.thread_id)?;
        let recording = launched.recording();
        let document = recording.document();
        if recording.is_stuck(cursor) {
            let (exception_id, description) = ("stuck".to_owned(), wording::STUCK.to_owned());
            return body(ExceptionInfo { exception_id, description, break_mode: "always" });
        }
        let is_tried = recording.simulated().is_some();
        if cursor != recording.end() || (is_tried && !document.is_violation()) {
            return Err("nothing is violated at this step".to_owned().into());
        }
        // Editors show it to the user: `Exception has occurred: assert !inside is violated`.
        let exception_id = match document.property.kind {
            PropertyKind::Check => told(document),
            kind => happens(kind, &document.property.name),
        };
        let description = happens_with(document);
        body(ExceptionInfo { exception_id, description, break_mode: "always" })
    }
}

/// The variables of a scope or of a part of one; `None` if there is no such thing at this moment.
fn contents(recording: &Recording, cursor: usize, place: &Place, handles: &mut Handles) -> Option<Vec<Variable>> {
    match place {
        Place::Changed => Some(variables::changed_or_nothing(recording, cursor)),
        Place::Shared if recording.has_parts() => {
            let parts = variables::parts(recording, cursor, Sight::Shared, "", handles)?;
            Some(parts.into_iter().chain(left_out::line(Viewpoint { recording, cursor, frame: None })).collect())
        }
        Place::Shared => Some(variables::shared(recording, cursor)),
        Place::Choices => Some(variables::choices(recording, cursor)),
        Place::Schedule => Some(variables::schedule(recording, cursor)),
        Place::Locals(number, depth) if recording.has_parts() => {
            let parts = variables::parts(recording, cursor, Sight::Locals(*number, *depth), "", handles)?;
            let frame = recording.thread(cursor, *number).map(|thread| (thread, *depth));
            Some(parts.into_iter().chain(left_out::line(Viewpoint { recording, cursor, frame })).collect())
        }
        Place::Locals(number, depth) => {
            let thread = recording.thread(cursor, *number)?;
            Some(variables::locals(recording, thread, thread.frames.get(*depth)?))
        }
        Place::Part(sight, path) => variables::parts(recording, cursor, *sight, path, handles),
        Place::Frame(..) => None,
    }
}
