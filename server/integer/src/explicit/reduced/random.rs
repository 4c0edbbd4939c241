//! Random systems: what a reduced search proves, and what its check accepts, is compared with a search of all states.

use std::fmt::Write as _;

use boolprog_base::Random;
use boolprog_base::control::Unlimited;
use proptest::test_runner::Config;

use super::verify::verify;
use super::{Found, Options, Room, Steps, TRIAL, prove};
use crate::explicit::persistent::{Independence, Instances};
use crate::explicit::symmetry::{AnyMember, Symmetry};
use crate::explicit::{Findings, Verdict, search};
use crate::syntax::parse;
use crate::{InputBound, Instantiation, State, System, Undefined, instantiate};

/// The default of `PROPTEST_CASES`.
const USUAL_CASES: u64 = 256;

/// Processes with loops and ends, guards that block or have no value, assignments that leave ranges, and properties of anything.
fn program(random: &mut Random) -> String {
    let processes = 2 + random.below(3);
    let mut text = "decl x: 0..2, y: 0..2, z: 0..2 = *, f: bool;".to_owned();
    for process in 0..processes {
        let locations = 2 + random.below(3);
        let names: Vec<String> = (0..locations).map(|location| format!("l{location}")).collect();
        _ = write!(text, "\nprocess P{process} {{ decl own: 0..2; loc {};", names.join(", "));
        for _ in 0..=random.below(locations + 2) {
            let (from, to) = (random.below(locations), random.below(locations));
            let guard = guard(random, processes);
            let update = update(random);
            _ = write!(text, " l{from} -> l{to} {guard} {update};");
        }
        text += " }";
    }
    for property in 0..=random.below(3) {
        let error = formula(random, processes);
        _ = write!(text, "\nerror e{property}: {error};");
    }
    text
}

/// Processes with the same edges, which `P0` starts, awaits and names, in some programs all of them alike.
fn created(random: &mut Random) -> String {
    let (copies, locations) = (2 + random.below(2), 2 + random.below(2));
    let names = |number: usize| (0..number).map(|at| format!("l{at}")).collect::<Vec<_>>().join(", ");
    let mut text = "decl x: 0..2, y: 0..2, z: 0..2 = *, f: bool;".to_owned();
    (1..=copies).for_each(|copy| _ = write!(text, " decl go{copy}: bool;"));
    let started = if random.once_in(3) { "f || GO" } else { "GO" };
    let mut body = format!(" l0 -> l1 when {started} {};", update(random));
    for _ in 0..=random.below(locations + 2) {
        let (from, to) = (random.below(locations), random.below(locations));
        _ = write!(body, " l{from} -> l{to} {} {};", guard(random, 1), update(random));
    }
    for copy in 1..=copies {
        let body = body.replace("GO", &format!("go{copy}"));
        _ = write!(text, "\nprocess P{copy} {{ decl own: 0..2; loc {};{body} }}", names(locations));
    }
    _ = write!(text, "\nprocess P0 {{ decl own: 0..2; loc {}; {} }}", names(2 * copies + 2), creator(random, copies));
    let all = |location| (1..=copies).map(|copy| format!("P{copy} @ l{location}")).collect::<Vec<_>>();
    let some = random.below(locations);
    _ = write!(text, "\nerror all: {} && {};", all(some).join(" && "), formula(random, 1));
    _ = write!(text, "\nerror any: ({}) && {};", all(locations - 1).join(" || "), formula(random, 1));
    _ = write!(text, "\nerror e: {};", formula(random, 1));
    text
}

/// The edges of the process that starts others.
fn creator(random: &mut Random, copies: usize) -> String {
    let mut text = String::new();
    for copy in 1..=copies {
        let also = if random.once_in(4) { ", x := 1" } else { "" };
        _ = write!(text, "l{} -> l{copy} do go{copy} := true{also}; ", copy - 1);
    }
    for copy in 1..=copies {
        let (at, awaited) = (copies + copy, if random.once_in(6) { 1 } else { copy });
        let ways = ["do y := 1", "do x := P1.own", "do f := false", "", "", "", ""];
        let way = ways[random.below(ways.len())];
        _ = write!(text, "l{} -> l{at} when P{awaited} @ l1 {way}; ", at - 1);
        if random.once_in(6) {
            _ = write!(text, "l{at} -> l{} when P{copy}.own == 1 do go{copy} := false; ", random.below(at));
        }
    }
    _ = write!(text, "l{} -> l{} {} {};", 2 * copies, 2 * copies + 1, guard(random, 1), update(random));
    text
}

