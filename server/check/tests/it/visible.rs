//! The variables that verdicts depend on, and the rounds of localization.

use std::fmt::Write;

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_check::report::{Report, Verdict, Visible};
use boolprog_check::{Localization, Options, Separation, Unobserved, check, wording};

use crate::support::{After, LOCK, unit};

/// Flags that are changed inside a lock, of which the assertion needs none. Without the lock it is violated.
fn flags(number: usize, takes_lock: bool) -> String {
    let mut text = String::from("decl lock := F, in := F;\n");
    for flag in 0..number {
        writeln!(text, "decl g{flag} := F;").expect("written");
    }
    let lock = if takes_lock { "lock := T constrain !lock;" } else { "skip;" };
    write!(text, "void main() begin\n  while T do\n    {lock}\n    assert !in;\n    in := T;\n").expect("written");
    for flag in 0..number {
        let next = (flag + 1) % number;
        writeln!(text, "    if g{flag} then g{next} := *; else g{flag} := !g{next}; fi;").expect("written");
    }
    text + "    in := F;\n    lock := F;\n  od;\nend"
}

fn checked(text: &str, options: Options, control: &dyn Control) -> Report {
    check(&unit(text, None), options, control, &mut Unobserved)
}

fn visible(report: &Report) -> &Visible {
    report.properties[0].visible.as_ref().expect("it is known")
}

#[test]
fn a_proof_of_a_wide_program_names_the_variables_that_it_needs() {
    for separation in [Separation::Conflict, Separation::Integer, Separation::Tree] {
        let localization = Some(Localization { separation, ..Localization::default() });
        let report = checked(&flags(12, true), Options { localization, ..Options::default() }, &Unlimited);
        let visible = visible(&report);
        assert_eq!((visible.names.join(", ").as_str(), visible.of), ("lock, in", 14));
        assert_eq!(visible.rounds, report.statistics.rounds.len());
        let [first, .., last] = &report.statistics.rounds[..] else { panic!("{:?}", report.statistics) };
        assert_eq!(
            (&first.properties[..], &first.visible_variables[..]),
            (&["assert-1".into()][..], &["in".into()][..])
        );
        let [run, ..] = &first.spurious_runs[..] else { panic!("{first:?}") };
        assert_eq!((run.property.as_str(), run.added.join(", ").as_str()), ("assert-1", "lock"));
        assert!(run.threads == 2 && (1..=run.steps + 1).contains(&run.failing_step), "{run:?}");
        assert!(last.spurious_runs.is_empty(), "{last:?}");
        let report = &report.properties[0];
        assert_eq!(wording::verdict(report, "here"), "proved - holds here, with 2 of 14 variables");
        assert_eq!(wording::visible(&report.verdict, visible), "Proved with 2 of 14 variables: lock, in");
    }
}

/// Few variables, and many states: each thread has flags of its own.
#[test]
fn a_program_of_few_variables_is_decided_with_fewer_when_its_states_are_many() {
    let mut text = String::from("decl token := F, busy := F;\ndecl thread_local own := F;\n");
    for flag in 0..6 {
        writeln!(text, "decl thread_local g{flag};").expect("written");
    }
    text += "void main() begin\n  while T do\n    token := T constrain !token;\n    own, own$ := T, F;\n";
    for flag in 0..6 {
        let next = (flag + 1) % 6;
        writeln!(text, "    if g{flag} then g{next} := *; else g{flag} := !g{next}; fi;").expect("written");
    }
    text += "    assert !busy;\n    busy := T;\n    busy := F;\n    own, token := F, F;\n  od;\nend";
    let report = checked(&text, Options::default(), &After::new(50_000, Stop::Time));
    assert_eq!(visible(&report).names.join(", "), "token, busy");
    assert!(matches!(report.properties[0].verdict, Verdict::Proved(_)), "{:?}", report.properties);
}

/// The smaller program without `t` chooses it twice in one step, so that `t` explains why its run is spurious; what the step
/// after it reads explains nothing.
#[test]
fn a_bit_that_is_read_twice_in_a_step_explains_a_spurious_run() {
    let mut text = String::from("decl t := F, u1 := F, u2 := F, u3 := F;\n");
    for flag in 0..10 {
        writeln!(text, "decl f{flag} := F;").expect("written");
    }
    text += "void main() begin\n  while T do\n    t := *;\n    u2, u3 := t, t;\n    f0, f1, f2, f3, f4, f5, f6, f7 := ";
    text += "f1, f2 ^ u1, f3, f4, f5, f6, f7, f0;\n    assume u2 != u3;\n    assert F;\n  od;\nend";
    for separation in [Separation::Conflict, Separation::Integer, Separation::Tree] {
        let localization = Some(Localization { separation, ..Localization::default() });
        let report = checked(&text, Options { localization, ..Options::default() }, &Unlimited);
        assert_eq!(visible(&report).names.join(", "), "t, u2, u3", "{separation:?}");
        let added = report.statistics.rounds.iter().flat_map(|round| &round.spurious_runs).flat_map(|run| &run.added);
        let added: std::collections::BTreeSet<&str> = added.map(String::as_str).collect();
        assert_eq!(added.into_iter().collect::<Vec<_>>(), ["t", "u2", "u3"], "{separation:?}");
    }
}

