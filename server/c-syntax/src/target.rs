//! The machine for which a text is compiled: the sizes of its types.

/// A target, by its calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// `x86_64-linux-gnu`: LP64.
    #[default]
    X86_64,
    /// `i386-linux-gnu`: ILP32.
    I386,
}
