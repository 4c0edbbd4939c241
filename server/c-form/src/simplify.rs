//! Simplification: what constants determine is computed, what nothing uses is left out, and blocks that follow one another are one.

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::constant;
use crate::decided::decide;
use crate::form::resolved;
use crate::form::{Action, Block, BlockId, End, Function, Operand, Target, TemporaryId};

/// Rounds in which jumps are led on at most: in a circle of decided branches that would not end.
const MOST_DECIDED: u64 = 50;

/// Simplifies a function. Accesses stay as they are. Fails if the work is stopped. Takes a few rounds over the function.
pub fn simplify(mut function: Function, control: &dyn Control) -> Result<Function, Stop> {
    for round in 1.. {
        control.poll(&Progress { phase: "simplification", states: round, ..Progress::default() })?;
        let is_decided = round <= MOST_DECIDED && decide(&mut function);
        let changes =
            [fold(&mut function), is_decided, skip(&mut function), merge(&mut function), drop_unused(&mut function)];
        if !changes.contains(&true) {
            break;
        }
    }
    Ok(function)
}

/// Computes what constants determine; returns `true` if there is such.
fn fold(function: &mut Function) -> bool {
    let mut known: FxHashMap<TemporaryId, Operand> = FxHashMap::default();
    let shapes = &function.temporaries;
    for block in &mut function.blocks {
        block.instructions.retain_mut(|instruction| {
            for operand in instruction.action.operands_mut() {
                *operand = resolved(*operand, &mut known);
            }
            let Action::Compute(to, operation) = &instruction.action else { return true };
            let value = constant(operation, shapes[to.0 as usize]);
            known.extend(value.map(|value| (*to, Operand::Number(value))));
            value.is_none()
        });
    }
    let mut has_changed = !known.is_empty();
    function.replace(known);
    for block in &mut function.blocks {
        let target = match &block.end {
            End::Branch(Operand::Number(number), first, second) => Some(if *number == 0 { second } else { first }),
            End::Switch(Operand::Number(number), cases, default) => {
                let case = cases.iter().find(|(first, last, _)| (*first..=*last).contains(number));
                Some(case.map_or(default, |(.., target)| target))
            }
            End::Branch(_, first, second) if first == second => Some(first),
            _ => None,
        };
        if let Some(target) = target.cloned() {
            block.end = End::Jump(target);
            has_changed = true;
        }
    }
    has_changed
}

/// Jumps to where empty blocks lead.
fn skip(function: &mut Function) -> bool {
    let onward = |block: &Block| match &block.end {
        End::Jump(target) if block.instructions.is_empty() && block.parameters.is_empty() => Some(target.clone()),
        _ => None,
    };
    let onward: Vec<_> = function.blocks.iter().map(onward).collect();
    let last = last_jumps(&onward);
    let mut has_changed = false;
    for (number, block) in function.blocks.iter_mut().enumerate() {
        for target in block.end.targets_mut() {
            let next = last[target.block.0 as usize].and_then(|jump| onward[jump].as_ref());
            let Some(next) = next.filter(|next| next.block != target.block && next.block.0 as usize != number) else {
                continue;
            };
            *target = next.clone();
            has_changed = true;
        }
    }
    has_changed
}

/// For each block that only jumps on, the last such block on the path from it; of a circle of them, the one before its first. Linear.
fn last_jumps(onward: &[Option<Target>]) -> Vec<Option<usize>> {
    let next = |block: usize| onward[block].as_ref().map(|target| target.block.0 as usize);
    let mut last: Vec<Option<usize>> = vec![None; onward.len()];
    // The walk that has come to each block.
    let mut walks = vec![usize::MAX; onward.len()];
    for first in 0..onward.len() {
        let (mut way, mut at) = (Vec::new(), first);
        while let Some(next) = next(at).filter(|_| last[at].is_none() && walks[at] != first) {
            walks[at] = first;
            way.push(at);
            at = next;
        }
        let jump = match next(at) {
            None => way.last().copied(),
            Some(_) if last[at].is_some() => last[at],
            Some(_) => {
                let circle = || way.iter().skip_while(|block| **block != at);
                let least = circle().min().copied();
                circle().find(|block| next(**block) == least).copied()
            }
        };
        for block in way {
            last[block] = jump;
        }
    }
    last
}

/// Makes a block and the only one that follows it, and follows no other, one; clears blocks that are not reached, also those of a
/// circle.
fn merge(function: &mut Function) -> bool {
    let reached: FxHashSet<BlockId> = function.blocks_from(BlockId(0)).into_iter().collect();
    let mut has_changed = false;
    for (block, _) in function.blocks.iter_mut().zip(0..).filter(|(_, number)| !reached.contains(&BlockId(*number))) {
        has_changed |= *block != Block::default();
        *block = Block::default();
    }
    let mut ways = vec![0; function.blocks.len()];
    ways[0] = 1;
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        ways[target.block.0 as usize] += 1;
    }
    let mut given: FxHashMap<TemporaryId, Operand> = FxHashMap::default();
    for number in 0..function.blocks.len() {
        while let End::Jump(target) = &function.blocks[number].end
            && ways[target.block.0 as usize] == 1
            && target.block != BlockId(0)
            && target.block.0 as usize != number
        {
            let target = target.clone();
            let next = std::mem::take(&mut function.blocks[target.block.0 as usize]);
            given.extend(next.parameters.iter().copied().zip(target.arguments));
            let block = &mut function.blocks[number];
            block.instructions.extend(next.instructions);
            block.end = next.end;
            ways[target.block.0 as usize] = 0;
            has_changed = true;
        }
    }
    function.replace(given);
    has_changed
}

/// Leaves out computations and parameters of blocks that nothing uses.
fn drop_unused(function: &mut Function) -> bool {
    let used = used(function);
    let parameters = function.blocks.iter().flat_map(|block| &block.parameters).copied();
    let removed: FxHashSet<TemporaryId> = parameters.filter(|it| !used.contains(it)).collect();
    let mut has_changed = !removed.is_empty();
    function.remove_parameters(&removed);
    for block in &mut function.blocks {
        block.instructions.retain(|instruction| {
            let is_unused = match &instruction.action {
                Action::Any(to, _) => !used.contains(to),
                Action::Compute(to, operation) => !used.contains(to) && operation.is_total(),
                _ => false,
            };
            has_changed |= is_unused;
            !is_unused
        });
    }
    has_changed
}

/// The temporaries that instructions and ends of blocks use, and those that are arguments for parameters which are used.
fn used(function: &mut Function) -> FxHashSet<TemporaryId> {
    let mut used: FxHashSet<TemporaryId> = FxHashSet::default();
    for block in &mut function.blocks {
        let operands = block.instructions.iter_mut().flat_map(|instruction| instruction.action.operands_mut());
        let operands = operands.map(|operand| *operand).chain(block.end.operand());
        used.extend(operands.filter_map(Operand::temporary));
    }
    let mut given: FxHashMap<TemporaryId, Vec<TemporaryId>> = FxHashMap::default();
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        let parameters = function.blocks[target.block.0 as usize].parameters.iter();
        for (parameter, argument) in parameters.zip(&target.arguments) {
            given.entry(*parameter).or_default().extend(argument.temporary());
        }
    }
    let mut open: Vec<TemporaryId> = used.iter().copied().collect();
    while let Some(next) = open.pop() {
        open.extend(given.remove(&next).into_iter().flatten().filter(|argument| used.insert(*argument)));
    }
    used
}