/// A program with this number of procedures that take a lock, each with an assertion and a flag of its own.
fn procedures(number: usize) -> String {
    let (mut text, mut calls) = (String::from("decl lock := F, in := F;\n"), String::new());
    for step in 0..number {
        writeln!(text, "decl g{step} := F;").expect("written");
    }
    for step in 0..number {
        let half = step / 2;
        writeln!(text, "void step{step}() begin\n  lock := T constrain !lock;\n  assert !in;\n  in := T;")
            .expect("written");
        writeln!(text, "  if g{step} then g{half} := *; fi;\n  in, lock := F, F;\nend").expect("written");
        writeln!(calls, "    if * then step{step}(); fi;").expect("written");
    }
    format!("{text}void main() begin\n  while * do\n{calls}  od;\nend")
}

/// All of them take more states than a smaller program may have at first.
#[test]
fn properties_that_wait_for_the_spurious_runs_of_others_are_proved() {
    let report = checked(&procedures(150), Options::default(), &After::new(2_000_000, Stop::Time));
    let open: Vec<&str> = report
        .properties
        .iter()
        .filter(|property| !matches!(property.verdict, Verdict::Proved(_)))
        .map(|property| &*property.id)
        .collect();
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_violation_of_a_wide_program_says_what_was_visible() {
    let report = checked(&flags(12, false), Options::default(), &Unlimited);
    assert!(matches!(report.properties[0].verdict, Verdict::Violated(_)));
    assert_eq!((visible(&report).names.join(", ").as_str(), visible(&report).rounds), ("in", 1));
}

#[test]
fn an_undecided_property_says_what_was_visible_last() {
    let tried = (20_000..30_000).step_by(50).find_map(|polls| {
        let report = checked(&flags(12, true), Options::default(), &After::new(polls, Stop::Time));
        let is_open = matches!(report.properties[0].verdict, Verdict::Unknown(_));
        report.properties[0].visible.is_some().then(|| (is_open, wording::verdict(&report.properties[0], "here")))
    });
    let (is_open, words) = tried.expect("localization begins");
    assert!(is_open && words.ends_with("; tried with 1 of 14 variables"), "{words}");
}

#[test]
fn a_proof_by_reduction_names_its_variables_and_one_of_the_whole_program_none() {
    let irrelevant = format!("decl other;\n{}", LOCK.replace("  inside := F;", "  inside := F; other := !other;"));
    let report = checked(&irrelevant, Options::default(), &Unlimited);
    let names = &visible(&report).names;
    assert_eq!((names.join(", ").as_str(), visible(&report).of), ("lock, inside, got", 4));
    assert_eq!(visible(&report).rounds, 0);
    let two_threads = irrelevant + "\n// boolprog: threads = 2\n";
    let report = checked(&two_threads, Options::default(), &Unlimited);
    assert!(matches!(report.properties[0].verdict, Verdict::Proved(_)), "by the first search, of the whole program");
    assert_eq!(report.properties[0].visible, None);
}

/// Each of the two flags `got` belongs to another procedure, and one of them decides whether the lock is held.
#[test]
fn variables_of_one_name_are_told_apart() {
    let procedure = |name: &str, flag: u32| {
        format!(
            "void {name}() begin
  decl got := F;
  if * then lock, got := T, T constrain !lock; fi;
  if got then assert !in; in := T; g{flag} := !g{flag}; in, got, lock := F, F, F; fi;
end
"
        )
    };
    let flags = (0..12).map(|flag| format!("decl g{flag} := F;\n")).collect::<Vec<_>>().concat();
    let text = format!(
        "decl lock := F, in := F;\n{flags}{}{}void main() begin
  while * do
    if * then left(); else right(); fi;
  od;
end",
        procedure("left", 1),
        procedure("right", 2)
    );
    let report = checked(&text, Options::default(), &Unlimited);
    for property in &report.properties {
        let visible = property.visible.as_ref().expect("it is known");
        assert_eq!(visible.names.join(", "), "lock, in, left.got, right.got");
    }
}
