//! Unsequenced accesses (C11 6.5p2): each access of an operand that may meet one of another operand notes its address, and is compared
//! with those before it.

use boolprog_c_syntax::source;
use boolprog_c_syntax::tree::{Binary, ExprId};
use boolprog_c_syntax::types::Bits;

use super::Lowering;
use super::places::whole;
use crate::form::{
    Action, Base, BlockId, Instruction, Local, LocalId, Members, Operand, Operation, Part, Place, Requirement, Shape,
};
use crate::order::{Conflict, Pair};

/// The accesses of the operands of an expression.
#[derive(Debug)]
pub(super) struct Watch {
    first: ExprId,
    pairs: Vec<Pair>,
    /// `true` if the side effect of the operator itself may meet those of its operands.
    has_own: bool,
    /// The place of the expression.
    place: source::Place,
    /// Its beginning.
    begin: (BlockId, usize),
    /// The operand that is being evaluated; none for the operator itself.
    operand: Option<usize>,
    noted: Vec<Noted>,
}

/// An access that was noted.
#[derive(Clone, Copy, Debug)]
struct Noted {
    access: Touch,
    operand: Option<usize>,
    /// `true` if it is over before the value of its operand is known.
    is_sequenced: bool,
    /// Its address, or zero as long as it has not happened.
    address: LocalId,
}

/// The accesses of an instruction.
#[derive(Clone, Copy, Debug)]
struct Touch {
    place: Place,
    size: u64,
    bits: Option<Bits>,
    is_write: bool,
}

impl Watch {
    /// Returns `true` if two accesses must not meet.
    fn compares(&self, before: &Noted, access: Touch) -> bool {
        let is_meant = match (before.operand, self.operand) {
            (Some(a), Some(b)) => {
                (before.access.is_write || access.is_write) && self.pairs.contains(&Pair(a.min(b), a.max(b)))
            }
            (Some(_), None) => self.has_own && before.access.is_write && access.is_write && !before.is_sequenced,
            (None, _) => false,
        };
        is_meant && before.access.may_meet(access)
    }
}

impl Touch {
    fn may_meet(self, other: Self) -> bool {
        let are_bits_apart = match (self.bits, other.bits) {
            (Some(a), Some(b)) if self.size == other.size => {
                a.first + a.width <= b.first || b.first + b.width <= a.first
            }
            _ => false,
        };
        let is_known = |place: Place| !matches!(place.base, Base::Pointer(_) | Base::Result);
        let (a, b) = (self.place, other.place);
        let are_apart = is_known(a)
            && is_known(b)
            && (a.base != b.base || a.offset + self.size <= b.offset || b.offset + other.size <= a.offset);
        !are_bits_apart && !are_apart
    }
}

