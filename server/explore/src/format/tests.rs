use std::fs;
use std::path::{Path, PathBuf};

use super::{
    WriteError, parse_initial, parse_target, parse_targets, parse_tts, show_initial, show_target, show_targets,
    standard, write_tts,
};
use crate::random::Random;
use crate::tts::{Count, Effect, Initial, LocalId, Moves, SharedId, Target, TransferId, Transition, Tts};

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tts").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "tts"));
    files.sort();
    assert!(files.len() > 3);
    files
}

#[test]
fn what_is_written_reads_back_the_same() {
    for file in fixtures("good") {
        let system = parse_tts(&fs::read_to_string(&file).unwrap()).unwrap();
        let written = write_tts(&system).unwrap();
        let reread = parse_tts(&written).unwrap();
        let steps = |system: &Tts| -> Vec<Transition> {
            system.transitions.iter().map(|&step| Transition { origin: 0, ..step }).collect()
        };
        assert_eq!((reread.shared_states, reread.local_states), (system.shared_states, system.local_states));
        assert_eq!(steps(&reread).len(), steps(&system).len(), "{}", file.display());
        assert_eq!(write_tts(&reread).unwrap(), written, "{}", file.display());
    }
}

#[test]
fn what_is_wrong_is_refused_for_its_reason() {
    for file in fixtures("bad") {
        let expected = fs::read_to_string(file.with_extension("message")).unwrap();
        let error = parse_tts(&fs::read_to_string(&file).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), expected.trim_end(), "{}", file.display());
    }
}

#[test]
fn lines_are_origins_and_equal_transfers_are_shared() {
    let system = parse_tts("2 3\n1 2 -> 0 1 2 ~> 1 0 ~> 2 0 ~> 1\n# and\n0 0 -> 1 1 0 ~> 1 0 ~> 2 2 ~> 1\n").unwrap();
    let first = system.transitions[0];
    assert_eq!((first.shared, first.local, first.origin), (SharedId(0), LocalId(0), 3));
    assert_eq!(system.transfers.len(), 1);
    assert_eq!(system.transfers[0][&LocalId(0)][..], [LocalId(1), LocalId(2)]);
    assert!(system.transitions.iter().all(|step| step.effect == Effect::Each(TransferId(0))));
}

