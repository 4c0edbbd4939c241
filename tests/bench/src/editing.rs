//! The language server during typing: its latency, and its behaviour over time.

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

#[derive(Clone, Copy, Debug)]
pub(crate) enum Editing {
    Latency,
    /// Size and latency of the server over a long time of typing.
    Soak,
}

impl Editing {
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
