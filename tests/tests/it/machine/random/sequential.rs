//! Programs without threads: the machine against gcc, and against its sanitizers.

use std::cell::Cell;
use std::time::Duration;

use boolprog_machine::fault::{Kind, Kinds};
use boolprog_tests::generate::c::{Source, faulty, sequential};
use proptest::prelude::*;

use super::super::executed::{self, Options, Outcome};
use super::super::gcc::{self, Ran};
use crate::differential::runner;

const LONGEST: Duration = Duration::from_secs(10);

/// The output of a program that gcc compiles with these options. Rejects one that gcc has no code for because of an error of its own.
fn compiled(source: &Source, options: &[&str]) -> Result<Ran, TestCaseError> {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, program] = ["made.c", "made"].map(|name| folder.path().join(name));
    std::fs::write(&file, &source.0).expect("writable");
    match gcc::compile(&file, &program, options) {
        Ok(()) => Ok(gcc::run(&program, LONGEST)),
        Err(why) if why.contains("internal compiler error") => Err(TestCaseError::reject("gcc fails")),
        Err(why) => panic!("{why}\n{source:?}"),
    }
}

fn executed(source: &Source, kinds: Kinds) -> Outcome {
    let options = Options { kinds, longest: LONGEST, ..Options::default() };
    match executed::program("made.c", &source.0, &options) {
        Ok(program) => executed::first(&program, &options),
        Err(why) => Outcome::Refused(why),
    }
}

#[test]
fn programs_without_threads_print_what_gcc_makes_of_them() {
    if !gcc::is_installed("gcc", "programs without threads") {
        return;
    }
    let wraps = Kinds::default().without(Kind::Overflow);
    let result = runner(100, 51).run(&sequential(), |source| {
        let Ran::Ended(status, wanted, _) = compiled(&source, &["-O0", "-fwrapv"])? else {
            return Err(TestCaseError::fail("it does not end"));
        };
        let found = executed(&source, wraps);
        prop_assert_eq!(found, Outcome::Exit(status.unwrap_or(-1), wanted), "{:?}", source);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The line at which a sanitizer ended a program.
fn reported(errors: &str) -> Option<u32> {
    let (_, after) = errors.split_once("made.c:")?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn faults_of_programs_without_threads_are_those_of_sanitizers() {
    if !gcc::is_installed("gcc", "faults of programs without threads") {
        return;
    }
    let counts = Cell::new([0_u32; 2]);
    let mut runner = runner(60, 52);
    let result = runner.run(&faulty(), |source| {
        let sanitized = [
            "-O0",
            "-g",
            "-fsanitize=address,undefined",
            "-fsanitize=bounds-strict",
            "-fno-sanitize=shift-base",
            "-fno-sanitize-recover=all",
        ];
        let Ran::Ended(status, wanted, errors) = compiled(&source, &sanitized)? else {
            return Err(TestCaseError::fail("it does not end"));
        };
        let [faults, ends] = counts.get();
        match executed(&source, Kinds::default()) {
            Outcome::Fault(_, line, words) => {
                prop_assert_eq!(reported(&errors), Some(line), "{}, but gcc: {}{:?}", words, errors, source);
                counts.set([faults + 1, ends]);
            }
            found => {
                prop_assert_eq!(found, Outcome::Exit(status.unwrap_or(-1), wanted), "gcc: {}{:?}", errors, source);
                counts.set([faults, ends + 1]);
            }
        }
        Ok(())
    });
    let ([faults, ends], programs) = (counts.get(), runner.config().cases);
    println!("{programs} programs: {faults} with a fault, {ends} without");
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(faults > programs / 4 && ends > programs / 4, "too few of a kind: {faults} and {ends}");
}
