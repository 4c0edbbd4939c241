//! First values of objects: which bytes of a new object of the heap may be read before the program writes them.
//!
//! As long as no memory, no other function and no other thread has the address of an object, it is known which instructions access
//! it: those whose pointer is computed from it. The bytes that are written before they are read on all ways from there, and before
//! the address goes elsewhere, need no first value.

use std::collections::BTreeMap;

use boolprog_c_form::form::{
    Action, Argument, Base, BlockId, Call, Callee, Direction, Function, Operand, Operation, Place, Shape, Target,
    TemporaryId, Unit,
};
use boolprog_c_syntax::tree::{Binary, Unary};
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger objects have any first values.
const LARGEST: u64 = 4096;

/// The values that an object has at the beginning of its life.
#[derive(Clone, Debug)]
pub(super) enum First {
    /// It is zero.
    Zero,
    /// It was never written.
    Any,
    /// The same, and these bytes may be read before they are written.
    Read(Vec<bool>),
}

impl First {
    /// Those of an object of a size to which a temporary points after an instruction of a block. Takes the time of a data flow over
    /// the blocks between there and the last uses of the address, for each byte.
    pub(super) fn of(
        unit: &Unit,
        function: &Function,
        uses: &Uses,
        (block, index): (BlockId, usize),
        (pointer, size): (TemporaryId, u64),
    ) -> Self {
        if size > LARGEST {
            return Self::Any;
        }
        let unwritten = vec![false; size as usize];
        let (names, read, before) = (uses.names(function, pointer), unwritten.clone(), BTreeMap::new());
        let region = uses.region(&names, block);
        let mut flow = Flow { unit, function, names, region, at: (block, index), read, before };
        let mut waiting = Vec::new();
        flow.follow(block, index + 1, unwritten, &mut waiting);
        while let Some(block) = waiting.pop() {
            let written = flow.before[&block].clone();
            flow.follow(block, 0, written, &mut waiting);
        }
        Self::Read(flow.read)
    }

    /// Returns `true` if the first value of a part matters, and is not known.
    pub(super) fn is_any(&self, (at, size): (u64, u64)) -> bool {
        match self {
            Self::Zero => false,
            Self::Any => true,
            Self::Read(read) => (at..at + size).any(|at| read.get(at as usize).is_none_or(|read| *read)),
        }
    }
}

/// A use of a temporary.
#[derive(Clone, Copy)]
enum Use {
    /// By an instruction of a block.
    Instruction(BlockId, u32),
    /// As what a parameter of another block gets.
    Passed(BlockId, TemporaryId),
    /// At the end of a block otherwise.
    End(BlockId),
}

impl Use {
    fn block(self) -> BlockId {
        match self {
            Self::Instruction(block, _) | Self::Passed(block, _) | Self::End(block) => block,
        }
    }
}

/// The uses of the temporaries of a function.
pub(super) struct Uses {
    of: FxHashMap<TemporaryId, Vec<Use>>,
    /// For each parameter of a block what it gets.
    given: FxHashMap<TemporaryId, Vec<Operand>>,
    /// The blocks before each.
    before: Vec<Vec<BlockId>>,
}

impl Uses {
    /// Looks through a function. Linear.
    pub(super) fn new(function: &Function) -> Self {
        let before = vec![Vec::new(); function.blocks.len()];
        let mut uses = Self { of: FxHashMap::default(), given: FxHashMap::default(), before };
        for (block, number) in function.blocks.iter().zip(0..).map(|(block, number)| (block, BlockId(number))) {
            for (instruction, index) in block.instructions.iter().zip(0..) {
                let mut action = instruction.action.clone();
                for operand in action.operands_mut() {
                    uses.note(*operand, Use::Instruction(number, index));
                }
            }
            for operand in block.end.clone().operands_mut() {
                uses.note(*operand, Use::End(number));
            }
            for target in block.end.targets() {
                uses.before[target.block.0 as usize].push(number);
                let parameters = &function.blocks[target.block.0 as usize].parameters;
                for (parameter, argument) in parameters.iter().zip(&target.arguments) {
                    uses.note(*argument, Use::Passed(number, *parameter));
                    uses.given.entry(*parameter).or_default().push(*argument);
                }
            }
        }
        uses
    }

    fn note(&mut self, operand: Operand, by: Use) {
        if let Operand::Temporary(temporary) = operand {
            self.of.entry(temporary).or_default().push(by);
        }
    }

