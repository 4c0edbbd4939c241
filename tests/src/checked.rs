//! Generated programs, read and checked for a short while.

use boolprog_base::Severity;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_check::report::Verdict;
use boolprog_check::{Options, Unit, Unobserved, check};
use boolprog_program::reading::ReadingOptions;
use boolprog_trace::document::TraceDocument;

/// Stops after this number of states.
pub struct AtMost(pub u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// A program; `None` if it has errors.
pub fn unit(text: &str) -> Option<Unit> {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let mut diagnostics = parsed.diagnostics.iter().chain(analysis.diagnostics());
    let is_sound = diagnostics.all(|diagnostic| diagnostic.severity != Severity::Error);
    let (text, file, analysis) = (text.into(), parsed.file, analysis.into());
    is_sound.then(|| Unit { path: "generated.bp".to_owned(), text, file, analysis })
}

/// The counterexamples of a program that a short search with few threads finds.
pub fn counterexamples(unit: &Unit) -> Vec<TraceDocument> {
    let options = Options { thread_limit: 3, ..Options::default() };
    let report = check(unit, options, &AtMost(20_000), &mut Unobserved);
    let violated = |verdict: &Verdict| match verdict {
        Verdict::Violated(violation) => Some(TraceDocument::clone(violation.trace())),
        Verdict::Proved(_) | Verdict::Unknown(_) => None,
    };
    report.properties.iter().filter_map(|property| violated(&property.verdict)).collect()
}
