//! Moving.

use serde::{Deserialize, Serialize};

use super::{Location, Source};
use crate::replay::Grain;

/// The argument of the requests that are about one thread.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThreadArguments {
    pub(crate) thread_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MotionArguments {
    pub(crate) thread_id: i64,
    /// `true` if only steps of this thread count.
    #[serde(default)]
    pub(crate) single_thread: bool,
    /// The size of a step; a statement by default.
    #[serde(default)]
    pub(crate) granularity: Granularity,
}

/// The protocol's sizes of steps.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Granularity {
    #[default]
    Statement,
    Line,
    Instruction,
}

impl MotionArguments {
    /// The size of a step. Lines are no unit of a recording: a line with several statements is stepped through.
    pub(crate) const fn grain(&self) -> Grain {
        match self.granularity {
            Granularity::Statement | Granularity::Line => Grain::Statement,
            Granularity::Instruction => Grain::Access,
        }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct GotoTargetsArguments {
    pub(crate) source: Source,
    pub(crate) line: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct GotoTarget {
    pub(crate) id: usize,
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) location: Location,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GotoArguments {
    pub(crate) target_id: i64,
}

/// The argument of the requests that are about one activation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameArguments {
    pub(crate) frame_id: i64,
}
