//! Input of every feature: one version of one file with the results about it.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Span};
use boolprog_check::wording::scope;
use boolprog_program::Analysis;
use boolprog_program::names::Storage;
use boolprog_program::program::{Property, PropertyKind};
use boolprog_syntax::ast::{Site, SiteId, SourceFile};

use crate::checkable::Stated;
use crate::{Checkable, Context, Results};

/// One version of one file, with everything that is known of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Text of the file.
    pub text: Arc<str>,
    /// Syntax tree of the text.
    pub file: Arc<SourceFile>,
    /// Diagnostics of the parser.
    pub syntax: Arc<[Diagnostic]>,
    /// Names, reading, checks and the lowered program.
    pub analysis: Arc<Analysis>,
    /// Facts beside the text.
    pub context: Context,
    /// The verdicts, and how they relate to this text.
    pub results: Results,
}

impl Snapshot {
    /// A version without verdicts.
    pub fn new(text: Arc<str>, file: Arc<SourceFile>, syntax: Arc<[Diagnostic]>, analysis: Arc<Analysis>) -> Self {
        Self { text, file, syntax, analysis, context: Context::default(), results: Results::None }
    }

    /// Returns `true` if the program has errors, so that there is nothing to check.
    pub fn has_errors(&self) -> bool {
        Checkable::has_errors(self)
    }

    /// The properties of the program, in textual order; also where there is no lowered program.
    pub fn properties(&self) -> &[Property] {
        self.analysis.properties()
    }

    /// Facts about a site of this version, if it has it.
    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.file.sites.get(id.0 as usize)
    }

    /// The largest number of variables in scope of a procedure.
    fn variables_in_scope(&self) -> usize {
        let mut global = 0;
        let mut local = vec![0; self.file.procedures.len()];
        for variable in &self.analysis.names.variables {
            match variable.storage {
                Storage::Shared | Storage::ThreadLocal => global += 1,
                Storage::Local(owner) | Storage::Parameter(owner, _) => {
                    local.get_mut(owner.0 as usize).into_iter().for_each(|count| *count += 1);
                }
            }
        }
        global + local.into_iter().max().unwrap_or(0)
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

impl Checkable for Snapshot {
    fn text(&self) -> &Arc<str> {
        &self.text
    }

    fn results(&self) -> &Results {
        &self.results
    }

    fn context(&self) -> &Context {
        &self.context
    }

    fn problems(&self) -> [&[Diagnostic]; 2] {
        [&self.syntax, self.analysis.diagnostics()]
    }

    fn stated(&self) -> Vec<Stated> {
        let ids = boolprog_check::property_ids(self.properties());
        let stated = self.properties().iter().zip(ids).map(|(property, id)| Stated {
            id,
            label: match property.kind {
                PropertyKind::Assert => format!("assert {}", property.name),
                PropertyKind::Label => property.name.to_string(),
            },
            name: property.name.to_string(),
            span: property.span,
            is_implied: false,
        });
        stated.collect()
    }

    fn property_in(&self, span: Span) -> Option<usize> {
        self.properties().iter().position(|property| property.span == span)
    }

    /// The sites come first: they win over properties with the same range.
    fn parts(&self) -> Vec<Span> {
        let sites = self.file.sites.iter().map(|site| site.span);
        sites.chain(self.properties().iter().map(|property| property.span)).collect()
    }

    fn scope(&self) -> String {
        let creates_threads = self.analysis.any_form().is_some_and(|program| program.creates_threads);
        scope(self.analysis.reading.threads, creates_threads)
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_blank(&self) -> bool {
        self.file.procedures.is_empty()
    }

    fn is_large(&self) -> bool {
        let limits = self.context.preferences.large;
        limits.are_exceeded_by(&self.text) || self.variables_in_scope() > limits.variables
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
