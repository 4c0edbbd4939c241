//! Definitions of macros.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::dynamic::Dynamic;
use crate::lexer::Token;
use crate::source::{self, MacroId, Place, Sources};

/// Index of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DefinitionId(usize);

/// A definition of a macro.
pub(super) struct Definition {
    pub(super) name: SmolStr,
    /// Its parameters; none if it takes none, and no parentheses either.
    pub(super) parameters: Option<Parameters>,
    /// Its replacement.
    pub(super) body: Rc<[Piece]>,
    /// Its place; none if an option defines it.
    pub(super) place: Option<Place>,
    /// `true` while what it stands for is read: there it is not replaced again.
    pub(super) is_open: bool,
    /// Its number in the sources, once it was used.
    pub(super) id: Option<MacroId>,
}

/// The parameters of a macro.
#[derive(Clone)]
pub(super) struct Parameters {
    /// Their names; that of `...` is `__VA_ARGS__`.
    pub(super) names: Vec<SmolStr>,
    /// `true` if the last one takes all other arguments.
    pub(super) is_variadic: bool,
}

impl Parameters {
    /// The last parameter, if it takes all other arguments.
    pub(super) fn rest(&self) -> Option<usize> {
        self.is_variadic.then(|| self.names.len() - 1)
    }
}

/// A piece of what a macro stands for.
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    /// `true` if `##` joins it with the piece before.
    pub(super) is_pasted: bool,
    /// `true` if a blank stands before it.
    pub(super) is_spaced: bool,
}

pub(super) enum PieceKind {
    Token(Token),
    /// A parameter.
    Argument(usize),
    /// `#` and a parameter.
    Text(usize),
    /// `__VA_OPT__(..)`: nothing if there are no other arguments.
    Optional(Vec<Piece>),
}

/// The meaning of a name of a macro.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Defined(DefinitionId),
    Dynamic(Dynamic),
}

/// All macros. Definitions stay where they are, since they may be read after the name got another one.
pub(super) struct Macros {
    definitions: Vec<Definition>,
    names: FxHashMap<SmolStr, Meaning>,
    /// Meanings that `#pragma push_macro` keeps.
    pushed: FxHashMap<SmolStr, Vec<Option<Meaning>>>,
}

impl Macros {
    pub(super) fn new() -> Self {
        let dynamic = Dynamic::NAMES.iter().map(|(name, dynamic)| (SmolStr::new(name), Meaning::Dynamic(*dynamic)));
        Self { definitions: Vec::new(), names: dynamic.collect(), pushed: FxHashMap::default() }
    }

    pub(super) fn define(&mut self, definition: Definition) {
        self.names.insert(definition.name.clone(), Meaning::Defined(DefinitionId(self.definitions.len())));
        self.definitions.push(definition);
    }

    pub(super) fn undefine(&mut self, name: &str) {
        self.names.remove(name);
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names.get(name).copied()
    }

    pub(super) fn get(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.0]
    }

    /// The replacement of the macro begins to be read, or ends.
    pub(super) fn set_open(&mut self, id: DefinitionId, is_open: bool) {
        self.definitions[id.0].is_open = is_open;
    }

    /// Returns `true` if a word is the name of a macro inside of what this macro stands for.
    pub(super) fn is_open(&self, name: &str) -> bool {
        matches!(self.names.get(name), Some(Meaning::Defined(id)) if self.get(*id).is_open)
    }

    /// The number of a macro that is used.
    pub(super) fn used(&mut self, id: DefinitionId, sources: &mut Sources) -> MacroId {
        let definition = &mut self.definitions[id.0];
        *definition.id.get_or_insert_with(|| {
            sources.macros.push(source::Macro { name: definition.name.clone(), place: definition.place });
            MacroId(sources.macros.len() as u32 - 1)
        })
    }

    pub(super) fn push(&mut self, name: &str) {
        let meaning = self.meaning(name);
        self.pushed.entry(name.into()).or_default().push(meaning);
    }

    pub(super) fn pop(&mut self, name: &str) {
        match self.pushed.get_mut(name).and_then(Vec::pop) {
            Some(Some(meaning)) => _ = self.names.insert(name.into(), meaning),
            Some(None) => self.undefine(name),
            None => {}
        }
    }
}
