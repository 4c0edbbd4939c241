//! Notations of other tools, read and written.

mod readers;
mod robust;
mod writers;
