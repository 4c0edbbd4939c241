//! Storage that declarations permit.

use boolprog_base::Diagnostic;

use super::{Context, codes, replacement};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for declaration in context.file.procedures.iter().flat_map(|procedure| &procedure.declarations) {
        if let Some(span) = declaration.thread_local {
            let message = "`thread_local` is for global variables; each thread has its own copy of a local one anyway.";
            let diagnostic = codes::THREAD_LOCAL_IN_PROCEDURE.at(span, message);
            report.push(diagnostic.with_fix("Remove `thread_local`", replacement(span, "")));
        }
    }
}
