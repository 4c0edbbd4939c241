//! Inline values: variables to be shown in the text during a replay.

use boolprog_base::Span;
use boolprog_program::names::{ProcedureId, Role, Symbol, Use, VariableId};

use crate::Snapshot;

/// A variable whose value can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineValue {
    /// Its range in the text.
    pub span: Span,
    /// Expression for the debugger to evaluate.
    pub expression: String,
}

/// The variables in a span that a thread about to execute the statement at `stopped` sees: global ones and those of its
/// procedure where they are declared, and those on the line of the statement, each once a line. New values and the copies
/// of other threads are left out, since they have no one value in a state.
pub fn inline_values(snapshot: &Snapshot, within: Span, stopped: u32) -> Vec<InlineValue> {
    let names = &snapshot.analysis.names;
    let procedure = procedure_at(snapshot, stopped);
    let end = end_of_line(&snapshot.text, stopped).min(within.end);
    let first = names.uses.partition_point(|found| found.span.start < within.start);
    let inside = names.uses[first..].iter().take_while(|found| found.span.start < end);
    let (mut line, mut seen) = (0, Vec::new());
    let mut values = Vec::new();
    let current = start_of_line(&snapshot.text, stopped);
    let is_meant = |found: &&Use| found.role == Role::Declaration || found.span.start >= current;
    for (found, id) in inside.filter(is_meant).filter_map(|found| Some((found, variable(snapshot, procedure, found)?)))
    {
        if found.span.start >= line {
            line = end_of_line(&snapshot.text, found.span.start);
            seen.clear();
        }
        if !seen.contains(&id) {
            seen.push(id);
            values.push(InlineValue { span: found.span, expression: names.info(id).name.to_string() });
        }
    }
    values
}

/// The variable that a use names, if it has one value in a state and its name means it in the procedure.
fn variable(snapshot: &Snapshot, procedure: Option<ProcedureId>, found: &Use) -> Option<VariableId> {
    let names = &snapshot.analysis.names;
    let Symbol::Variable(id) = found.symbol else { return None };
    let has_value = matches!(found.role, Role::Declaration | Role::Read | Role::Write | Role::Mention);
    let name = &names.info(id).name;
    let meant = procedure.map_or_else(|| names.global(name), |procedure| names.declared(procedure, name));
    (has_value && (found.procedure.is_none() || found.procedure == procedure) && meant == Some(id)).then_some(id)
}

fn procedure_at(snapshot: &Snapshot, offset: u32) -> Option<ProcedureId> {
    let procedures = &snapshot.file.procedures;
    let index = procedures.partition_point(|procedure| procedure.span.start <= offset).checked_sub(1)?;
    procedures[index].span.touches(offset).then_some(ProcedureId(index as u32))
}

pub(crate) fn start_of_line(text: &str, offset: u32) -> u32 {
    text.get(..offset as usize).and_then(|before| before.rfind(['\n', '\r'])).map_or(0, |end| end as u32 + 1)
}

pub(crate) fn end_of_line(text: &str, offset: u32) -> u32 {
    let rest = text.get(offset as usize..).unwrap_or_default();
    offset + rest.find(['\n', '\r']).unwrap_or(rest.len()) as u32
}
