//! The form that `.tts` and `.spec` can say: one initial shared state, threads with a place each, one target.

use crate::tts::{Count, Effect, Initial, LocalId, SharedId, Target, Transition, Tts};

use super::error::WriteError;

/// The same system in this form, with states added after the others; all properties together are property 0.
///
/// - Several initial shared states become choices of the first thread that moves, from a shared state before them.
/// - A fixed number of threads with a choice of places starts in a local state before them; each chooses before the
///   shared state is chosen, or never moves.
/// - Several targets become one: a step of its own leads from each to a new thread state. If there are none, the target
///   is an unreachable shared state.
///
/// Coverability of the original states is preserved for systems in which more threads can do everything that fewer can.
/// Refuses several targets if one of them names more than one thread. Linear in the system and the choices.
pub fn standard(system: &Tts) -> Result<Tts, WriteError> {
    let mut parts = Parts {
        shared: system.shared_states,
        local: system.local_states,
        initial: system.initial.clone(),
        transitions: system.transitions.clone(),
    };
    parts.start()?;
    let target = parts.target(&system.targets)?;
    let Parts { shared, local, initial, transitions } = parts;
    let system = Tts::new(shared, local, initial, transitions, system.transfers.clone(), target);
    system.map_err(|_| WriteError::TooLarge)
}

struct Parts {
    shared: u32,
    local: u32,
    initial: Initial,
    transitions: Vec<Transition>,
}

impl Parts {
    fn start(&mut self) -> Result<(), WriteError> {
        let Initial { shared, mut fixed, mut pool, mut count } = self.initial.clone();
        pool.sort_unstable();
        pool.dedup();
        let places: Vec<LocalId> = fixed.iter().chain(&pool).copied().collect();
        let mut choosing = None;
        if let Count::Exactly(threads) = count {
            let place = match pool[..] {
                [] => None,
                [place] => Some(place),
                _ => Some(*choosing.insert(self.new_local()?)),
            };
            fixed.extend(place.into_iter().flat_map(|place| std::iter::repeat_n(place, threads as usize)));
            count = Count::Exactly(0);
        }
        let mut first = shared.clone();
        if shared.len() > 1 || choosing.is_some() {
            let before = self.new_shared()?;
            for &to_shared in &shared {
                self.transitions.extend(places.iter().map(|&local| step((before, local), (to_shared, local))));
            }
            if let Some(choosing) = choosing {
                self.transitions.extend(pool.iter().map(|&local| step((before, choosing), (before, local))));
            }
            first = vec![before];
        }
        let pool = if count == Count::Any { pool } else { Vec::new() };
        self.initial = Initial { shared: first, fixed, pool, count };
        Ok(())
    }

    fn target(&mut self, targets: &[Target]) -> Result<Vec<Target>, WriteError> {
        match targets {
            [] => return Ok(vec![Target { property: 0, shared: self.new_shared()?, locals: Vec::new() }]),
            [target] => return Ok(vec![Target { property: 0, ..target.clone() }]),
            _ => {}
        }
        let (shared, local) = (self.new_shared()?, self.new_local()?);
        for target in targets {
            let [thread] = target.locals[..] else { return Err(WriteError::Targets) };
            self.transitions.push(step((target.shared, thread), (shared, local)));
        }
        Ok(vec![Target { property: 0, shared, locals: vec![local] }])
    }

    fn new_shared(&mut self) -> Result<SharedId, WriteError> {
        let id = SharedId(self.shared);
        self.shared = self.shared.checked_add(1).ok_or(WriteError::TooLarge)?;
        Ok(id)
    }

    fn new_local(&mut self) -> Result<LocalId, WriteError> {
        let id = LocalId(self.local);
        self.local = self.local.checked_add(1).ok_or(WriteError::TooLarge)?;
        Ok(id)
    }
}

fn step((shared, local): (SharedId, LocalId), (to_shared, to_local): (SharedId, LocalId)) -> Transition {
    let origin = 0;
    Transition { shared, local, to_shared, to_local: Some(to_local), effect: Effect::None, origin }
}