    fn of(&self, temporary: TemporaryId) -> &[Use] {
        self.of.get(&temporary).map_or(&[], Vec::as_slice)
    }

    /// The temporaries that point into the object, with their offsets: computed from its address, or parameters that get nothing else.
    /// Takes time linear in their uses.
    fn names(&self, function: &Function, pointer: TemporaryId) -> BTreeMap<TemporaryId, u64> {
        let (mut names, mut open) = (BTreeMap::from([(pointer, 0)]), vec![pointer]);
        while let Some(name) = open.pop() {
            for by in self.of(name) {
                let found = match *by {
                    Use::Instruction(block, index) => {
                        match &function.blocks[block.0 as usize].instructions[index as usize].action {
                            Action::Compute(to, operation) => moved(operation, &names).map(|offset| (*to, offset)),
                            _ => None,
                        }
                    }
                    Use::Passed(_, to) => self.passed(to, &names).map(|offset| (to, offset)),
                    Use::End(_) => None,
                };
                if let Some((to, offset)) = found
                    && names.insert(to, offset).is_none()
                {
                    open.push(to);
                }
            }
        }
        names
    }

    /// The offset of all that a parameter gets from other blocks, if it is one.
    fn passed(&self, parameter: TemporaryId, names: &BTreeMap<TemporaryId, u64>) -> Option<u64> {
        let given = self.given[&parameter].iter().filter(|operand| **operand != Operand::Temporary(parameter));
        let mut offsets = given.map(|operand| offset(*operand, names));
        let first = offsets.next()??;
        offsets.all(|other| other == Some(first)).then_some(first)
    }

    /// The blocks from which a use is reached without passing the block that makes the object, and this one.
    fn region(&self, names: &BTreeMap<TemporaryId, u64>, first: BlockId) -> FxHashSet<BlockId> {
        let mut open: Vec<BlockId> = names.keys().flat_map(|name| self.of(*name)).map(|by| by.block()).collect();
        let mut region = FxHashSet::from_iter([first]);
        open.retain(|block| region.insert(*block));
        while let Some(block) = open.pop() {
            open.extend(self.before[block.0 as usize].iter().copied().filter(|before| region.insert(*before)));
        }
        region
    }
}

fn offset(operand: Operand, names: &BTreeMap<TemporaryId, u64>) -> Option<u64> {
    if let Operand::Temporary(temporary) = operand { names.get(&temporary).copied() } else { None }
}

/// The offset of what an operation computes from the address of the object.
fn moved(operation: &Operation, names: &BTreeMap<TemporaryId, u64>) -> Option<u64> {
    match operation {
        Operation::Address(Place { base: Base::Pointer(pointer), offset: by }) => {
            offset(*pointer, names)?.checked_add(*by)
        }
        Operation::Convert(pointer, Shape::Pointer(_), Shape::Pointer(_)) => offset(*pointer, names),
        Operation::Move(pointer, Operand::Number(count), Operand::Number(size), Direction::Forwards) => {
            offset(*pointer, names)?.checked_add(u64::try_from(count.checked_mul(*size)?).ok()?)
        }
        _ => None,
    }
}

struct Flow<'f> {
    unit: &'f Unit,
    function: &'f Function,
    names: BTreeMap<TemporaryId, u64>,
    /// The blocks from which a use of the address is reached.
    region: FxHashSet<BlockId>,
    /// The instruction that makes the object.
    at: (BlockId, usize),
    /// For each byte, whether it may be read first.
    read: Vec<bool>,
    /// For each block that was reached, which bytes are written on all ways to it.
    before: BTreeMap<BlockId, Vec<bool>>,
}

