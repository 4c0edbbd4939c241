//! Promotion: locals that only their own loads and stores touch become temporaries, and parameters of blocks where ways meet.
//!
//! This is the construction of static single assignment with as many parameters as live locals, of which those that always get the
//! same value are removed (Cytron et al., TOPLAS 1991; Aycock and Horspool, CC 2000).

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::FxHashMap;

use crate::form::{
    Action, Base, Block, BlockId, Function, Instruction, LocalId, Operand, Place, Shape, TemporaryId, Unknown,
};

mod live;
mod parameters;

use live::live_at_beginnings;

/// Promotes the locals of a function. Fails if the work is stopped. Takes time in the number of blocks times that of locals.
pub fn promote(mut function: Function, control: &dyn Control) -> Result<Function, Stop> {
    control.poll(&Progress { phase: "promotion", states: function.blocks.len() as u64, ..Progress::default() })?;
    let order = function.blocks_from(BlockId(0));
    clear_others(&mut function, &order);
    let shapes = promoted(&function);
    let live = live_at_beginnings(&function, &shapes, &order);
    let mut promotion = Promotion {
        function,
        shapes,
        replaced: FxHashMap::default(),
        begun: FxHashMap::default(),
        ends: FxHashMap::default(),
        parameters: Vec::new(),
        before: Vec::new(),
    };
    promotion.note_beginnings();
    promotion.add_parameters(&live);
    for block in &order {
        promotion.block(*block, &live[block.0 as usize]);
    }
    promotion.pass_arguments(&order);
    let Promotion { mut function, replaced, .. } = promotion;
    function.replace(replaced);
    parameters::remove_equal(&mut function, control)?;
    Ok(function)
}

/// Nothing leads to blocks that are not in the order, and they lead nowhere.
fn clear_others(function: &mut Function, order: &[BlockId]) {
    let mut is_reached = vec![false; function.blocks.len()];
    for block in order {
        is_reached[block.0 as usize] = true;
    }
    for (block, _) in function.blocks.iter_mut().zip(is_reached).filter(|(_, is_reached)| !is_reached) {
        *block = Block::default();
    }
}

/// The shapes of the locals that are promoted.
fn promoted(function: &Function) -> Vec<Option<Shape>> {
    let mut shapes: Vec<Option<Option<Shape>>> = vec![Some(None); function.locals.len()];
    let mut note = |local: LocalId, shape: Option<Shape>| {
        let known = &mut shapes[local.0 as usize];
        let fits = match (*known, shape) {
            (Some(before), Some(_)) => before.is_none() || before == shape,
            _ => false,
        };
        *known = fits.then_some(shape);
    };
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        let mut action = instruction.action.clone();
        if let Some((local, shape)) = accessed(&action) {
            note(local, Some(shape));
            continue;
        }
        for place in action.places_mut() {
            if let Some(local) = local_of(*place) {
                note(local, None);
            }
        }
    }
    let fits = |(shape, local): (Option<Option<Shape>>, &crate::form::Local)| {
        shape.flatten().filter(|shape| shape.size() == local.size)
    };
    shapes.into_iter().zip(&function.locals).map(fits).collect()
}

fn local_of(place: Place) -> Option<LocalId> {
    match place.base {
        Base::Local(local) => Some(local),
        _ => None,
    }
}

/// The local that a plain load or store reads or writes as a whole.
fn accessed(action: &Action) -> Option<(LocalId, Shape)> {
    let (Action::Load(_, place, access) | Action::Store(place, _, access)) = action else { return None };
    let is_plain = access.bits.is_none() && !access.is_volatile && !access.is_atomic && place.offset == 0;
    local_of(*place).filter(|_| is_plain).map(|local| (local, access.shape))
}

struct Promotion {
    function: Function,
    shapes: Vec<Option<Shape>>,
    /// The operands that take the place of temporaries that were loaded.
    replaced: FxHashMap<TemporaryId, Operand>,
    /// The instructions that begin the lives of locals: their declarations.
    begun: FxHashMap<LocalId, Instruction>,
    /// The values of the locals at the ends of blocks.
    ends: FxHashMap<BlockId, FxHashMap<LocalId, Operand>>,
    /// For each block the locals for which it has new parameters; none if it has one predecessor.
    parameters: Vec<Option<Vec<LocalId>>>,
    /// For each block one that leads to it.
    before: Vec<Option<BlockId>>,
}

