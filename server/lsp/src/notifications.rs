//! Notifications of the client: changes of files, of settings and on disk.

mod beside;
pub(crate) mod configuration;
pub(crate) mod sync;
pub(crate) mod watching;