impl Flow<'_> {
    /// Follows a block from an instruction on, and notes the blocks after it for which less is written than before.
    fn follow(&mut self, block: BlockId, first: usize, mut written: Vec<bool>, waiting: &mut Vec<BlockId>) {
        let of = &self.function.blocks[block.0 as usize];
        for (index, instruction) in of.instructions.iter().enumerate().skip(first) {
            if (block, index) == self.at || !self.step(&instruction.action, &mut written) {
                return self.reads(0, u64::MAX, &written);
            }
        }
        let passes = |target: &&Target| {
            let parameters = &self.function.blocks[target.block.0 as usize].parameters;
            let given = parameters.iter().zip(&target.arguments);
            given
                .into_iter()
                .all(|(parameter, argument)| offset(*argument, &self.names) == self.names.get(parameter).copied())
        };
        let targets = of.end.targets();
        if of.end.returned().is_some_and(|value| self.offset(value).is_some()) || !targets.iter().all(passes) {
            return self.reads(0, u64::MAX, &written);
        }
        for target in targets.into_iter().filter(|target| self.region.contains(&target.block)) {
            let known = self.before.get(&target.block);
            let all: Vec<bool> = match known {
                Some(known) => known.iter().zip(&written).map(|(one, other)| *one && *other).collect(),
                None => written.clone(),
            };
            if known != Some(&all) {
                self.before.insert(target.block, all);
                waiting.push(target.block);
            }
        }
    }

    /// The effect of an instruction. Returns `false` if the address goes elsewhere.
    fn step(&mut self, action: &Action, written: &mut [bool]) -> bool {
        match action {
            Action::Load(_, place, access) => {
                if let Some(at) = self.place(place) {
                    self.reads(at, access.unit().size(), written);
                }
                true
            }
            Action::Store(place, value, access) => {
                match self.place(place) {
                    Some(at) if access.bits.is_none() => write(at, access.shape.size(), written),
                    // The bits around a bit-field stay.
                    Some(at) => self.reads(at, access.unit().size(), written),
                    None => {}
                }
                self.offset(*value).is_none()
            }
            Action::Zero(place, size) => {
                if let Some(at) = self.place(place) {
                    write(at, *size, written);
                }
                true
            }
            Action::Copy(to, from, size) => {
                if let Some(at) = self.place(from) {
                    self.reads(at, *size, written);
                }
                if let Some(at) = self.place(to) {
                    write(at, *size, written);
                }
                true
            }
            Action::Call(call) => self.call(call, written).unwrap_or_else(|| !self.mentions(action)),
            Action::Compute(to, operation) => self.names.contains_key(to) || self.only_compares(operation),
            other => !self.mentions(other),
        }
    }

    /// The effect of an intrinsic that keeps no address; `None` for another call.
    fn call(&mut self, call: &Call, written: &mut [bool]) -> Option<bool> {
        let Callee::Function(called) = call.function else { return None };
        let argument = |index: usize| match call.arguments.get(index) {
            Some(Argument::Value(operand, _)) => Some(*operand),
            _ => None,
        };
        let offset = |index: usize| self.offset(argument(index)?);
        let size = |index: usize| match argument(index) {
            Some(Operand::Number(size)) => u64::try_from(size).ok(),
            _ => None,
        };
        match self.unit.functions[called.0 as usize].name.as_str() {
            "__boolprog_fill" => write(offset(0)?, size(2)?, written),
            "__boolprog_copy" if offset(1).is_none() => write(offset(0)?, size(2)?, written),
            "__boolprog_written" => self.reads(offset(0)?, size(1)?, written),
            "__boolprog_own" | "__boolprog_set_own" | "__boolprog_observe_wait" => {}
            _ => return None,
        }
        Some(true)
    }

    /// An operation that does not compute an address, and from whose value none can be computed.
    fn only_compares(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Unary(Unary::Not, ..)
            | Operation::Convert(_, _, Shape::Bool)
            | Operation::Binary(Binary::Equal | Binary::NotEqual, ..) => true,
            other => !self.mentions(&Action::Compute(TemporaryId(0), other.clone())),
        }
    }

    /// Returns `true` if an operand of an action, or the base of a place, is the address.
    fn mentions(&self, action: &Action) -> bool {
        let mut action = action.clone();
        action.operands_mut().into_iter().any(|operand| self.offset(*operand).is_some())
    }

    fn offset(&self, operand: Operand) -> Option<u64> {
        offset(operand, &self.names)
    }

    /// The offset of a place in the object.
    fn place(&self, place: &Place) -> Option<u64> {
        let Base::Pointer(pointer) = place.base else { return None };
        self.offset(pointer)?.checked_add(place.offset)
    }

    /// Bytes are read.
    fn reads(&mut self, from: u64, size: u64, written: &[bool]) {
        let end = from.saturating_add(size).min(written.len() as u64);
        for at in from..end {
            self.read[at as usize] |= !written[at as usize];
        }
    }
}

fn write(from: u64, size: u64, written: &mut [bool]) {
    let end = from.saturating_add(size).min(written.len() as u64);
    for at in from..end {
        written[at as usize] = true;
    }
}
