//! The places in a function at which the life of a local has ended since its address was computed.

use boolprog_base::control::{Control, Progress, Stop};
use rustc_hash::FxHashMap;

use crate::form::{Action, Base, BlockId, Function, LocalId, Operand, Operation, Place, TemporaryId};

/// A set of addresses: one bit for each.
type Bits = Vec<u64>;

/// The addresses of locals that have ended, at the beginning of each block.
pub(crate) struct Lives {
    /// The number of each address of a local.
    numbers: FxHashMap<TemporaryId, usize>,
    of_locals: FxHashMap<LocalId, Vec<usize>>,
    beginnings: Vec<Bits>,
}

impl Lives {
    /// Fails if the work is stopped. Takes a few rounds over the function.
    pub(crate) fn of(
        function: &Function,
        known: &FxHashMap<TemporaryId, Place>,
        control: &dyn Control,
    ) -> Result<Self, Stop> {
        let mut lives = Self { numbers: FxHashMap::default(), of_locals: FxHashMap::default(), beginnings: Vec::new() };
        for (temporary, place) in known {
            if let Base::Local(local) = place.base {
                let number = lives.numbers.len();
                lives.numbers.insert(*temporary, number);
                lives.of_locals.entry(local).or_default().push(number);
            }
        }
        let none = vec![0; lives.numbers.len().div_ceil(64)];
        lives.beginnings = vec![none; function.blocks.len()];
        lives.find(function, control)?;
        Ok(lives)
    }

    fn find(&mut self, function: &Function, control: &dyn Control) -> Result<(), Stop> {
        let mut open: Vec<BlockId> = (0..function.blocks.len() as u32).rev().map(BlockId).collect();
        let mut is_open = vec![true; function.blocks.len()];
        let mut rounds = 0;
        while let Some(number) = open.pop() {
            rounds += 1;
            let bytes = self.beginnings.len() * self.numbers.len() / 8;
            control.poll(&Progress { phase: "known addresses", states: rounds, bytes, ..Progress::default() })?;
            is_open[number.0 as usize] = false;
            let block = &function.blocks[number.0 as usize];
            let mut ended = self.at_beginning(number.0 as usize);
            for instruction in &block.instructions {
                self.pass(&mut ended, &instruction.action);
            }
            for target in block.end.targets() {
                let index = target.block.0 as usize;
                if add(&mut self.beginnings[index], &ended) && !std::mem::replace(&mut is_open[index], true) {
                    open.push(target.block);
                }
            }
        }
        Ok(())
    }

    /// The addresses that have ended at the beginning of a block.
    pub(crate) fn at_beginning(&self, block: usize) -> Bits {
        self.beginnings[block].clone()
    }

    /// Executes an action: the end of a life ends its addresses, and what computes an address makes it new, unless it comes from one
    /// that has ended.
    pub(crate) fn pass(&self, ended: &mut Bits, action: &Action) {
        match action {
            Action::End(local) => {
                for number in self.of_locals.get(local).into_iter().flatten() {
                    ended[number / 64] |= 1 << (number % 64);
                }
            }
            Action::Compute(to, operation) => {
                let has_ended = source(operation).is_some_and(|from| self.has_ended(ended, from));
                if let Some(number) = self.numbers.get(to) {
                    ended[number / 64] &= !(1 << (number % 64));
                    ended[number / 64] |= u64::from(has_ended) << (number % 64);
                }
            }
            _ => {}
        }
    }

    /// Returns `true` if the local of an address may have ended.
    pub(crate) fn has_ended(&self, ended: &Bits, address: TemporaryId) -> bool {
        self.numbers.get(&address).is_some_and(|number| ended[number / 64] >> (number % 64) & 1 == 1)
    }
}

/// The address from which an operation computes another one.
fn source(operation: &Operation) -> Option<TemporaryId> {
    let (Operation::Address(Place { base: Base::Pointer(from), .. })
    | Operation::Move(from, ..)
    | Operation::Convert(from, ..)
    | Operation::Binary(_, from, ..)) = operation
    else {
        return None;
    };
    if let Operand::Temporary(from) = from { Some(*from) } else { None }
}

/// Adds a set to another one; returns `true` if that has become larger.
fn add(to: &mut Bits, more: &Bits) -> bool {
    let mut has_changed = false;
    for (to, more) in to.iter_mut().zip(more) {
        has_changed |= *more & !*to != 0;
        *to |= more;
    }
    has_changed
}
