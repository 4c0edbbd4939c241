//! The state of the server: the open files with their results, the settings, the client.

pub(crate) mod abstractions;
pub(crate) mod asked;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod document;
pub(crate) mod elsewhere;
pub(crate) mod features;
pub(crate) mod folders;
pub(crate) mod globs;
pub(crate) mod last_valid;
pub(crate) mod queue;
pub(crate) mod results;
pub(crate) mod scopes;
pub(crate) mod sent_tokens;
pub(crate) mod settings;
pub(crate) mod state;
pub(crate) mod under_way;
pub(crate) mod unopened;
pub(crate) mod view;
