//! The variables of the integer program: scalars of memory, and temporaries that live across steps.

use std::collections::BTreeMap;

use boolprog_c_form::form::{Shape, TemporaryId};
use boolprog_c_form::points_to::Thing;
use boolprog_integer::Sort;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::memory::Instance;
use super::numbers::{bounds, named};
use crate::arithmetic::Value;
use crate::flow::Scalar;
use crate::names::Names;

/// Known bounds of variables, by their names.
pub(super) type Bounds = imbl::OrdMap<SmolStr, (i64, i64)>;

/// Rounds after which what still grows has any value of its shape.
const ROUNDS: usize = 3;

/// A number of threads that may be greater may be any number.
const MAX_THREADS: i64 = 1000;

/// The meaning of a variable of the integer program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Variable {
    /// The part of an object at an offset, of this number of bytes.
    Part(Instance, u64, u64),
    /// The word that a thread keeps for an object, at an offset.
    Own(usize, Instance, u64),
    /// 1 while an object lives.
    Alive(Instance),
    /// The number of bytes of an object.
    Room(Instance),
    /// The number of bytes of the first elements of an array in which the part at an offset was written.
    Written(Instance, u64),
    /// The address of the copy of a local that a thread has.
    Whereabouts(usize, Thing),
    /// A temporary of a thread.
    Temporary(usize, TemporaryId),
    /// A number that a thread needs in between, in an instruction of this number.
    Between(usize, u32, u32),
    /// 1 while a thread is asleep at an object, at an offset.
    Asleep(usize, Instance, u64),
    /// A word that others can set for a thread.
    Mark(usize, u32),
    /// The result of a thread.
    Result(usize),
    /// 1 from the creation of a thread to its end.
    Runs(usize),
    /// 1 if a run may not be one of the program.
    Doubtful,
    /// The number of threads that are asleep at an object.
    Sleepers(Instance, u64),
    /// Those that are woken there: 0 none, 1 one of them, 2 all.
    Woken(Instance, u64),
}

/// All variables, with the bounds of their values, which are found in rounds: values that are stored widen them, until nothing
/// changes.
#[derive(Default)]
pub(super) struct Variables {
    taken: Names,
    known: FxHashMap<Variable, Known>,
    /// `true` if the last round has widened some bounds.
    has_grown: bool,
    round: usize,
    /// The first address after all objects.
    pub(super) top: i64,
}

struct Known {
    name: SmolStr,
    shape: Shape,
    bounds: (i64, i64),
    initial: i64,
    /// `true` if the program writes its first value.
    is_started: bool,
    /// `true` if the program accesses it before its first step.
    is_accessed_first: bool,
    /// The first value if the program does not write it.
    default: i64,
    shared: bool,
    object: Option<SmolStr>,
    /// Its notation in the text.
    written: Option<SmolStr>,
}

impl Variables {
    /// A free name.
    pub(super) fn take(&mut self, wanted: &str) -> SmolStr {
        self.taken.take(wanted)
    }

    /// Declares a variable, unless it is known; its first value is 0.
    pub(super) fn declare(&mut self, variable: Variable, wanted: &str, shape: Shape, object: Option<&SmolStr>) {
        if !self.known.contains_key(&variable) {
            let name = self.taken.take(wanted);
            let object = object.cloned();
            let known = Known {
                name,
                shape,
                bounds: (0, 0),
                initial: 0,
                is_started: false,
                is_accessed_first: false,
                default: 0,
                shared: false,
                object,
                written: None,
            };
            self.known.insert(variable, known);
            self.has_grown = true;
        }
    }

    /// Declares a variable of no object, which may have had another shape in a round before.
    pub(super) fn declare_as(&mut self, variable: Variable, wanted: &str, shape: Shape) {
        self.declare(variable, wanted, shape, None);
        if let Some(known) = self.known.get_mut(&variable).filter(|known| known.shape != shape) {
            (known.shape, known.bounds) = (shape, (0, 0));
            self.has_grown = true;
        }
    }

    /// Returns `true` if a variable is declared.
    pub(super) fn is_declared(&self, variable: Variable) -> bool {
        self.known.contains_key(&variable)
    }

    /// The value at the start.
    pub(super) fn initial(&self, variable: Variable) -> i64 {
        self.known[&variable].initial
    }

    /// The name of a declared variable.
    pub(super) fn name(&self, variable: Variable) -> SmolStr {
        self.known[&variable].name.clone()
    }

    /// The shape of its value.
    pub(super) fn shape(&self, variable: Variable) -> Shape {
        self.known[&variable].shape
    }

    /// The bounds of its values.
    pub(super) fn bounds(&self, variable: Variable) -> (i64, i64) {
        self.known[&variable].bounds
    }

    /// The value that it has.
    pub(super) fn value(&self, variable: Variable) -> Value {
        let known = &self.known[&variable];
        named(known.name.clone(), known.bounds)
    }

    /// The names of what a thread keeps beside its memory, and of what others have set for it.
    pub(super) fn kept_by(&self, thread: usize) -> Vec<SmolStr> {
        let is_kept = |variable: &Variable| matches!(variable, Variable::Own(of, ..) | Variable::Mark(of, _) | Variable::Asleep(of, ..) if *of == thread);
        let mut names: Vec<SmolStr> =
            self.known.iter().filter(|(it, _)| is_kept(it)).map(|(_, known)| known.name.clone()).collect();
        names.sort_unstable();
        names
    }

