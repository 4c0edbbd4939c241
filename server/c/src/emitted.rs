//! The integer program of a C program, by way of the intermediate form.

use boolprog_base::control::{Control, Stop};
use boolprog_base::{Diagnostic, Span};
use boolprog_c_form::form::{Function, FunctionId};
use boolprog_c_form::link::link;
use boolprog_c_form::lower::lower;
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::promote::promote;
use boolprog_c_form::simplify::simplify;
use boolprog_c_form::threads::threads;
use boolprog_c_syntax::{Failure, library, parse};
use boolprog_import::{Imported, Refusal};
use boolprog_integer::Origins;

use crate::names::Lines;
use crate::translate::translate;
use crate::watch::Watch;
use crate::{Options, emit, one};

/// The integer program of a C program. Fails with all reasons.
pub fn emitted(path: &str, text: &str, options: &Options, control: &dyn Control) -> Result<Imported, Vec<Diagnostic>> {
    let reading = boolprog_c_syntax::Options {
        defines: options.defines.clone(),
        folders: options.folders.clone(),
        files: boolprog_c_syntax::Files(options.files.0),
        target: options.target,
        ..boolprog_c_syntax::Options::default()
    };
    let refused = |message: String| one("c-not-supported", &Refusal::new(Span::empty(0), message));
    let stopped = |stop: Stop| refused(stop.to_string());
    let failed = |failure: Failure| refused(failure.to_string());
    let mut units = vec![parse(path, text, &reading, control).map_err(failed)?];
    units.extend(library::units(&units, reading.target, control).map_err(failed)?);
    let forms = units.iter().map(|unit| lower(unit, control)).collect::<Result<Vec<_>, Stop>>().map_err(stopped)?;
    let linked = link(forms).map_err(|why| refused(why.to_string()))?;
    let is_entry = |function: &Function| function.name == options.entry.as_str() && !function.blocks.is_empty();
    let Some(entry) = linked.functions.iter().position(is_entry) else {
        return Err(refused(format!("There is no function `{}` (`--function` names another).", options.entry)));
    };
    let mut unit = threads(&linked, FunctionId(entry as u32), control).map_err(stopped)?;
    for thread in unit.threads.clone() {
        let function = &mut unit.functions[thread.function.0 as usize];
        let promoted = promote(function.clone(), control).map_err(stopped)?;
        *function = simplify(promoted, control).map_err(stopped)?;
    }
    let sets = points_to(&unit, unit.threads[0].function, control).map_err(stopped)?;
    let watch = Watch::new(control);
    let lowering = translate(&unit, &sets, options, &watch);
    let lines = if options.by_order { Lines::Unnamed } else { Lines::of(text) };
    let unsupported = |why: Refusal| one("c-not-supported", &why);
    let program = emit::program(lowering, options, &lines, &watch).map_err(unsupported)?.finish().map_err(unsupported)?;
    let origins = Origins { of_c: true, ..program.origins };
    Ok(Imported { origins, ..program })
}
