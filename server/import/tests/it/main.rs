//! Notations of other tools.

mod readers;
mod robust;
