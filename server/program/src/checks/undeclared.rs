//! Unresolved names.

use boolprog_base::{Diagnostic, Edit, Span, most_similar};
use rustc_hash::FxHashMap;

use super::{Context, MAX_DIAGNOSTICS, codes, replacement};
use crate::names::{LabelInfo, NameKind, ProcedureId, Unresolved};

/// Largest number of names with a "did you mean": each costs a comparison with all candidates.
const MAX_GUESSES: usize = 50;

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let mut elsewhere: FxHashMap<&str, &LabelInfo> = FxHashMap::default();
    for label in &context.names.labels {
        elsewhere.entry(&label.name).or_insert(label);
    }
    // They are errors in textual order, so no more of them are reported. A declaration that is being renamed leaves very
    // many.
    for (index, missing) in context.names.unresolved.iter().enumerate().take(MAX_DIAGNOSTICS) {
        let guess = if index < MAX_GUESSES { guess(context, missing) } else { None };
        report.push(match missing.kind {
            NameKind::Variable => variable(context, missing, guess),
            NameKind::Procedure => {
                let message = format!("There is no procedure `{}`.", missing.name);
                with_guess(codes::UNDECLARED_PROCEDURE.at(missing.span, message), missing.span, guess)
            }
            NameKind::Label => label(context, missing, elsewhere.get(missing.name.as_str()).copied(), guess),
        });
    }
}

/// The visible name that was probably meant. For `x$` it is a variable, without the `$`.
fn guess<'a>(context: &Context<'a>, missing: &Unresolved) -> Option<&'a str> {
    let names = context.names;
    match missing.kind {
        NameKind::Procedure => most_similar(&missing.name, names.procedures.iter().map(|info| info.name.as_str())),
        NameKind::Label => {
            let own = names.labels.iter().filter(|label| label.procedure == missing.procedure);
            most_similar(&missing.name, own.map(|label| label.name.as_str()))
        }
        NameKind::Variable => {
            let visible = names.variables.iter().filter(|info| is_visible(info.storage.procedure(), missing.procedure));
            most_similar(active_name(missing).0, visible.map(|info| info.name.as_str()))
        }
    }
}

fn is_visible(owner: Option<ProcedureId>, procedure: ProcedureId) -> bool {
    owner.is_none_or(|owner| owner == procedure)
}

/// The name without the `$` of a passive copy, and its span.
fn active_name(missing: &Unresolved) -> (&str, Span) {
    match missing.name.strip_suffix('$') {
        Some(name) if !name.is_empty() => (name, Span::new(missing.span.start, missing.span.end - 1)),
        _ => (&missing.name, missing.span),
    }
}

fn with_guess(mut diagnostic: Diagnostic, span: Span, guess: Option<&str>) -> Diagnostic {
    let Some(guess) = guess else { return diagnostic };
    diagnostic.message = format!("{} Did you mean `{guess}`?", diagnostic.message);
    diagnostic.with_fix(format!("Change to `{guess}`"), replacement(span, guess))
}

fn variable(context: &Context, missing: &Unresolved, guess: Option<&str>) -> Diagnostic {
    let (name, span) = active_name(missing);
    let diagnostic = codes::UNDECLARED_VARIABLE.at(missing.span, format!("There is no variable `{name}`."));
    let diagnostic = with_guess(diagnostic, span, guess);
    match declaration(context, missing, name) {
        Some((title, edit)) => diagnostic.with_fix(title, vec![edit]),
        None => diagnostic,
    }
}

/// A declaration of the name: global for a plain name, one copy per thread where `x$` is wanted. It starts as false, since any
/// value at the start is seldom meant.
fn declaration(context: &Context, missing: &Unresolved, name: &str) -> Option<(String, Edit)> {
    let kind = if name == missing.name { "decl" } else { "decl thread_local" };
    let title = match kind {
        "decl" => format!("Declare `{name}`"),
        _ => format!("Declare thread-local `{name}`"),
    };
    let mut globals = context.file.declarations.iter().filter(|declaration| !declaration.late);
    let edit = if let Some(last) = globals.next_back() {
        Edit { span: Span::empty(last.span.end), text: format!("\n{kind} {name} := F;") }
    } else {
        let first = context.file.procedures.first()?;
        Edit { span: Span::empty(first.span.start), text: format!("{kind} {name} := F;\n") }
    };
    Some((title, edit))
}

/// A label that its procedure does not have; `elsewhere` is one of that name in another procedure.
fn label(context: &Context, missing: &Unresolved, elsewhere: Option<&LabelInfo>, guess: Option<&str>) -> Diagnostic {
    let Some(label) = elsewhere else {
        let message = format!("There is no label `{}` in this procedure.", missing.name);
        return with_guess(codes::UNDECLARED_LABEL.at(missing.span, message), missing.span, guess);
    };
    let own = &context.names.procedures[missing.procedure.0 as usize].name;
    let other = &context.names.procedures[label.procedure.0 as usize].name;
    let message = format!(
        "The label `{}` is in procedure `{other}`. A jump stays inside its own procedure, here `{own}`.",
        missing.name
    );
    codes::JUMP_OUT_OF_PROCEDURE.at(missing.span, message).with_related(label.span, "The label is here.")
}