impl Promotion {
    /// The last one is the declaration: a call of a function that is part of this one begins the lives of all its locals before.
    fn note_beginnings(&mut self) {
        for instruction in self.function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Action::Begin(local) = instruction.action {
                self.begun.insert(local, instruction.clone());
            }
        }
    }

    /// A block to which several ways lead gets a parameter for each live local.
    fn add_parameters(&mut self, live: &[Vec<LocalId>]) {
        let mut ways = vec![0; self.function.blocks.len()];
        self.before = vec![None; self.function.blocks.len()];
        for (block, number) in self.function.blocks.iter().zip(0..) {
            for target in block.end.targets() {
                ways[target.block.0 as usize] += 1;
                self.before[target.block.0 as usize] = Some(BlockId(number));
            }
        }
        for (index, locals) in live.iter().enumerate() {
            let meets = ways[index] > 1 && index > 0;
            for local in locals.iter().filter(|_| meets) {
                let temporary = self.temporary(*local);
                self.function.blocks[index].parameters.push(temporary);
            }
            self.parameters.push(meets.then(|| locals.clone()));
        }
    }

    fn temporary(&mut self, local: LocalId) -> TemporaryId {
        let shape = self.shapes[local.0 as usize].unwrap_or(Shape::Bool);
        let version = TemporaryId(self.function.temporaries.len() as u32);
        self.function.temporaries.push(shape);
        self.function.versions.insert(version, local);
        version
    }

    /// The values of the live locals at the beginning of a block.
    fn beginning(&mut self, block: BlockId, live: &[LocalId]) -> FxHashMap<LocalId, Operand> {
        if self.parameters[block.0 as usize].is_some() {
            let parameters = &self.function.blocks[block.0 as usize].parameters;
            let new = parameters[parameters.len() - live.len()..].iter().map(|it| Operand::Temporary(*it));
            return live.iter().copied().zip(new).collect();
        }
        let before = self.before[block.0 as usize].and_then(|before| self.ends.get(&before));
        before.cloned().unwrap_or_default()
    }

    fn block(&mut self, block: BlockId, live: &[LocalId]) {
        let mut values = self.beginning(block, live);
        let old = std::mem::take(&mut self.function.blocks[block.0 as usize].instructions);
        let mut new = Vec::with_capacity(old.len());
        for instruction in old {
            self.instruction(instruction, &mut values, &mut new);
        }
        self.function.blocks[block.0 as usize].instructions = new;
        self.ends.insert(block, values);
    }

    fn instruction(
        &mut self,
        instruction: Instruction,
        values: &mut FxHashMap<LocalId, Operand>,
        new: &mut Vec<Instruction>,
    ) {
        let is_promoted = |local: LocalId| self.shapes[local.0 as usize].is_some();
        match &instruction.action {
            Action::Begin(local) | Action::End(local) if is_promoted(*local) => {
                values.remove(local);
            }
            Action::Store(place, value, _) if accessed(&instruction.action).is_some_and(|(it, _)| is_promoted(it)) => {
                values.extend(local_of(*place).map(|local| (local, *value)));
            }
            Action::Load(to, place, _) if accessed(&instruction.action).is_some_and(|(it, _)| is_promoted(it)) => {
                let Some(local) = local_of(*place) else { return };
                let (to, is_parameter) = (*to, self.function.parameters.contains(&local));
                match values.get(&local) {
                    Some(value) => {
                        self.replaced.insert(to, *value);
                    }
                    None if is_parameter => {
                        values.insert(local, Operand::Temporary(to));
                        new.push(instruction);
                    }
                    None => {
                        values.insert(local, Operand::Temporary(to));
                        new.push(Instruction { action: Action::Any(to, Unknown::Unwritten), ..instruction });
                    }
                }
            }
            _ => new.push(instruction),
        }
    }

    /// Jumps give the new parameters their values.
    fn pass_arguments(&mut self, order: &[BlockId]) {
        for block in order {
            let mut end = std::mem::take(&mut self.function.blocks[block.0 as usize].end);
            for target in end.targets_mut() {
                let Some(locals) = self.parameters[target.block.0 as usize].clone() else { continue };
                for local in locals {
                    let value = self.ends[block].get(&local).copied();
                    let value = value.unwrap_or_else(|| self.unwritten(*block, local));
                    target.arguments.push(value);
                }
            }
            self.function.blocks[block.0 as usize].end = end;
        }
    }

    /// The value of a local at the end of a block in which, and before which, nothing has written it; a parameter of the function
    /// has what it was called with. It is chosen where the local is declared.
    fn unwritten(&mut self, block: BlockId, local: LocalId) -> Operand {
        let to = self.temporary(local);
        let shape = self.shapes[local.0 as usize].unwrap_or(Shape::Bool);
        let access = crate::form::Access { shape, bits: None, is_volatile: false, is_atomic: false };
        let place = Place { base: Base::Local(local), offset: 0 };
        let is_parameter = self.function.parameters.contains(&local);
        let action = if is_parameter { Action::Load(to, place, access) } else { Action::Any(to, Unknown::Unwritten) };
        let instructions = &mut self.function.blocks[block.0 as usize].instructions;
        let declared = self.begun.get(&local).or(instructions.last()).cloned();
        let instruction = Instruction { action, ..declared.unwrap_or_else(|| Instruction::made(Action::Begin(local))) };
        instructions.push(instruction);
        Operand::Temporary(to)
    }
}
