//! Features of the editor, mostly on the programs in the folders next to this one.

mod actions;
mod fixtures;
mod format;
mod integer;
mod models;
mod programs;
mod random;
mod support;
mod told;
mod typing;
