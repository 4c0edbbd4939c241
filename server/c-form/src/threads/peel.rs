//! Loops of a constant, small number of rounds that create threads, join them or allocate memory: a copy of the loop for each round,
//! so that each round has threads and objects of its own.

use boolprog_base::control::{Control, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

use super::sites::{is_allocation, is_creation, is_join};
use crate::form::{Block, BlockId, Function, Operand, TemporaryId, Unit};
use crate::promote::promote;
use crate::simplify::simplify;

/// Rounds that are copied at most.
const MOST_ROUNDS: usize = 24;

/// Instructions of all copies of a loop, at most; larger loops stay as they are.
const MOST_INSTRUCTIONS: usize = 1 << 15;

/// Loops of a function that are copied at most.
const MOST_LOOPS: usize = 8;

/// The function with its loops that create threads, join them or make objects as copies of their rounds; those of which the number
/// of rounds is larger, or not known, stay. Fails if the work is stopped. Takes a few rounds over the function and its copies for
/// each such loop.
pub(super) fn peeled(function: Function, unit: &Unit, control: &dyn Control) -> Result<Function, Stop> {
    let mut tried: FxHashSet<BlockId> = FxHashSet::default();
    // The loops of a function whose variables are in memory can be told from what comes after them, so that copies are made there.
    let mut whole = function.clone();
    let mut result = function;
    let mut count = creations(&result, unit).len();
    while tried.len() < MOST_LOOPS {
        let creations = creations(&whole, unit);
        let around = creations.iter().filter_map(|block| Loop::around(&whole, *block));
        let mut around = around.filter(|it| it.size(&whole) * MOST_ROUNDS <= MOST_INSTRUCTIONS);
        let Some(next) = around.find(|it| !tried.contains(&it.head)) else { break };
        tried.insert(next.head);
        let in_loop = creations.iter().filter(|block| next.blocks.contains_key(block)).count();
        let copied = next.copied(&whole);
        let simple = simple(copied.clone(), control)?;
        let more = self::creations(&simple, unit).len();
        // If the loop itself can still come after its copies, the number of rounds is not known.
        if more <= count + in_loop * (MOST_ROUNDS - 1) {
            (whole, result, count) = (copied, simple, more);
        }
    }
    Ok(result)
}

/// The function without variables in memory, and without what is not reached.
fn simple(function: Function, control: &dyn Control) -> Result<Function, Stop> {
    let mut simple = simplify(promote(function, control)?, control)?;
    let is_reached = reached(&simple, BlockId(0));
    for (block, _) in simple.blocks.iter_mut().zip(&is_reached).filter(|(_, is_reached)| !**is_reached) {
        *block = Block::default();
    }
    Ok(simple)
}

/// For each place where a thread is created or joined, or an object of the heap is made, its block.
fn creations(function: &Function, unit: &Unit) -> Vec<BlockId> {
    let blocks = function.blocks.iter().zip(0..).flat_map(|(block, number)| {
        let actions = block.instructions.iter().map(|instruction| &instruction.action);
        let places = actions.filter(|it| is_creation(unit, it) || is_join(unit, it) || is_allocation(unit, it));
        places.map(move |_| BlockId(number))
    });
    blocks.collect()
}

/// A loop with one entry, outside of which nothing uses what it computes but in memory.
struct Loop {
    head: BlockId,
    /// Its blocks, with numbers from 0 on.
    blocks: FxHashMap<BlockId, u32>,
}

impl Loop {
    /// The largest loop to which a block belongs.
    fn around(function: &Function, block: BlockId) -> Option<Self> {
        let after = reached(function, block);
        if !after[block.0 as usize] {
            return None;
        }
        let before = reaching(function, block);
        let all = (0..function.blocks.len() as u32).map(BlockId);
        let members = all.filter(|it| after[it.0 as usize] && before[it.0 as usize]);
        let blocks: FxHashMap<BlockId, u32> = members.zip(0..).collect();
        let is_reached = reached(function, BlockId(0));
        let outside = function.blocks.iter().zip(0..);
        let outside = outside.filter(|(_, it)| is_reached[*it as usize] && !blocks.contains_key(&BlockId(*it)));
        let mut heads = outside.clone().flat_map(|(block, _)| block.end.targets()).map(|target| target.block);
        let mut heads: Vec<BlockId> = heads.by_ref().filter(|target| blocks.contains_key(target)).collect();
        heads.sort_unstable();
        heads.dedup();
        let [head] = heads[..] else { return None };
        let defined: FxHashSet<TemporaryId> =
            blocks.keys().flat_map(|it| defined(&function.blocks[it.0 as usize])).collect();
        let mut used = outside.flat_map(|(block, _)| used(block));
        (head != BlockId(0) && !used.any(|temporary| defined.contains(&temporary))).then_some(Self { head, blocks })
    }

    /// Number of its instructions.
    fn size(&self, function: &Function) -> usize {
        self.blocks.keys().map(|block| function.blocks[block.0 as usize].instructions.len()).sum()
    }

    /// The function with copies of the loop before it, each for one round.
    fn copied(&self, function: &Function) -> Function {
        let mut result = function.clone();
        let first = function.blocks.len() as u32;
        let count = self.blocks.len() as u32;
        let number = |round: u32, block: BlockId| match self.blocks.get(&block) {
            Some(_) if block == self.head && round == MOST_ROUNDS as u32 => block,
            Some(index) => BlockId(first + round * count + index),
            None => block,
        };
        for (_, block) in (0..first).zip(&mut result.blocks).filter(|(it, _)| !self.blocks.contains_key(&BlockId(*it)))
        {
            for target in block.end.targets_mut() {
                target.block = number(0, target.block);
            }
        }
        let mut members: Vec<BlockId> = self.blocks.keys().copied().collect();
        members.sort_unstable();
        for round in 0..MOST_ROUNDS as u32 {
            let mut names: FxHashMap<TemporaryId, TemporaryId> = FxHashMap::default();
            for temporary in members.iter().flat_map(|it| defined(&function.blocks[it.0 as usize])) {
                let copy = TemporaryId(result.temporaries.len() as u32);
                names.insert(temporary, copy);
                result.temporaries.push(function.temporaries[temporary.0 as usize]);
                if let Some(local) = function.versions.get(&temporary) {
                    result.versions.insert(copy, *local);
                }
            }
            for member in &members {
                let mut block = function.blocks[member.0 as usize].clone();
                rename(&mut block, &names);
                for target in block.end.targets_mut() {
                    target.block = number(round + u32::from(target.block == self.head), target.block);
                }
                result.blocks.push(block);
            }
        }
        result
    }
}

/// Which blocks can come before a block, itself included.
fn reaching(function: &Function, to: BlockId) -> Vec<bool> {
    let mut before = vec![Vec::new(); function.blocks.len()];
    for (block, number) in function.blocks.iter().zip(0..) {
        for target in block.end.targets() {
            before[target.block.0 as usize].push(BlockId(number));
        }
    }
    let mut is_reaching = vec![false; function.blocks.len()];
    let mut open = vec![to];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut is_reaching[block.0 as usize], true) {
            open.extend(&before[block.0 as usize]);
        }
    }
    is_reaching
}

