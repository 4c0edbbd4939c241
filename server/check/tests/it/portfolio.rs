//! Several engines at a time give the same answer as one after the other.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::report::{CoverabilitySearch, Report, Unknown, Verdict};
use boolprog_check::{Effort, Options, Unobserved, check};
use boolprog_program::program::Threads;
use boolprog_program::reduce::Reductions;
use boolprog_trace::document::TraceDocument;

use crate::support::{After, LOCK, MIXED, unit};

const RACE: Options = Options {
    property: None,
    thread_limit: 4,
    thread_states: Effort::None,
    certificate: false,
    engine: None,
    depth_limit: 4,
    jobs: 3,
    start_next_after: 0,
    reductions: Reductions::ALL,
    merge_bisimilar: true,
    localization: None,
};

/// The part of an answer that must not depend on the race.
#[derive(PartialEq, Debug)]
enum Answer {
    Violated(Arc<TraceDocument>),
    Proved,
    Unknown(Unknown),
}

fn answers(report: &Report) -> Vec<Answer> {
    let answer = |verdict: &Verdict| match verdict {
        Verdict::Violated(violation) => Answer::Violated(Arc::clone(violation.trace())),
        Verdict::Proved(proof) => {
            assert!(proof.certified());
            Answer::Proved
        }
        Verdict::Unknown(unknown) => Answer::Unknown(unknown.clone()),
    };
    report.properties.iter().map(|property| answer(&property.verdict)).collect()
}

/// The programs whose threads change each other, a lock, and one that needs more than six threads and more states than
/// the short search visits.
fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/not_plain");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut programs: Vec<String> =
        files.map(|entry| std::fs::read_to_string(entry.expect("readable").path()).expect("readable")).collect();
    programs.push(LOCK.to_owned());
    programs.push(seven_threads());
    programs
}

/// A plain program that needs seven threads to fail: each sets one bit, and the last one looks.
fn seven_threads() -> String {
    let bits = ["a", "b", "c", "d", "e", "f"];
    let mut text = format!("decl {} := F;\nvoid main() begin\n", bits.join(" := F, "));
    let steps = ["T"].iter().chain(&bits).zip(&bits);
    text.extend(steps.map(|(before, bit)| format!("  if {before} & !{bit} & * then {bit} := T; end_thread; fi;\n")));
    text + "  assert !f;\nend\n"
}

#[test]
fn answers_do_not_depend_on_the_number_of_engines_at_work() {
    for text in programs() {
        let unit = unit(&text, None);
        let alone = check(&unit, Options { jobs: 1, ..RACE }, &Unlimited, &mut Unobserved);
        for _ in 0..3 {
            let raced = check(&unit, RACE, &Unlimited, &mut Unobserved);
            assert_eq!(answers(&raced), answers(&alone), "{text}");
        }
    }
}

#[test]
fn a_race_can_be_cancelled_at_any_moment() {
    let unit = unit(&seven_threads(), None);
    for polls in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144] {
        let report = check(&unit, RACE, &After::new(polls, Stop::Cancelled), &mut Unobserved);
        match &report.properties[0].verdict {
            Verdict::Unknown(Unknown::Stopped { stop: Stop::Cancelled, .. }) | Verdict::Violated(_) => {}
            other => panic!("after {polls} polls: {other:?}"),
        }
    }
}

/// A program of three threads on whose thread states `mcs` is slow: it keeps many long tails.
const SLOW_FOR_MCS: &str = "
decl g := F;
decl thread_local t := T;
void main() begin
  decl l;
  decl m := F;
  while ((F ? m : l) | (* | (*))) do
    t := g = F;
    assert (g | m) & *;
    start_thread enter(l ^ m);
  od;
  g := T constrain !g;
  assert (g);
  g := t;
  assert g;
  g := F;
  g := F;
  m, g := g, m;
  assume m;
  assert m;
  g := F;
  g := F;
end
void enter(p) begin
  ERROR: atomic_begin;
  ERROR: t := g;
  g := T;
  atomic_end;
  ERROR: assume !t;
  assert (!g | (t));
  g := t;
  atomic_end;
end
";

#[test]
fn no_engine_starves_another() {
    let control = AtMostPolls { left: AtomicU64::new(40_000) };
    let unit = unit(SLOW_FOR_MCS, Some(Threads::Exactly(3)));
    let report = check(&unit, Options::default(), &control, &mut Unobserved);
    for property in &report.properties {
        assert!(!matches!(property.verdict, Verdict::Unknown(_)), "{property:?}");
    }
}

struct AtMostPolls {
    left: AtomicU64,
}

impl Control for AtMostPolls {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| Stop::Time)
    }
}

#[test]
fn an_engine_alone_decides_violations_and_counts_its_nodes() {
    let engines = [EngineId::Mcs, EngineId::KmTree, EngineId::KmDfs, EngineId::KmBfs, EngineId::KmZhao];
    for (text, reductions) in [(MIXED, Reductions::NONE), (LOCK, Reductions::NONE), (LOCK, Reductions::ALL)] {
        let mut markings = Vec::new();
        for engine in engines {
            let options = Options { engine: Some(engine), reductions, jobs: 1, ..RACE };
            let report = check(&unit(text, None), options, &Unlimited, &mut Unobserved);
            let mut by_engine = 0;
            for property in &report.properties {
                match &property.verdict {
                    Verdict::Violated(violation) => {
                        assert_eq!((violation.engine(), violation.trace_engine()), (engine, EngineId::Bounded));
                        by_engine += 1;
                    }
                    Verdict::Proved(proof) => by_engine += usize::from(proof.engine() == engine),
                    Verdict::Unknown(unknown) => panic!("{engine}: {unknown:?}"),
                }
            }
            assert!(by_engine > 0, "{engine}");
            let [search] = report.statistics.coverability.as_slice() else { panic!("{engine} searches once") };
            let CoverabilitySearch { nodes, expanded, maximal_markings, is_reduced, .. } = *search;
            assert_eq!((search.engine, is_reduced), (engine, reductions == Reductions::ALL));
            assert!(expanded <= nodes && (engine == EngineId::Mcs || maximal_markings <= expanded), "{search:?}");
            markings.push(maximal_markings);
        }
        assert!(markings.windows(2).all(|pair| pair[0] == pair[1]), "{markings:?}");
    }
}
