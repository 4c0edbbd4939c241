//! The explicit system over the thread states of saturation.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::memory;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::{EXPANSION_WORK, Numbering, POLL_AFTER, Saturation};
use crate::tts::{
    Count, Destinations, Effect, Initial, LocalId, Moves, SharedId, Target, ThreadSystem, TransferId, Transition,
    TransitionId, Tts,
};

/// A system written out over the thread states of saturation, with the meaning of its numbers.
///
/// It has the same coverable configurations as the system it was made from. Numbers are in the order of the
/// system's own ids; transitions keep their `origin`.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// System with the new numbers.
    pub tts: Tts,
    /// Original id of each shared state of [`Self::tts`].
    pub shared: Vec<SharedId>,
    /// Original id of each local state of [`Self::tts`].
    pub locals: Vec<LocalId>,
}

impl Restricted {
    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.tts.bytes() + memory::of_vec(&self.shared) + memory::of_vec(&self.locals)
    }

    /// A shared state of [`Self::tts`] as the original system numbers it.
    pub fn shared(&self, SharedId(shared): SharedId) -> SharedId {
        self.shared[shared as usize]
    }

    /// A local state of [`Self::tts`] as the original system numbers it.
    pub fn local(&self, LocalId(local): LocalId) -> LocalId {
        self.locals[local as usize]
    }
}

impl Saturation {
    /// Writes out the system, which must be the one that was saturated, over exactly the thread states found.
    ///
    /// Steps that change nothing are dropped, equal ones merged (the first origin is kept), transfers that move no
    /// thread forgotten. Targets that saturation excludes are gone: a property without targets holds for any number of
    /// threads. Fails when `control` or the system says so. Linear except for sorting small groups.
    pub fn to_tts<S: ThreadSystem + ?Sized>(&self, system: &mut S, control: &dyn Control) -> Result<Restricted, Stop> {
        let mut writer = Writer {
            found: self,
            system,
            control,
            shared: Renumbered::new(&self.shared),
            locals: Renumbered::new(&self.locals),
            transitions: Vec::new(),
            transfers: Vec::new(),
            renumbered_transfers: FxHashMap::default(),
            targets: Vec::new(),
            found_bytes: self.bytes(),
            work: 0,
        };
        writer.transfers()?;
        writer.rows()?;
        writer.joint_targets();
        writer.finish()
    }
}

/// Numbers in the order of the ids.
struct Renumbered {
    /// By new number: the number it was found with.
    found: Vec<u32>,
    /// By the number it was found with: the new number.
    new: Vec<u32>,
}

impl Renumbered {
    fn new(numbering: &Numbering) -> Self {
        let found = numbering.by_id();
        let mut new = vec![0; found.len()];
        for (number, &old) in found.iter().enumerate() {
            new[old as usize] = number as u32;
        }
        Self { found, new }
    }

    fn ids(&self, numbering: &Numbering) -> Vec<u32> {
        self.found.iter().map(|&number| numbering.ids[number as usize]).collect()
    }

    /// The new number of an id that was found.
    fn new_number(&self, numbering: &Numbering, id: u32) -> u32 {
        match numbering.get(id) {
            Some(number) => self.new[number as usize],
            None => unreachable!("the closure holds everything that its steps lead to"),
        }
    }
}

struct Writer<'a, S: ?Sized> {
    found: &'a Saturation,
    system: &'a mut S,
    control: &'a dyn Control,
    shared: Renumbered,
    locals: Renumbered,
    transitions: Vec<Transition>,
    transfers: Vec<Moves>,
    /// The new number of each transfer; `None` if it moves no thread.
    renumbered_transfers: FxHashMap<TransferId, Option<TransferId>>,
    targets: Vec<Target>,
    /// Memory of the result of saturation.
    found_bytes: usize,
    work: usize,
}

