//! The rules: one for each kind of property and for each code of a diagnostic that occurs.

use boolprog_base::Severity;
use boolprog_check::report::ASSUMPTION;
use boolprog_program::checks::CODES;
use boolprog_trace::document::PropertyKind;

use super::model::{Configuration, Descriptor, Level, Message};
use crate::report::DiagnosticDocument;

/// The rules that results refer to, in order of first use.
#[derive(Default)]
pub(super) struct Rules {
    used: Vec<Descriptor>,
}

impl Rules {
    /// The rule of a kind of property: its id and its place among the rules.
    pub(super) fn of_property(&mut self, kind: PropertyKind) -> (String, usize) {
        let (id, short, help, page) = match kind {
            PropertyKind::Assert => (
                "assertion-violated",
                "An assertion holds whenever a thread reaches it.",
                "Replay the counterexample: its last step is the assertion, in a state in which it is false. The steps \
                 that change shared variables, and those at which another thread takes over, tell how threads get there.",
                "checks.md#findings-of-the-analysis",
            ),
            PropertyKind::Label => (
                "error-label-reached",
                "No thread reaches an error label.",
                "Replay the counterexample: its last step arrives at the label.",
                "checks.md#findings-of-the-analysis",
            ),
            PropertyKind::Target => (
                "target-reached",
                "The threads of a transition system never reach the target.",
                "The counterexample is a run of the system: each step is a transition, by its line in the file.",
                "cli.md#thread-transition-systems",
            ),
            PropertyKind::Check => (
                "check-violated",
                "What is asserted or required at a place of a C program holds whenever a thread gets there.",
                "Replay the counterexample: its last step breaks the assertion, or a rule of C11 or POSIX.",
                "c-programs.md",
            ),
            PropertyKind::Error => (
                "error-reached",
                "No reachable state of an integer program satisfies an error.",
                "Replay the counterexample: its last state satisfies the error.",
                "integer-programs.md#properties",
            ),
            PropertyKind::Invariant => (
                "invariant-violated",
                "Every reachable state of an integer program satisfies an invariant.",
                "Replay the counterexample: its last state does not satisfy the invariant.",
                "integer-programs.md#properties",
            ),
            PropertyKind::Value => (
                "no-value",
                "Every value that an integer program computes exists and is in the range of its variable.",
                "Replay the counterexample: what its last step computes overflows, divides by zero or leaves a range.",
                "integer-programs.md#values-that-do-not-exist",
            ),
            PropertyKind::Point => (
                "path-to-program-point",
                "An execution that leads a thread to a program point.",
                "Not a violation: an execution that reaches this program point was requested.",
                "trace-format.md#the-document",
            ),
        };
        self.place(id, || {
            descriptor(id, short, help, page, if kind == PropertyKind::Point { Level::None } else { Level::Error })
        })
    }

    pub(super) fn of_diagnostic(&mut self, diagnostic: &DiagnosticDocument) -> (String, usize) {
        let id = diagnostic.code.as_str();
        let level = match diagnostic.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Information | Severity::Hint => Level::Note,
        };
        let known = CODES.iter().find(|code| code.name == id).map(|code| code.meaning);
        let other = match id {
            ASSUMPTION => "What the verdicts on a C program take for granted.",
            _ => "The text is a program that can be read.",
        };
        let short = known.unwrap_or(other);
        self.place(id, || descriptor(id, short, "The message says what to do.", "checks.md", level))
    }

    pub(super) fn into_descriptors(self) -> Vec<Descriptor> {
        self.used
    }

    fn place(&mut self, id: &str, describe: impl FnOnce() -> Descriptor) -> (String, usize) {
        let known = self.used.iter().position(|rule| rule.id == id);
        let index = known.unwrap_or_else(|| {
            self.used.push(describe());
            self.used.len() - 1
        });
        (id.to_owned(), index)
    }
}

fn descriptor(id: &str, short: &str, help: &str, page: &str, level: Level) -> Descriptor {
    Descriptor {
        id: id.to_owned(),
        name: pascal_case(id),
        short_description: Message::literal(short),
        full_description: Message::literal(short),
        help: Message::literal(help),
        help_uri: format!("{}/blob/main/docs/{page}", env!("CARGO_PKG_REPOSITORY")),
        default_configuration: Configuration { level },
    }
}

/// `AssertionViolated`, as names of rules are written.
fn pascal_case(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
