//! Hover of a label: the jumps to it, and the states before its statement.

use boolprog_program::names::{LabelId, Role, Symbol};

use crate::Snapshot;
use crate::hover::{line, lines, states};

pub(super) fn describe(snapshot: &Snapshot, id: LabelId, room: usize) -> Vec<String> {
    let names = &snapshot.analysis.names;
    let Some(label) = names.labels.get(id.0 as usize) else { return Vec::new() };
    let uses = names.uses_of(Symbol::Label(id));
    let jumps: Vec<u32> = uses.filter(|found| found.role != Role::Declaration).map(|found| found.span.start).collect();
    let came = if jumps.is_empty() {
        "no jumps to it".to_owned()
    } else {
        format!("jumps from {}", lines(&snapshot.text, &jumps))
    };
    let procedure = names.procedures.get(label.procedure.0 as usize).map_or("", |procedure| &procedure.name);
    let mut told = vec![line(format_args!("label `{}` of `{procedure}` - {came}", label.name))];
    told.extend(states::describe(snapshot, label.site, room - told.len()).unwrap_or_default());
    told
}
