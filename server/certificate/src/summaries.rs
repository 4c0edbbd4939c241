//! Evidence for "never", for one thread whose calls are not inlined: path edges closed under steps, calls and returns.

use boolprog_base::control::Control;
use boolprog_explore::tts::{CallSystem, Count, Effect, LocalId, Position, SharedId, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::sets::{Rejection, Renumber, poll};

type ThreadState = (SharedId, LocalId);

/// All path edges, by activation. [`check`] alone decides whether they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PathEdges {
    /// No two with the same entries.
    pub activations: Vec<Activation>,
}

/// The behaviour of a procedure entered in any of some thread states.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Activation {
    /// The thread states in which it is entered, increasing.
    pub entries: Vec<ThreadState>,
    /// Thread states of this activation, in any order, without those of its callees.
    pub states: Vec<ThreadState>,
}

impl PathEdges {
    /// The same in other numbers. `None` if a state has no number.
    pub fn renumbered(&self, numbers: &mut dyn Renumber) -> Option<Self> {
        let mut activations = Vec::with_capacity(self.activations.len());
        for Activation { entries, states } in &self.activations {
            let mut entries = thread_states(entries, numbers)?;
            entries.sort_unstable();
            entries.dedup();
            activations.push(Activation { entries, states: thread_states(states, numbers)? });
        }
        Some(Self { activations })
    }
}

fn thread_states(list: &[ThreadState], numbers: &mut dyn Renumber) -> Option<Vec<ThreadState>> {
    list.iter().map(|&(shared, local)| Some((numbers.shared(shared)?, numbers.local(local)?))).collect()
}

/// Checks that the only thread can violate none of the excluded properties.
///
/// It accepts if there is an activation for the start of the thread; each has its entries among its states and is
/// closed under steps; each call finds the activation it enters, and after it each state that one of its exits leads
/// to; and no state violates an excluded property. Then, by induction over an execution, each activation on the stack
/// is in a state of an activation that the call below it enters. Linear in the number of states, of their transitions
/// and, at calls, of exits.
pub fn check<S: CallSystem + ?Sized>(
    system: &mut S,
    certificate: &PathEdges,
    excluded: &[u32],
    control: &dyn Control,
) -> Result<(), Rejection> {
    let activations = certificate.activations.iter();
    let by_entries = activations.map(|activation| (activation.entries.as_slice(), Exits::of(system, activation)));
    let by_entries: FxHashMap<&[ThreadState], Exits> = by_entries.collect();
    start(system, &by_entries)?;
    let mut checked = 0;
    for activation in &certificate.activations {
        let states: FxHashSet<ThreadState> = activation.states.iter().copied().collect();
        if let Some(missing) = activation.entries.iter().find(|entry| !states.contains(entry)) {
            return Err(Rejection::Initial(missing.0));
        }
        for state in &activation.states {
            checked += 1;
            if checked % 64 == 1 {
                poll(control, checked)?;
            }
            violations(system, *state, excluded)?;
            match system.position(state.1) {
                Position::Step => step(system, *state, &states)?,
                Position::Call => call(system, *state, &states, &by_entries, control)?,
                Position::Exit => {}
            }
        }
    }
    // A system that gave up leaves steps out.
    system.stopped().map_or(Ok(()), |stop| Err(Rejection::Stopped(stop)))
}

/// The states in which an activation is left.
struct Exits(Vec<ThreadState>);

impl Exits {
    fn of<S: CallSystem + ?Sized>(system: &S, activation: &Activation) -> Self {
        let states = activation.states.iter().copied();
        Self(states.filter(|(_, local)| system.position(*local) == Position::Exit).collect())
    }
}

fn start<S: CallSystem + ?Sized>(system: &S, by_entries: &FxHashMap<&[ThreadState], Exits>) -> Result<(), Rejection> {
    let initial = system.initial();
    let pool = match initial.count {
        Count::Exactly(count) => count as usize * usize::from(!initial.pool.is_empty()),
        Count::Any => usize::MAX,
    };
    let mut entries = Vec::new();
    for shared in &initial.shared {
        let locals = if pool == 0 { &initial.fixed } else { &initial.pool };
        entries.extend(locals.iter().map(|local| (*shared, *local)));
    }
    entries.sort_unstable();
    entries.dedup();
    let one = initial.fixed.len().saturating_add(pool) == 1;
    if one && by_entries.contains_key(entries.as_slice()) { Ok(()) } else { Err(Rejection::Initial(initial.shared[0])) }
}

fn violations<S: CallSystem + ?Sized>(
    system: &mut S,
    (shared, local): ThreadState,
    excluded: &[u32],
) -> Result<(), Rejection> {
    let violated = system.violated(shared, local).into_iter().find(|property| excluded.contains(property));
    violated.map_or(Ok(()), |property| Err(Rejection::Violation(property)))
}

fn step<S: CallSystem + ?Sized>(
    system: &mut S,
    (shared, local): ThreadState,
    states: &FxHashSet<ThreadState>,
) -> Result<(), Rejection> {
    for id in system.transitions(shared, local).map(TransitionId) {
        let transition = system.transition(id);
        let stays = transition.to_local.is_none_or(|to| states.contains(&(transition.to_shared, to)));
        if !stays || matches!(transition.effect, Effect::Create(_)) {
            return Err(Rejection::Step(id));
        }
    }
    Ok(())
}

fn call<S: CallSystem + ?Sized>(
    system: &mut S,
    (shared, local): ThreadState,
    states: &FxHashSet<ThreadState>,
    by_entries: &FxHashMap<&[ThreadState], Exits>,
    control: &dyn Control,
) -> Result<(), Rejection> {
    let range = system.transitions(shared, local);
    let transitions = range.clone().map(|id| system.transition(TransitionId(id)));
    let mut entries: Vec<ThreadState> =
        transitions.filter_map(|transition| Some((transition.to_shared, transition.to_local?))).collect();
    entries.sort_unstable();
    entries.dedup();
    if entries.is_empty() {
        return Ok(());
    }
    let left = Rejection::Step(TransitionId(range.start));
    let exits = by_entries.get(entries.as_slice()).ok_or(left)?;
    for (checked, (shared, exit)) in exits.0.iter().enumerate() {
        if checked % 1024 == 1023 {
            poll(control, checked)?;
        }
        if !states.contains(&system.resume(local, *shared, *exit)) {
            return Err(left);
        }
    }
    Ok(())
}
