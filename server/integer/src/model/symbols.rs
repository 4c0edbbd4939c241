//! Meanings of the names of a file.

use std::collections::BTreeMap;

use boolprog_base::Span;
use smol_str::SmolStr;

use crate::syntax::ast;
use crate::{Initial, Location, LocationId, Sort};

#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: SmolStr,
    pub(super) sort: Sort,
    pub(super) initial: Initial,
    pub(super) span: Span,
}

/// The variables of the file, or those of a process.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Declared>,
    pub(super) names: BTreeMap<SmolStr, usize>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }
}

/// The number of instances of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CopyCount {
    One,
    Number(u16),
    Any,
}

/// A process with the meanings of its names.
#[derive(Debug)]
pub(super) struct ProcessSymbols<'a> {
    pub(super) name: SmolStr,
    pub(super) span: Span,
    pub(super) copies: CopyCount,
    pub(super) scope: Scope,
    pub(super) locations: Vec<Location>,
    pub(super) location_names: BTreeMap<SmolStr, LocationId>,
    pub(super) edges: Vec<&'a ast::Edge>,
}

impl ProcessSymbols<'_> {
    pub(super) fn location(&self, name: &str) -> Option<LocationId> {
        self.location_names.get(name).copied()
    }
}

#[derive(Clone, Debug)]
pub(super) struct ConstantSymbol {
    pub(super) value: i64,
    pub(super) span: Span,
}

/// The meanings of the names of a file.
#[derive(Debug, Default)]
pub(super) struct Symbols<'a> {
    pub(super) constants: BTreeMap<SmolStr, ConstantSymbol>,
    pub(super) shared: Scope,
    pub(super) processes: Vec<ProcessSymbols<'a>>,
    pub(super) process_names: BTreeMap<SmolStr, usize>,
}

impl Symbols<'_> {
    pub(super) fn process_named(&self, name: &str) -> Option<usize> {
        self.process_names.get(name).copied()
    }

    pub(super) fn process_names(&self) -> impl Iterator<Item = &str> {
        self.process_names.keys().map(SmolStr::as_str)
    }
}
