//! Names that are declared twice or hide others, and variables that are assigned twice.

use boolprog_base::{Diagnostic, Edit, Fix, Span};

use super::{deletion, fresh};
use crate::Snapshot;
use crate::rename::{rename, spelt};

/// The fixes of a diagnostic about two of a kind where there should be one.
pub(super) fn fixes(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Vec<Fix> {
    let span = diagnostic.span;
    let name = snapshot.slice(span);
    match diagnostic.code {
        "duplicate-variable" | "duplicate-parameter" => vec![respelt(snapshot, span, &fresh::variable(snapshot, name))],
        "duplicate-procedure" => {
            let renamed = respelt(snapshot, span, &fresh::procedure(snapshot, name));
            [Some(renamed), removal(snapshot, span)].into_iter().flatten().collect()
        }
        "duplicate-label" => label(snapshot, span).into_iter().collect(),
        "hidden-global" => hidden(snapshot, span).into_iter().collect(),
        "assigned-twice" if !name.ends_with('$') => {
            let edits = vec![spelt(&snapshot.text, span, "_")];
            vec![Fix { title: "Discard this value".to_owned(), edits }]
        }
        "passive-misplaced" if name.ends_with('$') => {
            let edits = vec![deletion(span.end - 1, span.end)];
            vec![Fix { title: "Remove `$`: read the thread's own copy".to_owned(), edits }]
        }
        _ => Vec::new(),
    }
}

/// Names always mean the first declaration, so nothing follows the second one when it gets another name.
fn respelt(snapshot: &Snapshot, span: Span, new_name: &str) -> Fix {
    titled(snapshot.slice(span), new_name, vec![spelt(&snapshot.text, span, new_name)])
}

fn titled(name: &str, new_name: &str, edits: Vec<Edit>) -> Fix {
    Fix { title: format!("Rename this `{name}` to `{new_name}`"), edits }
}

fn removal(snapshot: &Snapshot, name: Span) -> Option<Fix> {
    let procedure = snapshot.file.procedures.iter().find(|procedure| procedure.name.span == name)?;
    let edits = vec![deletion(procedure.span.start, procedure.span.end)];
    Some(Fix { title: "Remove this procedure".to_owned(), edits })
}

/// Not for an error label: every one of them is asked about.
fn label(snapshot: &Snapshot, span: Span) -> Option<Fix> {
    let name = snapshot.slice(span);
    let home = snapshot.analysis.names.labels.iter().find(|label| label.span == span)?.procedure;
    let is_free = !snapshot.analysis.reading.is_error_label(name);
    is_free.then(|| respelt(snapshot, span, &fresh::label(snapshot, home, name)))
}

/// The local variable gets another name wherever it is used.
fn hidden(snapshot: &Snapshot, span: Span) -> Option<Fix> {
    let name = snapshot.slice(span);
    let new_name = fresh::variable(snapshot, name);
    let edits = rename(snapshot, span.start, &new_name).ok().flatten()?;
    Some(titled(name, &new_name, edits))
}
