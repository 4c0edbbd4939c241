//! Parameters of blocks that get the same value on all ways.

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::FxHashMap;

use crate::form::resolved;
use crate::form::{Function, Operand, TemporaryId};

/// Removes parameters to which all jumps give one value, or the parameter itself, until there are none.
pub(super) fn remove_equal(function: &mut Function, control: &dyn Control) -> Result<(), Stop> {
    for round in 1.. {
        control.poll(&Progress { phase: "promotion", states: round, ..Progress::default() })?;
        let given = given(function);
        let mut replaced: FxHashMap<TemporaryId, Operand> = FxHashMap::default();
        for (block, given) in given.iter().enumerate() {
            let parameters = function.blocks[block].parameters.clone();
            for (index, parameter) in parameters.into_iter().enumerate() {
                let values = given.iter().map(|arguments| arguments[index]);
                let value = only(values, parameter).map(|value| resolved(value, &mut replaced));
                if let Some(value) = value.filter(|value| *value != Operand::Temporary(parameter)) {
                    replaced.insert(parameter, value);
                }
            }
        }
        if replaced.is_empty() {
            break;
        }
        function.remove_parameters(&replaced.keys().copied().collect());
        function.replace(replaced);
    }
    Ok(())
}

/// The only value beside the parameter itself.
fn only(values: impl Iterator<Item = Operand>, parameter: TemporaryId) -> Option<Operand> {
    let mut others = values.filter(|value| *value != Operand::Temporary(parameter));
    let first = others.next()?;
    others.all(|other| other == first).then_some(first)
}

/// For each block the arguments of the jumps to it.
fn given(function: &Function) -> Vec<Vec<Vec<Operand>>> {
    let mut given = vec![Vec::new(); function.blocks.len()];
    for target in function.blocks.iter().flat_map(|block| block.end.targets()) {
        given[target.block.0 as usize].push(target.arguments.clone());
    }
    given
}
