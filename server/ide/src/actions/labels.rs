//! Labels that are missing or unused.

use boolprog_base::{Diagnostic, Edit, Fix, Span};

use super::{deletion, place};
use crate::Snapshot;

pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let fix = match diagnostic.code {
        "undeclared-label" | "jump-out-of-procedure" => create(snapshot, diagnostic),
        "unused-label" => remove(snapshot, diagnostic),
        _ => None,
    };
    fix.into_iter().collect()
}

fn create(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Option<Fix> {
    let label = snapshot.slice(diagnostic.span);
    let (procedure, _) = place::statement(snapshot, diagnostic.span)?;
    let edits = place::at_end(snapshot, procedure, &format!("{label}: skip;"))?;
    Some(Fix { title: format!("Create the label `{label}` at the end of `{}`", procedure.name.text), edits })
}

fn remove(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Option<Fix> {
    let label = snapshot.slice(diagnostic.span);
    Some(Fix { title: format!("Remove the label `{label}`"), edits: vec![removal(snapshot, diagnostic.span)?] })
}

/// The removal of a label with its colon and the blanks after it. None if a comment is between the two.
fn removal(snapshot: &Snapshot, label: Span) -> Option<Edit> {
    let rest = snapshot.text.get(label.end as usize..)?;
    let behind = rest.trim_start().strip_prefix(':')?.trim_start_matches([' ', '\t']);
    Some(deletion(label.start, (snapshot.text.len() - behind.len()) as u32))
}
