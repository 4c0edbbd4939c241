use std::fs;
use std::path::{Path, PathBuf};

use super::{parse_spec, write_spec};
use crate::format::{WriteError, parse_initial, parse_target, parse_tts, show_targets, standard, write_tts};
use crate::random::Random;
use crate::tts::{Count, Effect, LocalId, SharedId, Transition};

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/spec").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "spec"));
    files.sort();
    assert!(files.len() > 1);
    files
}

fn without_origin(steps: &[Transition]) -> Vec<Transition> {
    steps.iter().map(|&step| Transition { origin: 0, ..step }).collect()
}

#[test]
fn what_is_written_reads_back_the_same() {
    for file in fixtures("good") {
        let system = parse_spec(&fs::read_to_string(&file).unwrap()).unwrap().tts;
        let written = write_spec(&system).unwrap();
        let reread = parse_spec(&written).unwrap_or_else(|error| panic!("{}: {error}\n{written}", file.display()));
        assert!(reread.is_of_threads, "{}", file.display());
        let reread = reread.tts;
        assert_eq!((reread.shared_states, reread.local_states), (system.shared_states, system.local_states));
        assert_eq!(without_origin(&reread.transitions), without_origin(&system.transitions), "{}", file.display());
        assert_eq!(reread.initial, system.initial, "{}", file.display());
        assert_eq!(reread.targets, system.targets, "{}", file.display());
    }
}

/// The step as a net says it: which of two threads is the new one does not matter.
fn as_read(step: &Transition) -> Transition {
    let Effect::Create(created) = step.effect else { return *step };
    let (to_local, effect) = match step.to_local {
        None => (created, Effect::None),
        Some(to) if created == step.local => (created, Effect::Create(to)),
        Some(to) if to == step.local => (to, Effect::Create(created)),
        Some(to) => (to.min(created), Effect::Create(to.max(created))),
    };
    Transition { to_local: Some(to_local), effect, ..*step }
}

/// A net that is written and read again is the same, as is its system, except for the start: if any number of threads
/// starts, a net starts with one.
#[test]
fn random_systems_read_back_the_same() {
    let mut random = Random::new(7);
    let mut written = 0;
    for _ in 0..30_000 {
        let Ok(system) = standard(&random.system()) else { continue };
        let Ok(text) = write_spec(&system) else {
            assert!(!system.is_plain(), "{system:?}");
            continue;
        };
        let read = parse_spec(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).tts;
        assert_eq!((read.shared_states, read.local_states), (system.shared_states, system.local_states));
        let steps: Vec<_> = system.transitions.iter().map(as_read).collect();
        assert_eq!(without_origin(&read.transitions), without_origin(&steps), "{text}");
        assert_eq!((&read.initial.shared, &read.targets), (&system.initial.shared, &system.targets), "{text}");
        let again = write_spec(&read).unwrap();
        assert_eq!(again, text);
        assert_eq!(parse_spec(&again).unwrap().tts.initial, read.initial, "{text}");
        written += 1;
    }
    assert!(written > 100, "only {written} are plain");
}

#[test]
fn what_is_wrong_is_refused_for_its_reason() {
    for file in fixtures("bad") {
        let expected = fs::read_to_string(file.with_extension("message")).unwrap();
        let error = parse_spec(&fs::read_to_string(&file).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), expected.trim_end(), "{}", file.display());
    }
}

#[test]
fn every_kind_of_step_is_read() {
    let file = fixtures("good").into_iter().find(|file| file.ends_with("lock.spec")).unwrap();
    let system = parse_spec(&fs::read_to_string(file).unwrap()).unwrap().tts;
    let inside: Vec<_> = system.transitions.iter().filter(|step| step.local == LocalId(1)).collect();
    let ways: Vec<_> = inside.iter().map(|step| (step.to_shared.0, step.to_local, step.effect)).collect();
    let create = Effect::Create(LocalId(2));
    let expected = [
        (0, Some(LocalId(0)), Effect::None),
        (1, Some(LocalId(1)), create),
        (1, Some(LocalId(0)), create),
        (0, None, Effect::None),
    ];
    assert_eq!(ways, expected);
    assert_eq!(system.initial.shared, [SharedId(0)]);
    assert_eq!((&system.initial.fixed[..], system.initial.count), (&[LocalId(0); 2][..], Count::Any));
    assert_eq!(system.targets.len(), 2);
}

/// `0 1 -> 2 3 +4`, for all steps of the translation.
fn steps(text: &str) -> Vec<String> {
    let show = |step: &Transition| {
        let to = step.to_local.map_or("-".to_owned(), |local| local.0.to_string());
        let created = if let Effect::Create(local) = step.effect { format!(" +{}", local.0) } else { String::new() };
        format!("{} {} -> {} {to}{created}", step.shared.0, step.local.0, step.to_shared.0)
    };
    parse_spec(text).unwrap().tts.transitions.iter().map(show).collect()
}

