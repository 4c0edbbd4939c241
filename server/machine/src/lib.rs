//! The abstract machine of C: executes programs with threads one access at a time, and names the rule that a fault breaks.

mod arithmetic;
mod code;
mod compile;
mod execution;
mod fingerprint;
mod halt;
mod intrinsics;
mod library;
mod lists;
mod races;

pub mod choices;
pub mod fault;
pub mod inspect;
pub mod machine;
pub mod memory;
pub mod native;
pub mod observer;
pub mod program;
pub mod read;
pub mod record;
pub mod schedule;
pub mod thread;
pub mod value;

pub use read::{NotRead, read};