impl<S: ThreadSystem + ?Sized> Writer<'_, S> {
    /// Evaluates every transfer for all threads that may be there when it happens.
    fn transfers(&mut self) -> Result<(), Stop> {
        for group in self.found.transfers.chunk_by(|a, b| a.0 == b.0) {
            let mut present = Bits::default();
            for &(_, row) in group {
                present.merge(&self.found.rows[row as usize], &mut Bits::default());
                self.worked(present.words())?;
            }
            let transfer = group[0].0;
            let moves = self.moves(transfer, &present)?;
            let number = (!moves.is_empty()).then_some(TransferId(self.transfers.len() as u32));
            self.renumbered_transfers.insert(transfer, number);
            self.transfers.extend(number.map(|_| moves));
        }
        Ok(())
    }

    /// The threads that the transfer moves; empty if it moves none. A thread that goes from a place to the same place
    /// counts as moved: in a step that moves one thread it may be the one.
    fn moves(&mut self, transfer: TransferId, columns: &Bits) -> Result<Moves, Stop> {
        let mut moves = Moves::default();
        let mut changes = false;
        for column in columns.iter() {
            let local = LocalId(self.found.locals.ids[column as usize]);
            if let Destinations::To(to) = self.system.transferred(transfer, local) {
                changes |= to[..] != [local];
                let to = to.iter().map(|&local| self.local(local)).collect();
                moves.insert(LocalId(self.locals.new[column as usize]), to);
            }
            self.worked(EXPANSION_WORK)?;
        }
        Ok(if changes { moves } else { Moves::default() })
    }

    /// Writes the transitions and violations of every thread state, in order.
    fn rows(&mut self) -> Result<(), Stop> {
        let mut columns = Bits::default();
        let old_locals = self.locals.ids(&self.found.locals);
        for number in 0..self.shared.found.len() {
            let row = self.shared.found[number] as usize;
            let old_shared = SharedId(self.found.shared.ids[row]);
            columns.clear();
            for column in self.found.rows[row].iter() {
                columns.insert(self.locals.new[column as usize]);
            }
            for column in columns.iter() {
                let old = (old_shared, LocalId(old_locals[column as usize]));
                self.thread_state(old, SharedId(number as u32), LocalId(column))?;
            }
        }
        Ok(())
    }

    fn thread_state(
        &mut self,
        (old_shared, old_local): (SharedId, LocalId),
        shared: SharedId,
        local: LocalId,
    ) -> Result<(), Stop> {
        let violated = self.system.violated(old_shared, old_local);
        self.targets.extend(violated.iter().map(|&property| Target { property, shared, locals: vec![local] }));
        let first = self.transitions.len();
        let steps = self.system.transitions(old_shared, old_local);
        if steps.is_empty() {
            return self.worked(20);
        }
        for id in steps {
            let old = self.system.transition(TransitionId(id));
            let step = self.renumber(&old, shared, local);
            let idle = step.effect == Effect::None && step.to_shared == shared && step.to_local == Some(local);
            if !idle {
                self.transitions.push(step);
            }
        }
        if self.transitions.len() - first > 1 {
            merge_equal(&mut self.transitions, first);
        }
        self.worked(20 + 10 * (self.transitions.len() - first))
    }

    fn renumber(&self, step: &Transition, shared: SharedId, local: LocalId) -> Transition {
        let transfer = |id: TransferId| self.renumbered_transfers[&id];
        Transition {
            shared,
            local,
            to_shared: self.shared(step.to_shared),
            to_local: step.to_local.map(|to| self.local(to)),
            effect: match step.effect {
                Effect::None => Effect::None,
                Effect::Create(created) => Effect::Create(self.local(created)),
                Effect::Each(id) => transfer(id).map_or(Effect::None, Effect::Each),
                Effect::One(id) => transfer(id).map_or(Effect::None, Effect::One),
            },
            origin: step.origin,
        }
    }

    fn joint_targets(&mut self) {
        for target in self.system.joint_targets() {
            let possible = self.found.shared.get(target.shared.0).is_some()
                && target.locals.iter().all(|&local| self.found.contains(target.shared, local));
            if possible {
                let locals = target.locals.iter().map(|&local| self.local(local)).collect();
                let shared = self.shared(target.shared);
                self.targets.push(Target { property: target.property, shared, locals });
            }
        }
    }

    fn finish(self) -> Result<Restricted, Stop> {
        if let Some(stop) = self.system.stopped() {
            return Err(stop);
        }
        let initial = self.initial();
        let (shared, locals) = (self.shared.ids(&self.found.shared), self.locals.ids(&self.found.locals));
        let (shared_states, local_states) = (shared.len() as u32, locals.len() as u32);
        let tts = Tts::of_parts(shared_states, local_states, initial, self.transitions, self.transfers)
            .with_targets(self.targets)
            .unwrap_or_else(|error| unreachable!("numbers of the closure are dense: {error}"));
        Ok(Restricted {
            tts,
            shared: shared.into_iter().map(SharedId).collect(),
            locals: locals.into_iter().map(LocalId).collect(),
        })
    }

    fn initial(&self) -> Initial {
        let initial = self.system.initial();
        let locals = |locals: &[LocalId]| locals.iter().map(|&local| self.local(local)).collect();
        let nobody = initial.count == Count::Exactly(0);
        Initial {
            shared: initial.shared.iter().map(|&shared| self.shared(shared)).collect(),
            fixed: locals(&initial.fixed),
            pool: if nobody { Vec::new() } else { locals(&initial.pool) },
            count: if initial.pool.is_empty() { Count::Exactly(0) } else { initial.count },
        }
    }

    /// The new number of a shared state of the closure, which holds everything that its steps lead to.
    fn shared(&self, id: SharedId) -> SharedId {
        SharedId(self.shared.new_number(&self.found.shared, id.0))
    }

    /// The new number of a local state of the closure.
    fn local(&self, id: LocalId) -> LocalId {
        LocalId(self.locals.new_number(&self.found.locals, id.0))
    }

    fn worked(&mut self, work: usize) -> Result<(), Stop> {
        self.work += work;
        if self.work < POLL_AFTER {
            return Ok(());
        }
        self.work = 0;
        if let Some(stop) = self.system.stopped() {
            return Err(stop);
        }
        let bytes = self.system.bytes() + self.found_bytes + memory::of_vec(&self.transitions);
        self.control.poll(&Progress {
            phase: "restriction",
            states: self.transitions.len() as u64,
            bytes,
            ..Progress::default()
        })
    }
}

/// Keeps the first of equal transitions from `first` on; origins do not count.
fn merge_equal(transitions: &mut Vec<Transition>, first: usize) {
    let key = |step: &Transition| (step.to_shared, step.to_local, step.effect);
    if transitions[first..].is_sorted_by(|a, b| key(a) < key(b)) {
        return;
    }
    // Stable, so that the first origin comes first.
    transitions[first..].sort_by_key(key);
    let mut kept = first + 1;
    for next in first + 1..transitions.len() {
        if key(&transitions[next]) != key(&transitions[kept - 1]) {
            transitions[kept] = transitions[next];
            kept += 1;
        }
    }
    transitions.truncate(kept);
}
