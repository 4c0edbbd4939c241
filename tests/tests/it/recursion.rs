//! Recursive programs: procedure summaries and unrolling against the reference interpreter, on generated programs.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine, EngineId, Finding};
use boolprog_certificate::document::{Proved, verify};
use boolprog_certificate::summaries as certificate;
use boolprog_check::report::{Completeness, Report, Unknown, Verdict};
use boolprog_check::{Localization, Options, Unit, Unobserved, check};
use boolprog_explore::system::ProgramSystem;
use boolprog_naive::{self as naive, Reachable};
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use boolprog_reach::engines::summaries::Summaries;
use boolprog_tests::checked::AtMost;
use boolprog_tests::generate::{self, Flavour};
use boolprog_trace::interpreter::Interpreter;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Configurations that the naive search visits at most. Deep recursion has infinitely many.
const NAIVE: usize = 600;

fn unit(text: &str, threads: u32) -> Unit {
    let parsed = boolprog_syntax::parse(text);
    let options = ReadingOptions { threads: Some(Threads::Exactly(threads)), ..ReadingOptions::default() };
    let analysis = Arc::new(boolprog_program::analyse(&parsed.file, &options));
    Unit { path: "generated.bp".to_owned(), text: text.into(), file: parsed.file, analysis }
}

fn runner(cases: u32, seed: u64) -> TestRunner {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    let rng_seed = RngSeed::Fixed(seed);
    TestRunner::new(Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 1000, ..Config::default() })
}

/// Number of occurrences of each case.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    recursive: u32,
    complete: u32,
    proved: u32,
    violated: u32,
    open: u32,
}

/// Compares the check of a recursive program with everything that the interpreter does at first.
fn compare(text: &str, threads: u32, live: u32, seen: &mut Seen) -> Result<(), TestCaseError> {
    let unit = unit(text, threads);
    let Some(modular) = unit.analysis.modular().filter(|_| unit.analysis.program().is_err()) else { return Ok(()) };
    seen.recursive += 1;
    let options = Options { thread_limit: 3, depth_limit: 2, certificate: true, ..Options::default() };
    let report = check(&unit, options, &AtMost(30_000), &mut Unobserved);
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let found = naive::reachable(&interpreter, live, NAIVE);
    // Otherwise more threads or deeper recursion may shorten the path.
    let exact = threads == 1 && !modular.creates_threads;
    verdicts(&report, &found, exact, seen)?;
    saved(&unit, &report)?;
    if exact {
        let few = Localization { few_bits: 0, ..Localization::default() };
        let options = Options { engine: Some(EngineId::SymbolicSummaries), localization: Some(few), ..options };
        let over_sets = check(&unit, options, &AtMost(1_000_000), &mut Unobserved);
        verdicts(&over_sets, &found, exact, &mut Seen::default())?;
        saved(&unit, &over_sets)?;
        same(&report, &over_sets)?;
    }
    if exact || report.reachable.completeness == Completeness::Exact {
        states(&report, &found, exact)?;
    }
    Ok(())
}

fn verdicts(report: &Report, found: &Reachable, exact: bool, seen: &mut Seen) -> Result<(), TestCaseError> {
    seen.complete += u32::from(found.complete);
    for property in &report.properties {
        let site = property.site.expect("a statement");
        let shortest = found.fewest_steps(site, property.kind);
        match &property.verdict {
            Verdict::Proved(proof) => {
                seen.proved += 1;
                prop_assert!(proof.certified());
                prop_assert_eq!(shortest, None, "{} is proved", property.id);
                let reached = found.states.contains_key(&site);
                prop_assert!(!(proof.never_reached() && reached), "{} is reached", property.id);
            }
            Verdict::Violated(violation) => {
                seen.violated += 1;
                let steps = violation.trace().steps.len() as u32;
                let sound = violation.trace().states().map(|states| states.len());
                prop_assert_eq!(sound.ok(), Some(violation.trace().steps.len() + 1));
                if exact {
                    prop_assert!(
                        shortest == Some(steps) || shortest.is_none() && !found.complete,
                        "{}: {} steps",
                        property.id,
                        steps
                    );
                }
            }
            Verdict::Unknown(Unknown::Internal { what }) => prop_assert!(false, "{}: {what}", property.id),
            Verdict::Unknown(unknown) => {
                seen.open += 1;
                prop_assert!(!exact || matches!(unknown, Unknown::Stopped { .. }), "{}: {:?}", property.id, unknown);
            }
        }
    }
    Ok(())
}

