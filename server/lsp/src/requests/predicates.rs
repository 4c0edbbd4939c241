//! `boolprog/predicates`: the predicates of an integer program, and those that abstract matching finds in addition.

use std::sync::Arc;

use boolprog_check::Observer;
use boolprog_check::integer::predicates::predicates;
use boolprog_check::report::Iteration;
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_ide::integer::predicates::{Listed, listing};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, TextEdit};

use super::work;
use crate::session::convert::Converter;
use crate::session::state::Shared;

/// The maximal number of combinations of locations listed for one predicate.
const MOST_SPLITS: usize = 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Conclusion of the search, as a sentence.
    message: String,
    predicates: Vec<Predicate>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Predicate {
    /// Formula, with its place if it has one.
    text: String,
    /// Only place where it is tracked.
    place: Option<String>,
    /// The iteration that found it; `null` if the program says it.
    iteration: Option<u32>,
    /// The round of refinement through Boolean programs that found it, if one did.
    round: Option<u32>,
    declaration: Option<Range>,
    /// Edges whose guards contain it, or that were not exact without it.
    edges: Vec<Range>,
    /// Combinations of locations at which some abstract states have it and others have not, up to the limit for
    /// display.
    splits: Vec<String>,
    split: usize,
    /// Edit that declares it, if it is not in the program.
    insertion: Option<TextEdit>,
}

/// Searches under abstraction, with the limits of a requested check. Afterwards edges offer the predicates that they
/// lacked, as after a check. `null` if the document is not open or not an integer program.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Found>> {
    let this = Arc::clone(shared);
    work::about(shared, &params.text_document.uri, "Finding predicates of", move |view, convert, control| {
        let analysed = view.version.analysed()?;
        let snapshot = analysed.source.integer()?;
        let (Some((model, options, scope)), Some(fingerprint)) = (analysed.searched(), view.fingerprint()) else {
            let message = "The program has errors.".to_owned();
            return Some(Found { message, predicates: Vec::new() });
        };
        let mut prover = prover(&view.version.settings.integer.prover);
        let found = predicates(&model, options, &mut prover, control, &mut Shown(control.limits));
        let listing = listing(snapshot, &found);
        this.learn(view, |results| results.learn_gaps(fingerprint, &found.gaps));
        let predicates = listing.predicates.into_iter().map(|listed| converted(listed, convert)).collect();
        let message = scope.map_or(listing.message.clone(), |scope| format!("{} That is {scope}.", listing.message));
        Some(Found { message, predicates })
    })
    .await
}

/// Shows iterations while the person waits.
struct Shown<'a>(&'a Limits);

impl Observer for Shown<'_> {
    fn iteration(&mut self, number: usize, _: &Iteration) {
        self.0.iteration(number);
    }
}

pub(super) fn converted(listed: Listed, convert: &Converter) -> Predicate {
    Predicate {
        text: listed.text,
        place: listed.place,
        iteration: listed.iteration,
        round: listed.round,
        declaration: listed.declaration.map(|span| convert.range(span)),
        edges: listed.edges.into_iter().map(|span| convert.range(span)).collect(),
        split: listed.splits.len(),
        splits: listed.splits.into_iter().take(MOST_SPLITS).collect(),
        insertion: listed.insertion.map(|edit| convert.edit(edit)),
    }
}