fn guard(random: &mut Random, processes: usize) -> String {
    let other = random.below(processes);
    match random.below(10) {
        0 => format!("when P{other} @ l{}", random.below(2)),
        1 => "when x == 0".to_owned(),
        2 => "when x != y".to_owned(),
        3 => "when y == 1 && own != 1".to_owned(),
        4 => "when z > 0 && f".to_owned(),
        5 => "when !f".to_owned(),
        6 if random.once_in(2) => "when 2 / z == 1 && x == 1".to_owned(),
        _ => String::new(),
    }
}

fn update(random: &mut Random) -> &'static str {
    let rare = ["do own := own + 1", "do x := x + 1", "do z := *, own := 0"];
    let all = [
        "",
        "",
        "do x := 1",
        "do x := 0",
        "do y := 1",
        "do y := x",
        "do y := x",
        "do x := y",
        "do x := 2",
        "do z := z < 2 ? z + 1 : 0",
        "do f := !f",
        "do own := x",
        "do own := own < 2 ? own + 1 : 2",
        "do own := 0; x := own",
        "do f := own == 1, own := 0",
    ];
    if random.once_in(12) { rare[random.below(rare.len())] } else { all[random.below(all.len())] }
}

fn formula(random: &mut Random, processes: usize) -> String {
    let mut part = || {
        let (one, at) = (random.below(processes), random.below(2));
        let all = ["x == 1", "y == 1 && x != 1", "!f && z == 2", "x > y", "f", "x + y == 4"];
        match random.below(4) {
            0 => all[random.below(all.len())].to_owned(),
            1 => format!("P{one}.own == {}", 1 + at),
            _ => format!("P{one} @ l{}", 1 - at),
        }
    };
    match [part(), part(), part()] {
        [a, b, c] if a < b && a < c => format!("{a} && {b} && {c}"),
        [a, b, _] if a < b => format!("{a} && {b}"),
        [a, b, c] if b < c => format!("({a} || {b}) && {c}"),
        [a, b, c] => format!("{a} && ({b} || !({c}))"),
    }
}

/// Systems with few states: a usual number, and as many more as `PROPTEST_CASES` is more than usual.
fn systems(usual: u64, write: fn(&mut Random) -> String) -> impl Iterator<Item = (String, System, Findings)> {
    let count = usual * u64::from(Config::default().cases) / USUAL_CASES;
    (0..count).filter_map(move |seed| {
        let text = write(&mut Random::new(seed));
        let parsed = parse(&text);
        let system = instantiate(&parsed.file, &Instantiation::default()).ok()?;
        let findings = search(&system, Options::default(), &Unlimited);
        // A search of more states can end since it does not reduce them.
        (findings.statistics.states < TRIAL as u64).then_some((text, system, findings))
    })
}

/// The properties that a search of all states proves, and whether everything has a value.
fn of_all_states(findings: &Findings) -> (Vec<usize>, bool) {
    let verdicts = findings.verdicts.iter().enumerate();
    let proved = verdicts.filter(|(_, verdict)| **verdict == Verdict::Proved).map(|(index, _)| index);
    (proved.collect(), findings.fault.is_none())
}

#[test]
fn what_is_proved_with_fewer_states_is_what_all_states_prove() {
    let (mut proofs, mut all, mut fewer) = (0, 0, 0);
    for (text, system, findings) in systems(6_000, program) {
        let is_symmetric = Symmetry::of(&system).is_some();
        let (expected, has_values) = of_all_states(&findings);
        let proved = prove(&system, Options::default(), &Unlimited);
        assert!(proved.incomplete != Some(crate::explicit::Reason::Unverified), "{text}");
        if is_symmetric {
            assert!(proved.properties.iter().all(|property| expected.contains(property)), "{text}");
            continue;
        }
        assert_eq!(proved.properties, expected, "{proved:?} {text}");
        if !expected.is_empty() {
            assert!(has_values && proved.values, "{text}");
            assert!(proved.states <= findings.statistics.states, "{text}");
            proofs += 1;
            all += findings.statistics.states;
            fewer += proved.states;
        }
    }
    assert!(proofs > 3_000 && fewer < all / 10 * 9, "{proofs} proofs with {fewer} of {all} states");
}

