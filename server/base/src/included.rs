//! Texts that programs include.

/// Reads the text at a path.
pub type ReadText = fn(&str) -> Result<String, NoText>;

/// The reason why there is no text at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoText {
    /// No file is there, or a folder.
    Missing,
    /// A file is there that is not read, with the end of a sentence about it, such as `it is no regular file`.
    Refused(&'static str),
}
