//! The machine: programs that it executes.

mod library;
