//! The files of a program as one text, in which every place of the program is a span.

use std::sync::Arc;

use boolprog_base::{Joined, Span};
use rustc_hash::FxHashMap;

use crate::source::{File, Place};
use crate::tree::Unit;

/// The text of a program: the files of its units in their order, and then the files that these include, each once.
#[derive(Clone, Debug)]
pub struct Texts {
    /// All of it.
    pub joined: Joined,
    units: Vec<Arc<Unit>>,
    /// Of each file of each unit, the offset at which it begins; none for a header that is built in.
    starts: Vec<Vec<Option<u32>>>,
}

impl Texts {
    /// The text of the program that these units are, without those of the library. Linear.
    pub fn of(units: &[Arc<Unit>]) -> Self {
        let first = units.iter().filter_map(|unit| unit.sources.files.first());
        let included = units.iter().flat_map(|unit| unit.sources.files.iter().skip(1)).filter(|it| !it.is_built_in);
        let mut files: Vec<&File> = Vec::new();
        let mut numbers: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        for file in first.chain(included) {
            numbers.entry((&*file.path, &*file.text)).or_insert_with(|| {
                files.push(file);
                files.len() - 1
            });
        }
        let text = files.first().map_or_else(Arc::default, |file| Arc::clone(&file.text));
        let joined = Joined::new(text, files.iter().skip(1).map(|file| (&*file.path, &*file.text)));
        let start = |file: &File| joined.start_of(*numbers.get(&(&*file.path, &*file.text))?);
        let starts = units.iter().map(|unit| unit.sources.files.iter().map(start).collect()).collect();
        Self { joined, units: units.to_vec(), starts }
    }

    /// The span of a place in the unit with this number: for one in a built-in header, that of the directive which includes it.
    /// None for the library.
    pub fn span(&self, unit: u32, mut place: Place) -> Option<Span> {
        let (unit, starts) = (self.units.get(unit as usize)?, self.starts.get(unit as usize)?);
        loop {
            let file = place.file.0 as usize;
            if let Some(start) = starts.get(file).copied().flatten() {
                return Some(place.span.after(start));
            }
            place = unit.sources.files.get(file)?.included?;
        }
    }

    /// The comments of all files, in their order.
    pub fn comments(&self) -> Vec<Span> {
        let files =
            self.units.iter().zip(&self.starts).flat_map(|(unit, starts)| unit.sources.files.iter().zip(starts));
        let of_file = |(file, start): (&File, &Option<u32>)| {
            start.map(|start| file.comments.iter().map(move |it| it.after(start)).collect::<Vec<_>>())
        };
        let mut comments: Vec<Span> = files.filter_map(of_file).flatten().collect();
        comments.sort_unstable_by_key(|span| (span.start, span.end));
        comments.dedup();
        comments
    }
}
