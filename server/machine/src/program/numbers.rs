//! The numbers in a text.

use std::collections::BTreeSet;
use std::sync::Arc;

use boolprog_c_syntax::source::FileId;
use boolprog_c_syntax::tree::{ExprKind, StmtKind, Unit};

/// The most numbers that are collected.
const MOST: usize = 256;

/// The constants and the cases of some units, in order; the built-in headers have none that matter. Takes time linear in the units.
pub(super) fn numbers<'u>(units: impl Iterator<Item = &'u Unit>) -> Arc<[i128]> {
    let mut found = BTreeSet::new();
    for unit in units {
        let is_built_in = |file: FileId| unit.sources.files.get(file.0 as usize).is_some_and(|file| file.is_built_in);
        let own = unit.exprs.iter().filter(|expr| !is_built_in(expr.place.file));
        let constants = own.filter_map(|expr| match expr.kind {
            ExprKind::Integer(number) => Some(number),
            _ => None,
        });
        let cases = unit.stmts.iter().flat_map(|stmt| match &stmt.kind {
            StmtKind::Switch { cases, .. } => &cases[..],
            _ => &[],
        });
        for number in constants.chain(cases.flat_map(|case| [case.first, case.last])) {
            if found.len() == MOST {
                break;
            }
            found.insert(number);
        }
    }
    found.into_iter().collect()
}
