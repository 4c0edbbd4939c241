//! The abstract machine of C: executes programs with threads one access at a time, and names the rule that a fault breaks.
//!
//! - A [`Program`](program::Program) is made of typed trees, linked by their names; [`read`] makes one of a text. Its functions are compiled
//!   to instructions of a stack machine when they are first called, so nothing recurses as deep as a program does.
//! - A [`Machine`](machine::Machine) is a program in a state: threads with their frames, and the [`memory`], whose objects have
//!   addresses that are numbers, lives, and bytes that have been written or not. A copy of a machine is another run with the same past.
//! - A step of a thread goes up to one access that other threads could see. So a run is determined by a
//!   [`Scheduler`](schedule::Scheduler), which says whose step is next, and by [`Choices`](choices::Choices), which answer what C leaves open:
//!   inputs, the order of operands, values that were never written. A [`Record`](record::Record) repeats it.
//! - An [`Observer`](observer::Observer) gets each statement, access and call, and the output; [`inspect`] shows calls and values.
//! - A [`Fault`](fault::Fault) says which clause of C11 or POSIX was broken, and where. Which kinds end a run is an option.
//!
//! The library is C text, which the crate of the syntax has, over a few native functions (`execution/native.rs`).
//!
//! ```
//! use std::sync::Arc;
//!
//! use boolprog_base::control::Unlimited;
//! use boolprog_machine::choices::Usual;
//! use boolprog_machine::machine::{Ended, Environment, Machine, Options};
//! use boolprog_machine::observer::Nobody;
//! use boolprog_machine::schedule::{First, run};
//!
//! let text = "int main(void) { int a[2] = {1, 2}, i = 2; return a[i]; }";
//! let program = Arc::new(boolprog_machine::read("a.c", text, &Default::default(), "main", &Unlimited)?);
//! let mut machine = Machine::new(program.clone(), Options::default(), &["a"], b"", &Unlimited).expect("it starts");
//! let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &Unlimited };
//! let Ended::Fault(fault) = run(&mut machine, &mut First::default(), &mut environment) else { panic!("a fault") };
//! assert_eq!(fault.to_string(), "index: Index 2 is out of bounds: the array has 2 elements. (C11 6.5.6p8)");
//! assert_eq!(program.position(fault.position).line, 1);
//! # Ok::<(), boolprog_machine::NotRead>(())
//! ```

mod code;
mod execution;
mod fingerprint;
mod halt;
mod ids;
mod intrinsics;
mod library;
mod lists;
mod races;
mod state;

pub mod arithmetic;
pub mod choices;
pub mod fault;
pub mod inspect;
pub mod machine;
pub mod memory;
pub mod observer;
pub mod program;
pub mod read;
pub mod record;
pub mod schedule;
pub mod thread;
pub mod value;

pub use read::{NotRead, read, read_all};

use execution::native;
