//! The entry of the program.

use boolprog_base::{Diagnostic, Span, most_similar};

use super::{Context, codes, replacement};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    if names.procedure("main").is_some() {
        return;
    }
    let first = names.procedures.first().map_or(Span::empty(0), |procedure| procedure.span);
    let diagnostic = codes::NO_MAIN.at(first, "There is no procedure `main`: it is where threads start. Declare one.");
    let similar = most_similar("main", names.procedures.iter().map(|procedure| procedure.name.as_str()));
    let similar = similar.and_then(|name| names.procedure(name));
    report.push(match similar.map(|id| &names.procedures[id.0 as usize]) {
        Some(procedure) => {
            diagnostic.with_fix(format!("Rename `{}` to `main`", procedure.name), replacement(procedure.span, "main"))
        }
        None => diagnostic,
    });
}
