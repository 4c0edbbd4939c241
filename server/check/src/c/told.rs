//! The trace of an execution, as the machine tells it.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_machine::fault::{Fault, Kind};
use boolprog_machine::machine::Options;
use boolprog_machine::program::Program;
use boolprog_machine::record::Record;
use boolprog_trace::c::{self, Execution, NAME, NoTrace, Subject};
use boolprog_trace::document::{PropertyKind, RangeDocument, TraceDocument};

use super::follow::Executed;
use super::goal::Goal;

/// A label that is reached.
pub(crate) struct Label {
    /// Its name.
    pub name: String,
    /// Its place, in its file.
    pub range: RangeDocument,
    /// The path of its file; none for the first one of the program.
    pub file: Option<String>,
}

/// The trace of an execution that has come to its goal, which may be this label.
pub(crate) fn trace(
    program: &Arc<Program>,
    (goal, executed): (&Goal, &Executed),
    subject: &Subject<'_>,
    label: &Label,
    control: &dyn Control,
) -> Result<TraceDocument, NoTrace> {
    let record = record(executed);
    let options = options(goal);
    let execution = Execution { program, options, arguments: &[NAME], input: &[], record: &record };
    let (mut trace, _) = c::document(&execution, subject, control)?;
    if let Goal::Label(_) = goal {
        tell_label(&mut trace, label);
    }
    Ok(trace)
}

/// Executes a saved trace again: the trace that the machine tells, if it comes to the goal.
pub(crate) fn repeated(
    program: &Arc<Program>,
    goal: &Goal,
    saved: &TraceDocument,
    label: &Label,
    control: &dyn Control,
) -> Result<TraceDocument, String> {
    let (mut trace, fault) = c::repeated(saved, program, control).map_err(|why| why.to_string())?;
    let comes = match goal {
        Goal::Label(_) => trace.property.range.line == label.range.line,
        Goal::Race(_) => fault.is_none() && trace.is_violation(),
        Goal::Fault(..) | Goal::Deadlock => fault.as_ref().is_some_and(|fault: &Fault| goal.is(fault, program)),
    };
    if !comes {
        return Err("the execution does not violate the property".to_owned());
    }
    if let Goal::Label(_) = goal {
        tell_label(&mut trace, label);
    }
    Ok(trace)
}

/// An execution that comes to a label violates something.
fn tell_label(trace: &mut TraceDocument, Label { name, range, file }: &Label) {
    trace.property.kind = PropertyKind::Check;
    trace.property.name = format!("`{name}` is reached");
    let number = |file: &String| {
        let known = trace.files.iter().position(|known| known == file);
        known.unwrap_or_else(|| {
            trace.files.push(file.clone());
            trace.files.len() - 1
        })
    };
    let file = file.as_ref().map(number).map(|file| file as u32);
    trace.property.range = RangeDocument { file, ..*range };
}

fn record(executed: &Executed) -> Record {
    let mut record = Record::default();
    for (thread, answers) in &executed.schedule {
        record.step(*thread);
        record.answers.extend(answers);
    }
    record
}

/// Options of the machine for a trace that comes to a goal.
fn options(goal: &Goal) -> Options {
    let options = goal.options();
    let is_deadlock = matches!(goal, Goal::Deadlock);
    Options { kinds: if is_deadlock { options.kinds.with(Kind::Deadlock) } else { options.kinds }, ..options }
}