/// Both searches of one thread have the same answers, and runs of the same length.
fn same(one: &Report, other: &Report) -> Result<(), TestCaseError> {
    for (one, other) in one.properties.iter().zip(&other.properties) {
        match (&one.verdict, &other.verdict) {
            (Verdict::Proved(_), Verdict::Proved(_)) | (Verdict::Unknown(_), _) => {}
            (Verdict::Violated(one), Verdict::Violated(other)) => {
                prop_assert_eq!(one.trace().steps.len(), other.trace().steps.len());
            }
            (one, other) => prop_assert!(false, "{one:?}, but over sets {other:?}"),
        }
    }
    Ok(())
}

/// All proofs are in the certificate, which is accepted.
fn saved(unit: &Unit, report: &Report) -> Result<(), TestCaseError> {
    let proved = report.properties.iter().filter(|property| matches!(property.verdict, Verdict::Proved(_)));
    let mut proved: Vec<String> = proved.map(|property| property.id.clone()).collect();
    let Some(certificate) = &report.certificate else {
        prop_assert!(proved.is_empty(), "{proved:?} are not saved");
        return Ok(());
    };
    let accepted = verify(&unit.subject(), certificate, &Unlimited).map(|Proved { properties, .. }| properties);
    prop_assert!(accepted.is_ok(), "{accepted:?}");
    let mut accepted = accepted.unwrap_or_default();
    accepted.sort_unstable();
    proved.sort_unstable();
    prop_assert_eq!(accepted, proved);
    Ok(())
}

fn states(report: &Report, found: &Reachable, exact: bool) -> Result<(), TestCaseError> {
    if report.reachable.completeness == Completeness::Nothing {
        return Ok(());
    }
    for (site, states) in &found.states {
        let listed = report.reachable.sites.get(site).map(|list| list.states.as_slice()).unwrap_or_default();
        let listed: BTreeSet<Vec<bool>> = listed.iter().map(|state| state.to_vec()).collect();
        prop_assert!(states.is_subset(&listed), "missing at {site:?}");
        prop_assert!(!(exact && found.complete) || *states == listed, "too many at {site:?}");
    }
    Ok(())
}

/// Compares this number of programs; returns the number of those compared.
fn compare_all(cases: u32, seed: u64, threads: u32, live: u32) -> (u32, Seen) {
    let total = Cell::new(Seen::default());
    let mut runner = runner(cases, seed);
    let result = runner.run(&generate::recursive(Flavour::Full, 5), |program| {
        let mut now = total.get();
        let compared = compare(&program.to_string(), threads, live, &mut now);
        total.set(now);
        compared
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    println!("{:?}", total.get());
    (runner.config().cases, total.get())
}

#[test]
fn one_thread_agrees_with_the_interpreter() {
    let (cases, seen) = compare_all(2000, 1, 1, 1);
    assert!(seen.recursive > cases / 8 && seen.proved > cases / 20 && seen.violated > cases / 40, "{seen:?}");
    assert!(seen.complete > seen.recursive / 6, "{seen:?}");
}

#[test]
fn two_threads_agree_with_the_interpreter() {
    let (cases, seen) = compare_all(400, 2, 2, 2);
    assert!(seen.recursive > cases / 10 && seen.proved > cases / 100 && seen.violated > cases / 40, "{seen:?}");
}

/// Each path edge is needed: the checker accepts no certificate that lacks one, and no other proofs.
#[test]
fn path_edges_are_checked() {
    let text = "decl g := F;
bool f(a) begin
  decl b := F;
  if a then b := f(*); g := b; fi;
  return !a;
end
void main() begin decl x := F; x := f(T); assert !x; assert !g; end";
    let unit = unit(text, 1);
    let program = unit.analysis.modular().expect("it is recursive");
    let mut system = ProgramSystem::new(program, &Unlimited).expect("nothing stops it");
    let outcome = Summaries { at_most: u64::MAX }.ask(&mut system, &[0, 1], 1, &Unlimited);
    assert_eq!(outcome.ended, Ended::Complete);
    let [Finding::Violated { property: 1, .. }, Finding::Proved { properties, certificate: edges }] =
        &outcome.findings[..]
    else {
        panic!("one is violated and one proved")
    };
    assert_eq!(*properties, [0]);
    assert_eq!(certificate::check(&mut system, edges, &[0], &Unlimited), Ok(()));
    assert!(certificate::check(&mut system, edges, &[1], &Unlimited).is_err());
    for activation in 0..edges.activations.len() {
        for state in 0..edges.activations[activation].states.len() {
            let mut fewer = edges.clone();
            let dropped = fewer.activations[activation].states.remove(state);
            let checked = certificate::check(&mut system, &fewer, &[0], &Unlimited);
            assert!(checked.is_err(), "without {dropped:?} of activation {activation}");
        }
        let mut fewer = edges.clone();
        fewer.activations.remove(activation);
        assert!(certificate::check(&mut system, &fewer, &[0], &Unlimited).is_err(), "without activation {activation}");
    }
}
