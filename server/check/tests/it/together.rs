//! Questions about several threads, compared with a search by the reference interpreter.

use std::collections::{BTreeSet, VecDeque};

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_check::report::Unknown;
use boolprog_check::together::{Meeting, Place, together};
use boolprog_check::{Options, Unit};
use boolprog_program::program::Threads;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::interpreter::Interpreter;

use crate::support::{LOCK, unit};

const FLAGS: &str = "decl a := F;
void main() begin
  decl b := F;
  if a then
    b := T;
    a := F;
  else
    a := T;
  fi;
  atomic_begin;
  a := !a;
  b := a;
  atomic_end;
  assert a | !b | b;
end";

const CREATING: &str = "decl go := F;
void main() begin
  start_thread goto other;
  go := T;
  assume !go;
  skip;
  end_thread;
other:
  assume go;
  go := F;
  skip;
end";

/// Pairs of sites before which two different threads are at the same time.
fn pairs(unit: &Unit, threads: u32) -> BTreeSet<(SiteId, SiteId)> {
    let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
    let mut waiting: VecDeque<_> = interpreter.initial(threads).collect();
    let (mut seen, mut pairs) = (Vec::new(), BTreeSet::new());
    while let Some(at) = waiting.pop_front() {
        if seen.contains(&at) {
            continue;
        }
        let sites: Vec<SiteId> = at.threads.iter().filter_map(|thread| Some(thread.innermost()?.site)).collect();
        for (index, &first) in sites.iter().enumerate() {
            pairs.extend(sites[index + 1..].iter().map(|&second| (first.min(second), first.max(second))));
        }
        for thread in 0..at.threads.len() {
            let successors = interpreter.successors(&at, thread, Some(at.largest_number() + 1));
            waiting.extend(successors.map(|successor| successor.configuration));
        }
        seen.push(at);
    }
    pairs
}

fn place(site: SiteId) -> Place {
    Place { sites: vec![site], condition: None }
}

#[test]
fn every_pair_of_places_agrees_with_the_interpreter() {
    for (text, threads) in [(LOCK, 2), (FLAGS, 2), (CREATING, 1)] {
        let unit = unit(text, Some(Threads::Exactly(threads)));
        let expected = pairs(&unit, threads);
        let sites = unit.file.sites.len() as u32;
        for (first, second) in (0..sites).flat_map(|first| (first..sites).map(move |second| (first, second))) {
            let (first, second) = (SiteId(first), SiteId(second));
            let answer = together(&unit, &[place(first), place(second)], "test", Options::default(), &Unlimited);
            let meet = match answer {
                Meeting::Possible(_) => true,
                Meeting::Never { .. } => false,
                Meeting::Unknown(unknown) => panic!("{first:?}, {second:?}: {unknown:?}"),
            };
            assert_eq!(meet, expected.contains(&(first, second)), "{first:?}, {second:?} in {text}");
        }
    }
}

#[test]
fn any_number_of_threads_never_hold_the_lock_together() {
    let unit = unit(LOCK, None);
    let inside = unit.file.sites.iter().position(|site| LOCK[site.span.range()].starts_with("inside := F"));
    let inside = place(SiteId(inside.expect("it is there") as u32));
    let ask = |places: &[Place]| together(&unit, places, "test", Options::default(), &Unlimited);
    assert!(matches!(ask(std::slice::from_ref(&inside)), Meeting::Possible(_)));
    assert!(matches!(ask(&[inside.clone(), inside.clone()]), Meeting::Never { engine: EngineId::Mcs }));
    let start = place(SiteId(0));
    let Meeting::Possible(trace) = ask(&[start.clone(), inside, start]) else { panic!("two wait at the start") };
    assert_eq!(trace.threads_needed, 3);
}

#[test]
fn a_program_with_errors_has_no_result() {
    let unit = unit("void main() begin f(); end void f() begin f(); end", Some(Threads::Exactly(1)));
    let answer = together(&unit, &[place(SiteId(0))], "test", Options::default(), &Unlimited);
    assert!(matches!(answer, Meeting::Unknown(Unknown::NotApplicable { .. })));
}
