//! The groups of operands of functions.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::FxHashMap;

use super::effects::{Effects, Touch, is_seen};
use super::operand::{Done, Operand};
use crate::form::{Action, Function, FunctionId, Instruction, Part, Place, Sequence, SequenceId};

/// The groups of operands of a function.
pub(super) struct Groups {
    /// The number of the operand that a sequence is in its group.
    numbers: FxHashMap<SequenceId, usize>,
    /// Number of operands of each group, and the whole of which they are a part.
    counts: FxHashMap<u32, (usize, Option<SequenceId>)>,
    /// Groups of which one operand acts, and another one accesses something.
    open: Vec<u32>,
}

impl Groups {
    /// Takes linear time.
    pub(super) fn of(function: &Function) -> Self {
        let mut groups = Self { numbers: FxHashMap::default(), counts: FxHashMap::default(), open: Vec::new() };
        let mut weights = vec![(false, false); function.sequences.len()];
        let mut direct = vec![false; function.sequences.len()];
        for instruction in function.instructions() {
            let (accesses, acts) = &mut weights[instruction.sequence.0 as usize];
            *accesses |= accesses_something(&instruction.action);
            *acts |= acts_on(&instruction.action);
            direct[instruction.sequence.0 as usize] |= acts_on(&instruction.action);
        }
        for (number, sequence) in function.sequences.iter().enumerate().rev() {
            if let Some(whole) = sequence.whole {
                let (accesses, acts) = weights[number];
                weights[whole.0 as usize].0 |= accesses;
                weights[whole.0 as usize].1 |= acts;
            }
        }
        let mut seen: FxHashMap<u32, Vec<(bool, bool)>> = FxHashMap::default();
        for (number, sequence) in function.sequences.iter().enumerate() {
            let Part::Operand(group) = sequence.part else { continue };
            let (count, whole) = groups.counts.entry(group).or_insert((0, sequence.whole));
            groups.numbers.insert(SequenceId(number as u32), *count);
            *count += 1;
            *whole = sequence.whole;
            seen.entry(group).or_default().push(weights[number]);
        }
        for (group, weights) in seen {
            let acting = weights.iter().filter(|(_, acts)| *acts).count();
            let accessing = weights.iter().filter(|(accesses, acts)| *accesses || *acts).count();
            let whole = groups.counts[&group].1;
            let has_own = whole.is_some_and(|whole| direct[whole.0 as usize]);
            if acting > 0 && (accessing > 1 || has_own) {
                groups.open.push(group);
            }
        }
        groups.open.sort_unstable();
        groups
    }

    pub(super) fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The effects of the operands of open groups.
    pub(super) fn operands(
        &self,
        id: FunctionId,
        function: &Function,
        effects: &Effects<'_>,
        control: &dyn Control,
    ) -> Result<BTreeMap<u32, Vec<Operand>>, Stop> {
        let operands = |group: &u32| (*group, vec![Operand::default(); self.counts[group].0]);
        let mut found: BTreeMap<u32, Vec<Operand>> = self.open.iter().map(operands).collect();
        if found.is_empty() {
            return Ok(found);
        }
        let stores = stores(function);
        for instruction in function.instructions() {
            let touches: BTreeSet<Touch> = effects.touches(id, &instruction.action).into_iter().collect();
            let is_seen =
                effects.is_seen(id, &instruction.action) && touches.iter().any(|touch| effects.is_shared(touch));
            let is_call = part_of(function, instruction.sequence).part == Part::Call;
            let done = Done { touches, is_call, is_seen };
            let changed = self.changed(&stores, function, instruction);
            let mut inner = instruction.sequence;
            let mut next = Some(inner).filter(|_| !done.touches.is_empty());
            while let Some(sequence) = next {
                let part = part_of(function, sequence);
                if let Part::Operand(group) = part.part
                    && let Some(operands) = found.get_mut(&group)
                {
                    control.poll(&Progress { phase: "order of evaluation", ..Progress::default() })?;
                    let is_of_whole = part_of(function, inner).part == Part::Call && inner != instruction.sequence;
                    let operand = &mut operands[self.numbers[&sequence]];
                    operand.add(&done, is_of_whole);
                    // The change of an object is one event with the read before it (C11 6.5.16.2p3).
                    if changed.is_some_and(|changed| changed != sequence) && !is_of_whole {
                        operand.events.pop();
                    }
                }
                (inner, next) = (sequence, part.whole);
            }
        }
        Ok(found)
    }

    /// The first operand of an operator that changes an object, if an instruction is its read.
    fn changed(&self, stores: &Stores, function: &Function, instruction: &Instruction) -> Option<SequenceId> {
        let Action::Load(_, place, _) = &instruction.action else { return None };
        let whole = part_of(function, instruction.sequence).whole?;
        let is_first = self.numbers.get(&instruction.sequence) == Some(&0);
        let is_stored = stores.get(&whole).is_some_and(|stored| stored.contains(place));
        (is_first && is_stored).then_some(instruction.sequence)
    }

    /// Objects that the operator of a group may write itself.
    pub(super) fn own(
        &self,
        id: FunctionId,
        function: &Function,
        group: u32,
        effects: &Effects<'_>,
    ) -> BTreeSet<Touch> {
        let whole = self.counts[&group].1;
        let of_whole = function.instructions().filter(|instruction| Some(instruction.sequence) == whole);
        let touches = of_whole.flat_map(|instruction| effects.touches(id, &instruction.action));
        touches.filter(|touch| touch.is_write).collect()
    }
}

/// The places that instructions of each sequence write.
type Stores = FxHashMap<SequenceId, Vec<Place>>;

fn stores(function: &Function) -> Stores {
    let mut stores = Stores::default();
    for instruction in function.instructions() {
        if let Action::Store(place, ..) = &instruction.action {
            stores.entry(instruction.sequence).or_default().push(*place);
        }
    }
    stores
}

fn part_of(function: &Function, sequence: SequenceId) -> Sequence {
    function.sequences[sequence.0 as usize]
}

/// Returns `true` if an instruction may access memory.
fn accesses_something(action: &Action) -> bool {
    matches!(action, Action::Load(..)) || acts_on(action)
}

/// Returns `true` if an instruction may change memory, or others may count on its access.
fn acts_on(action: &Action) -> bool {
    use Action::{Atomic, Call, Copy, ListNext, Store, Zero};
    matches!(action, Store(..) | Copy(..) | Zero(..) | Atomic(..) | Call(_) | ListNext(..)) || is_seen(action)
}
