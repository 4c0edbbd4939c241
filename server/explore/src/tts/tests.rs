use super::{
    Count, Destinations, Effect, Initial, LocalId, Moves, SharedId, Target, ThreadSystem, TransferId, Transition, Tts,
    TtsError,
};

fn step(shared: u32, local: u32, to_shared: u32, to_local: u32, effect: Effect) -> Transition {
    let (shared, local, to_shared) = (SharedId(shared), LocalId(local), SharedId(to_shared));
    Transition { shared, local, to_shared, to_local: Some(LocalId(to_local)), effect, origin: 0 }
}

fn initial(shared: u32, local: u32) -> Initial {
    Initial { shared: vec![SharedId(shared)], fixed: Vec::new(), pool: vec![LocalId(local)], count: Count::Any }
}

fn target(property: u32, shared: u32, locals: &[u32]) -> Target {
    Target { property, shared: SharedId(shared), locals: locals.iter().copied().map(LocalId).collect() }
}

#[test]
fn transitions_are_found_by_thread_state() {
    let steps = vec![
        step(1, 0, 0, 1, Effect::None),
        step(0, 1, 1, 0, Effect::Create(LocalId(1))),
        step(0, 1, 0, 0, Effect::None),
    ];
    let mut system = Tts::new(2, 2, initial(0, 0), steps, Vec::new(), Vec::new()).unwrap();
    assert!(system.is_plain());
    assert_eq!(system.transitions(SharedId(0), LocalId(0)), 0..0);
    assert_eq!(system.transitions(SharedId(0), LocalId(1)), 0..2);
    assert_eq!(system.transitions(SharedId(1), LocalId(0)), 2..3);
    assert_eq!(system.transitions[0].to_shared, SharedId(1), "the order within a thread state is kept");
}

#[test]
fn queries_are_distinguished() {
    let targets =
        vec![target(0, 1, &[1, 0]), target(1, 1, &[1]), target(2, 0, &[]), target(3, 0, &[1]), target(4, 1, &[1])];
    let mut system = Tts::new(2, 2, initial(0, 0), Vec::new(), Vec::new(), targets).unwrap();
    assert_eq!(system.violated(SharedId(1), LocalId(1))[..], [1, 4]);
    assert_eq!(system.violated(SharedId(0), LocalId(1))[..], [3]);
    assert!(system.violated(SharedId(0), LocalId(0)).is_empty());
    assert_eq!(system.joint_targets(), [target(2, 0, &[]), target(0, 1, &[0, 1])]);
}

#[test]
fn transfers_move_some_and_leave_others() {
    let moves: Moves = [(LocalId(0), [LocalId(1), LocalId(0), LocalId(1)].into_iter().collect())].into_iter().collect();
    let steps = vec![step(0, 0, 0, 1, Effect::Each(TransferId(0)))];
    let mut system = Tts::new(1, 3, initial(0, 0), steps, vec![moves], Vec::new()).unwrap();
    assert!(!system.is_plain());
    let both = [LocalId(0), LocalId(1)].into_iter().collect();
    assert_eq!(system.transferred(TransferId(0), LocalId(0)), Destinations::To(both));
    assert_eq!(system.transferred(TransferId(0), LocalId(2)), Destinations::Stay);
}

#[test]
fn ids_out_of_range_are_refused() {
    let new = |initial, steps, targets| Tts::new(1, 2, initial, steps, Vec::new(), targets).map(|_| ());
    let shared = Err(TtsError::NoSuchShared { id: SharedId(1), states: 1 });
    let local = Err(TtsError::NoSuchLocal { id: LocalId(2), states: 2 });
    let transfer = Err(TtsError::NoSuchTransfer { id: TransferId(0), transfers: 0 });
    let good = initial(0, 0);
    assert_eq!(new(good.clone(), vec![step(0, 0, 0, 1, Effect::None)], vec![target(0, 0, &[1])]), Ok(()));
    assert_eq!(new(Initial { shared: Vec::new(), ..good.clone() }, Vec::new(), Vec::new()), Err(TtsError::NoInitial));
    assert_eq!(new(initial(1, 0), Vec::new(), Vec::new()), shared);
    assert_eq!(new(initial(0, 2), Vec::new(), Vec::new()), local);
    assert_eq!(new(good.clone(), vec![step(0, 0, 1, 0, Effect::None)], Vec::new()), shared);
    assert_eq!(new(good.clone(), vec![step(0, 2, 0, 0, Effect::None)], Vec::new()), local);
    assert_eq!(new(good.clone(), vec![step(0, 0, 0, 0, Effect::Create(LocalId(2)))], Vec::new()), local);
    assert_eq!(new(good.clone(), vec![step(0, 0, 0, 0, Effect::Each(TransferId(0)))], Vec::new()), transfer);
    assert_eq!(new(good.clone(), Vec::new(), vec![target(0, 1, &[])]), shared);
    assert_eq!(new(good, Vec::new(), vec![target(0, 0, &[1, 2])]), local);
}
