//! The integer program of a C program, by way of the intermediate form.

use boolprog_base::control::{Control, Stop};
use boolprog_base::{Diagnostic, Span};
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::stages::promoted;
use boolprog_c_syntax::{Failure, library, parse};
use boolprog_import::{Imported, Refusal};
use boolprog_integer::Origins;

use crate::names::Lines;
use crate::translate::translate;
use crate::watch::Watch;
use crate::{Options, emit, one};

/// The integer program of a C program. Fails with all reasons.
///
/// This is the second translation, which will take the place of [`read`](crate::read).
pub fn emitted(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
    let reading = boolprog_c_syntax::Options {
        defines: options.defines.clone(),
        folders: options.folders.clone(),
        files: boolprog_c_syntax::Files(options.files.0),
        target: options.target,
        ..boolprog_c_syntax::Options::default()
    };
    let refused = |message: String| one("c-not-supported", &Refusal::new(Span::empty(0), message));
    let stopped = |stop: Stop| one("c-stopped", &Refusal::new(Span::empty(0), stop.to_string()));
    let failed = |failure: Failure| refused(failure.to_string());
    let mut units = vec![parse(path, text, &reading, control).map_err(failed)?];
    units.extend(library::units(&units, reading.target, control).map_err(failed)?);
    if !options.error_labels.is_empty() {
        return Err(refused("Not supported by this translation: labels that are errors.".to_owned()));
    }
    let unit = promoted(&units, &options.entry, control).map_err(|why| refused(why.to_string()))?;
    let sets = points_to(&unit, unit.threads[0].function, control).map_err(stopped)?;
    let watch = Watch::new(control);
    let lines = if options.by_order { Lines::Unnamed } else { Lines::of(text) };
    let unsupported = |why: Refusal| one("c-not-supported", &why);
    let lowering = translate(&unit, &sets, options, &watch);
    let program = lowering.and_then(|lowering| emit::program(lowering, options, &lines, &watch)?.finish());
    if let Some(why) = watch.stopped() {
        return Err(one("c-stopped", &why));
    }
    let program = program.map_err(unsupported)?;
    let origins = Origins { of_c: true, ..program.origins };
    Ok(Imported { origins, ..program })
}
