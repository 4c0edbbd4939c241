//! Moving.

use serde::{Deserialize, Serialize};

use super::{Location, Source};

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
