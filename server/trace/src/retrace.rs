//! A saved trace after its program was edited: follows it through the present text.
//!
//! What is followed is who acts and which statement it executes. Places in the text mean nothing: statements are
//! recognised by what they say, variables and procedures by their names, or by their order where a name is gone. Where the
//! program leaves something open, the recorded decision comes first, and others after it.

mod past;
mod search;
mod why;

use std::fmt;

use boolprog_program::names::Names;
use boolprog_program::program::PropertyKind;
use boolprog_program::reading::Reading;
use boolprog_syntax::Span;
use boolprog_syntax::ast::{SiteId, SourceFile};

use crate::Subject;
use crate::document::{DocumentError, TraceDocument, program_hash};
use crate::interpreter::Interpreter;
use crate::replay::{ClaimedRun, replay};
use past::Past;
use search::{End, search};

/// The program as it is now. Nothing in it may be an error.
#[derive(Clone, Copy, Debug)]
pub struct Present<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its path, as a new trace is to give it.
    pub path: &'a str,
    /// Its syntax tree.
    pub file: &'a SourceFile,
    /// What its names stand for.
    pub names: &'a Names,
    /// How it is read.
    pub reading: &'a Reading,
    /// All its properties, in textual order.
    pub goals: &'a [Goal<'a>],
}

/// A property that a trace can end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal<'a> {
    /// Stable id.
    pub id: &'a str,
    /// Which of the two.
    pub kind: PropertyKind,
    /// The asserted expression or the label, as written.
    pub name: &'a str,
    /// The `assert`, or the statement with the label.
    pub site: SiteId,
    /// What an editor underlines.
    pub span: Span,
}

/// What became of a trace. Steps count from 1; 0 is the start. Displayed as a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Retraced {
    /// It still ends as it did: a trace of the present text, re-executed. It may have other steps than the old one.
    StillFails(Box<TraceDocument>),
    /// It gets no further than to this step of the old trace.
    NoLongerExecutable {
        /// The first step that cannot be taken.
        step: usize,
        /// Why, as a clause.
        why: String,
    },
    /// It can be followed to its end, but nothing is violated there.
    NoLongerFails,
    /// The property is not in the program any more.
    NoSuchProperty,
    /// It was not found out.
    Undecided {
        /// How far it was followed.
        step: usize,
    },
}

impl fmt::Display for Retraced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StillFails(trace) if trace.property.kind == crate::document::PropertyKind::Place => {
                write!(f, "It can still be executed.")
            }
            Self::StillFails(_) => write!(f, "It still fails."),
            Self::NoLongerExecutable { step: 0, why } => write!(f, "It can no longer be executed: {why}."),
            Self::NoLongerExecutable { step, why } => write!(f, "It can no longer be executed at step {step}: {why}."),
            Self::NoLongerFails => write!(f, "It can still be executed, but nothing is violated at its end."),
            Self::NoSuchProperty => write!(f, "What it violates is not in the program any more."),
            Self::Undecided { step } => {
                write!(
                    f,
                    "Whether it still fails was not found out: there are too many ways to go on behind step {step}."
                )
            }
        }
    }
}

/// Follows a trace through the present text of its program. Fails if the document contradicts itself.
///
/// This is a search for a cheapest alignment of the recorded steps with steps of the present program, as for an edit
/// distance, from the start of both. It visits at most a few thousand configurations more than the trace has, and keeps
/// them.
pub fn retrace(document: &TraceDocument, present: &Present<'_>) -> Result<Retraced, DocumentError> {
    let goals = wanted(document, present.goals);
    if goals.is_empty() && document.property.kind != crate::document::PropertyKind::Place {
        document.states()?;
        return Ok(Retraced::NoSuchProperty);
    }
    let past = Past::new(document, present)?;
    let interpreter = Interpreter::new(present.file, present.names, present.reading);
    Ok(match search(&interpreter, &past, &goals) {
        End::Found(run) => told(document, present, &goals, interpreter, run),
        End::Stuck { step, why } => Retraced::NoLongerExecutable { step, why },
        End::Holds => Retraced::NoLongerFails,
        End::TooMany { step } => Retraced::Undecided { step },
    })
}

/// The properties that can be meant: those that say the same; if there are none, the one with the same id.
fn wanted<'a>(document: &TraceDocument, goals: &[Goal<'a>]) -> Vec<Goal<'a>> {
    let property = &document.property;
    let kind =
        if property.kind == crate::document::PropertyKind::Assert { PropertyKind::Assert } else { PropertyKind::Label };
    let select = |meant: &dyn Fn(&Goal<'_>) -> bool| {
        let same_kind =
            goals.iter().filter(|goal| goal.kind == kind && property.kind != crate::document::PropertyKind::Place);
        same_kind.filter(|goal| meant(goal)).copied().collect::<Vec<_>>()
    };
    let same = select(&|goal| goal.name == property.name);
    if same.is_empty() { select(&|goal| goal.id == property.id) } else { same }
}

/// The document of a run that was found.
fn told(
    document: &TraceDocument,
    present: &Present<'_>,
    goals: &[Goal<'_>],
    interpreter: Interpreter<'_>,
    run: ClaimedRun,
) -> Retraced {
    let (step, violation) = (document.steps.len(), run.violation);
    let is_place = document.property.kind == crate::document::PropertyKind::Place;
    let span = present.file.sites.get(violation.site.0 as usize).map_or(Span::default(), |site| site.span);
    let line = present.text.get(..span.start as usize).unwrap_or_default().matches('\n').count() + 1;
    let place = format!("line {line}");
    let goal = goals.iter().find(|goal| goal.site == violation.site && goal.kind == violation.kind);
    let (id, name, span) = goal.map_or(("place", place.as_str(), span), |goal| (goal.id, goal.name, goal.span));
    let interpreter = if is_place { interpreter.asking_for(violation.site) } else { interpreter };
    let Ok(trace) = replay(&interpreter, run) else { return Retraced::Undecided { step } };
    let subject = Subject {
        text: present.text,
        path: present.path,
        hash: &program_hash(present.text),
        property_id: id,
        property_name: name,
        property_span: span,
        guarantee: "",
    };
    Retraced::StillFails(Box::new(trace.to_document(&interpreter, &subject)))
}
