//! The symbolic engine on families of programs.

mod families;
mod invariants;
mod programs;
mod summaries;
