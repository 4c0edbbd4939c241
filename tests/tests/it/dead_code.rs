//! Claims of the editor about all executions from exact results, compared with the reference interpreter on random
//! programs: no execution of one to three threads contradicts it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Span};
use boolprog_check::report::Report;
use boolprog_check::{Effort, Options, Unit, Unobserved, check};
use boolprog_ide::{Checkable, Findings, Results, Snapshot, diagnostics};
use boolprog_naive as naive;
use boolprog_program::names::{Role, Symbol, VariableId};
use boolprog_program::program::{PropertyKind, Threads};
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::ast::{Block, Expr, SiteId, Statement, StatementKind};
use boolprog_tests::checked::AtMost;
use boolprog_tests::generate::{self, Flavour};
use boolprog_trace::interpreter::Interpreter;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

const CASES: u32 = 400;
/// Statements of their `main`, besides those inside others.
const LENGTH: usize = 6;
/// Configurations that the interpreter may visit.
const MOST: usize = 2000;

/// A program in one reading, without results. `None` if it has errors.
fn read(text: &str, threads: Threads) -> Option<Snapshot> {
    let parsed = boolprog_syntax::parse(text);
    let options = ReadingOptions { threads: Some(threads), ..ReadingOptions::default() };
    let analysis = Arc::new(boolprog_program::analyse(&parsed.file, &options));
    let snapshot = Snapshot::new(text.into(), parsed.file, parsed.diagnostics.into(), analysis);
    (!snapshot.has_errors()).then_some(snapshot)
}

fn checked(text: &str, threads: Threads) -> Option<Snapshot> {
    let mut snapshot = read(text, threads)?;
    let unit = Unit {
        path: "generated.bp".to_owned(),
        text: Arc::clone(&snapshot.text),
        file: Arc::clone(&snapshot.file),
        analysis: Arc::clone(&snapshot.analysis),
    };
    let options = Options { thread_states: Effort::Short, ..Options::default() };
    let Report { properties, reachable, .. } = check(&unit, options, &AtMost(100_000), &mut Unobserved);
    let nothing = snapshot.nothing_found(Arc::new(snapshot.layout()));
    let mut findings = Findings { reachable: Arc::new(reachable), ..nothing };
    findings.add(properties, None);
    snapshot.results = Results::Current(Arc::new(findings));
    Some(snapshot)
}

/// The results of the interpreter with one to three threads, if the options allow them.
fn executions(snapshot: &Snapshot) -> Vec<naive::Reachable> {
    let interpreter = Interpreter::new(&snapshot.file, &snapshot.analysis.names, &snapshot.analysis.reading);
    let live = match snapshot.analysis.reading.threads {
        Threads::Any => 1..=3,
        Threads::Exactly(threads) => threads..=3,
    };
    live.map(|live| naive::reachable(&interpreter, live, MOST)).collect()
}

fn is_contradicted(snapshot: &Snapshot, found: &Diagnostic, executions: &[naive::Reachable]) -> bool {
    let inside = |site: &SiteId| snapshot.site(*site).is_some_and(|site| found.span.contains(site.span));
    match found.code {
        "never-reached" => executions.iter().any(|them| them.states.keys().any(inside)),
        "variable-never-changes" => {
            let value = found.message.contains("` is T ");
            executions.iter().any(|them| has_value(snapshot, found.span, them, !value))
        }
        "variable-not-needed" => with_choices(snapshot, found.span).is_some_and(|text| is_violated(&text, snapshot)),
        _ => with_assertion(snapshot, found).is_some_and(|(text, at)| fails(&text, at, snapshot)),
    }
}

/// The program that chooses a value wherever it reads the variable declared at this span.
fn with_choices(snapshot: &Snapshot, declared: Span) -> Option<String> {
    let names = &snapshot.analysis.names;
    let variable = names.variables.iter().position(|info| info.span == declared)?;
    let symbol = Symbol::Variable(VariableId(variable as u32));
    let mut text = snapshot.text.to_string();
    let mut reads: Vec<Span> =
        names.uses_of(symbol).filter(|found| found.role == Role::Read).map(|found| found.span).collect();
    reads.sort_unstable();
    reads.into_iter().rev().for_each(|read| text.replace_range(read.range(), "*"));
    Some(text)
}

/// Returns `true` if an execution of the program, read like the original, violates a property.
fn is_violated(text: &str, original: &Snapshot) -> bool {
    let read = read(text, original.analysis.reading.threads);
    read.is_some_and(|snapshot| executions(&snapshot).iter().any(|them| !them.violated.is_empty()))
}

