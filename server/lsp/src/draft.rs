//! What is asked for behind every key about a long text is answered before the text has been read: from its words, and
//! from what was declared when it was read last.

use std::sync::Arc;

use boolprog_ide::Draft;

use super::state::{Shared, View};

/// Remembers a view whose names are known, for the texts that come after it. Views have to come in the order of their
/// texts. Not for the protocol task: resolves the names if nobody did yet.
pub(super) fn note(shared: &Shared, view: &View) {
    let version = &view.version;
    let Some(analysed) = version.is_long().then(|| version.analysed()).flatten() else { return };
    let draft = Arc::new(Draft::new(&analysed.snapshot));
    let mut documents = shared.documents();
    // It may have been closed meanwhile, and opened as something else.
    let open = documents.get_mut(&version.uri).filter(|open| open.version.language == version.language);
    let before = open.and_then(|open| open.draft.replace(draft));
    // Taking names and trees apart takes a while: not while the files are locked.
    drop(documents);
    drop(before);
}

impl View {
    /// The text as far as it is known at once, if it is a long one that nobody has read yet and an earlier one was read.
    pub(super) fn draft(&self) -> Option<Draft> {
        let is_wanted = self.version.is_long() && !self.version.is_read();
        let draft = self.earlier.as_ref().filter(|_| is_wanted)?;
        Some(draft.changed(self.version.document.text().into()))
    }
}
