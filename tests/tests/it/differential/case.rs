//! One program in one reading, with the results of the reference interpreter.

use std::sync::Arc;

use boolprog_base::Severity;
use boolprog_check::Unit;
use boolprog_naive::{self as naive, Reachable};
use boolprog_program::Analysis;
use boolprog_program::program::{Program, Threads};
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::ast::SourceFile;
use boolprog_trace::interpreter::Interpreter;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

pub(crate) type Compared<T = ()> = Result<T, TestCaseError>;

/// Configurations that the naive search may visit.
const NAIVE: usize = 3000;

pub(crate) struct Case {
    text: Arc<str>,
    file: Arc<SourceFile>,
    analysis: Arc<Analysis>,
}

impl Case {
    /// Reads a program, which must be correct. `threads` start in `main`, or as many as the program says.
    pub(crate) fn new(text: &str, threads: Option<Threads>) -> Compared<Self> {
        let parsed = boolprog_syntax::parse(text);
        let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions { threads, ..Default::default() });
        let found = parsed.diagnostics.iter().chain(analysis.diagnostics());
        let errors: Vec<_> = found.filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        prop_assert!(errors.is_empty(), "not a correct program: {errors:?}");
        prop_assert!(analysis.program().is_ok(), "not lowered: {:?}", analysis.program().err());
        Ok(Self { text: text.into(), file: parsed.file, analysis: Arc::new(analysis) })
    }

    pub(crate) fn program(&self) -> &Program {
        self.analysis.program().expect("a case has a lowered program")
    }

    pub(crate) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.file, &self.analysis.names, &self.analysis.reading)
    }

    pub(crate) fn unit(&self) -> Unit {
        let (text, file, analysis) = (Arc::clone(&self.text), Arc::clone(&self.file), Arc::clone(&self.analysis));
        Unit { path: "generated.bp".to_owned(), text, file, analysis }
    }

    /// The smallest number of threads there can be at the start.
    pub(crate) fn least_threads(&self) -> u32 {
        match self.program().threads {
            Threads::Any => 1,
            Threads::Exactly(threads) => threads,
        }
    }

    /// The results of the naive search with the least number of live threads, one more, and so on up to `most`, or
    /// until the search becomes too large.
    pub(crate) fn naive(&self, most: u32) -> Vec<Bounded> {
        let interpreter = self.interpreter();
        let bounds = self.least_threads()..=most.max(self.least_threads());
        let found = bounds.map(|live| Bounded { live, found: naive::reachable(&interpreter, live, NAIVE) });
        found.take_while(|bounded| bounded.found.complete).collect()
    }
}

/// Everything there is with boundedly many live threads.
pub(crate) struct Bounded {
    pub(crate) live: u32,
    pub(crate) found: Reachable,
}
