//! Small programs with known answers, and the reports during their checks.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::report::{Completeness, PropertyReport, Reachable, Report, Unknown, Verdict};
use boolprog_check::{Effort, Observer, Options, System, Unobserved, check, fingerprint, wording};
use boolprog_explore::format::{parse_initial, parse_tts};
use boolprog_program::program::Threads;

use crate::support::{After, LOCK, unit};

fn answer(text: &str) -> Report {
    check(&unit(text, None), Options::default(), &Unlimited, &mut Unobserved)
}

#[test]
fn any_number_of_threads_are_decided_with_a_certificate() {
    let report = answer(LOCK);
    let [PropertyReport { id, verdict: Verdict::Proved(proof), .. }] = &report.properties[..] else {
        panic!("{report:?}")
    };
    assert_eq!((id.as_str(), proof.certified(), proof.never_reached()), ("assert-1", true, false));
    assert_eq!(report.reachable.completeness, Completeness::Exact);
    assert!(report.statistics.thread_states.is_some());
}

#[test]
fn each_engine_has_its_share() {
    let engine = |text: &str, threads| {
        let report = check(&unit(text, threads), Options::default(), &Unlimited, &mut Unobserved);
        match &report.properties[0].verdict {
            Verdict::Proved(proof) => proof.engine().name(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(engine(LOCK, None), "mcs");
    assert_eq!(engine(LOCK, Some(Threads::Exactly(2))), "bounded");
    assert_eq!(engine("decl x := F; void main() begin assert !x; end", None), "saturation");
}

#[test]
fn a_violation_comes_with_its_trace() {
    let report = answer("decl g := F; void main() begin g := !g; assert g; end");
    let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{report:?}") };
    let trace = violation.trace();
    assert_eq!((trace.threads_needed, trace.steps.len()), (2, 3));
    assert_eq!(trace.states().expect("a sound document").len(), 4);
}

#[test]
fn an_assertion_that_is_never_reached_is_said_to_be_vacuous() {
    let report = answer("decl g := F; void main() begin assume g; assert F; end");
    let Verdict::Proved(proof) = &report.properties[0].verdict else { panic!("{report:?}") };
    assert!(proof.never_reached());
}

#[test]
fn what_is_not_monotone_is_searched_with_bounded_threads() {
    let options = Options { thread_limit: 3, ..Options::default() };
    let report = check(&unit(PASSIVE, None), options, &Unlimited, &mut Unobserved);
    match &report.properties[0].verdict {
        Verdict::Unknown(Unknown::NotApplicable { threads, .. }) => assert!(*threads >= 3),
        other => panic!("{other:?}"),
    }
}

#[test]
fn stopping_early_is_unknown_with_the_reason() {
    for stop in [Stop::Cancelled, Stop::Time, Stop::Memory] {
        for polls in 0..40 {
            let control = After::new(polls, stop);
            let report = check(&unit(LOCK, None), Options::default(), &control, &mut Unobserved);
            match &report.properties[0].verdict {
                Verdict::Unknown(Unknown::Stopped { stop: said, .. }) => assert_eq!(*said, stop),
                Verdict::Proved(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Declarations of thirty variables that start arbitrary.
fn arbitrary_globals() -> String {
    let names: Vec<String> = (0..30).map(|number| format!("x{number}")).collect();
    format!("decl {};", names.join(", "))
}

#[test]
fn sets_of_valuations_decide_what_starts_in_too_many_states() {
    let text = format!("{} void main() begin assert x0 | !x0; assert x0; end", arbitrary_globals());
    let verdicts: Vec<_> = answer(&text).properties.into_iter().map(|property| property.verdict).collect();
    assert!(
        matches!(&verdicts[0], Verdict::Proved(proof) if proof.engine() == EngineId::SymbolicSaturation),
        "{verdicts:?}"
    );
    let Verdict::Violated(violation) = &verdicts[1] else { panic!("{verdicts:?}") };
    assert_eq!(violation.trace().steps.len(), 2);
}

/// One assignment has too many outcomes, and saturation cannot see that only one thread exists.
#[test]
fn sets_of_valuations_decide_what_has_too_many_outcomes() {
    let names: Vec<String> = (0..30).map(|number| format!("x{number}")).collect();
    let text = format!(
        "// boolprog: threads = 1\n// boolprog: initial = false\n{} void main() begin {} := {}; assert x0 = x0; x0 := F; assert !x0; end",
        arbitrary_globals(),
        names.join(", "),
        vec!["*"; names.len()].join(", ")
    );
    let verdicts: Vec<_> = answer(&text).properties.into_iter().map(|property| property.verdict).collect();
    assert!(
        matches!(&verdicts[0], Verdict::Proved(proof) if proof.engine() == EngineId::SymbolicSaturation),
        "{verdicts:?}"
    );
    assert!(
        matches!(&verdicts[1], Verdict::Proved(proof) if proof.engine() == EngineId::SymbolicBounded),
        "{verdicts:?}"
    );
}

#[test]
fn too_many_initial_states_are_said_to_be_the_reason() {
    let text = format!("{} void main() begin broadcast; assert x0; wait; end", arbitrary_globals());
    let options = Options { localization: None, ..Options::default() };
    for property in check(&unit(&text, None), options, &Unlimited, &mut Unobserved).properties {
        match property.verdict {
            Verdict::Unknown(Unknown::NotApplicable { why, threads: 0 }) => {
                assert!(why.contains("too many states") && why.contains("other threads"), "{why}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// With passive updates, so that no engine decides it for any number of threads.
const PASSIVE: &str = "decl inside := F;
void main() begin
  decl mine := F;
  mine, mine$ := T, F constrain !mine$;
  assert !inside;
  inside := T;
  inside := F;
  mine := F;
end";

fn first(report: &Report, text: &str, statement: &str) -> Option<(u32, u32)> {
    let file = boolprog_syntax::parse(text).file;
    let site = file.sites.iter().position(|site| text[site.span.range()].starts_with(statement)).expect("it exists");
    let states = report.reachable.sites.get(&boolprog_syntax::ast::SiteId(site as u32))?;
    states.first.map(|first| (first.threads, first.steps))
}

#[test]
fn each_place_says_the_least_that_it_takes_to_get_there() {
    let options = Options { thread_states: Effort::Short, ..Options::default() };
    let text = "decl g := F; void main() begin g := !g; assume !g; assert g; skip; end";
    for program in [text.to_owned(), text.replace("assert g", "skip")] {
        let report = check(&unit(&program, None), options, &Unlimited, &mut Unobserved);
        assert_eq!(report.reachable.completeness, Completeness::Exact);
        assert_eq!(first(&report, &program, "g := !g"), Some((1, 0)));
        assert_eq!(first(&report, &program, "assume !g"), Some((1, 1)));
        let behind = if program == text { "assert g" } else { "skip" };
        assert_eq!(first(&report, &program, behind), Some((2, 3)));
    }
    assert_eq!(first(&check(&unit(LOCK, None), options, &Unlimited, &mut Unobserved), LOCK, "lock := F"), Some((1, 5)));
}

#[test]
fn what_no_engine_decides_still_says_what_is_reachable() {
    let options = Options { thread_limit: 3, ..Options::default() };
    let report = check(&unit(PASSIVE, None), options, &Unlimited, &mut Unobserved);
    assert_eq!(report.reachable.completeness, Completeness::SoFar);
    assert_eq!(first(&report, PASSIVE, "mine := F"), Some((1, 4)));
    let stopped = check(&unit(LOCK, None), options, &After::new(40, Stop::Time), &mut Unobserved);
    assert_eq!(stopped.reachable.completeness, Completeness::SoFar);
}

#[test]
fn a_listener_hears_every_verdict_and_the_states() {
    #[derive(Default)]
    struct Heard {
        verdicts: Vec<(usize, String)>,
        states: Vec<Completeness>,
    }
    impl Observer for Heard {
        fn property(&mut self, index: usize, report: &PropertyReport) {
            self.verdicts.push((index, report.id.clone()));
        }
        fn reachable(&mut self, reachable: &Reachable) {
            assert!(!reachable.sites.is_empty());
            self.states.push(reachable.completeness);
        }
    }
    let mut heard = Heard::default();
    let text = "decl g := F; void main() begin assert !g; ERROR: g := *; end";
    let options = Options { thread_states: Effort::Short, ..Options::default() };
    check(&unit(text, None), options, &Unlimited, &mut heard);
    heard.verdicts.sort();
    assert_eq!(heard.verdicts, [(0, "assert-1".to_owned()), (1, "label-ERROR-1".to_owned())]);
    assert_eq!(heard.states, [Completeness::SoFar, Completeness::Exact]);
}

#[test]
fn layout_does_not_change_the_fingerprint_and_meaning_does() {
    let number = |text: &str| fingerprint(&unit(text, None), Options::default());
    let text = "decl g := F; void main() begin assert !g; end";
    assert_eq!(number(text), number("// why\ndecl g := F;\n\nvoid main() begin\n  assert !g; // so\nend\n"));
    assert_ne!(number(text), number(&text.replace("!g", "g")));
    assert_ne!(number(text), number(&text.replace(" g ", " h ").replace("!g", "!h")));
}

#[test]
fn every_engine_alone_comes_to_the_same_verdicts() {
    let broken = LOCK.replace("got, lock := !lock, T;", "got := !lock; lock := T;");
    let trees = [EngineId::KmDfs, EngineId::KmBfs, EngineId::KmZhao];
    let engines = trees.into_iter().chain([EngineId::Mcs, EngineId::Backward]).map(Some);
    for engine in engines.chain([None]) {
        let options = Options { engine, ..Options::default() };
        let verdict = |text: &str| {
            let report = check(&unit(text, None), options, &Unlimited, &mut Unobserved);
            report.properties[0].verdict.clone()
        };
        assert!(matches!(verdict(LOCK), Verdict::Proved(_)), "{engine:?}");
        let Verdict::Violated(violation) = verdict(&broken) else { panic!("{engine:?}") };
        assert_eq!(violation.trace().threads_needed, 2, "{engine:?}");
    }
    let options = Options { engine: Some(EngineId::KmTree), ..Options::default() };
    let limited = Limited::ending_with(Stop::Memory, &Unlimited, Budget::states(10_000));
    let verdict =
        |text: &str| check(&unit(text, None), options, &limited, &mut Unobserved).properties[0].verdict.clone();
    assert!(matches!(verdict(LOCK), Verdict::Proved(_)));
    // The tree of the definition is built to its end, and this one does not fit into any memory.
    let stopped = verdict(&broken);
    assert!(matches!(stopped, Verdict::Unknown(Unknown::Stopped { stop: Stop::Memory, .. })), "{stopped:?}");
    let options = Options { engine: Some(EngineId::Bounded), thread_limit: 3, ..Options::default() };
    let report = check(&unit(LOCK, None), options, &Unlimited, &mut Unobserved);
    let Verdict::Unknown(Unknown::NotApplicable { threads: 3, .. }) = report.properties[0].verdict else {
        panic!("{report:?}")
    };
}

#[test]
fn one_property_alone_gets_the_same_answer() {
    let plain = "decl x := F; void main() begin assert !x; assert x; x := T; end";
    let recursive = "decl x := F; void main() begin assert !x; f(); assert x; end void f() begin f(); end";
    for (text, threads) in [(plain, None), (recursive, Some(Threads::Exactly(1))), (recursive, None)] {
        let unit = unit(text, threads);
        let verdict = |options| check(&unit, options, &Unlimited, &mut Unobserved).properties;
        let all = verdict(Options::default());
        for (index, expected) in (0..).zip(&all) {
            let alone = &verdict(Options { property: Some(index), ..Options::default() })[index as usize];
            assert_eq!(std::mem::discriminant(&alone.verdict), std::mem::discriminant(&expected.verdict), "{text}");
            assert_eq!(alone.id, expected.id);
        }
    }
}

#[test]
fn thread_states_are_counted_only_on_request_and_if_it_is_quick() {
    let counted = |text: &str, thread_states| {
        let options = Options { thread_states, ..Options::default() };
        let report = check(&unit(text, None), options, &Unlimited, &mut Unobserved);
        assert!(matches!(report.properties[0].verdict, Verdict::Proved(_)));
        report.statistics.thread_states.is_some()
    };
    let few = "decl x := F;\nvoid main() begin\n  x := *;\n  assert x | !x;\nend";
    assert!(counted(few, Effort::Number));
    assert!(!counted(few, Effort::None));
    let bits: Vec<String> = (1..=12).map(|bit| format!("x{bit}")).collect();
    let many = format!("decl {};\nvoid main() begin\n  assert x1 | !x1;\nend", bits.join(", "));
    assert!(!counted(&many, Effort::Number));
}

/// A chain of this number of calls, each inside the one before, with a failing assertion at its end.
fn calls_in_one_another(number: usize) -> String {
    let calls: Vec<String> =
        (0..number).map(|index| format!("void p{index}() begin p{}(); end\n", index + 1)).collect();
    format!("{}void p{number}() begin assert *; end\nvoid main() begin p0(); end\n", calls.concat())
}

/// Each of 70 procedures calls the next twice: the runs to the end have more steps than a number of 64 bits.
#[test]
fn runs_of_any_length_are_counted() {
    let twice = |number: usize| {
        let next = number + 1;
        format!("void p{number}() begin g := !g; p{next}(); p{next}(); g := !g; end\n")
    };
    let procedures: String = (0..70).map(twice).collect();
    let text = format!(
        "// boolprog: threads = 1\ndecl g := F;\n{procedures}void p70() begin g := !g; end\nvoid main() begin p0(); assert !g; end"
    );
    let report = check(&unit(&text, None), Options::default(), &Unlimited, &mut Unobserved);
    assert!(matches!(report.properties[0].verdict, Verdict::Proved(_)), "{:?}", report.properties[0].verdict);
}

#[test]
fn a_counterexample_through_very_deep_calls_repeats_no_activation() {
    for (calls, steps) in [(300, 302), (3_000, 3_002)] {
        let report = check(&unit(&calls_in_one_another(calls), None), Options::default(), &Unlimited, &mut Unobserved);
        let Verdict::Violated(violation) = &report.properties[0].verdict else { panic!("{calls} calls") };
        let trace = violation.trace();
        assert_eq!(trace.steps.len(), steps);
        assert!(trace.steps.iter().flat_map(|step| &step.threads).all(|thread| thread.frames.len() == 1));
    }
}

/// The longest run that is written has 100,000 steps: each of 20 procedures calls the next twice.
#[test]
fn a_counterexample_of_very_many_steps_is_not_written_out() {
    let twice = |number: usize| format!("void p{number}() begin p{0}(); p{0}(); end\n", number + 1);
    let procedures: String = (0..20).map(twice).collect();
    let text = format!(
        "// boolprog: threads = 1\n{procedures}void p20() begin skip; end\nvoid main() begin p0(); assert *; end"
    );
    let report = check(&unit(&text, None), Options::default(), &Unlimited, &mut Unobserved);
    match &report.properties[0].verdict {
        Verdict::Unknown(Unknown::NotApplicable { why, .. }) => {
            assert_eq!(why, "there is a violation after 5242879 steps, too many to re-execute");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn thread_states_of_a_system_are_listed_or_the_reason_is_given() {
    let text = "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n";
    let tts = parse_tts(text).expect("a system");
    let initial = parse_initial("0/0").expect("a start");
    let tts = tts.with_initial(initial).expect("in range");
    let (path, init) = ("lock.tts".to_owned(), "0/0".to_owned());
    let mut system = System { path, text: text.into(), tts, init, targets: Vec::new(), net: None };
    let options = Options { thread_states: Effort::Full, ..Options::default() };
    let rows = system.thread_states(options, &Unlimited);
    assert_eq!((rows.completeness, rows.states.len(), rows.cutoff()), (Completeness::Exact, 3, Some(2)));
    assert_eq!(rows.why, None);
    let rows = system.thread_states(options, &After::new(0, Stop::Time));
    assert_eq!((rows.completeness, rows.cutoff()), (Completeness::Nothing, None));
    assert_eq!(rows.why.as_ref().map(wording::incomplete).as_deref(), Some("time limit reached"));
}
