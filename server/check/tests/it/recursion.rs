//! Small recursive programs whose answers are known.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_check::report::{Completeness, PropertyReport, Report, Unknown, Verdict};
use boolprog_check::{Effort, Options, Unit, Unobserved, check};

use crate::support::{self, After};

fn unit(text: &str) -> Unit {
    support::unit(text, None)
}

pub(crate) fn answer(text: &str) -> Report {
    check(&unit(text), Options::default(), &Unlimited, &mut Unobserved)
}

/// A verdict in one word or two.
pub(crate) fn said(report: &Report) -> Vec<String> {
    let word = |verdict: &Verdict| match verdict {
        Verdict::Proved(proof) if proof.never_reached() => format!("never reached, {}", proof.engine()),
        Verdict::Proved(proof) => format!("proved, {}", proof.engine()),
        Verdict::Violated(violation) => {
            format!("violated, {} thread(s), {} steps", violation.trace().threads_needed, violation.trace().steps.len())
        }
        Verdict::Unknown(unknown) => format!("{unknown:?}"),
    };
    report.properties.iter().map(|property| word(&property.verdict)).collect()
}

/// Reaches any depth, and comes back.
const DEEP: &str = "// boolprog: threads = 1
decl g := F, depth_is_odd := F;
bool down(again) begin
  decl inner;
  depth_is_odd := !depth_is_odd;
  if again then
    inner := down(*);
    g := g | inner;
  fi;
  depth_is_odd := !depth_is_odd;
  return again;
end
void main() begin
  decl last;
  last := down(T);
  assert !depth_is_odd;
  assert last;
  assert !g;
end";

#[test]
fn one_thread_is_decided_at_any_depth() {
    let report = answer(DEEP);
    let [balanced, result, inner] = &said(&report)[..] else { panic!("{report:?}") };
    assert_eq!(balanced, "proved, summaries");
    assert_eq!(result, "proved, summaries");
    assert!(inner.starts_with("violated, 1 thread(s)"), "{inner}");
    assert_eq!(report.reachable.completeness, Completeness::Exact);
    assert!(report.statistics.thread_states.is_some());
}

#[test]
fn a_run_shows_the_activations_and_leaves_them_one_by_one() {
    let report = answer(DEEP);
    let Verdict::Violated(violation) = &report.properties[2].verdict else { panic!("{report:?}") };
    let states = violation.trace().states().expect("a sound document");
    let depths: Vec<usize> = states.iter().map(|state| state.threads[0].frames.len()).collect();
    assert_eq!(depths.iter().max(), Some(&4), "main, and `down` with T, T and F");
    assert!(depths.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "{depths:?}");
    assert_eq!(depths.last(), Some(&1));
    assert_eq!(violation.trace().guarantee, "fewest threads, then fewest steps");
}

#[test]
fn one_thread_is_decided_when_inlining_is_too_large() {
    let mut text = "// boolprog: threads = 1\ndecl g := F;\nvoid f0() begin g := !g; end\n".to_owned();
    for level in 1..40 {
        let _ = writeln!(text, "void f{level}() begin f{0}(); f{0}(); end", level - 1);
    }
    text += "void main() begin f39(); assert !g; f0(); assert !g; end";
    let said = said(&answer(&text));
    assert_eq!(said[0], "proved, summaries");
    assert!(said[1].contains("after 2748779069443 steps"), "{}", said[1]);
}

#[test]
fn stopping_early_is_unknown_with_the_reason() {
    for text in [DEEP, &DEEP.replace("threads = 1", "threads = 2")] {
        for stop in [Stop::Cancelled, Stop::Time, Stop::Memory] {
            for polls in 0..30 {
                let control = After::new(polls, stop);
                let report = check(&unit(text), Options::default(), &control, &mut Unobserved);
                for property in &report.properties {
                    match &property.verdict {
                        Verdict::Unknown(Unknown::Stopped { stop: said, .. }) => assert_eq!(*said, stop),
                        Verdict::Unknown(Unknown::Recursion { stop: said, .. }) => assert_eq!(*said, Some(stop)),
                        Verdict::Unknown(other) => panic!("{other:?}"),
                        Verdict::Proved(_) | Verdict::Violated(_) => {}
                    }
                }
            }
        }
    }
}

