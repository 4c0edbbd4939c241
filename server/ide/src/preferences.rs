//! The enabled features.

/// The enabled features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// What makes a file large.
    pub large: Limits,
    /// How code is shown that has no effect.
    pub dead_code: DeadCode,
    /// Whether it is said that no thread reaches an assertion.
    pub vacuity: bool,
    /// Which lenses there are.
    pub lenses: Lenses,
}

/// Which lenses there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lenses {
    /// Those that say how things are.
    pub verdicts: bool,
    /// Those that replay or show a counterexample.
    pub replay: bool,
    /// Those that give a property more time.
    pub retry: bool,
}

impl Default for Lenses {
    fn default() -> Self {
        Self { verdicts: true, replay: true, retry: true }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self { large: Limits::default(), dead_code: DeadCode::Fade, vacuity: true, lenses: Lenses::default() }
    }
}

/// How to show code that has no effect in any reachable state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadCode {
    /// Faded where no thread reaches it, and hints elsewhere.
    Fade,
    /// Hints only.
    Hint,
    /// Not at all.
    Off,
}

/// More than any of these makes a file large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Lines.
    pub lines: usize,
    /// Bytes of the text.
    pub bytes: usize,
    /// Variables in scope of one procedure.
    pub variables: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { lines: 2_000, bytes: 200_000, variables: 40 }
    }
}
