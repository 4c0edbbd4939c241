//! The language server under the hands of somebody who types: how soon it answers, and for how long.

pub(crate) mod figures;
mod keystrokes;
mod latency;
mod program;
mod session;
pub(crate) mod soak;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result};
use tokio::runtime::Runtime;

use crate::arguments::RunArguments;

/// The suites of this module.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Editing {
    /// How soon the server answers.
    Latency,
    /// Whether it stays small and quick for as long as somebody types.
    Soak,
}

impl Editing {
    /// The suite of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "latency" => Some(Self::Latency),
            "soak" => Some(Self::Soak),
            _ => None,
        }
    }

    /// Measures, prints a table and writes the figures.
    pub(crate) fn run(self, arguments: &RunArguments) -> Result<()> {
        let runtime = Runtime::new().context("the runtime of the client")?;
        runtime.block_on(async {
            match self {
                Self::Latency => latency::run(arguments).await,
                Self::Soak => soak::run(arguments).await,
            }
        })
    }
}
