//! The stages of the translation of C, executed: programs without threads do in each of them what the machine does.

use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_form::form::{FunctionId, Unit};
use boolprog_c_form::link::link;
use boolprog_c_form::lower::lower;
use boolprog_c_form::points_to::points_to;
use boolprog_c_form::promote::promote;
use boolprog_c_form::simplify::simplify;
use boolprog_c_form::stages::promoted;
use boolprog_c_form::threads::{Apart, threads};
use boolprog_c_syntax::{Options, library, parse};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_tests::form::Execution;
use boolprog_tests::generate::c::{Source, sequential};
use proptest::prelude::*;

use super::executed::{self, Outcome};
use crate::differential::runner;

/// The trees of a text and of the library.
fn trees(source: &Source) -> Vec<Arc<boolprog_c_syntax::Unit>> {
    let options = Options::default();
    let mut units = vec![Arc::new(parse("made.c", &source.0, &options, &Unlimited).expect("C"))];
    units.extend(library::units(&units, options.target, &Unlimited).expect("the library"));
    units
}

/// The linked program of trees, with its first function.
fn linked(units: &[Arc<boolprog_c_syntax::Unit>]) -> (Unit, FunctionId) {
    let forms = units.iter().map(|unit| lower(unit, &Unlimited).expect("no limits"));
    let unit = link(forms.collect()).expect("one program");
    let main = unit.functions.iter().position(|function| function.name == "main").expect("a function main");
    (unit, FunctionId(main as u32))
}

/// The outcome of a program in the machine, with signed integers that wrap around.
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

/// Fails unless a program does in each stage what is wanted.
fn is_same_in_each_stage(source: &Source, wanted: &Outcome) -> Result<(), TestCaseError> {
    let trees = trees(source);
    let (unit, main) = linked(&trees);
    let sets = points_to(&unit, main, &Unlimited).expect("no limits");
    prop_assert_eq!(&found(Execution::new(&unit).within(&sets)), wanted, "linked {:?}", source);
    let mut changed = threads(&unit, main, Apart::Each, &Unlimited).expect("no limits");
    prop_assert_eq!(&found(Execution::new(&changed)), wanted, "threads {:?}", source);
    for pass in [promote, simplify] {
        for function in changed.functions.iter_mut().filter(|function| !function.blocks.is_empty()) {
            *function = pass(function.clone(), &Unlimited).expect("no limits");
        }
        let sets = points_to(&changed, changed.threads[0].function, &Unlimited).expect("no limits");
        prop_assert_eq!(&found(Execution::new(&changed).within(&sets)), wanted, "promoted {:?}", source);
    }
    let last = promoted(&trees, "main", &Unlimited).expect("a last stage");
    let sets = points_to(&last, last.threads[0].function, &Unlimited).expect("no limits");
    prop_assert_eq!(&found(Execution::new(&last).within(&sets)), wanted, "the last stage {:?}", source);
    Ok(())
}

#[test]
fn every_stage_computes_what_the_machine_computes() {
    let result = runner(60, 57).run(&sequential(), |source| is_same_in_each_stage(&source, &wanted(&source)));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Threads that start with several functions at one place, that create themselves, and that loops and statements create; each has
/// objects of its own.
const THREADS: &str = "
typedef void *(*start)(void *);
unsigned long __boolprog_create(void *(*run)(start, void *), start, void *);

struct item { int value; struct item *next; };
static struct item items[3] = { { 1, &items[1] }, { 10, &items[2] }, { 100, 0 } };
static _Thread_local int own = 7;
static int sum;

static void *run(start first, void *argument) { return first(argument); }
static void create(start first, void *argument) { __boolprog_create(run, first, argument); }

static void *adding(void *item) { own += ((struct item *)item)->value; sum += own; return 0; }
static void *taking(void *item) { own = 3; sum -= *(int *)item; return 0; }
static void *spreading(void *item) {
  struct item *it = item;
  create(it->value == 10 ? taking : adding, it);
  if (it->next)
    create(spreading, it->next);
  return 0;
}
static void deep(int depth) {
  create(adding, &items[depth]);
  if (depth > 0)
    deep(depth - 1);
}

int main(void) {
  own = 20;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      create(j == 1 ? taking : adding, &items[j]);
  create(spreading, &items[0]);
  deep(2);
  int local = 2, numbers[2] = { 3, 4 }, *pointer = &local;
  for (int i = 0; i < 2; i++)
    __CPROVER_ASYNC_1: { numbers[i]++; local += i; *pointer += 30; sum += own + local + numbers[i]; }
  return (sum + own + local + numbers[0]) & 127;
}
";

#[test]
fn threads_compute_what_the_linked_program_computes() {
    let source = Source(THREADS.to_owned());
    let (unit, _) = linked(&trees(&source));
    let wanted = found(Execution::new(&unit));
    assert!(matches!(wanted, Outcome::Exit(..)), "{wanted:?}");
    is_same_in_each_stage(&source, &wanted).unwrap_or_else(|error| panic!("{error}"));
}
