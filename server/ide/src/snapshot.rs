//! What every feature looks at: one version of one file and what is known of it.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::report::{PropertyReport, Reachable, Verdict};
use boolprog_program::Analysis;
use boolprog_program::program::{Property, Threads};
use boolprog_syntax::ast::{Site, SiteId, SourceFile};

use crate::integer;
use crate::layout::Layout;
use crate::scale::Limits;

/// One version of one file, with everything that is known of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The text.
    pub text: Arc<str>,
    /// Its syntax tree.
    pub file: Arc<SourceFile>,
    /// The syntax diagnostics.
    pub syntax: Arc<[Diagnostic]>,
    /// Names, reading, checks and the lowered program.
    pub analysis: Arc<Analysis>,
    /// What is asked of the program, in textual order; also where there is no lowered program.
    pub properties: Arc<[Property]>,
    /// Where the properties of the last text without errors stand now, in their order; what is gone is empty. Of
    /// interest only if this text has errors.
    pub remembered: Arc<[Span]>,
    /// What somebody wants to see.
    pub preferences: Preferences,
    /// The verdicts, and how they relate to this text.
    pub results: Results,
}

impl Snapshot {
    /// A version of which no verdict is known.
    pub fn new(text: Arc<str>, file: Arc<SourceFile>, syntax: Arc<[Diagnostic]>, analysis: Arc<Analysis>) -> Self {
        let properties = boolprog_program::lower::properties(&file, &analysis.reading).into();
        let (remembered, preferences, results) = (Arc::default(), Preferences::default(), Results::None);
        Self { text, file, syntax, analysis, properties, remembered, preferences, results }
    }

    /// Whether the program has no meaning, so that there is nothing to check.
    pub fn has_errors(&self) -> bool {
        self.syntax.iter().chain(self.analysis.diagnostics()).any(|found| found.severity == Severity::Error)
    }

    /// Findings of a check of this version that has not found anything yet.
    pub fn nothing_found(&self, layout: Arc<Layout>) -> Findings {
        Findings {
            threads: self.analysis.reading.threads,
            creates_threads: self.analysis.any_form().is_some_and(|program| program.creates_threads),
            answers: vec![None; self.properties.len()],
            reachable: Arc::default(),
            layout,
        }
    }

    /// Facts about a site of this version, if it has it.
    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.file.sites.get(id.0 as usize)
    }

    /// The text of a range; empty where the range does not lie on character boundaries of the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The number of the line of an offset, from 1. Linear in the text before it.
    pub fn line(&self, offset: u32) -> usize {
        self.lines([offset]).next().unwrap_or(1)
    }

    /// The numbers of the lines of ascending offsets, from 1. One pass over the text however many there are.
    pub fn lines(&self, ascending: impl IntoIterator<Item = u32>) -> impl Iterator<Item = usize> {
        line_numbers(&self.text, ascending)
    }
}

/// The numbers of the lines of ascending offsets of a text, from 1.
pub(crate) fn line_numbers(text: &str, ascending: impl IntoIterator<Item = u32>) -> impl Iterator<Item = usize> {
    let (mut line, mut at) = (1, 0);
    ascending.into_iter().map(move |offset| {
        let offset = (offset as usize).min(text.len());
        let between = text.get(at..offset).unwrap_or_default();
        line += between.bytes().filter(|byte| *byte == b'\n').count();
        at = at.max(offset);
        line
    })
}

/// What somebody wants to see.
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
    /// Faded where no thread gets to it, and hints elsewhere.
    Fade,
    /// Hints only.
    Hint,
    /// Not at all.
    Off,
}

/// What is known about the verdicts of a snapshot.
#[derive(Clone, Debug, Default)]
pub enum Results<F = Findings> {
    /// Nobody asked yet, or the file cannot be checked.
    #[default]
    None,
    /// A check of this very program is waiting or running.
    Checking {
        /// What it has found so far.
        found: Arc<F>,
        /// The last complete findings of an older program.
        previous: Option<Arc<F>>,
    },
    /// Complete, and about this very program.
    Current(Arc<F>),
    /// About an older program; no check of this one has been asked for. If this one has errors, it is about the last
    /// one that had none.
    Stale(Arc<F>),
}

impl<F> Results<F> {
    /// The findings, if they are complete and about this very program.
    pub fn current(&self) -> Option<&Arc<F>> {
        match self {
            Self::Current(findings) => Some(findings),
            _ => None,
        }
    }

    /// The findings, if they are about this very program, complete or not.
    pub(crate) fn told(&self) -> Option<&Arc<F>> {
        match self {
            Self::Current(findings) | Self::Checking { found: findings, .. } => Some(findings),
            Self::None | Self::Stale(_) => None,
        }
    }
}

impl Results {
    /// The answer to a property, if it is about this very program.
    pub fn answer(&self, property: usize) -> Option<&Answer> {
        self.told()?.answers.get(property)?.as_ref()
    }
}

impl Results<integer::Findings> {
    /// The same of an integer program.
    pub fn answer(&self, property: usize) -> Option<&Answer<boolprog_check::integer::PropertyReport>> {
        self.told()?.answers.get(property)?.as_ref()
    }
}

/// What a check has found, complete or not.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The reading that was used.
    pub threads: Threads,
    /// Whether the program creates threads.
    pub creates_threads: bool,
    /// One entry per property, in textual order; `None` where there is no answer yet.
    pub answers: Vec<Option<Answer>>,
    /// The thread states that were found.
    pub reachable: Arc<Reachable>,
    /// Where everything stood in the text that was checked.
    pub layout: Arc<Layout>,
}

impl Findings {
    /// The answers that are there.
    pub fn answered(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().flatten()
    }
}

/// The answer to one property.
#[derive(Clone, Debug)]
pub enum Answer<R = PropertyReport> {
    /// The engines answered, be it "unknown".
    Report(Box<R>),
    /// The analysis broke down; a defect of this program, not of the file.
    InternalError,
}

impl<R> Answer<R> {
    /// The report, if there is one.
    pub fn report(&self) -> Option<&R> {
        match self {
            Self::Report(report) => Some(report),
            Self::InternalError => None,
        }
    }
}

impl Answer {
    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.report().map(|report| &report.verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_on_from_offset_to_offset() {
        let parsed = boolprog_syntax::parse("a\nb\n\nc");
        let analysis = boolprog_program::analyse(&parsed.file, &boolprog_program::reading::ReadingOptions::default());
        let snapshot = Snapshot::new("a\nb\n\nc".into(), parsed.file, Arc::default(), Arc::new(analysis));
        assert_eq!(snapshot.lines([0, 1, 1, 2, 4, 5, 99]).collect::<Vec<_>>(), [1, 1, 1, 2, 3, 4, 4]);
        assert_eq!([0, 4, 99].map(|offset| snapshot.line(offset)), [1, 3, 4]);
    }
}
