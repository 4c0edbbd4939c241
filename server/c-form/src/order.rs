//! The order of evaluation: which operands of an expression meet, so that their order can matter (C11 6.5p2, 6.5p3, 6.5.2.2p10).
//!
//! Operands meet if one of them may write what the other one accesses, by the [points-to sets](crate::points_to); also if
//! both, by atomic or volatile accesses or in functions that lock, touch what several threads access. Where one of the two accesses is within a call, both orders
//! are possible, else the program is undefined if they are to the same object. Few expressions are found: only these are lowered
//! in several orders.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Linkage;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::form::{Function, FunctionId, Unit};
use crate::points_to::points_to;
use crate::threads::root;

mod effects;
mod groups;
mod operand;

use effects::{Effects, Touch, meet};
use groups::Groups;
use operand::Operand;

/// Two operands, by their numbers, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair(pub usize, pub usize);

/// Facts about operands that meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conflict {
    /// Those that can be evaluated in both orders, with different effects.
    pub open: Vec<Pair>,
    /// Those whose accesses may be unsequenced.
    pub unsequenced: Vec<Pair>,
    /// `true` if the side effect of the operator itself may be unsequenced with those of its operands.
    pub has_own: bool,
    /// `true` if there are more pairs than are examined.
    pub is_large: bool,
    /// `true` if an operand could also happen between two accesses of another one.
    pub is_mixed: bool,
}

/// Pairs of operands of one expression at most.
const MOST_PAIRS: usize = 1000;

/// The expressions of a program whose operands meet, by the unit, the function and the number of the group of operands.
#[derive(Clone, Debug, Default)]
pub struct Conflicts {
    found: FxHashMap<(u32, SmolStr, u32), Conflict>,
    is_sought: bool,
}

impl Conflicts {
    /// The conflicts with which a program is lowered to look for others: each operand leaves all that it reads.
    pub(crate) fn sought() -> Self {
        Self { is_sought: true, ..Self::default() }
    }

    pub(crate) fn is_sought(&self) -> bool {
        self.is_sought
    }

    /// That of a group of operands of a function in a unit.
    pub(crate) fn of(&self, unit: u32, function: &SmolStr, group: u32) -> Option<&Conflict> {
        if self.found.is_empty() {
            return None;
        }
        self.found.get(&(unit, function.clone(), group))
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
                let own = function.activations.first().map_or(0, |activation| activation.unit);
                conflicts.found.insert((own, function.name.clone(), group), conflict);
            }
        }
    }
    Ok(conflicts)
}

/// The meeting of operands, with the side effect of the operator itself. Fails if the work is stopped.
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
                found.is_mixed |= earlier.is_mixed(later) || later.is_mixed(earlier);
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
