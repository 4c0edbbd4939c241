//! The machine of C against other implementations: compilers, what sanitizers find, and the translation to integer programs.

mod compiler_suite;
mod executed;
mod explored;
mod form;
mod gcc;
mod random;
mod sanitizers;
mod schedules;

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}