/// A chain of procedures that keep one flag by negating it twice, and another one by keeping their argument; around that
/// they mix flags that matter to neither.
fn two_reasons(depth: usize, flags: usize) -> String {
    let mut text = "// boolprog: threads = 1\ndecl g, h;\n".to_owned();
    for flag in 0..flags {
        let _ = writeln!(text, "decl f{flag};");
    }
    for level in 0..depth {
        let (a, b, c) = (level * 5 % flags, level * 7 % flags, (level * 3 + 1) % flags);
        let next = if level + 1 < depth { format!("p{0}(!a); p{0}(a);", level + 1) } else { String::new() };
        let _ = writeln!(
            text,
            "void p{level}(a) begin
  decl kept;
  kept, g := a, !g;
  if f{a} != f{b} then f{c} := *; else f{b} := f{a} ^ f{c}; fi;
  {next}
  if f{c} then f{a} := !f{b}; fi;
  g := !g;
  if kept != a then h := T; fi;
end"
        );
    }
    text + "void main() begin g, h := F, F; p0(*); assert !g; assert !h; end"
}

/// With the variables that both need, and those of the conditions around them, the sets are too large.
#[test]
fn what_one_property_needs_is_no_burden_for_another() {
    let report =
        check(&unit(&two_reasons(24, 20)), Options::default(), &After::new(1_000_000, Stop::Time), &mut Unobserved);
    assert_eq!(said(&report), ["proved, symbolic-summaries", "proved, symbolic-summaries"]);
}

/// Inlined, these calls make a proof need variables of each activation. The time is not enough for that.
#[test]
fn calls_of_any_depth_are_decided_alike() {
    for (depth, flags) in [(6, 20), (9, 20), (14, 20), (20, 20), (8, 5), (8, 6), (14, 6), (14, 7), (14, 12)] {
        let limit = After::new(400_000, Stop::Time);
        let report = check(&unit(&two_reasons(depth, flags)), Options::default(), &limit, &mut Unobserved);
        let is_proved = |property: &PropertyReport| matches!(property.verdict, Verdict::Proved(_));
        assert!(report.properties.iter().all(is_proved), "{depth}, {flags}: {:?}", said(&report));
    }
}

/// A control that has stopped, and counts how often it is asked.
struct Stopped(AtomicU64);

impl Control for Stopped {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(Stop::Time)
    }
}

/// Each of very many properties takes a smaller program, which is not made any more after the end.
#[test]
fn nothing_is_tried_for_each_property_after_the_end() {
    let flags: Vec<String> = (0..400).map(|device| format!("open{device}")).collect();
    let mut text = format!("// boolprog: threads = 1\ndecl {};\n", flags.join(", "));
    for flag in &flags {
        let _ = writeln!(text, "void use_{flag}() begin {flag} := T; assert {flag}; {flag} := F; end");
    }
    let calls: Vec<String> = flags.iter().map(|flag| format!("if * then use_{flag}(); fi;")).collect();
    let _ = writeln!(text, "void main() begin while * do {} od; end", calls.join(" "));
    let stopped = Stopped(AtomicU64::new(0));
    let report = check(&unit(&text), Options::default(), &stopped, &mut Unobserved);
    assert!(report.properties.iter().all(|property| matches!(property.verdict, Verdict::Unknown(_))));
    let asked = stopped.0.load(Ordering::Relaxed);
    assert!(asked < 400, "{asked}");
}

/// Stops the engine that visits path edges at its first poll that has any, and keeps their number.
struct AtFirstEdges(AtomicU64);

impl Control for AtFirstEdges {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.phase != "summaries" || progress.states == 0 {
            return Ok(());
        }
        self.0.fetch_min(progress.states, Ordering::Relaxed);
        Err(Stop::Time)
    }
}

#[test]
fn many_valuations_at_the_start_are_entered_with_polls() {
    let flags: Vec<String> = (0..14).map(|flag| format!("g{flag}")).collect();
    let text = format!(
        "// boolprog: threads = 1\ndecl {};\nvoid f() begin if * then f(); fi; assert g0 | !g0; end\nvoid main() begin f(); end",
        flags.join(", ")
    );
    let first = AtFirstEdges(AtomicU64::new(u64::MAX));
    let options = Options { thread_states: Effort::Full, ..Options::default() };
    check(&unit(&text), options, &first, &mut Unobserved);
    let edges = first.0.into_inner();
    assert!(edges < 1 << 14, "{edges} path edges before the first poll");
}
