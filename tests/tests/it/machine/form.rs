//! The stages of the translation of C, executed: programs without threads do in each of them what the machine does.

use boolprog_base::control::Unlimited;
use boolprog_c_form::form::{FunctionId, Unit};
use boolprog_c_form::link::link;
use boolprog_c_form::lower::lower;
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::promote::promote;
use boolprog_c_form::simplify::simplify;
use boolprog_c_form::threads::threads;
use boolprog_c_syntax::{Options, library, parse};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_tests::form::Execution;
use boolprog_tests::generate::c::{Source, sequential};
use proptest::prelude::*;

use super::executed::{self, Outcome};
use crate::differential::runner;

/// The linked program of a text, with its first function.
fn linked(source: &Source) -> (Unit, FunctionId) {
    let options = Options::default();
    let mut units = vec![parse("made.c", &source.0, &options, &Unlimited).expect("C")];
    units.extend(library::units(&units, options.target, &Unlimited).expect("the library"));
    let forms = units.iter().map(|unit| lower(unit, &Unlimited).expect("no limits"));
    let unit = link(forms.collect()).expect("one program");
    let main = unit.functions.iter().position(|function| function.name == "main").expect("a function main");
    (unit, FunctionId(main as u32))
}

/// What the machine makes of a program, with signed integers that wrap around.
fn wanted(source: &Source) -> Outcome {
    let options = executed::Options { kinds: Kinds::default().without(Kind::Overflow), ..executed::Options::default() };
    match executed::program("made.c", &source.0, &options) {
        Ok(program) => executed::first(&program, &options),
        Err(why) => Outcome::Refused(why),
    }
}

fn found(mut execution: Execution<'_>) -> Outcome {
    match execution.run() {
        Ok(status) => Outcome::Exit(status & 0xff, execution.output),
        Err(why) => Outcome::Refused(format!("{why:?}")),
    }
}

#[test]
fn every_stage_computes_what_the_machine_computes() {
    let result = runner(60, 57).run(&sequential(), |source| {
        let wanted = wanted(&source);
        let (unit, main) = linked(&source);
        let sets = points_to(&unit, main, &Unlimited).expect("no limits");
        prop_assert_eq!(&found(Execution::new(&unit).within(&sets)), &wanted, "linked {:?}", source);
        let mut changed = threads(&unit, main, &Unlimited).expect("no limits");
        prop_assert_eq!(&found(Execution::new(&changed)), &wanted, "threads {:?}", source);
        for pass in [promote, simplify] {
            for function in changed.functions.iter_mut().filter(|function| !function.blocks.is_empty()) {
                *function = pass(function.clone(), &Unlimited).expect("no limits");
            }
            let sets = points_to(&changed, changed.threads[0].function, &Unlimited).expect("no limits");
            prop_assert_eq!(&found(Execution::new(&changed).within(&sets)), &wanted, "promoted {:?}", source);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