    /// Returns `true` if several threads may access it.
    pub(super) fn is_shared(&self, variable: Variable) -> bool {
        self.known[&variable].shared
    }

    pub(super) fn share(&mut self, variable: Variable) {
        if let Some(known) = self.known.get_mut(&variable) {
            self.has_grown |= !known.shared;
            known.shared = true;
        }
    }

    /// The first values of what is no temporary.
    pub(super) fn first_values(&self) -> Bounds {
        let is_kept =
            |variable: &Variable| matches!(variable, Variable::Part(..) | Variable::Mark(..) | Variable::Alive(_));
        let known = self.known.iter().filter(|(variable, _)| is_kept(variable));
        known.map(|(_, known)| (known.name.clone(), (known.initial, known.initial))).collect()
    }

    /// The text writes a variable so.
    pub(super) fn write(&mut self, variable: Variable, written: Option<SmolStr>) {
        if let Some(known) = self.known.get_mut(&variable) {
            known.written = written;
        }
    }

    /// The program begins with this value of a variable.
    pub(super) fn start(&mut self, variable: Variable, initial: i64) {
        self.widen(variable, (initial, initial));
        if let Some(known) = self.known.get_mut(&variable) {
            (known.initial, known.is_started) = (initial, true);
        }
    }

    /// The program accesses a variable before its first step.
    pub(super) fn access_first(&mut self, variable: Variable) {
        if let Some(known) = self.known.get_mut(&variable) {
            known.is_accessed_first = true;
        }
    }

    /// A variable has this value before the program begins.
    pub(super) fn preset(&mut self, variable: Variable, initial: i64) {
        self.start(variable, initial);
        if let Some(known) = self.known.get_mut(&variable) {
            known.default = initial;
        }
    }

    /// The value that the program has written first is not there any more.
    pub(super) fn forget_start(&mut self, variable: Variable) {
        if let Some(known) = self.known.get_mut(&variable) {
            (known.initial, known.is_started) = (known.default, false);
        }
    }

    /// Returns `true` if the program has written the first value.
    pub(super) fn is_started(&self, variable: Variable) -> bool {
        self.known[&variable].is_started
    }

    /// Widens the bounds of a variable to those of a value that it gets.
    pub(super) fn widen(&mut self, variable: Variable, (low, high): (i64, i64)) {
        let round = self.round;
        let Some(known) = self.known.get_mut(&variable) else { return };
        let (least, most) = known.bounds;
        if least <= low && high <= most {
            return;
        }
        self.has_grown = true;
        known.bounds = (least.min(low), most.max(high));
        if round < ROUNDS {
            return;
        }
        let (low, high) = known.bounds;
        // Pointers mostly point to objects.
        let is_address = matches!(known.shape, Shape::Pointer(_)) && low >= 0 && high <= self.top && round < 2 * ROUNDS;
        known.bounds = if is_address { (0, self.top) } else { widened(known.shape, known.bounds) };
    }

    /// Something else has changed that the next round has to know.
    pub(super) fn grow(&mut self) {
        self.has_grown = true;
    }

    /// Returns `true` in a round after which nothing more should be found out.
    pub(super) fn is_late(&self) -> bool {
        self.round > 2 * ROUNDS
    }

    /// Begins the next round; returns `false` if the last one has changed nothing.
    pub(super) fn next_round(&mut self) -> bool {
        self.round += 1;
        let has_grown = std::mem::take(&mut self.has_grown);
        if has_grown {
            self.restart();
        }
        has_grown
    }

    /// Forgets what the program writes at its start.
    pub(super) fn restart(&mut self) {
        for known in self.known.values_mut() {
            (known.initial, known.is_started) = (known.default, false);
            known.is_accessed_first = false;
        }
    }

    /// The variables as the integer program declares them.
    pub(super) fn scalars(self, unbounded: bool) -> BTreeMap<SmolStr, Scalar> {
        let scalar = |(variable, known): (Variable, Known)| {
            let (low, high) = known.bounds;
            // Mathematical integers are declared as such, also where bounds are known: engines reason about them together.
            let is_open = match variable {
                Variable::Sleepers(..) => high > MAX_THREADS,
                _ => unbounded && !matches!(known.shape, Shape::Bool | Shape::Pointer(_)),
            };
            let sort = if is_open { Sort::Integer } else { Sort::Range(low, high) };
            let scalar = Scalar {
                object: known.object,
                written: known.written,
                is_integer: !matches!(known.shape, Shape::Pointer(_)),
                sort,
                shared: known.shared,
                initial: known.initial,
                is_accessed_first: known.is_accessed_first,
            };
            (known.name, scalar)
        };
        self.known.into_iter().map(scalar).collect()
    }
}

/// Bounds that hold for more values of a shape: those of the sign, if there is only one, and of the whole shape; for mathematical
/// integers, which can be beyond it, any number.
fn widened(shape: Shape, (low, high): (i64, i64)) -> (i64, i64) {
    let (least, most) = bounds(shape);
    let low = match low {
        0.. => 0.max(least),
        _ if low < least => i64::MIN,
        _ => least,
    };
    let high = match high {
        ..0 => -1,
        _ if high > most => i64::MAX,
        _ => most,
    };
    (low, high)
}
