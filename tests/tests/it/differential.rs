//! Engines, lowering and interpreter against one another, on thousands of generated programs.
//!
//! The programs are the same in every run; `PROPTEST_CASES` asks for another number of them, and `BOOLPROG_FUZZ_SEED`
//! for others. A failure is shown as
//! the text of the smallest program that still fails: saved in `tests/differential` with the ending `.bp`, it is
//! compared in every run from then on.

mod bounded;
mod c;
mod case;
mod conversion;
mod followed;
mod integer;
mod invariants;
mod reduced;
mod symbolic;
mod theta;
mod unbounded;
mod verdicts;

use std::cell::{Cell, RefCell};
use std::path::Path;

use boolprog_base::engine::EngineId;
use boolprog_check::{Localization, Options, Separation};
use boolprog_program::program::Threads;
use boolprog_prover::SmtLib;
use boolprog_tests::generate::{self, Flavour, Generated};
use boolprog_tests::wide;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use case::{Case, Compared};
pub(crate) use integer::Patience;

/// Live threads up to which programs are compared.
const MOST: u32 = 3;

/// Statements of `main`, besides those inside others.
const LENGTH: usize = 7;

/// Numbers of threads that start in `main`.
const READINGS: [Threads; 4] = [Threads::Exactly(1), Threads::Exactly(2), Threads::Exactly(3), Threads::Any];

pub(crate) fn runner(cases: u32, seed: u64) -> TestRunner {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    let offset: u64 = std::env::var("BOOLPROG_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let rng_seed = RngSeed::Fixed(seed.wrapping_add(offset << 8));
    TestRunner::new(Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 1000, ..Config::default() })
}

/// Runs a comparison on this number of programs; returns the number of those compared.
fn on_programs(cases: u32, seed: u64, flavour: Flavour, compare: impl Fn(&str) -> Compared) -> u32 {
    let mut runner = runner(cases, seed);
    if let Err(error) = runner.run(&generate::program(flavour, LENGTH), |program| compare(&program.to_string())) {
        panic!("{error}");
    }
    runner.config().cases
}

#[derive(Default)]
struct Count(Cell<u32>);

impl Count {
    fn add(&self, condition: bool) {
        self.0.set(self.0.get() + u32::from(condition));
    }

    fn get(&self) -> u32 {
        self.0.get()
    }
}

/// A program in the reading it asks for, and in all others.
fn readings(text: &str) -> impl Iterator<Item = Compared<Case>> {
    let readings = [None].into_iter().chain(READINGS.map(Some));
    readings.map(move |threads| Case::new(text, threads))
}

fn bounded_search(cases: u32, seed: u64, flavour: Flavour) {
    let skipped = Count::default();
    let cases = on_programs(cases, seed, flavour, |text| {
        for case in readings(text) {
            skipped.add(!bounded::compare(&case?, MOST)?);
        }
        Ok(())
    });
    println!("{cases} programs, {} of their readings skipped", skipped.get());
    assert!(skipped.get() <= cases / 5, "{} readings were too large to compare", skipped.get());
}

#[test]
fn bounded_search_agrees_with_the_interpreter() {
    bounded_search(600, 1, Flavour::Full);
}

#[test]
fn bounded_search_agrees_with_the_interpreter_on_plain_programs() {
    bounded_search(400, 2, Flavour::Plain);
}

#[test]
fn engines_for_any_number_of_threads_agree() {
    let [complete, specified, searched, found] = [(); 4].map(|()| Count::default());
    let programs = on_programs(300, 3, Flavour::Plain, |text| {
        for case in readings(text) {
            let extent = unbounded::compare(&case?)?;
            complete.add(extent.complete);
            specified.add(extent.specified);
            searched.add(extent.found.is_some());
            found.add(extent.found == Some(true));
        }
        Ok(())
    });
    let readings = programs * (READINGS.len() as u32 + 1);
    let [complete, specified, searched, found] = [complete, specified, searched, found].map(|count| count.get());
    println!("{readings} readings: {complete} with a set, {specified} with a tree, {searched} searched, {found} found");
    assert!(complete >= readings * 9 / 10, "only {complete} of {readings} sets were small enough");
    assert!(specified >= readings * 4 / 5, "only {specified} of {readings} trees were small enough");
    assert!(searched >= readings * 4 / 5, "only {searched} of {readings} searches ended");
    assert!(found >= searched * 19 / 20, "only {found} of {searched} searches found what can be covered");
}

