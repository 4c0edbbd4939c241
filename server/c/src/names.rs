//! Names of the integer program.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::{Joined, Span};
use boolprog_integer::syntax::lexer::is_word;
use smol_str::{SmolStr, format_smolstr};

/// The variable that is 1 while a thread is inside of an atomic section, and after an error there.
pub(crate) const HELD: &str = "atomic";

/// The names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: BTreeSet<SmolStr>,
    numbers: BTreeMap<SmolStr, u32>,
}

impl Names {
    /// A free name, which is then taken: the wanted one if possible, otherwise with a number.
    pub(crate) fn take(&mut self, wanted: &str) -> SmolStr {
        let is_other = is_word(wanted) || wanted.starts_with(|it: char| it.is_ascii_digit()) || !wanted.is_ascii();
        let wanted = if is_other || is_made_later(wanted) {
            format_smolstr!("c_{}", wanted.replace(|it: char| !it.is_ascii_alphanumeric(), "_"))
        } else {
            SmolStr::from(wanted)
        };
        let mut name = wanted.clone();
        let number = self.numbers.entry(wanted.clone()).or_insert(1);
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format_smolstr!("{wanted}_{number}");
        }
        name
    }
}

/// Returns `true` if the steps of threads may give this name to a variable of their own: to what says whether a thread was
/// created, whether one is inside of an atomic section, or what is chosen.
fn is_made_later(name: &str) -> bool {
    name == HELD || name.starts_with("any_") || name.ends_with("_created")
}

/// The name of a file without folders and extension, as a word.
fn stem(path: &str) -> SmolStr {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.replace(|it: char| !it.is_ascii_alphanumeric(), "_").into()
}

/// The lines of a text, after which places and properties are named.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// The offsets of the line breaks; none if names do not mention lines.
    breaks: Option<Vec<usize>>,
    /// The files after the first one: the offsets where they begin, with their names as words.
    others: Vec<(u32, SmolStr)>,
}

impl<'t> Lines<'t> {
    /// The lines of a program, which names mention or do not. Linear.
    pub(crate) fn of(joined: &'t Joined, are_mentioned: bool) -> Self {
        let text = &*joined.text;
        let breaks = are_mentioned.then(|| text.match_indices('\n').map(|(at, _)| at).collect());
        let others = joined.others.iter().map(|other| (other.start, stem(&other.path))).collect();
        Self { text, breaks, others }
    }

    /// A name for what is at a place: `line_3`, or `line_queue_3` in another file than the first one.
    pub(crate) fn name(&self, what: &str, span: Span) -> SmolStr {
        let Some(ends) = &self.breaks else { return what.into() };
        let breaks = |offset: u32| ends.partition_point(|at| *at < offset as usize);
        let others = &self.others[..self.others.partition_point(|(start, _)| *start <= span.start)];
        if let Some((start, file)) = others.last() {
            return format_smolstr!("{what}_{file}_{}", breaks(span.start) - breaks(*start) + 1);
        }
        format_smolstr!("{what}_{}", breaks(span.start) + 1)
    }

    /// The text of a place; that of the whole directive, where the place is the name of an included file.
    pub(crate) fn text(&self, span: Span) -> &'t str {
        let before = self.text.get(..span.start as usize).unwrap_or_default();
        let directive = before.trim_end().ends_with("include").then(|| before.rfind('#')).flatten();
        self.text.get(directive.unwrap_or(span.start as usize)..span.end as usize).unwrap_or_default()
    }
}
