//! Known addresses: where a pointer is the address of a place that the function names, its target is that place.
//!
//! A temporary is written once, so that what it is made of says what it is wherever it is used. Three things stay as they are, because
//! they are faults, or can be: an access outside of its object, one that is not aligned, and one after the life of its local has ended.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::Binary;
use rustc_hash::FxHashMap;

use crate::form::{Action, Argument, Base, Direction, Function, Object, Operand, Operation, Place, Shape, TemporaryId};

use crate::lives::Lives;

/// Addresses that are followed at most; others stay as they are.
const MOST_ADDRESSES: usize = 1 << 12;

/// Uses places where pointers to them are used, and compares addresses that are known; returns `true` if there are such. Fails if
/// the work is stopped. Takes a few rounds over the function.
pub(crate) fn use_places(function: &mut Function, objects: &[Object], control: &dyn Control) -> Result<bool, Stop> {
    control.poll(&Progress {
        phase: "known addresses",
        states: function.blocks.len() as u64,
        ..Progress::default()
    })?;
    let known = Known::of(function, objects);
    if known.places.is_empty() {
        return Ok(false);
    }
    let lives = Lives::of(function, &known.places, control)?;
    let mut has_changed = false;
    for (number, block) in function.blocks.iter_mut().enumerate() {
        let mut ended = lives.at_beginning(number);
        for instruction in &mut block.instructions {
            has_changed |= known.use_in(&mut instruction.action, &|it| lives.has_ended(&ended, it));
            lives.pass(&mut ended, &instruction.action);
        }
    }
    Ok(has_changed)
}

/// The temporaries that are addresses of places.
struct Known<'a> {
    places: FxHashMap<TemporaryId, Place>,
    locals: Vec<Extent>,
    objects: &'a [Object],
}

/// The size and the alignment of an object.
#[derive(Clone, Copy)]
struct Extent {
    size: u64,
    align: u64,
}

impl<'a> Known<'a> {
    fn of(function: &Function, objects: &'a [Object]) -> Self {
        let locals = function.locals.iter().map(|local| Extent { size: local.size, align: local.align }).collect();
        let mut known = Self { places: FxHashMap::default(), locals, objects };
        let mut count = usize::MAX;
        while count != known.places.len() && known.places.len() < MOST_ADDRESSES {
            count = known.places.len();
            for instruction in function.instructions() {
                if let Action::Compute(to, operation) = &instruction.action
                    && let Some(place) = known.address(operation)
                    && known.places.len() < MOST_ADDRESSES
                {
                    known.places.insert(*to, place);
                }
            }
        }
        known
    }

    /// The place of which an operation gives the address, if it is within an object or at its end.
    fn address(&self, operation: &Operation) -> Option<Place> {
        match operation {
            Operation::Address(place) => match place.base {
                Base::Pointer(pointer) => self.moved(pointer, place.offset.into()),
                Base::Result => None,
                _ => Some(*place),
            },
            Operation::Convert(pointer, Shape::Pointer(from), Shape::Pointer(to)) if from == to => {
                self.moved(*pointer, 0)
            }
            Operation::Move(pointer, Operand::Number(count), Operand::Number(size), direction) => {
                let bytes = count.checked_mul(*size)?;
                self.moved(*pointer, if *direction == Direction::Forwards { bytes } else { -bytes })
            }
            _ => None,
        }
    }

    fn place(&self, operand: Operand) -> Option<Place> {
        match operand {
            Operand::Temporary(temporary) => self.places.get(&temporary).copied(),
            Operand::Number(_) | Operand::Floating(_) => None,
        }
    }

    /// The place that is a number of bytes after that to which an operand points.
    fn moved(&self, pointer: Operand, bytes: i128) -> Option<Place> {
        let place = self.place(pointer)?;
        let offset = u64::try_from(i128::from(place.offset).checked_add(bytes)?).ok()?;
        let is_within = bytes == 0 || self.extent(place.base).is_some_and(|extent| offset <= extent.size);
        is_within.then_some(Place { offset, ..place })
    }

