//! Links in comments.

use super::Snapshot;
use crate::links::{Link, in_comments};

/// The links in the comments of a file, in textual order. Linear in the text of the comments.
pub fn links(snapshot: &Snapshot) -> Vec<Link> {
    in_comments(&snapshot.text, &snapshot.file.comments)
}
