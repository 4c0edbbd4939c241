//! Text: `.tts` systems, `.prop` targets and initial configurations as the command line takes them; nets as `.spec`;
//! programs with numeric labels.
//!
//! ```text
//! # comments run to the end of the line
//! 3 4                     three shared and four local states, numbered from 0
//! 0 0 -> 1 1              a thread at 0 goes to 1, the shared state from 0 to 1
//! 1 1 +> 2 3              the thread stays at 1 and creates one at 3
//! 2 3 -> 0 1 1 ~> 2 1 ~> 3    every other thread at 1 goes to 2 or to 3; those at unnamed places stay
//! ```
//!
//! Text that the notation does not cover is refused, never guessed at.

mod error;
mod expr;
mod notation;
mod numeric;
mod read;
mod spec;
mod standard;
mod write;

pub use error::{FormatError, Problem, WriteError};
pub use notation::{parse_initial, parse_target, parse_targets, show_initial, show_target, show_targets};
pub use numeric::{NumericError, write_numeric};
pub use read::parse_tts;
pub use spec::{Firing, Firings, Net, NetRuns, NetTarget, PlaceId, Rule, Spec, Start, Tokens, parse_spec, write_spec};
pub use standard::standard;
pub use write::write_tts;

#[cfg(test)]
mod tests;
