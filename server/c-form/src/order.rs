//! The order of evaluation: which operands of an expression meet, so that their order can matter (C11 6.5p2, 6.5p3, 6.5.2.2p10).
//!
//! Operands meet if one of them may write what the other one accesses, by the [points-to sets](crate::points_to); also if
//! both, by atomic or volatile accesses or in functions that lock, touch what several threads access. Where one of the two accesses is within a call, both orders
//! are possible, else the program is undefined if they are to the same object. Few expressions are found: only these are lowered
//! in several orders.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Linkage;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::form::{Action, Function, FunctionId, Part, Sequence, SequenceId, Unit};
use crate::points_to::points_to;
use crate::threads::root;

mod effects;

use effects::{Effects, Touch, meet};

/// Two operands, by their numbers, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair(pub usize, pub usize);

/// What is known of operands that meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conflict {
    /// Those that can be evaluated in both orders, with different effects.
    pub open: Vec<Pair>,
    /// Those whose accesses may be unsequenced.
    pub unsequenced: Vec<Pair>,
    /// `true` if the side effect of the operator itself may be unsequenced with those of its operands.
    pub has_own: bool,
    /// `true` if there are more pairs than are looked at.
    pub is_large: bool,
}

/// Pairs of operands of one expression at most.
const MOST_PAIRS: usize = 1000;

/// The expressions of a program whose operands meet, by the function and the number of the group of operands.
#[derive(Clone, Debug, Default)]
pub struct Conflicts {
    found: FxHashMap<(SmolStr, u32), Conflict>,
    is_sought: bool,
}

impl Conflicts {
    /// What a program is lowered with to look for conflicts: each operand leaves all that it reads.
    pub(crate) fn sought() -> Self {
        Self { is_sought: true, ..Self::default() }
    }

    pub(crate) fn is_sought(&self) -> bool {
        self.is_sought
    }

    /// That of a group of operands.
    pub(crate) fn of(&self, function: &SmolStr, group: u32) -> Option<&Conflict> {
        if self.found.is_empty() {
            return None;
        }
        self.found.get(&(function.clone(), group))
    }
}

/// The conflicts of a linked program that begins with a function, and was lowered to [look for them](Conflicts::sought). Fails if the
/// work is stopped. Takes the time of the points-to sets, if there are expressions that need them.
pub(crate) fn conflicts(linked: Unit, entry: FunctionId, control: &dyn Control) -> Result<Conflicts, Stop> {
    let mut conflicts = Conflicts::default();
    if !linked.functions.iter().any(|function| Groups::of(function).is_any_open()) {
        return Ok(conflicts);
    }
    let mut unit = linked;
    let first = FunctionId(unit.functions.len() as u32);
    unit.functions.push(Function { linkage: Linkage::Internal, ..root(&unit, entry) });
    let sets = points_to(&unit, first, control)?;
    let effects = Effects::of(&unit, &sets, entry, control)?;
    for (number, function) in unit.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        if !sets.is_reached(id) {
            continue;
        }
        let groups = Groups::of(function);
        for (group, operands) in groups.operands(id, function, &effects, control)? {
            let conflict = conflict(&operands, &groups.own(id, function, group, &effects), control)?;
            if conflict != Conflict::default() {
                conflicts.found.insert((function.name.clone(), group), conflict);
            }
        }
    }
    Ok(conflicts)
}

/// What an operand does.
#[derive(Clone, Debug, Default)]
struct Operand {
    /// What it touches itself.
    own: BTreeSet<Touch>,
    /// What functions that it calls touch, and atomic operations.
    called: BTreeSet<Touch>,
    /// `true` if other threads may take part in the order of what it touches.
    is_seen: bool,
}

impl Operand {
    fn add(&mut self, done: &Done, is_call: bool) {
        let touches = if is_call { &mut self.called } else { &mut self.own };
        touches.extend(&done.touches);
        self.is_seen |= done.is_seen;
    }

    /// Returns `true` if the order of two operands matters.
    fn is_open(&self, other: &Self) -> bool {
        self.is_seen && other.is_seen
            || meet(&self.called, &other.called)
            || meet(&self.called, &other.own)
            || meet(&self.own, &other.called)
    }
}

/// What an instruction does.
struct Done {
    touches: Vec<Touch>,
    is_call: bool,
    is_seen: bool,
}

/// How operands meet, with the side effect of the operator itself. Fails if the work is stopped.
fn conflict(operands: &[Operand], own: &BTreeSet<Touch>, control: &dyn Control) -> Result<Conflict, Stop> {
    let mut found = Conflict::default();
    for (second, later) in operands.iter().enumerate() {
        control.poll(&Progress { phase: "order of evaluation", states: second as u64, ..Progress::default() })?;
        if found.open.len() + found.unsequenced.len() > MOST_PAIRS {
            return Ok(Conflict { is_large: true, ..Conflict::default() });
        }
        for (first, earlier) in operands[..second].iter().enumerate() {
            if earlier.is_open(later) {
                found.open.push(Pair(first, second));
            }
            if meet(&earlier.own, &later.own) {
                found.unsequenced.push(Pair(first, second));
            }
        }
    }
    let is_write = |touch: &&Touch| touch.is_write;
    found.has_own = operands.iter().any(|operand| meet(own, &operand.own.iter().filter(is_write).copied().collect()));
    Ok(found)
}

/// The groups of operands of a function.
struct Groups {
    /// The number of the operand that a sequence is in its group.
    numbers: FxHashMap<SequenceId, usize>,
    /// Number of operands of each group, and the whole of which they are a part.
    counts: FxHashMap<u32, (usize, Option<SequenceId>)>,
    /// Groups of which one operand acts, and another one accesses something.
    open: Vec<u32>,
}

impl Groups {
    /// Takes linear time.
    fn of(function: &Function) -> Self {
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

    fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// What the operands of open groups do.
    fn operands(
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
        for instruction in function.instructions() {
            let touches = effects.touches(id, &instruction.action);
            let is_seen =
                effects.is_seen(id, &instruction.action) && touches.iter().any(|touch| effects.is_shared(touch));
            let is_call = part_of(function, instruction.sequence).part == Part::Call;
            let done = Done { touches, is_call, is_seen };
            let mut before = Part::Full;
            let mut next = Some(instruction.sequence).filter(|_| !done.touches.is_empty());
            while let Some(sequence) = next {
                let part = part_of(function, sequence);
                if let Part::Operand(group) = part.part
                    && let Some(operands) = found.get_mut(&group)
                {
                    control.poll(&Progress { phase: "order of evaluation", ..Progress::default() })?;
                    operands[self.numbers[&sequence]].add(&done, done.is_call || before == Part::Call);
                }
                before = part.part;
                next = part.whole;
            }
        }
        Ok(found)
    }

    /// What the operator of a group may write itself.
    fn own(&self, id: FunctionId, function: &Function, group: u32, effects: &Effects<'_>) -> BTreeSet<Touch> {
        let whole = self.counts[&group].1;
        let of_whole = function.instructions().filter(|instruction| Some(instruction.sequence) == whole);
        let touches = of_whole.flat_map(|instruction| effects.touches(id, &instruction.action));
        touches.filter(|touch| touch.is_write).collect()
    }
}

fn part_of(function: &Function, sequence: SequenceId) -> Sequence {
    function.sequences[sequence.0 as usize]
}

/// Returns `true` for an access in whose order other threads may take part.
fn is_seen(action: &Action) -> bool {
    match action {
        Action::Load(_, _, access) | Action::Store(_, _, access) => access.is_atomic || access.is_volatile,
        Action::Atomic(..) => true,
        _ => false,
    }
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
