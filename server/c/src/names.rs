//! Names of the integer program.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::syntax::lexer::is_word;
use smol_str::{SmolStr, format_smolstr};

/// The names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: BTreeSet<SmolStr>,
    numbers: BTreeMap<SmolStr, u32>,
}

impl Names {
    /// A free name, which is then taken: the wanted one if possible, otherwise with a number.
    pub(crate) fn take(&mut self, wanted: &str) -> SmolStr {
        let wanted = if is_word(wanted) || wanted.starts_with(|it: char| it.is_ascii_digit()) || !wanted.is_ascii() {
            format_smolstr!("c_{}", wanted.replace(|it: char| !it.is_ascii_alphanumeric(), "_"))
        } else {
            SmolStr::from(wanted)
        };
        let mut name = wanted.clone();
        let number = self.numbers.entry(wanted.clone()).or_insert(1);
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format_smolstr!("{wanted}_{number}");
        }
        name
    }
}
