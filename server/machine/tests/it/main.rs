//! Programs that the machine executes.

mod hostile;
mod library;
mod linking;
mod runs;
mod support;
