//! Small random systems, always the same for the same seed.

use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Target, TransferId, Transition, Tts};
use rustc_hash::FxHashMap;

/// A linear congruential generator (Knuth's constants): no test depends on its quality.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678)
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    pub(crate) fn once_in(&mut self, one_in: u32) -> bool {
        self.below(one_in) == 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Transfers,
}

/// A system with 2 to 5 shared and 3 to 7 local states, and a target for each thread state and some pairs.
/// Property n belongs to target n.
pub(crate) fn random_system(seed: u64, kind: Kind) -> Tts {
    let random = &mut Random::new(seed);
    let (shared, locals) = (2 + random.below(4), 3 + random.below(5));
    let transfers = if kind == Kind::Transfers { 2 } else { 0 };
    let transitions = (0..4 + random.below(16)).map(|origin| transition(random, shared, locals, transfers, origin));
    let transitions = transitions.collect();
    let transfers = (0..transfers).map(|_| transfer(random, locals)).collect();
    let initial = initial(random, shared, locals);
    let states = (0..shared).flat_map(|shared| (0..locals).map(move |local| (shared, vec![LocalId(local)])));
    let mut asked: Vec<(u32, Vec<LocalId>)> = states.collect();
    for _ in 0..6 {
        let mut pair = vec![LocalId(random.below(locals)), LocalId(random.below(locals))];
        pair.sort_unstable();
        asked.push((random.below(shared), pair));
    }
    asked.push((random.below(shared), Vec::new()));
    let targets =
        (0..).zip(asked).map(|(property, (shared, locals))| Target { property, shared: SharedId(shared), locals });
    Tts::new(shared, locals, initial, transitions, transfers, targets.collect()).expect("ids are in range")
}

fn transition(random: &mut Random, shared: u32, locals: u32, transfers: u32, origin: u32) -> Transition {
    let effect = match random.below(10) {
        0 | 1 => Effect::Create(LocalId(random.below(locals))),
        2 | 3 if transfers > 0 => Effect::Each(TransferId(random.below(transfers))),
        4 | 5 if transfers > 0 => Effect::One(TransferId(random.below(transfers))),
        _ => Effect::None,
    };
    Transition {
        shared: SharedId(random.below(shared)),
        local: LocalId(random.below(locals)),
        to_shared: SharedId(random.below(shared)),
        to_local: (!random.once_in(12)).then(|| LocalId(random.below(locals))),
        effect,
        origin,
    }
}

fn transfer(random: &mut Random, locals: u32) -> FxHashMap<LocalId, smallvec::SmallVec<[LocalId; 2]>> {
    let moved = (0..locals).filter_map(|local| {
        let destinations = match random.below(6) {
            0..=2 => return None,
            3 | 4 => 1,
            _ => random.below(3),
        };
        Some((LocalId(local), (0..destinations).map(|_| LocalId(random.below(locals))).collect()))
    });
    moved.collect()
}

fn initial(random: &mut Random, shared: u32, locals: u32) -> Initial {
    let fixed = (0..random.below(3)).map(|_| LocalId(random.below(locals))).collect();
    let pool = (0..=random.below(2)).map(|_| LocalId(random.below(locals))).collect();
    let count = if random.once_in(2) { Count::Any } else { Count::Exactly(random.below(3)) };
    let start = (0..=random.below(2)).map(|_| SharedId(random.below(shared))).collect();
    Initial { shared: start, fixed, pool, count }
}
