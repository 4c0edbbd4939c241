//! Numbers by which parts of a program and of a run are known, and places in a program.

use boolprog_c_syntax::source::Place;

/// Number of a unit of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct UnitId(pub u32);

/// Number of a function of a program. Declarations in several units are one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionIndex(pub u32);

/// Number of a thread in the order of creation; `main` is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ThreadId(pub u32);

/// Index of an object in the memory. That of an object whose life has ended is used again after a while.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectIndex(pub u32);

/// A place in one of the units of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// The unit.
    pub unit: UnitId,
    /// The place in it.
    pub place: Place,
}
