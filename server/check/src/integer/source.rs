//! An integer program that is yet without a number of instances.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_integer::syntax::ast::SourceFile;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_trace::document::TraceDocument;

use super::Model;

/// The text of an integer program without syntax errors, and its tree.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text.
    pub text: Arc<str>,
    /// Its syntax tree.
    pub file: Arc<SourceFile>,
}

impl Source {
    /// Reads a text; `None` if it has syntax errors.
    pub fn read(text: Arc<str>) -> Option<Self> {
        let parsed = boolprog_integer::syntax::parse(&text);
        parsed.diagnostics.is_empty().then(|| Self { text, file: Arc::new(parsed.file) })
    }

    /// The models that have the instances of a trace, which does not say how often a process with any number of instances
    /// was there, nor what happens to values that leave their range.
    pub fn models<'x>(&'x self, document: &'x TraceDocument) -> impl Iterator<Item = Model> + 'x {
        let counts = counts(document);
        let ranges = [OnRange::Error, OnRange::Block, OnRange::Wrap].into_iter();
        let instantiations = ranges.flat_map(move |on_range| {
            counts.clone().into_iter().map(move |threads| Instantiation { threads: Some(threads), on_range })
        });
        instantiations.filter_map(|instantiation| {
            let (text, file) = (Arc::clone(&self.text), Arc::clone(&self.file));
            let model = Model::new(document.program.as_str(), text, file, instantiation).ok()?;
            let names = model.system.instances.iter().map(|instance| instance.name.as_str());
            names.eq(document.instances.iter().map(String::as_str)).then_some(model)
        })
    }
}

/// How many instances the processes of a trace have: one of these numbers is meant where a program leaves it open.
fn counts(document: &TraceDocument) -> BTreeSet<u16> {
    let mut counts: BTreeMap<&str, u16> = BTreeMap::new();
    for instance in &document.instances {
        let process = instance.split('[').next().unwrap_or_default();
        let count = counts.entry(process).or_default();
        *count = count.saturating_add(1);
    }
    // A program without processes has no instances.
    counts.into_values().chain(document.instances.is_empty().then_some(1)).collect()
}
