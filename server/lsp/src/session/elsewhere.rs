//! Diagnostics of programs of several files in files other than their first one.

use std::collections::{BTreeMap, BTreeSet};

use tower_lsp::ls_types::{Diagnostic, Uri};

/// Diagnostics by their file, and by the program that they are of.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(BTreeMap<Uri, BTreeMap<Uri, Vec<Diagnostic>>>);

impl Elsewhere {
    /// The diagnostics of all programs about a file that is not their first one.
    pub(crate) fn of(&self, file: &Uri) -> Vec<Diagnostic> {
        self.0.get(file).into_iter().flat_map(BTreeMap::values).flatten().cloned().collect()
    }

    /// Takes what a program says now, by file: the files of which it says something else than before.
    pub(crate) fn replace(&mut self, program: &Uri, mut found: BTreeMap<Uri, Vec<Diagnostic>>) -> BTreeSet<Uri> {
        let mut changed = BTreeSet::new();
        for (file, said) in &mut self.0 {
            let now = found.remove(file);
            if said.get(program) != now.as_ref() {
                changed.insert(file.clone());
            }
            match now {
                Some(now) => _ = said.insert(program.clone(), now),
                None => _ = said.remove(program),
            }
        }
        self.0.retain(|_, said| !said.is_empty());
        for (file, now) in found {
            changed.insert(file.clone());
            self.0.entry(file).or_default().insert(program.clone(), now);
        }
        changed
    }
}
