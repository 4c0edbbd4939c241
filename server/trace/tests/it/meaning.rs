//! The meaning of every form of statement, program by program.
//!
//! Each file of `tests/meaning` is a program with its expected behaviour in comments:
//!
//! - `//~ live: 2` at the top: the largest number of live threads; 1 by default;
//! - `//~ stuck: 01 11` at the top: the values of the shared variables, in order of declaration, in the states where no
//!   thread can move; `none` if there is no such state;
//! - `//~ violated in 3` after a statement: it is an assertion that can fail or bears an error label, and a shortest
//!   violation has this number of steps;
//! - `//~ holds` after a statement: it is an assertion or bears an error label, and is never violated;
//! - `//~ reached`, `//~ unreached` after a statement: control arrives there, or never does.

use std::path::{Path, PathBuf};

use boolprog_naive::{self as naive, Reachable};
use boolprog_program::program::PropertyKind;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::ast::{Site, SiteId, SiteKind};
use boolprog_trace::configuration::Configuration;
use boolprog_trace::interpreter::Successor;
use boolprog_trace::replay::replay;

use crate::common::Program;

const MARK: &str = "//~ ";

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meaning");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it is readable").path()).collect();
    paths.sort();
    paths
}

fn setting<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let settings = text.lines().filter_map(|line| line.strip_prefix(MARK)?.split_once(": "));
    settings.into_iter().find(|(found, _)| *found == key).map(|(_, value)| value)
}

/// The expectation after each statement, with the number of its line.
fn expectations(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with(MARK));
    lines.filter_map(|(number, line)| Some((number, line.split_once(MARK)?.1)))
}

struct Case<'a> {
    text: &'a str,
    program: &'a Program,
    found: &'a Reachable,
}

impl Case<'_> {
    fn line(&self, site: &Site) -> usize {
        self.text[..site.span.start as usize].matches('\n').count()
    }

    fn sites(&self, line: usize) -> impl Iterator<Item = SiteId> {
        let sites = (0..).map(SiteId).zip(&self.program.file.sites);
        sites.filter(move |(_, site)| self.line(site) == line && site.kind != SiteKind::End).map(|(id, _)| id)
    }

    fn observed(&self, line: usize, expectation: &str) -> String {
        if expectation.ends_with("reached") {
            let reached = self.sites(line).any(|site| self.found.states.contains_key(&site));
            return if reached { "reached" } else { "unreached" }.to_owned();
        }
        let kinds = [PropertyKind::Assert, PropertyKind::Label];
        let mut steps = self.sites(line).flat_map(|site| kinds.map(|kind| self.found.fewest_steps(site, kind)));
        steps.find_map(|steps| steps).map_or("holds".to_owned(), |steps| format!("violated in {steps}"))
    }

    fn stuck(&self) -> String {
        let digits = |values: &Vec<bool>| values.iter().map(|value| if *value { '1' } else { '0' }).collect();
        let stuck: Vec<String> = self.found.stuck.iter().map(digits).collect();
        if stuck.is_empty() { "none".to_owned() } else { stuck.join(" ") }
    }
}

fn check(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("it is readable");
    let live = setting(&text, "live").map_or(1, |live| live.parse().expect("a number"));
    let program = Program::new(&text, &ReadingOptions::default());
    let interpreter = program.interpreter();
    let found = naive::reachable(&interpreter, live, 20_000);
    assert!(found.complete, "{}: too many states", path.display());
    let case = Case { text: &text, program: &program, found: &found };
    let mut wrong = Vec::new();
    for (line, expectation) in expectations(&text) {
        let observed = case.observed(line, expectation);
        if observed != expectation {
            wrong.push(format!("{}:{}: {expectation} expected, {observed} found", path.display(), line + 1));
        }
    }
    if let Some(expected) = setting(&text, "stuck").filter(|expected| *expected != case.stuck()) {
        wrong.push(format!("{}: stuck {expected} expected, {} found", path.display(), case.stuck()));
    }
    for violated in &found.violated {
        let line = case.line(&program.file.sites[violated.site.0 as usize]);
        if !expectations(&text).any(|(expected, _)| expected == line) {
            wrong.push(format!("{}:{}: violated in {}", path.display(), line + 1, violated.steps));
        }
        let run = found.run_to(&interpreter, violated).expect("a violation has a run");
        match replay(&interpreter, run) {
            Ok(trace) => assert_eq!(trace.steps().len() as u32, violated.steps),
            Err(error) => wrong.push(format!("{}:{}: {error}", path.display(), line + 1)),
        }
    }
    wrong
}

#[test]
fn programs_do_what_they_say() {
    let paths = fixtures();
    assert!(paths.len() > 30);
    let wrong: Vec<String> = paths.iter().flat_map(|path| check(path)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Steps are listed by one piece of code and recognised by another: both must speak of the same ones.
#[test]
fn listed_steps_are_recognised_and_no_others() {
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("it is readable");
        let program = Program::new(&text, &ReadingOptions::default());
        let interpreter = program.interpreter();
        let mut states: Vec<Configuration> = (1..=2).flat_map(|threads| interpreter.initial(threads)).collect();
        let mut next = 0;
        while next < states.len().min(100) {
            let at = states[next].clone();
            let fresh = Some(at.largest_number() + 1).filter(|_| at.threads.len() < 3);
            let successors = |thread| interpreter.successors(&at, thread, fresh).collect::<Vec<Successor>>();
            let listed: Vec<Vec<Successor>> = (0..at.threads.len()).map(successors).collect();
            for (thread, own) in listed.iter().enumerate() {
                for candidate in listed.iter().flatten() {
                    let event = interpreter.step_to(&at, thread, fresh, &candidate.configuration);
                    let expected = own.iter().find(|step| step.configuration == candidate.configuration);
                    assert_eq!(event, expected.map(|step| step.event), "{}: {at:?}", path.display());
                }
            }
            states.extend(listed.into_iter().flatten().map(|step| step.configuration));
            next += 1;
        }
    }
}

#[test]
fn every_program_expects_something() {
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("it is readable");
        assert!(setting(&text, "stuck").is_some() || expectations(&text).next().is_some(), "{}", path.display());
    }
}
