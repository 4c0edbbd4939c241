//! The pages of the documentation that agents can read: those about programs and their checks.

use boolprog_mcp::Page;

/// A page by the name of its file.
macro_rules! pages {
    ($($name:literal),+ $(,)?) => {
        &[$(Page { name: $name, text: include_str!(concat!("../../../../../docs/", $name, ".md")) }),+]
    };
}

/// All of them.
pub(super) const PAGES: &[Page] = pages![
    "agents",
    "tutorial",
    "language",
    "checks",
    "engines",
    "integer-programs",
    "integer-tutorial",
    "integer-engines",
    "integer-exchange",
    "c-programs",
    "c-tutorial",
    "c-refused",
    "c-run",
    "cli",
    "many-programs",
    "build-servers",
    "report-format",
    "trace-format",
    "glossary",
];
