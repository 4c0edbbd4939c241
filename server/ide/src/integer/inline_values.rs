//! Inline values: variables to be shown in the text during a replay.

use boolprog_base::Span;
use boolprog_integer::model::{Role, SymbolId, SymbolKind, Use};
use boolprog_integer::syntax::ast::Item;

use super::Snapshot;
use crate::inline_values::{InlineValue, end_of_line, start_of_line};

/// The variables in a span that an instance about to take the edge at `stopped` sees, where they are declared and on the
/// line of that edge, each once a line: shared ones, and those of its process.
pub fn inline_values(snapshot: &Snapshot, within: Span, stopped: u32) -> Vec<InlineValue> {
    let process = process_at(snapshot, stopped);
    let line = Span::new(start_of_line(&snapshot.text, stopped), end_of_line(&snapshot.text, stopped));
    let mut values: Vec<InlineValue> = Vec::new();
    for found in &snapshot.names.uses {
        let is_meant = found.role == Role::Declaration || line.contains(found.span);
        let Some(name) = variable(snapshot, process, found).filter(|_| is_meant && within.contains(found.span)) else {
            continue;
        };
        let is_new = |before: &InlineValue| before.expression != name || !line.contains(before.span);
        if values.iter().all(is_new) {
            values.push(InlineValue { span: found.span, expression: name });
        }
    }
    values
}

/// The name of the variable of an occurrence, if an instance of this process sees it without naming another process.
fn variable(snapshot: &Snapshot, process: Option<SymbolId>, found: &Use) -> Option<String> {
    let symbol = snapshot.names.symbol(found.symbol)?;
    let is_variable = matches!(symbol.kind, SymbolKind::Variable { .. });
    (is_variable && (symbol.process.is_none() || symbol.process == process))
        .then(|| snapshot.slice(found.span).to_owned())
}

fn process_at(snapshot: &Snapshot, offset: u32) -> Option<SymbolId> {
    let process = snapshot.file.items.iter().find_map(|item| match item {
        Item::Process(process) if process.span.touches(offset) => Some(process),
        _ => None,
    });
    snapshot.names.declared_at(process?.name.span)
}
