use boolprog_base::control::Unlimited;

use super::{Reduced, slice};
use crate::explicit::{Options, Verdict, replay, search};
use crate::syntax::parse;
use crate::{Instantiation, System, instantiate};

fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, []);
    instantiate(&parsed.file, &Instantiation::default()).expect("a program without errors")
}

/// `noise` and process Q are irrelevant to the error, and so is all that P does after `over`.
const TEXT: &str = "
    decl x: 0..5, noise: 0..9, copy: 0..5;
    process P {
      loc a, b, over;
      a -> b when x < 5 do x := x + 1, noise := input(0..9);
      b -> a do copy := x;
      a -> over;
      over -> over when copy > 0 do noise := 0;
    }
    process Q { loc m; m -> m do noise := noise % 9; }
    error e: P @ b && x == 3;
";

#[test]
fn what_properties_do_not_depend_on_is_left_out() {
    let whole = system(TEXT);
    let slice = slice(&whole);
    let names = |variables: Vec<crate::VariableId>| {
        variables.iter().map(|id| whole.variable(*id).name.to_string()).collect::<Vec<_>>()
    };
    // The guard of the loop after `over` controls nothing that counts, and `copy` is read there only.
    assert_eq!(names(slice.variables.clone()), ["x"]);
    assert_eq!(names(slice.variables_left_out(&whole)), ["noise", "copy"]);
    assert_eq!((slice.system.instances.len(), slice.transitions.as_slice()), (1, &[0, 1][..]));
    assert_eq!(slice.edges_left_out(&whole).iter().map(|edge| edge.0).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(slice.system.transitions.iter().all(|transition| transition.choices.is_empty()));
}

/// Each guard that is left out leaves out the only reader of the next variable.
#[test]
fn a_guard_counts_only_where_something_depends_on_it() {
    let whole = system(
        "decl x: int, y: int, z: int, w: int;
        process P { loc a, b, over, later; a -> b when x < 3 do x := x + 1; b -> a; a -> over when y > 0;
            over -> later when z > w; }
        process Q { loc m; m -> m when w > 1 do y := y + 1; m -> m do z := z + 1; }
        error e: P @ b && x == 3;",
    );
    let slice = slice(&whole);
    assert_eq!((slice.variables.len(), slice.instances.len(), slice.transitions.as_slice()), (1, 1, &[0, 1][..]));
}

/// The choice by `noise` is between two paths to `c`; the one by `x` is between a path to `b` and a loop.
#[test]
fn a_guard_counts_only_where_it_decides_something() {
    let text = |first: &str| {
        format!(
            "decl x: 0..5, noise: int = *, mode: int = *, seen: int;
            process P {{ loc a, b, c; a -> c when noise > 3 do {first} := 1; a -> c when noise <= 3 && mode == 0;
                a -> c when noise <= 3 && mode > 0 do seen := 2; a -> c when mode < 0;
                c -> b when x > 1; c -> a when !(x > 1) do x := x + 1; }}
            error e: P @ b;"
        )
    };
    let left = |first| {
        let whole = system(&text(first));
        let slice = slice(&whole);
        let names = slice.variables.iter().map(|id| whole.variable(*id).name.to_string()).collect::<Vec<_>>();
        (names, slice.conditions_left_out(&whole).len(), slice.system.transitions[0].guard.len())
    };
    assert_eq!(left("seen"), (vec!["x".to_owned()], 4, 0));
    assert_eq!(left("x"), (vec!["x".to_owned(), "noise".to_owned(), "mode".to_owned()], 0, 1));
}

/// Without the last of the guards, control may stop at the first place.
#[test]
fn guards_that_may_all_be_false_decide_something() {
    let whole = system(
        "decl x: 0..5, noise: int = *;
        process P { loc a, b; a -> b when noise > 3; a -> b when noise < 3; }
        error e: P @ b;",
    );
    assert_eq!(slice(&whole).variables.len(), 1);
}

#[test]
fn runs_of_the_slice_are_runs_of_the_whole() {
    let whole = system(TEXT);
    let slice = slice(&whole);
    let findings = search(&slice.system, Options::default(), &Unlimited);
    let Verdict::Violated(run) = &findings.verdicts[0] else { panic!("{findings:?}") };
    let lifted = slice.lift(&whole, run).expect("defined");
    assert_eq!(replay(&whole, &lifted, 0), Ok(()));
    assert!(findings.statistics.states < search(&whole, Options::default(), &Unlimited).statistics.states);
}

/// The instances of P stand for any number of them.
#[test]
fn a_reduced_system_has_every_location_and_the_variables_that_count_of_all_instances() {
    let parsed = parse(
        "decl x: 0..5, noise: 0..9;
        process P[*] {
          decl mine: bool, other: bool;
          loc a, b, over;
          a -> b when x < 5 do x := x + 1, mine := other, noise := 1;
          b -> over;
          over -> over when noise > 0;
        }
        error e: P[0] @ b && x == 3 && P[0].mine;",
    );
    assert_eq!(parsed.diagnostics, []);
    let three = Instantiation { threads: Some(3), representatives: true, ..Instantiation::default() };
    let whole = instantiate(&parsed.file, &three).expect("a program without errors");
    let reduced = Reduced::of(&whole).expect("something is left out");
    let names = |system: &System| system.variables.iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
    let counters = whole.counters.len();
    let stated = [&["x"][..], &["P[0].mine", "P[0].other", "P[1].mine", "P[1].other", "P[2].mine", "P[2].other"]];
    assert_eq!(names(&reduced.system)[..7], stated.concat());
    assert_eq!((reduced.system.variables.len(), reduced.system.counters.len()), (7 + counters, counters));
    assert_eq!(reduced.system.transitions.len(), whole.transitions.len());
    let last = reduced.system.transitions.last().expect("it has some");
    assert_eq!((last.guard.len(), whole.transitions.last().map(|it| it.guard.len())), (0, Some(1)));
    assert_eq!(reduced.lift(&reduced.system.properties[0].error), whole.properties[0].error);
    assert!(Reduced::of(&reduced.system).is_none());
}