#[test]
fn sets_of_valuations_agree_with_explicit_states() {
    let total = Cell::new(symbolic::Extent::default());
    let programs = on_programs(250, 6, Flavour::Plain, |text| {
        for case in readings(text) {
            let mut extent = total.get();
            extent += symbolic::compare(&case?, MOST)?;
            total.set(extent);
        }
        Ok(())
    });
    let total = total.get();
    println!("{programs} programs: {total:?}");
    assert!(total.searched >= total.saturated / 2, "too many searches were too large: {total:?}");
    assert!(total.violated > programs && total.proved > programs / 4, "too few of a kind: {total:?}");
}

fn conversions(cases: u32, seed: u64, flavour: Flavour) -> conversion::Extent {
    let total = Cell::new(conversion::Extent::default());
    let programs = on_programs(cases, seed, flavour, |text| {
        for case in readings(text) {
            let mut extent = total.get();
            extent += conversion::compare(&case?)?;
            total.set(extent);
        }
        Ok(())
    });
    println!("{programs} programs: {:?}", total.get());
    total.get()
}

#[test]
fn conversions_of_plain_programs_keep_the_verdict() {
    let conversion::Extent { numeric, systems, nets } = conversions(200, 9, Flavour::Plain);
    assert!(numeric > 300 && systems > 300 && nets > 300, "{numeric} programs, {systems} systems, {nets} nets");
}

#[test]
fn conversions_keep_the_verdict() {
    let conversion::Extent { systems, .. } = conversions(200, 10, Flavour::Full);
    assert!(systems > 100, "only {systems} systems");
}

fn whole_checks(cases: u32, seed: u64, flavour: Flavour, engine: Option<EngineId>) {
    whole_checks_with(cases, seed, flavour, Options { engine, ..Options::default() });
}

fn whole_checks_with(cases: u32, seed: u64, flavour: Flavour, options: Options) {
    let total = Cell::new(verdicts::Verdicts::default());
    let plain = flavour == Flavour::Plain;
    let programs = on_programs(cases, seed, flavour, |text| {
        for case in readings(text) {
            let found = verdicts::compare_with(&case?, MOST, plain, options)?;
            total.set(total.get() + found);
        }
        Ok(())
    });
    let total = total.get();
    println!("{programs} programs: {total:?}");
    let decided = total.violated + total.proved;
    assert!(total.violated > programs && total.proved > programs, "too few of a kind: {total:?}");
    assert!(total.stopped <= decided / 10, "too many properties met a limit: {total:?}");
    assert!(total.skipped <= programs / 5, "too many readings were too large to compare: {total:?}");
}

#[test]
fn verdicts_agree_with_the_interpreter() {
    whole_checks(500, 4, Flavour::Full, None);
}

#[test]
fn verdicts_agree_with_the_interpreter_on_plain_programs() {
    whole_checks(500, 5, Flavour::Plain, None);
}

/// These engines have no short search before them, so that every proof is tried on reduced programs first.
#[test]
fn verdicts_on_reduced_programs_agree_with_the_interpreter() {
    whole_checks(200, 8, Flavour::Full, Some(EngineId::Backward));
    whole_checks(200, 9, Flavour::Plain, Some(EngineId::Mcs));
}

/// Every program counts as wide.
fn by_few_bits(separation: Separation) -> Options {
    Options { localization: Some(Localization { separation, few_bits: 0 }), ..Options::default() }
}

/// Each method finds the bits that matter.
#[test]
fn verdicts_by_few_bits_agree_with_the_interpreter() {
    for (seed, separation) in (20..).zip([Separation::Conflict, Separation::Integer, Separation::Tree]) {
        let options = by_few_bits(separation);
        for flavour in [Flavour::Plain, Flavour::Full] {
            whole_checks_with(150, seed, flavour, options);
        }
    }
}

/// Wide programs of few variables, with each method and without localization.
#[test]
fn verdicts_on_wide_programs_agree_with_the_interpreter() {
    let total = Cell::new(verdicts::Verdicts::default());
    let mut runner = runner(60, 24);
    let result = runner.run(&(any::<u64>(), 0..wide::FAMILIES.len(), 3_u32..=4), |(seed, family, size)| {
        let text = (wide::FAMILIES[family].program)(size, seed);
        let methods = [Separation::Conflict, Separation::Integer, Separation::Tree].map(Some);
        for separation in methods.into_iter().chain([None]) {
            let localization = separation.map(|separation| Localization { separation, few_bits: 0 });
            let options = Options { localization, ..Options::default() };
            // Recursive programs are compared elsewhere.
            let Ok(case) = Case::new(&text, None) else { return Ok(()) };
            total.set(total.get() + verdicts::compare_with(&case, MOST, true, options)?);
        }
        Ok(())
    });
    let (programs, total) = (runner.config().cases, total.get());
    println!("{programs} wide programs: {total:?}");
    assert!(result.is_ok(), "{result:?}");
    assert!(total.violated > programs / 4 && total.proved > programs, "too few of a kind: {total:?}");
    assert!(total.stopped <= total.proved / 10, "too many properties met a limit: {total:?}");
}

