//! Which locals are live where.

use super::{accessed, local_of};
use crate::form::{Action, BlockId, Function, LocalId, Shape};

/// For each block the promoted locals whose values at its beginning can be read. Takes a few rounds over the blocks.
pub(super) fn live_at_beginnings(
    function: &Function,
    shapes: &[Option<Shape>],
    order: &[BlockId],
) -> Vec<Vec<LocalId>> {
    let mut live: Vec<Vec<LocalId>> = vec![Vec::new(); function.blocks.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for block in order.iter().rev() {
            let before = beginning(function, shapes, *block, &live);
            if before.len() != live[block.0 as usize].len() {
                live[block.0 as usize] = before;
                has_changed = true;
            }
        }
    }
    live
}

fn beginning(function: &Function, shapes: &[Option<Shape>], id: BlockId, live: &[Vec<LocalId>]) -> Vec<LocalId> {
    let block = &function.blocks[id.0 as usize];
    let targets = block.end.targets();
    let mut result: Vec<LocalId> = targets.iter().flat_map(|target| &live[target.block.0 as usize]).copied().collect();
    result.sort_unstable();
    result.dedup();
    for instruction in block.instructions.iter().rev() {
        let is_promoted = |local: &LocalId| shapes[local.0 as usize].is_some();
        let local = match &instruction.action {
            Action::Begin(local) | Action::End(local) => Some(*local),
            Action::Load(_, place, _) | Action::Store(place, ..) => {
                local_of(*place).filter(|_| accessed(&instruction.action).is_some())
            }
            _ => None,
        };
        let Some(local) = local.filter(is_promoted) else { continue };
        let found = result.binary_search(&local);
        match (&instruction.action, found) {
            (Action::Load(..), Err(at)) => result.insert(at, local),
            (Action::Load(..), Ok(_)) | (_, Err(_)) => {}
            (_, Ok(at)) => {
                result.remove(at);
            }
        }
    }
    result
}
