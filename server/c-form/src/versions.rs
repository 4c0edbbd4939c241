//! Versions of locals: temporaries that can be one variable, as in the text.
//!
//! Promotion gives a local a new version wherever ways meet. Versions of one local whose lives do not meet are one variable, as
//! before the promotion (Briggs, Cooper, Harvey and Simpson, Software: Practice and Experience 1998).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::form::{Action, BlockId, Function, LocalId, Operand, TemporaryId};

/// More versions times blocks stay apart, since their lives would take too much memory.
const MOST: usize = 1 << 22;

/// The versions in a function.
#[derive(Debug, Default)]
pub struct Versions {
    /// The first version of the variable that each version is.
    firsts: FxHashMap<TemporaryId, TemporaryId>,
    /// The local of each first version, unless it has become several variables.
    locals: FxHashMap<TemporaryId, LocalId>,
    /// For each block the versions that are alive where it begins.
    alive: Vec<BTreeSet<TemporaryId>>,
}

impl Versions {
    /// Takes time in the number of blocks times that of versions.
    pub fn of(function: &Function) -> Self {
        let parameters = function.blocks.iter().flat_map(|block| &block.parameters);
        let count = parameters.filter(|it| function.versions.contains_key(it)).count();
        if count.saturating_mul(function.blocks.len()) > MOST {
            return Self::default();
        }
        let alive = alive(function);
        let mut versions: FxHashMap<LocalId, Vec<TemporaryId>> = FxHashMap::default();
        let mut meets: FxHashMap<TemporaryId, BTreeSet<TemporaryId>> = FxHashMap::default();
        for block in &alive {
            for version in block {
                meets.entry(*version).or_default().extend(block);
            }
        }
        for version in meets.keys() {
            versions.entry(function.versions[version]).or_default().push(*version);
        }
        let mut result = Self { alive, ..Self::default() };
        for (local, mut versions) in versions {
            versions.sort_unstable();
            let mut variables: Vec<Vec<TemporaryId>> = Vec::new();
            for version in versions {
                let is_apart =
                    |variable: &&mut Vec<TemporaryId>| variable.iter().all(|it| !meets[&version].contains(it));
                match variables.iter_mut().find(is_apart) {
                    Some(variable) => variable.push(version),
                    None => variables.push(vec![version]),
                }
            }
            if let [variable] = &variables[..] {
                result.locals.insert(variable[0], local);
            }
            for variable in variables {
                result.firsts.extend(variable.iter().map(|version| (*version, variable[0])));
            }
        }
        result
    }

    /// The first version of the variable that a temporary is; itself if it is no version.
    pub fn first(&self, temporary: TemporaryId) -> TemporaryId {
        self.firsts.get(&temporary).copied().unwrap_or(temporary)
    }

    /// The local whose variable begins with this version; none if the local has become several variables.
    pub fn local(&self, first: TemporaryId) -> Option<LocalId> {
        self.locals.get(&first).copied()
    }

    /// Returns `false` if a temporary is a version whose value nothing uses from the beginning of a block on.
    pub fn is_alive(&self, temporary: TemporaryId, block: BlockId) -> bool {
        !self.firsts.contains_key(&temporary)
            || self.alive.get(block.0 as usize).is_none_or(|alive| alive.contains(&temporary))
    }
}

/// For each block the versions that are alive where it begins, its own ones with them.
fn alive(function: &Function) -> Vec<BTreeSet<TemporaryId>> {
    let order = function.blocks_from(BlockId(0));
    let mut sources = Sources { function, of: FxHashMap::default() };
    let mut used = vec![BTreeSet::new(); function.blocks.len()];
    for block in &order {
        used[block.0 as usize] = sources.used(*block);
    }
    let mut before: Vec<BTreeSet<TemporaryId>> = vec![BTreeSet::new(); function.blocks.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for block in order.iter().rev() {
            let body = &function.blocks[block.0 as usize];
            let mut alive = used[block.0 as usize].clone();
            for target in body.end.targets() {
                alive.extend(&before[target.block.0 as usize]);
            }
            body.parameters.iter().for_each(|it| _ = alive.remove(it));
            if alive.len() != before[block.0 as usize].len() {
                before[block.0 as usize] = alive;
                has_changed = true;
            }
        }
    }
    for block in order {
        let own = function.blocks[block.0 as usize].parameters.iter();
        before[block.0 as usize].extend(own.filter(|it| function.versions.contains_key(it)));
    }
    before
}

/// The versions that values are computed from.
struct Sources<'a> {
    function: &'a Function,
    of: FxHashMap<TemporaryId, BTreeSet<TemporaryId>>,
}

impl Sources<'_> {
    /// The versions that a block uses, after all blocks before it.
    fn used(&mut self, block: BlockId) -> BTreeSet<TemporaryId> {
        let block = &self.function.blocks[block.0 as usize];
        for parameter in &block.parameters {
            if self.function.versions.contains_key(parameter) {
                self.of.insert(*parameter, BTreeSet::from([*parameter]));
            }
        }
        let mut used = BTreeSet::new();
        for instruction in &block.instructions {
            let mut action = instruction.action.clone();
            let operands = action.operands_mut().into_iter().map(|operand| *operand);
            let sources: BTreeSet<TemporaryId> = operands.flat_map(|operand| self.sources(operand)).copied().collect();
            used.extend(&sources);
            // A value that is computed can be computed again where it is used.
            if let Action::Compute(to, _) = instruction.action {
                self.of.insert(to, sources);
            }
        }
        let mut end = block.end.clone();
        let operands = end.operands_mut().into_iter().map(|operand| *operand);
        used.extend(operands.flat_map(|operand| self.sources(operand)));
        used
    }

    fn sources(&self, operand: Operand) -> impl Iterator<Item = &TemporaryId> {
        operand.temporary().and_then(|temporary| self.of.get(&temporary)).into_iter().flatten()
    }
}
