//! The integer program of a C text, by way of the intermediate form.

use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_c_form::form::Unit;
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::stages::{NoStage, promoted, rolled};
use boolprog_c_syntax::source::{FileId, Sources};
use boolprog_c_syntax::{Failure, Mistake, library, parse};
use boolprog_import::{Imported, Note, Refusal};
use boolprog_integer::Origins;

use crate::names::Lines;
use crate::translate::translate;
use crate::watch::{Watch, why};
use crate::{Asked, MAX_BYTES, Options, emit};

/// What is assumed of atomic operations.
const WEAK_ORDERS: &str = "memory orders are taken as `memory_order_seq_cst`: executions that only a weaker memory order allows are \
                           left out";

/// The integer program of a C program, with places in the C text. Fails with all reasons.
///
/// The control is polled with the memory that is held, from the first token on; where it stops the work, the only reason says so.
pub fn read(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let message = format!("C files of more than {} MiB are not read.", MAX_BYTES >> 20);
        return Err(vec![diagnostic("c-syntax", Span::empty(0), message)]);
    }
    let reading = options.syntax();
    let mut units = vec![Arc::new(parse(path, text, &reading, control).map_err(failed)?)];
    units.extend(library::units(&units, reading.target, control).map_err(failed)?);
    let comments = units[0].sources.files.first().map_or_else(Vec::new, |file| file.comments.clone());
    let no_stage = |why: NoStage| match why {
        NoStage::Stopped(stop) => stopped(stop),
        why => vec![diagnostic("c-not-supported", Span::empty(0), why.to_string())],
    };
    let imported = |unit: &Unit| -> Result<Imported, Vec<Diagnostic>> {
        let program = program(unit, &units[0].sources, options, control)?;
        let origins = Origins { of_c: true, ..program.origins };
        let mut notes = program.notes;
        let weak_order = units[0].weak_order.and_then(|place| units[0].sources.in_text(place));
        notes.extend(weak_order.map(|place| Note { span: place.span, text: WEAK_ORDERS.to_owned() }));
        Ok(Imported { notes, comments: comments.clone(), origins, ..program })
    };
    let unit = promoted(&units, &options.entry, control).map_err(no_stage)?;
    let read = imported(&unit)?;
    // A thread that waits for ever in the program itself may go on in the other form.
    if options.asks(Asked::Deadlocks) || !has_equal_threads(&unit) {
        return Ok(read);
    }
    let rolled = rolled(&units, &options.entry, control).map_err(no_stage)?;
    let is_other = rolled.threads.len() < unit.threads.len();
    let rolled = if is_other { imported(&rolled).ok().map(Box::new) } else { None };
    Ok(Imported { rolled, ..read })
}

/// The integer program of a program in the last stage of the form.
fn program(
    unit: &Unit,
    sources: &Sources,
    options: &Options,
    control: &dyn Control,
) -> Result<Imported, Vec<Diagnostic>> {
    let sets = points_to(unit, unit.threads[0].function, control).map_err(stopped)?;
    let watch = Watch::new(control);
    let text = sources.files.first().map_or("", |file| &file.text);
    let lines = Lines::of(text, !options.by_order);
    let flow = translate(unit, &sets, sources, options, &watch);
    let program = flow.and_then(|flow| emit::program(flow, options, &lines, &watch)?.finish());
    if let Some(why) = watch.stopped() {
        return Err(refused("c-stopped", why));
    }
    program.map_err(|why| refused("c-not-supported", why))
}

/// Returns `true` if two threads start with the same function.
fn has_equal_threads(unit: &Unit) -> bool {
    let started = unit.threads.iter().map(|thread| {
        let activations = &unit.functions[thread.function.0 as usize].activations;
        activations.iter().find(|activation| !activation.is_library).map(|activation| &activation.function)
    });
    let started: Vec<_> = started.collect();
    started.iter().enumerate().any(|(index, one)| started[..index].contains(one))
}

fn diagnostic(code: &'static str, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, Severity::Error, span, message)
}

fn refused(code: &'static str, why: Refusal) -> Vec<Diagnostic> {
    vec![diagnostic(code, why.span, why.message)]
}

fn stopped(stop: Stop) -> Vec<Diagnostic> {
    refused("c-stopped", why(stop))
}

/// The mistakes of a text. One in an included file is told where the file is included.
fn failed(failure: Failure) -> Vec<Diagnostic> {
    match failure {
        Failure::Stopped(stop) => stopped(stop),
        Failure::Mistakes { mistakes, sources } => {
            mistakes.iter().map(|mistake| of_mistake(mistake, &sources)).collect()
        }
    }
}

fn of_mistake(mistake: &Mistake, sources: &Sources) -> Diagnostic {
    let is_own = mistake.place.file == FileId(0);
    let message = if is_own { mistake.message.clone() } else { mistake.line(sources) };
    let span = sources.in_text(mistake.place).map_or(Span::empty(0), |place| place.span);
    diagnostic("c-syntax", span, message)
}