    /// The extent of an object that may be read and written.
    fn extent(&self, base: Base) -> Option<Extent> {
        match base {
            Base::Local(local) => Some(self.locals[local.0 as usize]),
            Base::Object(object) => {
                let object = &self.objects[object.0 as usize];
                (!object.is_constant).then_some(Extent { size: object.size, align: object.align })
            }
            Base::Result | Base::Function(_) | Base::Pointer(_) => None,
        }
    }

    /// Uses known places in an action, but for those whose objects do not live any more.
    fn use_in(&self, action: &mut Action, has_ended: &dyn Fn(TemporaryId) -> bool) -> bool {
        let of_living = |pointer: Operand| match pointer {
            Operand::Temporary(temporary) if has_ended(temporary) => None,
            pointer => self.place(pointer),
        };
        if let Action::Compute(_, operation) = action {
            let new = match operation {
                Operation::Binary(operator @ (Binary::Equal | Binary::NotEqual), a, b, shape) => {
                    self.are_equal(*a, *b).map(|equal| {
                        let zero = Operand::Number((equal != (*operator == Binary::Equal)).into());
                        Operation::Binary(Binary::Equal, zero, Operand::Number(0), *shape)
                    })
                }
                Operation::Address(Place { base: Base::Pointer(pointer), .. })
                | Operation::Move(pointer, ..)
                | Operation::Convert(pointer, ..) => {
                    of_living(*pointer).and_then(|_| self.address(operation)).map(Operation::Address)
                }
                _ => None,
            };
            let has_changed = new.is_some();
            *operation = new.unwrap_or_else(|| operation.clone());
            return has_changed;
        }
        let mut has_changed = false;
        for (place, size, align) in accessed(action) {
            let Base::Pointer(pointer) = place.base else { continue };
            let Some(target) = of_living(pointer).and_then(|_| self.moved(pointer, place.offset.into())) else {
                continue;
            };
            let is_right = |extent: Extent| {
                target.offset.checked_add(size).is_some_and(|end| end <= extent.size)
                    && extent.align.is_multiple_of(align)
                    && target.offset.is_multiple_of(align)
            };
            if self.extent(target.base).is_some_and(is_right) {
                *place = target;
                has_changed = true;
            }
        }
        has_changed
    }

    /// `true` if two operands, one of which is a known address, are equal; none if that is not known.
    fn are_equal(&self, a: Operand, b: Operand) -> Option<bool> {
        match (self.place(a), self.place(b)) {
            (Some(a), Some(b)) if a.base == b.base => Some(a.offset == b.offset),
            (Some(a), Some(b)) => (self.is_within(a) && self.is_within(b)).then_some(false),
            (Some(place), None) if b == Operand::Number(0) => self.is_within(place).then_some(false),
            (None, Some(place)) if a == Operand::Number(0) => self.is_within(place).then_some(false),
            _ => None,
        }
    }

    /// Returns `true` if no other object has the address of a place.
    fn is_within(&self, place: Place) -> bool {
        match place.base {
            Base::Function(_) => place.offset == 0,
            base => self.extent(base).is_some_and(|extent| place.offset < extent.size),
        }
    }
}

/// The places that an action reads or writes, each with the number of bytes and their alignment.
fn accessed(action: &mut Action) -> Vec<(&mut Place, u64, u64)> {
    match action {
        Action::Load(_, place, access) | Action::Store(place, _, access) => {
            let size = access.shape.size();
            vec![(place, size, size)]
        }
        Action::Atomic(_, _, place, _, shape) => vec![(place, shape.size(), shape.size())],
        Action::Zero(place, size) => vec![(place, *size, 1)],
        Action::Copy(to, from, size) => vec![(to, *size, 1), (from, *size, 1)],
        Action::Call(call) => {
            let copied = call.arguments.iter_mut().filter_map(|argument| match argument {
                Argument::Copy(place, size) => Some((place, *size, 1)),
                Argument::Value(..) => None,
            });
            copied.collect()
        }
        _ => Vec::new(),
    }
}
