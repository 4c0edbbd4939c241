//! From syntax trees to checked and reduced programs.

mod corpus;
mod fixtures;
mod limits;
mod names;
