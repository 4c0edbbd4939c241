//! Declarations that mean something else than they seem to.

use boolprog_base::{Diagnostic, Edit, Span};
use boolprog_syntax::ast::{Declaration, DeclaredVariable, Initial, SourceFile};

use super::{Context, codes};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    // Once in a file is enough: it is about another tool, and every variable may have an initialiser.
    let mut variables = declarations(context.file).flat_map(|declaration| &declaration.variables);
    report
        .extend(variables.find_map(initialised).filter(|_| context.reading.is_some_and(|reading| reading.portability)));
    hidden_globals(context, report);
}

fn declarations(file: &SourceFile) -> impl Iterator<Item = &Declaration> {
    file.declarations.iter().chain(file.procedures.iter().flat_map(|procedure| &procedure.declarations))
}

fn initialised(variable: &DeclaredVariable) -> Option<Diagnostic> {
    let (Initial::Const(_), span) = variable.initial? else { return None };
    let message = "The tool IJIT ignores initial values. Here variables start with them.";
    Some(codes::INITIALISED_DECLARATION.at(span, message))
}

fn hidden_globals(context: &Context, report: &mut Vec<Diagnostic>) {
    let names = context.names;
    for info in names.variables.iter().filter(|info| info.storage.procedure().is_some()) {
        if let Some(global) = names.global(&info.name) {
            let message = format!("`{}` hides the global variable of this name in this procedure.", info.name);
            let related = names.info(global).span;
            report.push(codes::HIDDEN_GLOBAL.at(info.span, message).with_related(related, "The global is here."));
        }
    }
}

/// The edit that removes the variable whose name is declared at `name`, with the superfluous comma, or the whole
/// declaration if it is the only one. `None` for parameters.
pub fn removal(file: &SourceFile, name: Span) -> Option<Edit> {
    let declaration = declarations(file).find(|declaration| declaration.span.contains(name))?;
    let variables = &declaration.variables;
    let index = variables.iter().position(|variable| variable.name.span == name)?;
    let own = variables[index].span;
    let span = match (index.checked_sub(1).map(|before| variables[before].span), variables.get(index + 1)) {
        (Some(before), _) => Span::new(before.end, own.end),
        (None, Some(after)) => Span::new(own.start, after.span.start),
        (None, None) => declaration.span,
    };
    Some(Edit { span, text: String::new() })
}
