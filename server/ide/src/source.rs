//! A program in any language: the one place where features branch by language.

use std::sync::Arc;

use boolprog_base::{Diagnostic, Edit, Joined, Span};
use boolprog_trace::document::TraceDocument;

use crate::actions::{Action, Effect};
use crate::completion::{Completions, Subject};
use crate::format::Style;
use crate::hover::Hover;
use crate::inlay_hints::{InlayHint, Wanted};
use crate::inline_values::InlineValue;
use crate::lenses::Lens;
use crate::line_states::LineStates;
use crate::links::Link;
use crate::occurrences::{Declared, Occurrence};
use crate::properties::Entry;
use crate::rename::Refusal;
use crate::semantic_tokens::SemanticToken;
use crate::status::Status;
use crate::symbols::Symbol;
use crate::{Checkable, Results, Snapshot, format, imported, integer, line_states, symbols, unreachable};

/// One version of one file, in the language that it is written in. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Source {
    /// A Boolean program with its results.
    Boolean(Snapshot),
    /// An integer program with its results.
    Integer(integer::Snapshot),
    /// A program in a language of other tools, with its results.
    Imported(imported::Snapshot),
}

/// Defines the features that all languages have, each in a module of the same name.
macro_rules! features {
    ($($(#[$doc:meta])* $module:ident::$feature:ident($($name:ident: $type:ty),*) -> $result:ty;)+) => {
        impl Source {
            $(
                $(#[$doc])*
                pub fn $feature(&self, $($name: $type),*) -> $result {
                    match self {
                        Self::Boolean(snapshot) => crate::$module::$feature(snapshot, $($name),*),
                        Self::Integer(snapshot) => integer::$module::$feature(snapshot, $($name),*),
                        Self::Imported(snapshot) => imported::$module::$feature(snapshot, $($name),*),
                    }
                }
            )+
        }
    };
}

/// Defines the features of our own languages. Other languages have other tools for them, so that there is `nothing`.
macro_rules! own_features {
    ($($(#[$doc:meta])* $module:ident::$feature:ident($($name:ident: $type:ty),*) -> $result:ty, or $nothing:expr;)+) => {
        impl Source {
            $(
                $(#[$doc])*
                pub fn $feature(&self, $($name: $type),*) -> $result {
                    match self {
                        Self::Boolean(snapshot) => crate::$module::$feature(snapshot, $($name),*),
                        Self::Integer(snapshot) => integer::$module::$feature(snapshot, $($name),*),
                        Self::Imported(_) => $nothing,
                    }
                }
            )+
        }
    };
}

features! {
    /// The actions at a range, the fixes of its diagnostics first.
    actions::actions(range: Span) -> Vec<Action>;
    /// All diagnostics, by position. Nothing that a stale result says is among them.
    diagnostics::diagnostics() -> Vec<Diagnostic>;
    /// The hover at an offset, in at most `room` lines (10 or more).
    hover::hover(offset: u32, room: usize) -> Option<Hover>;
    /// The hints in a span, in textual order.
    inlay_hints::inlay_hints(within: Span, wanted: &Wanted) -> Vec<InlayHint>;
    /// The variables in a span whose values are shown while a replay is stopped at an offset, in textual order.
    inline_values::inline_values(within: Span, stopped: u32) -> Vec<InlineValue>;
    /// The enabled lenses, in textual order.
    lenses::lenses() -> Vec<Lens>;
    /// The properties with their outcomes, in textual order. Results of an older text give no outcome.
    properties::properties() -> Vec<Entry>;
    /// The state of the file for a status line.
    status::status() -> Status;
    /// The counterexample to the property with this id, if there is one and it is about this very program.
    trace::trace(id: &str) -> Option<TraceDocument>;
}

own_features! {
    /// The possible words at an offset; `None` if there is nothing to offer.
    completion::completions(offset: u32) -> Option<Completions>, or None;
    /// The documentation of the item with this label, in Markdown.
    completion::documentation(label: &str, subject: Subject) -> Option<String>, or None;
    /// The links in comments, in textual order.
    links::links() -> Vec<Link>, or Vec::new();
    /// The name at an offset, and where it is declared; `None` if there is no name.
    occurrences::declarations(offset: u32) -> Option<(Span, Vec<Declared>)>, or None;
    /// All occurrences of the name at an offset, in textual order; `None` if there is no name.
    occurrences::occurrences(offset: u32) -> Option<Vec<Occurrence>>, or None;
    /// The name at an offset that can be renamed; `None` if there is no name.
    ///
    /// Fails with the reason if the thing that is named there keeps its name.
    rename::prepare(offset: u32) -> Result<Option<Span>, Refusal>, or Ok(None);
    /// The edits that give the thing at an offset another name; `None` if there is no name.
    ///
    /// Fails with the reason if the name is none, or if the program would not mean the same.
    rename::rename(offset: u32, new_name: &str) -> Result<Option<Vec<Edit>>, Refusal>, or Ok(None);
    /// The semantic tokens of the lines that a span touches, in textual order.
    semantic_tokens::semantic_tokens(within: Span) -> Vec<SemanticToken>, or Vec::new();
}

impl Source {
    /// The Boolean program, if it is one.
    pub fn boolean(&self) -> Option<&Snapshot> {
        match self {
            Self::Boolean(snapshot) => Some(snapshot),
            Self::Integer(_) | Self::Imported(_) => None,
        }
    }

    /// The integer program, if it is one.
    pub fn integer(&self) -> Option<&integer::Snapshot> {
        match self {
            Self::Integer(snapshot) => Some(snapshot),
            Self::Boolean(_) | Self::Imported(_) => None,
        }
    }

    /// The program as features that show verdicts see it.
    pub fn checkable(&self) -> &dyn Checkable {
        match self {
            Self::Boolean(snapshot) => snapshot,
            Self::Integer(snapshot) => snapshot,
            Self::Imported(snapshot) => snapshot,
        }
    }

    /// The same program with other verdicts.
    #[must_use]
    pub fn with_results(&self, results: Results) -> Self {
        match self.clone() {
            Self::Boolean(snapshot) => Self::Boolean(Snapshot { results, ..snapshot }),
            Self::Integer(snapshot) => Self::Integer(integer::Snapshot { results, ..snapshot }),
            Self::Imported(snapshot) => Self::Imported(imported::Snapshot { results, ..snapshot }),
        }
    }

    /// The text of a program that may have several files; places are offsets into it.
    pub fn joined(&self) -> Option<&Joined> {
        match self {
            Self::Imported(snapshot) => Some(&snapshot.joined),
            Self::Boolean(_) | Self::Integer(_) => None,
        }
    }

    /// The text of the file.
    pub fn text(&self) -> &Arc<str> {
        self.checkable().text()
    }

    /// The text of a range; empty where the range does not lie on character boundaries of the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// The edits of an action, in textual order; `None` if it changes something else.
    pub fn edits(&self, action: &Action) -> Option<Vec<Edit>> {
        match (self, &action.effect) {
            (Self::Boolean(snapshot), _) => action.edits(snapshot),
            (Self::Integer(_) | Self::Imported(_), Effect::Change(edits)) => Some(edits.clone()),
            (Self::Integer(_) | Self::Imported(_), _) => None,
        }
    }

    /// The edits that format the text; none if it has syntax errors.
    pub fn format(&self, style: Style) -> Vec<Edit> {
        match self {
            Self::Boolean(snapshot) => format::format(&snapshot.text, &snapshot.syntax, style),
            Self::Integer(snapshot) => integer::format::format(snapshot, style),
            Self::Imported(_) => Vec::new(),
        }
    }

    /// The same around a range.
    pub fn format_range(&self, range: Span, style: Style) -> Vec<Edit> {
        match self {
            Self::Boolean(snapshot) => format::format_range(&snapshot.text, &snapshot.syntax, range, style),
            Self::Integer(snapshot) => integer::format::format_range(snapshot, range, style),
            Self::Imported(_) => Vec::new(),
        }
    }

    /// The edits of formatting after the user has typed a `;` that ends at `offset`, or a line break.
    pub fn format_on_type(&self, offset: u32, typed: char, style: Style) -> Vec<Edit> {
        match self {
            Self::Boolean(snapshot) => format::format_on_type(&snapshot.text, &snapshot.syntax, offset, typed, style),
            Self::Integer(snapshot) => integer::format::format_on_type(snapshot, offset, typed, style),
            Self::Imported(_) => Vec::new(),
        }
    }

    /// The outline, in textual order.
    pub fn symbols(&self) -> Vec<Symbol> {
        match self {
            Self::Boolean(snapshot) => symbols::symbols(&snapshot.file),
            Self::Integer(snapshot) => integer::symbols::symbols(&snapshot.text, &snapshot.file),
            Self::Imported(_) => Vec::new(),
        }
    }

    /// Facts before the statement at an offset, or the nearest one on its line; `None` if there is none.
    pub fn line_states(&self, offset: u32) -> Option<LineStates> {
        match self {
            Self::Boolean(snapshot) => line_states::line_states(snapshot, offset),
            Self::Imported(snapshot) => imported::line_states::line_states(snapshot, offset),
            Self::Integer(_) => None,
        }
    }

    /// The regions that no thread ever reaches, if they are known exactly.
    pub fn unreachable(&self) -> Vec<Span> {
        match self {
            Self::Boolean(snapshot) => unreachable::found(snapshot),
            Self::Integer(_) | Self::Imported(_) => Vec::new(),
        }
    }

    /// Returns `true` if the check of this very program is complete.
    pub fn has_verdicts(&self) -> bool {
        self.checkable().results().current().is_some()
    }

    /// The id of the property whose verdict a diagnostic shows.
    pub fn property(&self, diagnostic: &Diagnostic) -> Option<&str> {
        match self {
            Self::Boolean(snapshot) => crate::verdicts::property(snapshot, diagnostic),
            Self::Integer(snapshot) => crate::verdicts::property(snapshot, diagnostic),
            Self::Imported(snapshot) => crate::verdicts::property(snapshot, diagnostic),
        }
    }
}
