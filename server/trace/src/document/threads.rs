//! Threads that several states share are written and read as if each state had its own.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serializer};

use super::ThreadDocument;

pub(super) fn serialize<S: Serializer>(threads: &[Arc<ThreadDocument>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(threads.iter().map(|thread| &**thread))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Arc<ThreadDocument>>, D::Error> {
    let threads = Vec::<ThreadDocument>::deserialize(deserializer)?;
    Ok(threads.into_iter().map(Arc::new).collect())
}