#[test]
fn initial_configurations() {
    let locals = |ids: &[u32]| ids.iter().copied().map(LocalId).collect::<Vec<_>>();
    let initial = |shared, fixed: &[u32], pool: &[u32], count| {
        Ok(Initial { shared: vec![SharedId(shared)], fixed: locals(fixed), pool: locals(pool), count })
    };
    assert_eq!(parse_initial("0|0"), initial(0, &[0], &[], Count::Exactly(0)));
    assert_eq!(parse_initial(" 0/0\n"), initial(0, &[], &[0], Count::Any));
    assert_eq!(parse_initial("1|0,1/2"), initial(1, &[0, 1], &[2], Count::Any));
    assert_eq!(parse_initial("0|0/49"), initial(0, &[0], &[49], Count::Any));
    assert_eq!(parse_initial("7/2, 3"), initial(7, &[], &[2, 3], Count::Any));
    assert_eq!(parse_initial("3|"), initial(3, &[], &[], Count::Exactly(0)));
    for wrong in ["", "0", "0/", "|0", "0|0|0", "0/0/0", "0BU0,4", "0/0\n1/1", "0|-1", "0|0,", "a/b"] {
        assert!(parse_initial(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn targets() {
    let target = |text| parse_target(text).map(|target| (target.shared.0, target.locals));
    assert_eq!(target("4|20\n"), Ok((4, vec![LocalId(20)])));
    assert_eq!(target("# what is asked\n3|1,0"), Ok((3, vec![LocalId(0), LocalId(1)])));
    assert_eq!(target("1|"), Ok((1, Vec::new())));
    for wrong in ["", "4", "4/20", "4|x", "|3", "4|1,,2", "4|20\n4|21"] {
        assert!(target(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn several_targets_are_on_lines_of_their_own() {
    let text = "1|1\n\n0|2,0 # two threads\n1|1\n";
    let targets = parse_targets(text).unwrap();
    assert_eq!(targets.iter().map(|target| target.property).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(show_targets(&targets), "1|1\n0|0,2\n1|1");
    assert_eq!(parse_targets("1|1\n4").unwrap_err().line, 2);
    assert!(parse_targets("# nothing\n").is_err());
}

/// A system of two shared states and three local ones with these transitions out of (0, 0).
fn system(steps: &[(Option<u32>, Effect)], transfers: Vec<Moves>) -> Tts {
    let transition = |&(to_local, effect): &(Option<u32>, Effect)| Transition {
        shared: SharedId(0),
        local: LocalId(0),
        to_shared: SharedId(1),
        to_local: to_local.map(LocalId),
        effect,
        origin: 0,
    };
    let initial =
        Initial { shared: vec![SharedId(0)], fixed: vec![LocalId(0)], pool: Vec::new(), count: Count::Exactly(0) };
    Tts::new(2, 3, initial, steps.iter().map(transition).collect(), transfers, Vec::new()).unwrap()
}

#[test]
fn ends_and_moving_creators_are_rewritten() {
    let create = Effect::Create(LocalId(2));
    let steps = [(None, Effect::None), (None, create), (Some(0), create), (Some(1), create)];
    let text = write_tts(&system(&steps, Vec::new())).unwrap();
    let expected = "3 4\n# local state 3: threads that have ended\n\
                    0 0 -> 1 3\n0 0 -> 1 2\n0 0 +> 1 2\n0 0 -> 2 1\n2 1 +> 1 2\n";
    assert_eq!(text, expected);
}

/// A written system is its own normal form, so that writing it again changes nothing.
#[test]
fn random_systems_read_back_the_same() {
    let mut random = Random::new(8);
    let (mut written, mut unchanged) = (0, 0);
    for _ in 0..3000 {
        let system = random.system();
        let Ok(text) = write_tts(&system) else { continue };
        let read = parse_tts(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let again = parse_tts(&write_tts(&read).unwrap()).unwrap();
        let states = |system: &Tts| (system.shared_states, system.local_states);
        assert_eq!((states(&again), steps(&again)), (states(&read), steps(&read)), "{text}");
        written += 1;
        // A thread that ends while it creates another is written as one that becomes it.
        let hands_over = |step: &Transition| step.to_local.is_none() && matches!(step.effect, Effect::Create(_));
        if states(&read) == states(&system) && !system.transitions.iter().any(hands_over) {
            assert_eq!(steps(&read), steps(&system), "{text}");
            unchanged += 1;
        }
    }
    assert!(written > 300 && unchanged > 100, "{written} are written, {unchanged} of them as they are");
}

/// The steps without their origin, with their moves if there are any.
fn steps(system: &Tts) -> Vec<(Transition, Option<Moves>)> {
    let moves = |step: &Transition| match step.effect {
        Effect::Each(TransferId(id)) => Some(system.transfers[id as usize].clone()).filter(|moves| !moves.is_empty()),
        _ => None,
    };
    let alone = |step: &Transition| match step.effect {
        Effect::Each(_) => Transition { origin: 0, effect: Effect::None, ..*step },
        _ => Transition { origin: 0, ..*step },
    };
    system.transitions.iter().map(|step| (alone(step), moves(step))).collect()
}

#[test]
fn what_the_notation_cannot_say_is_refused() {
    let blocking: Moves = [(LocalId(1), [].into_iter().collect())].into_iter().collect();
    let each = system(&[(Some(1), Effect::Each(TransferId(0)))], vec![blocking.clone()]);
    assert_eq!(write_tts(&each), Err(WriteError::Blocking));
    let one = system(&[(Some(1), Effect::One(TransferId(0)))], vec![blocking]);
    assert_eq!(write_tts(&one), Err(WriteError::One));
}

#[test]
fn what_is_shown_reads_back_the_same() {
    for text in ["0|0", "0/0", "1|0,1/2", "7/2,3", "2|"] {
        assert_eq!(show_initial(&parse_initial(text).unwrap()).as_deref(), Some(text));
    }
    for text in ["4|20", "3|0,1,1", "1|"] {
        assert_eq!(show_target(&parse_target(text).unwrap()), text);
    }
}

/// A start that leaves every choice: two threads, each in one of two places, in one of two shared states.
fn choosing() -> Tts {
    let locals = vec![LocalId(0), LocalId(1)];
    let initial =
        Initial { shared: vec![SharedId(0), SharedId(1)], fixed: Vec::new(), pool: locals, count: Count::Exactly(2) };
    let target = parse_target("1|1").unwrap();
    let system = parse_tts("2 2\n0 0 -> 1 1\n").unwrap().with_initial(initial).unwrap();
    system.with_targets(vec![target]).unwrap()
}

#[test]
fn choices_of_the_start_become_steps() {
    let system = standard(&choosing()).unwrap();
    assert_eq!(show_initial(&system.initial).as_deref(), Some("2|2,2"));
    let expected = "3 3\n0 0 -> 1 1\n2 0 -> 0 0\n2 0 -> 1 0\n2 1 -> 0 1\n2 1 -> 1 1\n2 2 -> 2 0\n2 2 -> 2 1\n";
    assert_eq!(write_tts(&system).unwrap(), expected);
    assert_eq!(write_tts(&standard(&system).unwrap()).unwrap(), expected, "the form is kept");
}

#[test]
fn several_targets_become_one() {
    let target = |property, shared, local| Target { property, shared: SharedId(shared), locals: vec![LocalId(local)] };
    let tts = parse_tts("2 2\n0 0 -> 1 1\n").unwrap();
    let none = standard(&tts).unwrap();
    assert_eq!((show_target(&none.targets[0]).as_str(), none.shared_states), ("2|", 3), "a state that is not reached");
    let one = standard(&tts.clone().with_targets(vec![target(3, 1, 1)]).unwrap()).unwrap();
    assert_eq!((one.targets, one.transitions.len()), (vec![target(0, 1, 1)], 1));
    let two = standard(&tts.clone().with_targets(vec![target(0, 0, 1), target(1, 1, 0)]).unwrap()).unwrap();
    assert_eq!(write_tts(&two).unwrap(), "3 3\n0 0 -> 1 1\n0 1 -> 2 2\n1 0 -> 2 2\n");
    assert_eq!(two.targets, [target(0, 2, 2)]);
    let pair = Target { locals: vec![LocalId(0), LocalId(1)], ..target(1, 1, 0) };
    let both = tts.with_targets(vec![target(0, 0, 1), pair]).unwrap();
    assert_eq!(standard(&both).unwrap_err(), WriteError::Targets);
}
