//! The enabled features.

/// Preferences of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Size from which a file is large.
    pub large: Limits,
    /// Presentation of code without effect.
    pub dead_code: DeadCode,
    /// `true` if assertions that no thread reaches are reported.
    pub vacuity: bool,
    /// Enabled lenses.
    pub lenses: Lenses,
}

/// Enabled lenses, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one for each kind")]
pub struct Lenses {
    /// Lenses that show verdicts.
    pub verdicts: bool,
    /// Lenses that replay or show a counterexample.
    pub replay: bool,
    /// Lenses that give a property more time.
    pub retry: bool,
    /// Lenses that lead to Boolean programs of integer programs, and back.
    pub abstraction: bool,
}

impl Default for Lenses {
    fn default() -> Self {
        Self { verdicts: true, replay: true, retry: true, abstraction: true }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self { large: Limits::default(), dead_code: DeadCode::Fade, vacuity: true, lenses: Lenses::default() }
    }
}

/// Presentation of code without effect in any reachable state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadCode {
    /// Faded where no thread reaches it, and hints elsewhere.
    Fade,
    /// Hints, no fading.
    Hint,
    /// No presentation.
    Off,
}

/// More than any of these makes a file large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Number of lines.
    pub lines: usize,
    /// Bytes of the text.
    pub bytes: usize,
    /// Variables in scope of one procedure.
    pub variables: usize,
}

impl Limits {
    /// Returns `true` if a text alone makes its file large. Linear in the text.
    pub(crate) fn are_exceeded_by(&self, text: &str) -> bool {
        text.len() > self.bytes || text.bytes().filter(|byte| *byte == b'\n').count() >= self.lines
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { lines: 2_000, bytes: 200_000, variables: 40 }
    }
}
