//! The predicates of a program for a view: origin, use, and insertion into the text.

use boolprog_base::{Edit, Span};
use boolprog_check::integer::predicates::{Known, Origin, Predicates};
use boolprog_check::refine::Round;
use boolprog_check::wording::conclusion;
use boolprog_integer::syntax::ast::Item;

use super::Snapshot;
use super::predicate_offers::{insertion, insertions};

/// Knowledge about the predicates of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The result with them, as a sentence.
    pub message: String,
    /// The predicates, in the order in which they were found.
    pub predicates: Vec<Listed>,
}

/// A predicate in the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Formula, with its place if it has one.
    pub text: String,
    /// Only place where it is tracked; everywhere if none.
    pub place: Option<String>,
    /// The iteration that found it; none if the program says it, in a guard or in a declaration.
    pub iteration: Option<u32>,
    /// The round of refinement through Boolean programs that found it; none as above.
    pub round: Option<u32>,
    /// Span of its declaration.
    pub declaration: Option<Span>,
    /// Edges whose guards contain it, or that were not exact without it.
    pub edges: Vec<Span>,
    /// The combinations of locations at which some abstract states have it and others have not.
    pub splits: Vec<String>,
    /// Edit that declares it, if it is not in the program.
    pub insertion: Option<Edit>,
}

/// The predicates found in this very text, for a view. Each declaration is parsed before it is offered, so this takes
/// the time of parsing the text once for each predicate.
pub fn listing(snapshot: &Snapshot, predicates: &Predicates) -> Listing {
    Listing {
        message: conclusion(predicates),
        predicates: predicates.list.iter().map(|known| listed(snapshot, known)).collect(),
    }
}

fn listed(snapshot: &Snapshot, known: &Known) -> Listed {
    let (iteration, declaration, edges) = match &known.origin {
        Origin::Guards(edges) => (None, None, edges.clone()),
        Origin::Declared(span) => (None, Some(*span), Vec::new()),
        Origin::Found { iteration, edges } => (Some(*iteration), None, edges.clone()),
    };
    Listed {
        text: known.declaration.clone(),
        place: known.place.clone(),
        iteration,
        round: None,
        declaration,
        edges,
        splits: known.splits.clone(),
        insertion: iteration.and_then(|_| insertion(snapshot, &known.declaration)),
    }
}

/// The predicates of all rounds of refinement, each with the first round that found it missing.
pub fn refined(snapshot: &Snapshot, rounds: &[Round]) -> Vec<Listed> {
    let first = rounds.first().map(|round| &*round.predicates).unwrap_or_default();
    let found = rounds.iter().flat_map(|round| round.added.iter().map(|name| (name, Some(round.number))));
    let all = first.iter().map(|name| (name, None)).chain(found);
    let listed = all.map(|(name, round)| Listed {
        text: name.clone(),
        place: None,
        iteration: None,
        round,
        declaration: declaration(snapshot, name),
        edges: Vec::new(),
        splits: Vec::new(),
        insertion: round.and_then(|_| insertion(snapshot, name)),
    });
    listed.collect()
}

/// The edit that declares these predicates; `None` if all are declared, or if one of them would be an error.
pub fn declarations(snapshot: &Snapshot, predicates: &[String]) -> Option<Edit> {
    insertions(snapshot, predicates)
}

fn declaration(snapshot: &Snapshot, name: &str) -> Option<Span> {
    snapshot.file.items.iter().find_map(|item| match item {
        Item::Predicate(predicate) if snapshot.slice(predicate.condition.span) == name => Some(predicate.span),
        _ => None,
    })
}
