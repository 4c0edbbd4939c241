//! Programs that the machine executes.

mod library;
mod runs;
