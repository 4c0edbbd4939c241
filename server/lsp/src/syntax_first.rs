//! What is wrong with the syntax of a long text is told before anything else is known of it: who forgets a `;` sees that
//! at once, and the rest of the diagnostics when it is there.

use std::hash::{Hash, Hasher};

use boolprog_base::Diagnostic;
use rustc_hash::FxHasher;
use tower_lsp::ls_types;

use super::state::{Shared, View};

/// The syntax diagnostics of a long text of which no more is known yet, if they differ from what the client was told last
/// by more than their places. Not for the protocol task.
///
/// Whoever sends them has to send all diagnostics later. Where only places differ, the editor has moved what it shows
/// along with the text, and what else it shows need not go away for a moment.
pub(super) fn news(shared: &Shared, view: &View) -> Option<Vec<ls_types::Diagnostic>> {
    let diagnostics = view.version.early_diagnostics()?;
    let told = digest(diagnostics);
    let before = std::mem::replace(&mut shared.documents().get_mut(&view.version.uri)?.told_syntax, told);
    let converter = view.converter(shared);
    (before != told).then(|| converter.diagnostics(diagnostics.to_vec(), shared.features(), |_| None))
}

/// Identifies what diagnostics say, wherever they say it; 0 if there are none.
fn digest(diagnostics: &[Diagnostic]) -> u64 {
    let mut hasher = FxHasher::default();
    for diagnostic in diagnostics {
        (diagnostic.code, &diagnostic.message).hash(&mut hasher);
    }
    hasher.finish()
}
