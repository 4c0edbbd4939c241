//! The order of evaluation: which operands of an expression meet, so that their order can matter (C11 6.5p2, 6.5p3, 6.5.2.2p10).
//!
//! Operands meet if one of them may write what the other one accesses, by the [points-to sets](crate::points_to); also if both, in
//! calls, atomic or volatile accesses, touch what several threads access. Where one of the two accesses is within a call, both orders
//! are possible, else the program is undefined if they are to the same object. Few expressions are found: only these are lowered
//! in several orders.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Linkage;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::form::{Action, Function, FunctionId, Instruction, Part, Sequence, SequenceId, Unit};
use crate::points_to::points_to;
use crate::threads::root;

mod effects;

use effects::{Effects, Touch};

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
}

impl Conflict {
    /// Returns `true` if this number of orders cannot be all of them.
    pub(crate) fn is_cut(&self, orders: usize) -> bool {
        !self.open.is_empty() && orders < 2
    }
}

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
        for (group, operands) in groups.operands(function, &|instruction| effects.touches(id, instruction), control)? {
            let conflict = conflict(&operands, &groups.own(function, group, id, &effects), &effects);
            if conflict != Conflict::default() {
                conflicts.found.insert((function.name.clone(), group), conflict);
            }
        }
    }
    Ok(conflicts)
}

/// An instruction of an operand.
#[derive(Clone, Debug)]
struct Done {
    touches: Vec<Touch>,
    is_call: bool,
    /// `true` for an access that other threads may count on: one in a call, an atomic or a volatile one.
    is_seen: bool,
}

/// How operands meet, with the side effect of the operator itself.
fn conflict(operands: &[Vec<Done>], own: &[Touch], effects: &Effects<'_>) -> Conflict {
    let mut found = Conflict::default();
    for second in 1..operands.len() {
        for first in 0..second {
            let all = || operands[first].iter().flat_map(|a| operands[second].iter().map(move |b| (a, b)));
            let meet = |a: &Done, b: &Done| a.touches.iter().any(|a| b.touches.iter().any(|b| a.meets(b)));
            let are_seen = |a: &Done, b: &Done| {
                a.is_seen && b.is_seen && effects.are_shared(&a.touches) && effects.are_shared(&b.touches)
            };
            if all().any(|(a, b)| (a.is_call || b.is_call) && meet(a, b) || are_seen(a, b)) {
                found.open.push(Pair(first, second));
            }
            if all().any(|(a, b)| !a.is_call && !b.is_call && meet(a, b)) {
                found.unsequenced.push(Pair(first, second));
            }
        }
    }
    let mut writes = operands.iter().flatten().filter(|done| !done.is_call).flat_map(|done| &done.touches);
    found.has_own = writes.any(|write| write.is_write && own.iter().any(|own| own.meets(write)));
    found
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
        function: &Function,
        touches: &dyn Fn(&Instruction) -> Vec<Touch>,
        control: &dyn Control,
    ) -> Result<Vec<(u32, Vec<Vec<Done>>)>, Stop> {
        let mut found: Vec<_> =
            self.open.iter().map(|group| (*group, vec![Vec::new(); self.counts[group].0])).collect();
        if found.is_empty() {
            return Ok(found);
        }
        let positions: FxHashMap<u32, usize> = self.open.iter().copied().zip(0..).collect();
        for (number, instruction) in function.instructions().enumerate() {
            control.poll(&Progress { phase: "order of evaluation", states: number as u64, ..Progress::default() })?;
            let is_call = part_of(function, instruction.sequence).part == Part::Call;
            let done = Done { touches: touches(instruction), is_call, is_seen: is_call || is_seen(&instruction.action) };
            if done.touches.is_empty() {
                continue;
            }
            let mut next = Some(instruction.sequence);
            while let Some(sequence) = next {
                let part = part_of(function, sequence);
                if let Part::Operand(group) = part.part
                    && let Some(position) = positions.get(&group)
                {
                    found[*position].1[self.numbers[&sequence]].push(done.clone());
                }
                next = part.whole;
            }
        }
        Ok(found)
    }

    /// What the operator of a group may write itself.
    fn own(&self, function: &Function, group: u32, id: FunctionId, effects: &Effects<'_>) -> Vec<Touch> {
        let whole = self.counts[&group].1;
        let of_whole = function.instructions().filter(|instruction| Some(instruction.sequence) == whole);
        of_whole.flat_map(|instruction| effects.touches(id, instruction)).filter(|touch| touch.is_write).collect()
    }
}

fn part_of(function: &Function, sequence: SequenceId) -> Sequence {
    function.sequences[sequence.0 as usize]
}

/// Returns `true` for an access that other threads may count on.
fn is_seen(action: &Action) -> bool {
    match action {
        Action::Load(_, _, access) | Action::Store(_, _, access) => access.is_atomic || access.is_volatile,
        Action::Atomic(..) => true,
        _ => false,
    }
}

/// Returns `true` if an instruction may access memory.
fn accesses_something(action: &Action) -> bool {
    matches!(action, Action::Load(..) | Action::ListNext(..)) || acts_on(action)
}

/// Returns `true` if an instruction may change memory, or others may count on its access.
fn acts_on(action: &Action) -> bool {
    use Action::{Atomic, Call, Copy, Store, Zero};
    matches!(action, Store(..) | Copy(..) | Zero(..) | Atomic(..) | Call(_)) || is_seen(action)
}