/// Which blocks can come after a block, itself included only if it can come again, or is the first one.
fn reached(function: &Function, from: BlockId) -> Vec<bool> {
    let mut is_reached = vec![false; function.blocks.len()];
    is_reached[0] = from == BlockId(0);
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        for target in function.blocks[block.0 as usize].end.targets() {
            if !std::mem::replace(&mut is_reached[target.block.0 as usize], true) {
                open.push(target.block);
            }
        }
    }
    is_reached
}

/// The temporaries that a block writes.
fn defined(block: &Block) -> Vec<TemporaryId> {
    let mut block = block.clone();
    let written = block.instructions.iter_mut().filter_map(|it| it.action.written_mut().copied());
    written.chain(block.parameters.iter().copied()).collect()
}

/// The temporaries that a block reads.
fn used(block: &Block) -> Vec<TemporaryId> {
    let mut block = block.clone();
    let operands =
        block.instructions.iter_mut().flat_map(|it| it.action.operands_mut()).chain(block.end.operands_mut());
    operands.filter_map(|operand| operand.temporary()).collect()
}

/// Gives the temporaries of a block other numbers.
fn rename(block: &mut Block, names: &FxHashMap<TemporaryId, TemporaryId>) {
    let new = |temporary: &mut TemporaryId| *temporary = names.get(temporary).copied().unwrap_or(*temporary);
    block.parameters.iter_mut().for_each(new);
    for instruction in &mut block.instructions {
        instruction.action.written_mut().into_iter().for_each(new);
    }
    let operands = block.instructions.iter_mut().flat_map(|it| it.action.operands_mut());
    for operand in operands.chain(block.end.operands_mut()) {
        if let Operand::Temporary(temporary) = operand {
            new(temporary);
        }
    }
}
