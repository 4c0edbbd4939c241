//! The integer program of a C text, by way of the intermediate form.

use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_base::{Diagnostic, Joined, Severity, Span};
use boolprog_c_form::form::Unit;
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::stages::{NoStage, promoted, rolled};
use boolprog_c_syntax::source::{FileId, Sources};
use boolprog_c_syntax::texts::Texts;
use boolprog_c_syntax::{Failure, Mistake, program};
use boolprog_import::{Imported, Note, Refusal};
use boolprog_integer::{CReading, Origins};

use crate::names::Lines;
use crate::translate::translate;
use crate::watch::{Watch, why};
use crate::{Asked, MAX_BYTES, Options, emit};

/// The assumption about atomic operations.
const WEAK_ORDERS: &str =
    "this memory order is checked as `memory_order_seq_cst`; bugs that need weak memory are not found";

/// A C program, read up to the last stage of the form: programs of several [`Options`] can be made of it.
pub struct Prepared {
    /// Those of the library come last.
    units: Vec<Arc<boolprog_c_syntax::Unit>>,
    texts: Texts,
    form: Unit,
    /// The form in which all threads of a function are any number of one, if it is another one.
    rolled: Option<Unit>,
}

impl Prepared {
    /// Reads a program. Fails with all reasons.
    ///
    /// The control is polled with the memory that is held, from the first token on; where it stops the work, the only reason says
    /// so.
    pub fn new(path: &str, text: &Arc<str>, options: &Options, control: &dyn Control) -> Result<Self, Vec<Diagnostic>> {
        if options.linked.iter().map(|it| it.text.len()).sum::<usize>() + text.len() > MAX_BYTES {
            let message = format!("C programs of more than {} MiB are not read.", MAX_BYTES >> 20);
            return Err(vec![diagnostic("c-syntax", Span::empty(0), message)]);
        }
        let inputs = options.inputs(path, text);
        let units = program::units(&inputs, control).map_err(|why| failed(why, &options.joined(text)))?;
        let texts = Texts::of(&units[..inputs.len()]);
        let form = promoted(&units, &options.entry, control).map_err(no_stage)?;
        let rolled = if has_other_form(options) && has_equal_threads(&form) {
            let rolled = rolled(&units, &options.entry, control).map_err(no_stage)?;
            (rolled.threads.len() < form.threads.len()).then_some(rolled)
        } else {
            None
        };
        Ok(Self { units, texts, form, rolled })
    }

    /// The integer program, with places in the [text of its files](Texts). The options are those that it was read with, but for the
    /// meaning of numbers and steps, and the questions.
    pub fn program(&self, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
        let program = self.of_form(&self.form, options, control)?;
        let rolled = self.rolled.as_ref().filter(|_| has_other_form(options));
        let rolled = rolled.and_then(|rolled| self.of_form(rolled, options, control).ok());
        Ok(Imported { rolled: rolled.map(Box::new), ..program })
    }

    fn of_form(&self, form: &Unit, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
        // No other thread can act between the steps of the only one.
        let options = &Options { statements: options.statements && form.threads.len() > 1, ..options.clone() };
        let program = translated(form, &self.texts, options, control)?;
        let is_exact = !options.statements && !options.unbounded;
        let reading = CReading { is_exact, has_spurious_wakeups: options.spurious_wakeups };
        let origins = Origins { of_c: Some(reading), ..program.origins };
        let mut notes = program.notes;
        let weak_orders = (0..).zip(&self.units);
        let mut weak_orders = weak_orders.filter_map(|(number, unit)| self.texts.span(number, unit.weak_order?));
        notes.extend(weak_orders.next().map(|span| Note { span, text: WEAK_ORDERS.to_owned() }));
        let files = Some(self.texts.joined.clone());
        Ok(Imported { notes, comments: self.texts.comments(), files, origins, ..program })
    }
}

/// The integer program of a C program; see [`Prepared`].
pub fn read(
    path: &str,
    text: &Arc<str>,
    options: &Options,
    control: &dyn Control,
) -> Result<Imported, Vec<Diagnostic>> {
    Prepared::new(path, text, options, control)?.program(options, control)
}

/// The integer program of a program in the last stage of the form.
fn translated(
    unit: &Unit,
    texts: &Texts,
    options: &Options,
    control: &dyn Control,
) -> Result<Imported, Vec<Diagnostic>> {
    let sets = points_to(unit, unit.threads[0].function, control).map_err(stopped)?;
    let watch = Watch::new(control);
    let lines = Lines::of(&texts.joined, !options.by_order);
    let flow = translate(unit, &sets, (options, texts), &watch);
    let program = flow.and_then(|flow| emit::program(flow, options, &lines, &watch)?.finish());
    if let Some(why) = watch.stopped() {
        return Err(refused("c-stopped", why));
    }
    program.map_err(|why| refused("c-not-supported", why))
}

/// Returns `true` if proofs about any number of threads hold for the program: a thread of it that waits forever may go on among
/// more.
fn has_other_form(options: &Options) -> bool {
    !options.asks(Asked::Deadlocks)
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

/// The reason why a program does not reach a stage.
pub(crate) fn no_stage(why: NoStage) -> Vec<Diagnostic> {
    match why {
        NoStage::Stopped(stop) => stopped(stop),
        why => vec![diagnostic("c-not-supported", Span::empty(0), why.to_string())],
    }
}

pub(crate) fn stopped(stop: Stop) -> Vec<Diagnostic> {
    refused("c-stopped", why(stop))
}

/// The mistakes of a file. One in an included file is reported where the file is included.
pub(crate) fn failed(failure: Failure, joined: &Joined) -> Vec<Diagnostic> {
    match failure {
        Failure::Stopped(stop) => stopped(stop),
        Failure::Mistakes { mistakes, sources } => {
            let start = sources.files.first().map_or(0, |file| joined.start(&file.path));
            mistakes.iter().map(|mistake| of_mistake(mistake, &sources, start)).collect()
        }
    }
}

fn of_mistake(mistake: &Mistake, sources: &Sources, start: u32) -> Diagnostic {
    let is_own = mistake.place.file == FileId(0);
    let message = if is_own { mistake.message.clone() } else { mistake.line(sources) };
    let span = sources.in_text(mistake.place).map_or(Span::empty(0), |place| place.span);
    let code = if mistake.is_unsupported { "c-not-supported" } else { "c-syntax" };
    diagnostic(code, span.after(start), message)
}

/// The integer program of a text that is supported.
#[cfg(test)]
pub(crate) fn text_of(text: &str) -> String {
    let options = Options::default();
    let program = read("program.c", &text.into(), &options, &boolprog_base::control::Unlimited);
    program.expect("it is supported").text
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;

    #[test]
    fn what_is_not_supported_is_no_mistake() {
        let code = |text: &str| {
            let errors = read("program.c", &text.into(), &Options::default(), &Unlimited).expect_err("it is refused");
            errors[0].code
        };
        assert_eq!(code("double _Complex z; int main() {}"), "c-not-supported");
        assert_eq!(code("int v __attribute__((vector_size(16))); int main() {}"), "c-not-supported");
        assert_eq!(code("int main(int n) { struct { int a[n]; } s; }"), "c-not-supported");
        assert_eq!(code("int main() { return x; }"), "c-syntax");
    }
}
