//! From syntax trees to checked and reduced programs.

mod fixtures;
mod limits;
mod names;
