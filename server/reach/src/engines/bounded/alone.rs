//! Where one thread alone can move, as in an atomic section.
//!
//! Let X be shared states and A local states such that in X only threads in A can step. If there is never more than one
//! thread in A, and none unless the shared state is in X, then a thread in A **moves alone** while the shared state is
//! in X.
//!
//! That is so if it is at the start, and no step adds more threads to A than it brings the shared state into X: one if it
//! comes from outside X, none if it stays, and one has to leave A when the shared state leaves X. A step of a thread in A
//! from outside X need not be looked at: it never happens. This is an inductive invariant of the system, which each step
//! can be asked for by itself.
//!
//! Such sets are found from one shared state of X: its steps say what must be in A, and where a step takes a thread into A
//! or leaves it there, the shared state it leads to must be in X. If the smallest sets that are closed under this are no
//! invariant, no other ones with that shared state are.

use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, Transition, Tts};
use fixedbitset::FixedBitSet;

/// How often all steps may be looked at.
const MOST_ROUNDS: usize = 64;

/// The thread states in which a thread moves alone.
pub(super) struct Alone {
    sections: Vec<Section>,
    /// For each shared state the section that it belongs to, if it belongs to one.
    of_shared: Vec<Option<u32>>,
}

/// The sets X and A.
struct Section {
    shared: FixedBitSet,
    locals: FixedBitSet,
}

impl Alone {
    /// Of a plain system. Looks at each step a limited number of times.
    pub(super) fn new(tts: &Tts) -> Self {
        let mut alone = Self { sections: Vec::new(), of_shared: vec![None; tts.shared_states as usize] };
        let mut rounds = MOST_ROUNDS;
        for shared in fewest_steps_first(tts) {
            if rounds == 0 {
                break;
            }
            if alone.of_shared[shared.0 as usize].is_none()
                && let Some(section) = Section::of(shared, tts, &mut rounds)
            {
                let number = alone.sections.len() as u32;
                section.shared.ones().for_each(|shared| alone.of_shared[shared] = Some(number));
                alone.sections.push(section);
            }
        }
        alone
    }

    /// Whether only a thread at this local state can step.
    pub(super) fn is_alone(&self, shared: SharedId, local: LocalId) -> bool {
        self.section(shared).is_some_and(|section| section.has(local))
    }

    /// Whether a thread at this local state cannot step, because another one is alone.
    pub(super) fn is_waiting(&self, shared: SharedId, local: LocalId) -> bool {
        self.section(shared).is_some_and(|section| !section.has(local))
    }

    fn section(&self, SharedId(shared): SharedId) -> Option<&Section> {
        self.of_shared[shared as usize].map(|section| &self.sections[section as usize])
    }
}

/// The shared states in which some thread can step, those with the fewest steps first: in an exclusive region there are
/// few.
fn fewest_steps_first(tts: &Tts) -> Vec<SharedId> {
    let groups = tts.transitions.chunk_by(|left, right| left.shared == right.shared);
    let mut sizes: Vec<(usize, SharedId)> = groups.map(|group| (group.len(), group[0].shared)).collect();
    sizes.sort_unstable();
    sizes.into_iter().map(|(_, shared)| shared).collect()
}

impl Section {
    /// The smallest sets with this shared state, if they are an invariant and are found within this number of rounds.
    fn of(shared: SharedId, tts: &Tts, rounds: &mut usize) -> Option<Self> {
        let mut section = Self {
            shared: FixedBitSet::with_capacity(tts.shared_states as usize),
            locals: FixedBitSet::with_capacity(tts.local_states as usize),
        };
        section.shared.insert(shared.0 as usize);
        loop {
            *rounds = rounds.checked_sub(1)?;
            let before = (section.shared.count_ones(..), section.locals.count_ones(..));
            for transition in &tts.transitions {
                section.take(transition)?;
            }
            if before == (section.shared.count_ones(..), section.locals.count_ones(..)) {
                return section.holds_at(&tts.initial).then_some(section);
            }
        }
    }

    /// Adds what a step asks for; `None` if there is no invariant with these sets.
    fn take(&mut self, transition: &Transition) -> Option<()> {
        if self.shared.contains(transition.shared.0 as usize) {
            self.locals.insert(transition.local.0 as usize);
        } else if self.has(transition.local) {
            return Some(());
        }
        let created = if let Effect::Create(local) = transition.effect { Some(local) } else { None };
        let arrived = transition.to_local.into_iter().chain(created).filter(|&local| self.has(local)).count();
        if arrived > 0 {
            self.shared.insert(transition.to_shared.0 as usize);
        }
        (arrived < 2).then_some(())
    }

    fn has(&self, LocalId(local): LocalId) -> bool {
        self.locals.contains(local as usize)
    }

    /// Whether there is no thread too many at the start.
    fn holds_at(&self, initial: &Initial) -> bool {
        let fixed = initial.fixed.iter().filter(|&&local| self.has(local)).count();
        let most = match initial.count {
            Count::Any => usize::MAX,
            Count::Exactly(count) => count as usize,
        };
        let chosen = if initial.pool.iter().any(|&local| self.has(local)) { most } else { 0 };
        let is_inside = initial.shared.iter().all(|&SharedId(shared)| self.shared.contains(shared as usize));
        fixed.saturating_add(chosen) <= usize::from(is_inside)
    }
}
