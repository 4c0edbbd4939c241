//! Code actions: quick fixes, refactorings, and actions on verdicts.
//!
//! [`actions`] is the table of the families. An action is cheap to offer; edits that take some work are made by
//! [`Action::edits`] when it is selected. Nothing that is stale or partial is offered.

mod atomic;
mod calls;
mod constant;
mod counts;
mod doubles;
pub(crate) mod fixes;
mod fresh;
mod known;
mod labels;
mod place;
mod procedures;
mod useless;
pub(crate) mod verdicts;

use boolprog_base::{Diagnostic, Edit, Fix, Span};

use crate::Snapshot;

/// Kind of an action, as editors group them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Fixes the cause of a diagnostic.
    QuickFix,
    /// Replaces a name by its value.
    Inline,
    /// Adds to the program.
    Rewrite,
    /// All fixes that leave no choice.
    FixAll,
}

/// Effect of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Edits of the text.
    Change(Vec<Edit>),
    /// Writes the counterexample to the property with this id above it.
    TraceComment(String),
    /// Replays the counterexample to the property with this id.
    Replay(String),
    /// Checks the file again.
    Check,
    /// Says how a prover gets here.
    InstallProver,
    /// Saves the proofs of the file as theorems.
    SaveTheorems,
    /// Repeats the check of the property with this id, with this time limit in seconds.
    Retry(String, u32),
}

/// Something that can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// Imperative title; no two actions about one diagnostic, or about none, have the same.
    pub title: String,
    /// Kind of the action.
    pub kind: Kind,
    /// `true` if it is the obvious fix of its diagnostic.
    pub preferred: bool,
    /// The diagnostic that it is about.
    pub diagnostic: Option<Diagnostic>,
    /// Effect of the action.
    pub effect: Effect,
}

impl Effect {
    /// Returns `true` if a command of the client does it.
    pub fn is_of_client(&self) -> bool {
        matches!(self, Self::Replay(_) | Self::InstallProver | Self::SaveTheorems)
    }
}

impl Action {
    /// An action that is about no diagnostic.
    pub(crate) fn refactoring(kind: Kind, title: impl Into<String>, effect: Effect) -> Self {
        Self { title: title.into(), kind, preferred: false, diagnostic: None, effect }
    }

    /// The span of its diagnostic.
    pub fn about(&self) -> Option<Span> {
        self.diagnostic.as_ref().map(|diagnostic| diagnostic.span)
    }

    /// Its edits of the text, in textual order; `None` if it changes something else.
    pub fn edits(&self, snapshot: &Snapshot) -> Option<Vec<Edit>> {
        match &self.effect {
            Effect::Change(edits) => Some(edits.clone()),
            Effect::TraceComment(property) => verdicts::comment(snapshot, property),
            Effect::Replay(_) | Effect::Check | Effect::InstallProver | Effect::SaveTheorems | Effect::Retry(..) => {
                None
            }
        }
    }
}

/// A fix that a diagnostic of some codes has beyond those that it carries.
type FixesOf = fn(&Snapshot, &Diagnostic) -> Vec<Fix>;

const FIXES: [FixesOf; 8] = [
    fixes::carried,
    atomic::fixes,
    calls::fixes,
    counts::fixes,
    doubles::fixes,
    labels::fixes,
    procedures::fixes,
    useless::fixes,
];

/// A family of other actions at a range.
type ActionsAt = fn(&Snapshot, Span) -> Vec<Action>;

const OTHERS: [ActionsAt; 4] = [verdicts::actions, constant::actions, atomic::actions, known::actions];

/// The actions at a range, the fixes of its diagnostics first. Linear in the text.
pub fn actions(snapshot: &Snapshot, range: Span) -> Vec<Action> {
    let mut actions: Vec<Action> = Vec::new();
    for diagnostic in fixes::diagnostics(snapshot).filter(|diagnostic| touches(diagnostic.span, range)) {
        actions.extend(fixes::actions(snapshot, diagnostic));
    }
    actions.extend(OTHERS.iter().flat_map(|family| family(snapshot, range)));
    actions.extend(fixes::all(fixes::diagnostics(snapshot)));
    each_once(actions)
}

pub(crate) fn each_once(mut actions: Vec<Action>) -> Vec<Action> {
    let mut seen = rustc_hash::FxHashSet::default();
    actions.retain(|action| seen.insert((action.title.clone(), action.about())));
    actions
}

pub(crate) fn touches(span: Span, range: Span) -> bool {
    span.start <= range.end && range.start <= span.end
}

fn insertion(offset: u32, text: impl Into<String>) -> Edit {
    Edit { span: Span::empty(offset), text: text.into() }
}

fn deletion(start: u32, end: u32) -> Edit {
    Edit { span: Span::new(start, end), text: String::new() }
}
