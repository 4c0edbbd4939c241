//! Jumps with arguments that decide the branch of the block to which they lead, such as those for the operators `&&` and `||`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::constant;
use crate::form::{Action, Block, BlockId, End, Function, Operand, Operation, Target, TemporaryId};

/// Lets jumps lead to where their arguments decide to go; returns `true` if there is such. Blocks on the path only compute what
/// nothing else uses.
pub(super) fn decide(function: &mut Function) -> bool {
    let candidates = candidates(function);
    let mut has_changed = false;
    for number in 0..function.blocks.len() {
        let mut end = std::mem::take(&mut function.blocks[number].end);
        for target in end.targets_mut() {
            let next = candidates.contains(&target.block).then(|| decided(function, target)).flatten();
            if let Some(next) = next.filter(|next| next.block != target.block) {
                *target = next;
                has_changed = true;
            }
        }
        function.blocks[number].end = end;
    }
    has_changed
}

/// The blocks that have parameters, compute something that only they use, and end with a choice.
fn candidates(function: &mut Function) -> FxHashSet<BlockId> {
    let is_candidate = |block: &Block| {
        let is_plain = |action: &Action| matches!(action, Action::Compute(_, operation) if operation.is_total());
        let chooses =
            matches!(block.end, End::Branch(Operand::Temporary(_), ..) | End::Switch(Operand::Temporary(_), ..));
        chooses && !block.parameters.is_empty() && block.instructions.iter().all(|it| is_plain(&it.action))
    };
    let mut found: FxHashSet<BlockId> = FxHashSet::default();
    let mut of_blocks: FxHashMap<TemporaryId, BlockId> = FxHashMap::default();
    for (block, number) in function.blocks.iter_mut().zip(0..).filter(|(block, _)| is_candidate(block)) {
        found.insert(BlockId(number));
        let written = block.instructions.iter_mut().filter_map(|it| it.action.written_mut().copied());
        let written: Vec<TemporaryId> = written.collect();
        of_blocks.extend(written.iter().chain(&block.parameters).map(|it| (*it, BlockId(number))));
    }
    for (block, number) in function.blocks.iter_mut().zip(0..) {
        let operands = block.instructions.iter_mut().flat_map(|it| it.action.operands_mut());
        for used in operands.chain(block.end.operands_mut()).filter_map(|operand| operand.temporary()) {
            if let Some(of) = of_blocks.get(&used).filter(|of| **of != BlockId(number)) {
                found.remove(of);
            }
        }
    }
    found
}

/// Where a jump with arguments goes on, if these decide that.
fn decided(function: &Function, jump: &Target) -> Option<Target> {
    let block = &function.blocks[jump.block.0 as usize];
    let mut values: FxHashMap<TemporaryId, Operand> =
        block.parameters.iter().copied().zip(jump.arguments.iter().copied()).collect();
    for instruction in &block.instructions {
        let Action::Compute(to, operation) = &instruction.action else { return None };
        let value = constant(&with(operation, &values), function.temporaries[to.0 as usize]);
        values.extend(value.map(|value| (*to, Operand::Number(value))));
    }
    let value = |operand: Operand| operand.temporary().and_then(|it| values.get(&it)).copied().unwrap_or(operand);
    let next = match &block.end {
        End::Branch(condition, first, second) => match value(*condition) {
            Operand::Number(number) => {
                if number == 0 {
                    second
                } else {
                    first
                }
            }
            _ => return None,
        },
        End::Switch(number, cases, default) => match value(*number) {
            Operand::Number(number) => {
                let case = cases.iter().find(|(first, last, _)| (*first..=*last).contains(&number));
                case.map_or(default, |(.., target)| target)
            }
            _ => return None,
        },
        _ => return None,
    };
    // Values that the block has computed, but constants do not determine, are not there for the next one.
    let computed: FxHashSet<TemporaryId> = block
        .instructions
        .iter()
        .filter_map(|it| match &it.action {
            Action::Compute(to, _) => Some(*to),
            _ => None,
        })
        .collect();
    let arguments: Vec<Operand> = next.arguments.iter().map(|argument| value(*argument)).collect();
    let is_there = |operand: &Operand| operand.temporary().is_none_or(|it| !computed.contains(&it));
    arguments.iter().all(is_there).then_some(Target { block: next.block, arguments })
}

/// An operation on the values of its operands.
fn with(operation: &Operation, values: &FxHashMap<TemporaryId, Operand>) -> Operation {
    let mut action = Action::Compute(TemporaryId(0), operation.clone());
    for operand in action.operands_mut() {
        if let Some(value) = operand.temporary().and_then(|it| values.get(&it)) {
            *operand = *value;
        }
    }
    match action {
        Action::Compute(_, operation) => operation,
        _ => operation.clone(),
    }
}