#[test]
fn rules_are_chains_that_share_their_beginnings() {
    let rules = "vars a b c rules
        a >= 2, b >= 1 -> a' = a-2, c' = c+3;
        a >= 2 -> a' = a-2;
        a >= 1, b >= 1 -> c' = c+1;
        a >= 1 -> a' = a-1, b' = b+1;
        init a = 1 target c >= 1";
    let expected = [
        "0 0 -> 1 -",    // a, for the first three rules
        "0 0 -> 0 1",    // the last rule
        "1 0 -> 2 -",    // a again, for the first rule
        "1 0 -> 0 -",    // a again, by the second rule
        "1 1 -> 5 1 +0", // b by the third rule, which puts b and a back
        "2 1 -> 3 1 +2", // b by the first rule, which puts it back and c
        "3 1 -> 4 1 +2", // c again
        "4 1 -> 0 1 +2", // and again
        "5 1 -> 0 1 +2", // the third rule puts c
    ];
    assert_eq!(steps(rules), expected);
}

#[test]
fn a_rule_that_takes_nothing_has_a_thread_of_its_own() {
    let spec = parse_spec("vars a rules -> a' = a+1; init a = 0 target a >= 2").unwrap();
    assert_eq!((spec.tts.initial.fixed, spec.tts.local_states), (vec![LocalId(1)], 2));
    assert_eq!(steps("vars a rules -> a' = a+1; init a = 0 target a >= 2"), ["0 1 -> 0 1 +0"]);
    let alone = parse_spec("vars s0 s1 rules s0>=1 -> s0'=s0-1, s1'=s1+1; init s0=1 target s1>=1").unwrap();
    assert_eq!((alone.tts.shared_states, alone.tts.local_states, alone.is_of_threads), (2, 1, false));
}

#[test]
fn a_target_is_named_as_the_net_writes_it() {
    let spec = parse_spec("vars a b\nrules\ninit a=1\ntarget\n b>=1 , a>=2\n a>=0").unwrap();
    let net = &spec.net.net;
    let named: Vec<_> = net.targets.iter().map(|target| (net.show(target), target.line)).collect();
    assert_eq!(named, [("b >= 1, a >= 2".to_owned(), 4), ("a >= 0".to_owned(), 5)]);
    assert_eq!(show_targets(&spec.tts.targets), "0|0,0,1\n0|");
}

#[test]
fn a_place_that_is_declared_twice_is_one_place() {
    let once = parse_spec("vars a b rules a >= 1 -> a' = a-1, b' = b+1; init a >= 1 target b >= 2").unwrap();
    let twice = parse_spec("vars a b a rules a >= 1 -> a' = a-1, b' = b+1; init a >= 1 target b >= 2").unwrap();
    assert_eq!(write_tts(&twice.tts), write_tts(&once.tts));
}

/// Rules, start and targets decide whether places are shared states.
#[test]
fn places_are_shared_states_where_they_hold_one_token() {
    let resting = |start: &str, rule: &str, target: &str| {
        let spec = parse_spec(&format!("vars s0 s1 l0 rules {rule}; init {start} target {target}")).unwrap();
        (spec.tts.shared_states, spec.is_of_threads)
    };
    let moves = "s0>=1, l0>=1 -> s0'=s0-1, s1'=s1+1";
    assert_eq!(resting("s0=1, l0>=1", moves, "s1>=1"), (2, true));
    assert!(!resting("s0=1, s1=1", moves, "s1>=1").1);
    assert!(!resting("s0>=1, l0=1", moves, "s1>=1").1);
    assert!(!resting("s0=1, l0=1", moves, "l0>=1").1);
    assert!(!resting("s0=1, l0=1", "s0>=1, l0>=1 -> s1'=s1+1", "s1>=1").1);
    assert!(!resting("s0=1, l0=1", "l0>=1 -> l0'=l0+1", "s1>=1").1);
    assert_eq!(resting("s0=1, l0=1", "s0>=1, l0>=2 -> l0'=l0-2", "s1>=1"), (3, false), "a chain of two steps");
}

/// Any number from none is written as any number from one: as much can be covered.
#[test]
fn a_start_with_any_number_has_a_thread() {
    let system = parse_tts("1 2\n0 0 -> 0 1\n").unwrap();
    let system = system.with_targets(vec![parse_target("0|1").unwrap()]).unwrap();
    let reread = parse_spec(&write_spec(&system).unwrap()).unwrap().tts;
    assert_eq!(reread.initial, parse_initial("0|0/0").unwrap());
}

#[test]
fn what_a_net_cannot_say_is_refused() {
    let system = parse_tts("1 2\n0 0 -> 0 1 0 ~> 1\n").unwrap();
    assert_eq!(write_spec(&system), Err(WriteError::Others));
    let mut system = parse_tts("2 2\n0 0 -> 0 1\n").unwrap();
    system.initial.shared.push(SharedId(1));
    assert_eq!(write_spec(&system), Err(WriteError::Start));
}