#[test]
fn what_is_proved_of_orbits_with_few_orders_is_what_all_states_prove() {
    let (mut proofs, mut missed, mut all, mut fewer) = (0, 0, 0, 0);
    for (text, system, findings) in systems(2_000, created) {
        let (expected, has_values) = of_all_states(&findings);
        let proved = prove(&system, Options::default(), &Unlimited);
        assert!(proved.incomplete != Some(crate::explicit::Reason::Unverified), "{text}");
        assert!(proved.properties.iter().all(|property| expected.contains(property)), "{proved:?} {text}");
        assert!(has_values || !proved.values, "{text}");
        if Symmetry::of(&system).is_none() {
            assert_eq!(proved.properties, expected, "{proved:?} {text}");
        } else if proved.values {
            proofs += proved.properties.len();
            missed += expected.len() - proved.properties.len();
            all += findings.statistics.states;
            fewer += proved.states;
        }
    }
    assert!(proofs > 1_000 && proofs > 2 * missed && fewer < all / 4 * 3, "{proofs}, {missed} more, {fewer} of {all}");
}

/// The orbits that a search finds if instances act at random; if they are `persistent`, the witness alone is left to chance.
fn at_random((system, symmetry): (&System, &Symmetry), random: &mut Random, persistent: bool) -> Found {
    let known = AnyMember::of(system, symmetry).expect("few orders");
    let independence = Independence::of(known).expect("several instances");
    let steps = Steps::of(system, symmetry, InputBound(0)).expect("few orders");
    let mut found = Found::new(system);
    let (mut state, mut room) = (system.blank_state(), Room::of(system));
    for start in system.initial_states(InputBound(0)) {
        let mut start = start.expect("a value").expect("no condition on starts");
        symmetry.normalize(&mut start);
        found.store.insert(&start);
    }
    while found.acting.len() < found.store.len() {
        found.store.read(found.acting.len() as u32, &mut state);
        let acting = if persistent {
            independence.choose(&state, &mut |_| !random.once_in(4))
        } else if random.once_in(1 + found.acting.len()) {
            Instances::one(random.below(system.instances.len()) as u16)
        } else {
            Instances::ALL
        };
        found.acting.push(acting);
        let acts = |number: &usize| acting.contains(system.transitions[*number].instance.0);
        for number in (0..system.transitions.len()).filter(acts) {
            let each = &mut |_: &State, successor: Result<&mut State, Undefined>| {
                if let Ok(successor) = successor {
                    symmetry.normalize(successor);
                    found.store.insert(successor);
                }
                Ok(())
            };
            steps.show(number as u32, &state, &mut room, each).expect("nothing stops it");
        }
    }
    found
}

#[test]
fn no_set_of_states_is_accepted_that_misses_a_violation() {
    let (mut accepted, mut refused, mut of_orbits) = (0, 0, 0);
    for (text, system, findings) in systems(4_000, program).chain(systems(2_000, created)) {
        let expected = of_all_states(&findings);
        let mut random = Random::new(text.len() as u64);
        let symmetry = Symmetry::of(&system).unwrap_or_default();
        for round in 0..4 {
            let found = at_random((&system, &symmetry), &mut random, round % 2 == 0);
            for property in 0..system.properties.len() {
                let result = verify(&system, &symmetry, (&found, InputBound(0)), &[property], &Unlimited);
                if result.is_ok() {
                    assert!(expected.0.contains(&property) && expected.1, "{property}: {text}");
                    let is_smaller = (found.store.len() as u64) < findings.statistics.states;
                    accepted += usize::from(is_smaller);
                    let is_chosen = found.acting.iter().any(|acting| *acting != Instances::ALL);
                    of_orbits += usize::from(is_smaller && is_chosen && !symmetry.groups.is_empty());
                } else {
                    refused += usize::from(!expected.0.contains(&property));
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
    assert!(of_orbits > 100, "{of_orbits} accepted with orbits and few orders");
}
