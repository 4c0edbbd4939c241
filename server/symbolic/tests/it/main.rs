//! The symbolic engine on families of programs.

mod families;
mod programs;