#[test]
fn followed_runs_are_spurious_only_if_they_are_impossible() {
    let total = Cell::new(followed::Extent::default());
    let mut runner = runner(1500, 25);
    let programs = generate::program(Flavour::Plain, LENGTH).prop_union(generate::program(Flavour::Full, LENGTH));
    let result = runner.run(&(any::<u64>(), programs), |(seed, program)| {
        let case = Case::new(&program.to_string(), Some(Threads::Exactly(2)))?;
        let mut extent = total.get();
        for path in 0..8 {
            extent += followed::compare(&case, seed.wrapping_add(path))?;
        }
        total.set(extent);
        Ok(())
    });
    let (programs, total) = (runner.config().cases, total.get());
    println!("{programs} programs: {total:?}");
    assert!(result.is_ok(), "{result:?}");
    let least = [total.possible, total.spurious, total.shown, 4 * total.moving].into_iter().min();
    assert!(least > Some(programs / 10), "too few of a kind: {total:?}");
}

fn reductions(cases: u32, seed: u64, flavour: Flavour) {
    let total = Cell::new(reduced::Extent::default());
    let programs = on_programs(cases, seed, flavour, |text| {
        for case in readings(text) {
            let mut extent = total.get();
            reduced::compare(&case?, MOST, &mut extent)?;
            total.set(extent);
        }
        Ok(())
    });
    let total = total.get();
    println!("{programs} programs: {total:?}");
    let least = [total.reduced, total.proved, total.violated, total.lifted].into_iter().min();
    assert!(least > Some(programs), "too few of a kind: {total:?}");
}

#[test]
fn reductions_keep_verdicts() {
    reductions(120, 6, Flavour::Full);
}

#[test]
fn reductions_keep_verdicts_of_plain_programs() {
    reductions(200, 7, Flavour::Plain);
}

fn invariants(cases: u32, seed: u64, flavour: Flavour) {
    let total = Cell::new(invariants::Extent::default());
    let programs = on_programs(cases, seed, flavour, |text| {
        for case in readings(text) {
            let mut extent = total.get();
            extent += invariants::compare(&case?, MOST)?;
            total.set(extent);
        }
        Ok(())
    });
    let total = total.get();
    println!("{programs} programs: {total:?}");
    assert!(total.hold > programs && total.fail > programs, "too few of a kind: {total:?}");
    assert!(total.unknown < total.hold + total.fail, "too many are not known: {total:?}");
}

#[test]
fn invariants_agree_with_the_interpreter() {
    invariants(60, 11, Flavour::Full);
}

#[test]
fn invariants_of_plain_programs_agree_with_the_interpreter() {
    invariants(40, 12, Flavour::Plain);
}

/// Runs a comparison that adds to a total; gives the number of those compared, and the total.
pub(crate) fn totalled<S: Strategy, E: Copy + Default + std::fmt::Debug>(
    (cases, seed): (u32, u64),
    strategy: &S,
    compare: impl Fn(S::Value, &mut E) -> Compared,
) -> (u32, E)
where
    S::Value: std::fmt::Debug,
{
    let total = Cell::new(E::default());
    let mut runner = runner(cases, seed);
    let result = runner.run(strategy, |case| {
        let mut extent = total.get();
        compare(case, &mut extent)?;
        total.set(extent);
        Ok(())
    });
    let (cases, total) = (runner.config().cases, total.get());
    println!("{cases} compared: {total:?}");
    if let Err(error) = result {
        panic!("{error}");
    }
    (cases, total)
}

#[test]
fn integer_programs_agree_with_the_oracle() {
    let compare = |seed, extent: &mut _| integer::compare(&integer::text(seed), extent);
    let (programs, total) = totalled((2000, 13), &any::<u64>(), compare);
    let least = [total.proved, total.violated, total.undefined].into_iter().min();
    assert!(least > Some(programs / 4) && total.skipped < programs * 3 / 2, "too few of a kind: {total:?}");
}

#[test]
fn graphs_of_integer_programs_agree_with_the_oracle_and_with_horn_clauses() {
    let Some(z3) = theta::z3() else { return };
    let z3 = RefCell::new(z3);
    let compare = |seed, answers: &mut _| integer::compare_graphs(seed, &mut z3.borrow_mut(), answers);
    let (programs, total) = totalled((40, 32), &any::<u64>(), compare);
    let least = total.verdicts.proved.min(total.verdicts.violated);
    // Spacer has little time, of which other tests take their part.
    assert!(least > programs / 4 && total.clauses > 0, "too few of a kind: {total:?}");
}

