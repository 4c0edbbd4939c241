//! Variables that are assigned and yet never change.

use boolprog_base::{Diagnostic, Severity};
use boolprog_check::report::{Completeness, Reachable};
use boolprog_program::names::{Role, Symbol, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Snapshot;

/// A hint for every variable that is written somewhere, but has the same value before every statement that a thread
/// reaches and sees it from. Empty unless the results are complete, exact and about this very program.
///
/// Linear in the states times the variables that are not yet known to change.
pub(crate) fn constants(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let Some(findings) = snapshot.results.current() else { return Vec::new() };
    if findings.reachable.completeness != Completeness::Exact {
        return Vec::new();
    }
    let values = values(&findings.reachable);
    let written = written(snapshot);
    let scope = &findings.scope;
    let constant = (0..).map(VariableId).zip(&snapshot.analysis.names.variables).filter_map(|(id, info)| {
        let value = if (*values.get(&id)?)? { 'T' } else { 'F' };
        let message = format!("`{}` is {value} before every reachable statement, {scope}.", info.name);
        written.contains(&id).then(|| Diagnostic::new("variable-never-changes", Severity::Hint, info.span, message))
    });
    constant.collect()
}

fn written(snapshot: &Snapshot) -> FxHashSet<VariableId> {
    let uses = snapshot.analysis.names.uses.iter();
    let written = uses.filter(|found| matches!(found.role, Role::Write | Role::PassiveWrite));
    written.filter_map(|found| if let Symbol::Variable(id) = found.symbol { Some(id) } else { None }).collect()
}

/// The only value of each variable in the listed states; `None` for one that has both.
fn values(reachable: &Reachable) -> FxHashMap<VariableId, Option<bool>> {
    let mut values: FxHashMap<VariableId, Option<bool>> = FxHashMap::default();
    for site in reachable.sites.values() {
        for (column, variable) in site.columns.iter().enumerate() {
            let mut here = site.states.iter().filter_map(|state| state.get(column).copied());
            let Some(first) = here.next() else { continue };
            let value = values.entry(*variable).or_insert(Some(first));
            if value.is_some_and(|value| value != first || here.any(|other| other != value)) {
                *value = None;
            }
        }
    }
    values
}
