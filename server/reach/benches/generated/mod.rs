//! Generated systems of any size.

use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};

fn step(shared: u32, local: u32, to_shared: u32, to_local: u32) -> Transition {
    Transition {
        shared: SharedId(shared),
        local: LocalId(local),
        to_shared: SharedId(to_shared),
        to_local: Some(LocalId(to_local)),
        effect: Effect::None,
        origin: 0,
    }
}

fn system(shared: u32, locals: u32, count: Count, transitions: Vec<Transition>, targets: Vec<Target>) -> Tts {
    let initial = Initial { shared: vec![SharedId(0)], fixed: vec![], pool: vec![LocalId(0)], count };
    Tts::new(shared, locals, initial, transitions, vec![], targets).expect("ids are in range")
}

/// Threads that pass `size` doors in a ring, each door opened by a thread that has passed the one before.
pub(crate) fn ring(size: u32, count: Count) -> Tts {
    let mut transitions = Vec::new();
    for at in 0..size {
        let next = (at + 1) % size;
        transitions.push(step(at, at, at, size + at));
        transitions.push(step(at, size + at, next, next));
        transitions.push(step(next, size + at, at, 0));
    }
    let last = Target { property: 0, shared: SharedId(size - 1), locals: vec![LocalId(0), LocalId(size * 2 - 1)] };
    system(size, size * 2, count, transitions, vec![last])
}

/// Threads that may go from each of `size` places to each other: few nodes with many successors, nearly all covered.
pub(crate) fn clique(size: u32, threads: u32) -> Tts {
    let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
    let transitions = pairs.filter(|(from, to)| from != to).map(|(from, to)| step(0, from, 0, to)).collect();
    system(1, size, Count::Exactly(threads), transitions, vec![])
}

/// Threads that go from one of `size` places to the next: each node has a successor per thread, nearly all new.
pub(crate) fn line(size: u32, threads: u32) -> Tts {
    let transitions = (1..size).map(|to| step(0, to - 1, 0, to)).collect();
    system(1, size, Count::Exactly(threads), transitions, vec![])
}