#[test]
fn proofs_for_any_number_of_instances_agree_with_the_oracle() {
    let Some(z3) = theta::z3() else { return };
    let z3 = RefCell::new(z3);
    let compare = |seed, asked: &mut _| integer::compare_any_number(seed, &mut z3.borrow_mut(), asked);
    let (programs, total) = totalled((200, 31), &any::<u64>(), compare);
    assert!(total.proved.min(total.violated) > programs / 4, "too few of a kind: {total:?}");
}

/// Compares C programs in both granularities.
fn c_programs(cases: u32, seed: u64, many: bool) {
    let z3 = RefCell::new(theta::z3());
    let compare = |program: c::Program, asked: &mut _| c::compare(&program, &mut z3.borrow_mut(), asked);
    let (programs, total) = totalled((cases, seed), &c::program(many), compare);
    assert!(total.proved.min(total.violated) > programs / 4, "too few of a kind: {total:?}");
}

#[test]
fn c_programs_agree_with_their_syntax_trees() {
    c_programs(120, 41, false);
}

#[test]
fn c_programs_with_any_number_of_threads_agree_with_their_syntax_trees() {
    c_programs(10, 42, true);
}

/// Compares texts in a notation of Theta; of every tenth also the engine that asks a prover.
fn notation<T: std::fmt::Display + std::fmt::Debug>(
    seed: u64,
    strategy: &impl Strategy<Value = T>,
    compare: impl Fn(&T, Option<&mut SmtLib>, &mut theta::Extent) -> Compared,
) {
    let (z3, number) = (RefCell::new(theta::z3()), Cell::new(0_u32));
    let (cases, total) = totalled((500, seed), strategy, |text, extent| {
        number.set(number.get() + 1);
        let mut z3 = z3.borrow_mut();
        compare(&text, z3.as_mut().filter(|_| number.get() % 10 == 1), extent)
    });
    let least = total.proved.min(total.violated);
    assert!(least > cases / 2 && total.skipped < cases / 5, "too few of a kind: {total:?}");
}

#[test]
fn automata_of_theta_agree_with_their_statements() {
    notation(14, &theta::automaton(), theta::compare_automaton);
}

#[test]
fn systems_of_theta_agree_with_their_relations() {
    notation(15, &theta::specification(), theta::compare_specification);
}

/// Programs on which something once disagreed.
#[test]
fn saved_programs_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it is readable").path());
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "bp")) {
        let text = std::fs::read_to_string(&path).expect("it is readable");
        for case in readings(&text) {
            let compared = case.and_then(|case| {
                bounded::compare(&case, MOST)?;
                verdicts::compare(&case, MOST, false, None)?;
                for separation in [Separation::Conflict, Separation::Integer, Separation::Tree] {
                    verdicts::compare_with(&case, MOST, false, by_few_bits(separation))?;
                }
                reduced::compare(&case, MOST, &mut reduced::Extent::default())?;
                invariants::compare(&case, MOST)?;
                conversion::compare(&case)?;
                let program = case.program();
                if !program.has_waits() && !program.has_passive_updates() && !program.has_passive_constraints() {
                    unbounded::compare(&case)?;
                    symbolic::compare(&case, MOST)?;
                }
                Ok(())
            });
            assert!(compared.is_ok(), "{}: {compared:?}", path.display());
        }
    }
}

/// Returns `true` if an assertion of the program, read with one thread, can fail.
fn fails(program: &Generated) -> bool {
    let case = Case::new(&program.to_string(), Some(Threads::Exactly(1))).expect("the program is correct");
    let found = case.naive(1);
    found.iter().any(|bounded| bounded.found.violated.iter().any(|violated| violated.steps > 2))
}

#[test]
fn failures_shrink_to_small_correct_programs() {
    for seed in 0..5 {
        let strategy = generate::program(Flavour::Full, LENGTH);
        // The same programs also while fuzzing: not every failure has so small a form nearby.
        let config = Config { rng_seed: RngSeed::Fixed(seed), ..runner(500, seed).config().clone() };
        let failure = TestRunner::new(config).run(&strategy, |program| {
            prop_assert!(!fails(&program));
            Ok(())
        });
        let Err(TestError::Fail(_, smallest)) = failure else { panic!("nothing fails: {failure:?}") };
        let text = smallest.to_string();
        assert!(fails(&smallest), "{text}");
        assert!(text.lines().count() <= 12, "{text}");
    }
}
