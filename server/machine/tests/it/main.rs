//! Programs that the machine executes.

mod library;
mod linking;
mod runs;
