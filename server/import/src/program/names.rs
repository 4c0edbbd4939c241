//! Names that `.ip` allows.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::syntax::lexer::is_word;
use smol_str::{SmolStr, format_smolstr};

/// The names that are taken in a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    taken: BTreeSet<SmolStr>,
    /// The last number that was appended to a name.
    numbers: BTreeMap<SmolStr, u32>,
}

impl Names {
    /// A name that is free, which is then taken: the wanted one if possible, otherwise with a suffix.
    pub(crate) fn take(&mut self, wanted: &str) -> SmolStr {
        let free = |taken: &BTreeSet<SmolStr>, name: &str| !is_word(name) && !taken.contains(name);
        let mut name = SmolStr::from(wanted);
        if !free(&self.taken, &name) {
            name = format_smolstr!("{wanted}_");
        }
        let number = self.numbers.entry(wanted.into()).or_insert(1);
        while !free(&self.taken, &name) {
            *number += 1;
            name = format_smolstr!("{wanted}_{number}");
        }
        self.taken.insert(name.clone());
        name
    }
}
