//! Codes of diagnostics.

use crate::{Diagnostic, Severity, Span};

/// A kind of finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// Stable name, such as `undeclared-variable`.
    pub name: &'static str,
    /// Severity, as editors show it.
    pub severity: Severity,
    /// Meaning, in one line.
    pub meaning: &'static str,
}

impl Code {
    /// A finding of this code.
    pub fn at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.name, self.severity, span, message)
    }
}

/// Defines each code as a constant, and the table `CODES` of all.
#[macro_export]
macro_rules! codes {
    ($($constant:ident = $name:literal, $severity:ident, $meaning:literal;)+) => {
        $(pub(super) const $constant: $crate::Code =
            $crate::Code { name: $name, severity: $crate::Severity::$severity, meaning: $meaning };)+

        /// Every code of these checks: errors, then warnings, then hints.
        pub const CODES: &[$crate::Code] = &[$($constant),+];
    };
}