impl Lowering<'_> {
    /// Lowers an expression whose operands, of which this is the first one, may be unsequenced, with its own side effect.
    pub(super) fn watched<T>(&mut self, first: ExprId, lower: impl FnOnce(&mut Self) -> T) -> T {
        let conflict = self.conflict(first).filter(|it| it.has_own || !it.unsequenced.is_empty());
        let Some(Conflict { unsequenced, has_own, .. }) = conflict else { return lower(self) };
        let begin = (self.block, self.blocks[self.block.0 as usize].instructions.len());
        self.orders.watches.push(Watch {
            first,
            pairs: unsequenced.clone(),
            has_own: *has_own,
            place: self.place,
            begin,
            operand: None,
            noted: Vec::new(),
        });
        let result = lower(self);
        if let Some(watch) = self.orders.watches.pop() {
            self.begin_addresses(&watch);
        }
        result
    }

    /// The addresses are zero where the expression begins.
    fn begin_addresses(&mut self, watch: &Watch) {
        let (block, index) = watch.begin;
        let access = self.pointer_access();
        let zeroes = watch.noted.iter().map(|noted| {
            let action = Action::Store(whole(Base::Local(noted.address)), Operand::Number(0), access);
            Instruction { place: watch.place, ..Instruction::made(action) }
        });
        let zeroes: Vec<Instruction> = zeroes.collect();
        let sequence = self.sequence;
        let zeroes = zeroes.into_iter().map(|zero| Instruction { sequence, ..zero });
        self.blocks[block.0 as usize].instructions.splice(index..index, zeroes);
    }

    /// An operand of the expression with this first operand is evaluated next.
    pub(super) fn watch_operand(&mut self, first: ExprId, index: usize) {
        if let Some(watch) = self.orders.watches.last_mut().filter(|watch| watch.first == first) {
            watch.operand = Some(index);
        }
    }

    /// The side effect of the operator itself comes next.
    pub(super) fn watch_own(&mut self, first: ExprId) {
        if let Some(watch) = self.orders.watches.last_mut().filter(|watch| watch.first == first) {
            watch.operand = None;
        }
    }

    /// Lowers what is over before the value of the expression around is known.
    pub(super) fn sequenced<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let before: Vec<usize> = self.orders.watches.iter().map(|watch| watch.noted.len()).collect();
        let result = lower(self);
        for (watch, before) in self.orders.watches.iter_mut().zip(before) {
            watch.noted[before..].iter_mut().for_each(|noted| noted.is_sequenced = true);
        }
        result
    }

    /// Notes the accesses of an instruction, and compares them with those of other operands.
    pub(super) fn note(&mut self, action: &Action) {
        if self.orders.watches.is_empty() || self.sequences[self.sequence.0 as usize].part == Part::Call {
            return;
        }
        for access in touched(action) {
            if self.is_unnamed(access.place) {
                continue;
            }
            let address = self.address_of(access.place);
            for watch in 0..self.orders.watches.len() {
                self.note_in(watch, access, address);
            }
        }
    }

    fn note_in(&mut self, number: usize, access: Touch, address: Operand) {
        let watch = &self.orders.watches[number];
        let (place, operand) = (watch.place, watch.operand);
        let compared: Vec<Noted> = watch.noted.iter().filter(|it| watch.compares(it, access)).copied().collect();
        let before = std::mem::replace(&mut self.place, place);
        for noted in compared {
            self.require_apart(noted, access, address);
        }
        let pointer = self.pointer();
        let noted = self.add_local(Local {
            name: None,
            size: pointer.size(),
            align: pointer.size(),
            members: Members::default(),
        });
        self.put(Action::Store(whole(Base::Local(noted)), address, self.pointer_access()));
        self.place = before;
        let noted = Noted { access, operand, is_sequenced: false, address: noted };
        self.orders.watches[number].noted.push(noted);
    }

    /// An access that was noted, if it has happened, was not one of the same bytes.
    fn require_apart(&mut self, noted: Noted, access: Touch, address: Operand) {
        let pointer = self.pointer();
        let before = self.temporary(pointer);
        self.put(Action::Load(before, whole(Base::Local(noted.address)), self.pointer_access()));
        let before = Operand::Temporary(before);
        let are_apart = if noted.access.size == access.size {
            self.computed(Shape::Signed(4), Operation::Binary(Binary::NotEqual, before, address, pointer))
        } else {
            let [first, second] = [(before, noted.access.size, address), (address, access.size, before)]
                .map(|(from, size, to)| self.ends_before(from, size, to));
            self.computed(Shape::Signed(4), Operation::Binary(Binary::Or, first, second, Shape::Signed(4)))
        };
        self.put(Action::Require(Requirement::Sequenced, are_apart));
    }

    /// `from + size <= to`, of addresses
    fn ends_before(&mut self, from: Operand, size: u64, to: Operand) -> Operand {
        let pointer = self.pointer();
        let number = Shape::Unsigned(pointer.size() as u8);
        let [from, to] = [from, to].map(|it| self.computed(number, Operation::Convert(it, pointer, number)));
        let end = Operation::Binary(Binary::Add, from, Operand::Number(size.into()), number);
        let end = self.computed(number, end);
        self.computed(Shape::Signed(4), Operation::Binary(Binary::LessOrEqual, end, to, number))
    }

    fn address_of(&mut self, place: Place) -> Operand {
        match place {
            Place { base: Base::Pointer(pointer), offset: 0 } => pointer,
            _ => self.computed(self.pointer(), Operation::Address(place)),
        }
    }

    fn computed(&mut self, shape: Shape, operation: Operation) -> Operand {
        let to = self.temporary(shape);
        self.put(Action::Compute(to, operation));
        Operand::Temporary(to)
    }
}

/// The accesses of an instruction itself.
fn touched(action: &Action) -> Vec<Touch> {
    let touch = |place: &Place, size: u64, bits, is_write| Touch { place: *place, size, bits, is_write };
    match action {
        Action::Load(_, place, access) => vec![touch(place, access.shape.size(), access.bits, false)],
        Action::Store(place, _, access) => vec![touch(place, access.shape.size(), access.bits, true)],
        Action::Atomic(_, _, place, _, shape) => vec![touch(place, shape.size(), None, true)],
        Action::Copy(to, from, size) => vec![touch(from, *size, None, false), touch(to, *size, None, true)],
        Action::Zero(place, size) => vec![touch(place, *size, None, true)],
        _ => Vec::new(),
    }
}
