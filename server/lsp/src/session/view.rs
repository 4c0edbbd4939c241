//! The view of a request: one revision of a file, with the part of its analysis that the request waits for.

use std::sync::Arc;

use boolprog_ide::shape::Shape;
use boolprog_ide::{Findings, Results, Source};

use super::convert::Converter;
use super::document::{Analysed, Version};
use super::features::Features;
use super::results::FileResults;

/// One version of a file and its results at one moment.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) version: Arc<Version>,
    results: FileResults,
    /// `true` if a check or a look for verdicts of an earlier session is under way.
    is_pending: bool,
}

impl View {
    pub(crate) fn new(version: Arc<Version>, results: FileResults, is_pending: bool) -> Self {
        Self { version, results, is_pending }
    }

    /// A program that is not open: only its text is known.
    pub(crate) fn of(version: Version) -> Self {
        Self { version: Arc::new(version), results: FileResults::default(), is_pending: false }
    }

    /// `true` if there may be other verdicts on this very version later, without a request.
    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// The same as long as nothing is known about the verdicts.
    pub(crate) fn before_verdicts(&self) -> Self {
        Self { results: FileResults::default(), ..self.clone() }
    }

    /// The findings of the last complete check before the program with this fingerprint was checked.
    pub(crate) fn previous(&self, fingerprint: u64) -> Option<Arc<Findings>> {
        self.results.previous(fingerprint)
    }

    /// The fingerprint of the program and of the question; `None` if it has errors. Analyses the text if necessary.
    pub(crate) fn fingerprint(&self) -> Option<u64> {
        Some(self.version.question()?.fingerprint)
    }

    fn judged(&self, analysed: &Analysed) -> Source {
        // Most large files are never checked: their fingerprint, which takes longest, is not computed.
        let is_unchecked = || !self.results.checking || analysed.source.checkable().is_large();
        if self.results.is_empty() && is_unchecked() {
            return analysed.source.clone();
        }
        analysed.source.with_results(match analysed.question() {
            Some(question) => self.results.results(question.fingerprint, || question.nothing_found()),
            None => self.version.last_valid().map_or(Results::None, |it| self.results.last_valid(it.fingerprint)),
        })
    }

    pub(crate) fn converter(&self, features: &Features) -> Converter<'_> {
        self.version.converter(features.encoding)
    }
}

/// Input of a handler, whose type determines what the request waits for. Never computed on the protocol task: the first
/// request that needs it computes it.
pub(crate) trait Awaited: Sized {
    /// The analysis of a view; `None` if the file is in another language.
    fn of(view: &View) -> Option<Self>;
}

/// The revision itself, for a request that computes its own input.
impl Awaited for View {
    fn of(view: &View) -> Option<Self> {
        Some(view.clone())
    }
}

/// The nesting of the text alone.
impl Awaited for Shape {
    fn of(view: &View) -> Option<Self> {
        view.version.shape().cloned()
    }
}

/// The names are known. Checks of the text and verdicts are not waited for, and not there.
pub(crate) struct Named {
    pub(crate) view: View,
    pub(crate) source: Source,
}

impl Awaited for Named {
    fn of(view: &View) -> Option<Self> {
        let source = view.version.analysed()?.source.clone();
        Some(Self { view: view.clone(), source })
    }
}

/// The analysed text, with all verdicts so far about its program.
pub(crate) struct Judged {
    pub(crate) view: View,
    pub(crate) source: Source,
}

impl Awaited for Judged {
    fn of(view: &View) -> Option<Self> {
        let source = view.judged(view.version.analysed()?);
        // The checks of the text run now. An answer that is sent after each key, and is long, comes after the diagnostics.
        source.checkable().problems();
        Some(Self { view: view.clone(), source })
    }
}
