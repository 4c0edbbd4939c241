//! Small random systems for tests.

use crate::tts::{Count, Effect, Initial, LocalId, Moves, SharedId, Target, TransferId, Transition, Tts};

/// Number of their shared states.
pub(crate) const SHARED: u32 = 3;
pub(crate) const LOCALS: u32 = 6;

/// Pseudo-random parts of systems: the same on every run.
pub(crate) struct Random(boolprog_base::Random);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(boolprog_base::Random::new(seed))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound as usize) as u32
    }

    fn shared(&mut self) -> SharedId {
        SharedId(self.below(SHARED))
    }

    fn local(&mut self) -> LocalId {
        LocalId(self.below(LOCALS))
    }

    fn transition(&mut self, origin: u32) -> Transition {
        let effect = match self.below(8) {
            0 => Effect::Create(self.local()),
            1 => Effect::Each(TransferId(self.below(2))),
            2 => Effect::One(TransferId(self.below(2))),
            _ => Effect::None,
        };
        let to_local = (self.below(10) != 0).then(|| self.local());
        Transition { shared: self.shared(), local: self.local(), to_shared: self.shared(), to_local, effect, origin }
    }

    fn moves(&mut self) -> Moves {
        let mut moves = Moves::default();
        for _ in 0..self.below(4) {
            let to = (0..self.below(3)).map(|_| self.local()).collect();
            moves.insert(self.local(), to);
        }
        moves
    }

    /// A system with steps of all kinds, and three targets.
    pub(crate) fn system(&mut self) -> Tts {
        let initial = Initial {
            shared: vec![self.shared()],
            fixed: (0..self.below(2)).map(|_| self.local()).collect(),
            pool: vec![self.local()],
            count: if self.below(2) == 0 { Count::Any } else { Count::Exactly(self.below(3)) },
        };
        let transitions = (0..self.below(14)).map(|origin| self.transition(origin)).collect();
        let transfers = vec![self.moves(), self.moves()];
        let targets = (0..3)
            .map(|property| Target {
                property,
                shared: self.shared(),
                locals: sorted((0..self.below(3)).map(|_| self.local()).collect()),
            })
            .collect();
        Tts::new(SHARED, LOCALS, initial, transitions, transfers, targets).unwrap()
    }
}

fn sorted(mut locals: Vec<LocalId>) -> Vec<LocalId> {
    locals.sort_unstable();
    locals
}