/// `true` if the variable declared at this span has this value in a reachable state.
fn has_value(snapshot: &Snapshot, declared: Span, executions: &naive::Reachable, value: bool) -> bool {
    let findings = snapshot.results.current().expect("it is checked");
    let variable = snapshot.analysis.names.variables.iter().position(|info| info.span == declared);
    executions.states.iter().any(|(site, states)| {
        let columns = findings.reachable.sites.get(site).map_or(&[][..], |site| &site.columns);
        let column = columns.iter().position(|column| Some(column.0 as usize) == variable);
        column.is_some_and(|column| states.iter().any(|state| state[column] == value))
    })
}

/// The text with the claim of a hint about a condition as an assertion, with the place of that.
fn with_assertion(snapshot: &Snapshot, found: &Diagnostic) -> Option<(String, u32)> {
    let mut edit = None;
    for procedure in &snapshot.file.procedures {
        each(&procedure.body, &mut |statement| edit = edit.take().or_else(|| assertion(snapshot, statement, found)));
    }
    let (at, inserted) = edit?;
    let mut text = snapshot.text.to_string();
    text.insert_str(at as usize, &inserted);
    Some((text, at + inserted.find("assert")? as u32))
}

/// The insertion, with its place, if the hint is about a condition of this statement.
fn assertion(snapshot: &Snapshot, statement: &Statement, found: &Diagnostic) -> Option<(u32, String)> {
    let about = |condition: &Expr| condition.span == found.span;
    let before = |site| Some(snapshot.site(site)?.span.start);
    let holds = found.message.starts_with("Always T");
    let said = format!("assert {}({}); ", if holds { "" } else { "!" }, snapshot.slice(found.span));
    let inside = |block: &Block| Some((block.statements.first()?.span.start, "assert F; ".to_owned()));
    match &statement.kind {
        StatementKind::Assume(condition) | StatementKind::Constrain(condition) if about(condition) => {
            Some((before(statement.site)?, said))
        }
        StatementKind::If { branches, .. } => {
            let index = branches.iter().position(|branch| about(&branch.condition))?;
            match (index, holds) {
                (0, _) => Some((before(branches[0].site)?, said)),
                (_, false) => inside(&branches[index].body),
                (_, true) => None,
            }
        }
        StatementKind::While { condition, body } if about(condition) => {
            if holds {
                Some((statement.span.end, "; assert F".to_owned()))
            } else {
                inside(body)
            }
        }
        _ => None,
    }
}

fn each(block: &Block, visit: &mut dyn FnMut(&Statement)) {
    for statement in &block.statements {
        visit(statement);
        match &statement.kind {
            StatementKind::If { branches, otherwise } => {
                branches.iter().map(|branch| &branch.body).chain(otherwise).for_each(|body| each(body, visit));
            }
            StatementKind::While { body, .. } => each(body, visit),
            _ => {}
        }
    }
}

/// Returns `true` if the assertion at this place can fail.
fn fails(text: &str, at: u32, original: &Snapshot) -> bool {
    // An assertion cannot say everything that an assumption can.
    let Some(snapshot) = read(text, original.analysis.reading.threads) else { return false };
    let is_it = |site: SiteId| snapshot.site(site).is_some_and(|site| site.span.start == at);
    let violated = executions(&snapshot).into_iter().flat_map(|them| them.violated);
    violated.into_iter().any(|violated| violated.kind == PropertyKind::Assert && is_it(violated.site))
}

#[test]
fn no_execution_contradicts_what_is_said_of_all() {
    let seen = RefCell::new(BTreeMap::<&str, u32>::new());
    let config = Config { cases: CASES, rng_seed: RngSeed::Fixed(41), failure_persistence: None, ..Config::default() };
    let compare = |text: &str| {
        for threads in [Threads::Exactly(1), Threads::Exactly(2), Threads::Any] {
            let Some(snapshot) = checked(text, threads) else { continue };
            let executions = executions(&snapshot);
            let known = snapshot.syntax.iter().chain(snapshot.analysis.diagnostics());
            let known: Vec<Span> = known.map(|found| found.span).collect();
            for found in diagnostics::diagnostics(&snapshot) {
                if CODES.contains(&found.code) && !known.contains(&found.span) {
                    *seen.borrow_mut().entry(found.code).or_default() += 1;
                    let wrong = is_contradicted(&snapshot, &found, &executions);
                    prop_assert!(!wrong, "{threads:?}: {} at {:?}: {}", found.code, found.span, found.message);
                }
            }
        }
        Ok(())
    };
    let result =
        TestRunner::new(config).run(&generate::program(Flavour::Full, LENGTH), |program| compare(&program.to_string()));
    assert!(result.is_ok(), "{}", result.unwrap_err());
    println!("{:?}", seen.borrow());
    assert!(CODES.iter().all(|code| seen.borrow().contains_key(code)), "not all were tried: {:?}", seen.borrow());
}

const CODES: [&str; 9] = [
    "never-reached",
    "assumption-always-true",
    "assumption-always-false",
    "branch-always-taken",
    "branch-never-taken",
    "loop-never-left",
    "loop-never-entered",
    "variable-never-changes",
    "variable-not-needed",
];
