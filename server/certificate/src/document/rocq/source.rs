//! The source of a program, for remarks.

use boolprog_program::names::VariableId;
use boolprog_syntax::ast::SiteId;

use super::super::Subject;

/// Longer texts are cut off.
const LONGEST_TEXT: usize = 100;

/// The text of a program, with its lines.
pub(super) struct Source<'a> {
    subject: &'a Subject<'a>,
    /// Offsets of the ends of lines.
    ends: Vec<u32>,
}

impl<'a> Source<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Self { subject, ends: subject.text.match_indices('\n').map(|(offset, _)| offset as u32).collect() }
    }

    /// The line of a site, from 1 on.
    pub(super) fn line(&self, site: SiteId) -> usize {
        let start = self.subject.file.sites[site.0 as usize].span.start;
        self.ends.partition_point(|&end| end < start) + 1
    }

    /// The text of a site, in one line.
    pub(super) fn text(&self, site: SiteId) -> String {
        let span = self.subject.file.sites[site.0 as usize].span;
        let text = self.subject.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").chars().take(LONGEST_TEXT).collect()
    }

    pub(super) fn name(&self, variable: VariableId) -> &str {
        &self.subject.analysis.names.info(variable).name
    }
}
