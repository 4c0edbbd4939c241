//! `boolprog/properties` and `boolprog/coverage`: the contents of the test view of an editor.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::integer::coverage::Coverage as Counted;
use boolprog_check::wording;
use boolprog_ide::coverage::{self, Covered};
use boolprog_ide::properties::{Entry, Outcome};
use boolprog_ide::{Source, imported, integer};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

use super::{reply, work};
use crate::session::convert::Converter;
use crate::session::document::Analysed;
use crate::session::state::Shared;
use crate::session::view::{Awaited, Judged};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
}

/// The answer to `boolprog/properties`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Listed {
    checking: bool,
    /// Equal for equal programs; `null` if this one has errors.
    fingerprint: Option<String>,
    properties: Vec<Property>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Property {
    id: String,
    label: String,
    range: Range,
    /// `violated`, `proved` or `unknown`, if it is about this very program.
    verdict: Option<String>,
    /// The engine that decided it, if it is decided.
    engine: Option<String>,
    text: String,
    /// The variables that the verdict depends on, if they are known and not all.
    variables: Option<String>,
    /// Longer time limits, in seconds, with which a check may decide it.
    retries: Vec<u32>,
}

/// The answer to `boolprog/coverage`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Coverage {
    Coverage {
        procedures: Vec<Procedure>,
        statements: Vec<Statement>,
    },
    /// Why that is not known, as a sentence.
    Reason(String),
}

/// A procedure, and with how many thread states it is entered.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Procedure {
    name: String,
    range: Range,
    states: usize,
}

/// A statement, how many thread states there are before it and, for conditions, in how many of them they hold and
/// fail.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Statement {
    range: Range,
    states: usize,
    outcomes: Option<[usize; 2]>,
}

/// Answers `boolprog/properties`; `null` if the file is not open or not a program.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Listed>> {
    reply::about(shared, &params.text_document.uri, move |Judged { view, source }: &Judged, convert| {
        let entries = source.properties();
        let properties = entries.into_iter().map(|entry| converted(entry, convert)).collect();
        let fingerprint = view.fingerprint().map(|fingerprint| format!("{fingerprint:016x}"));
        Some(Listed { checking: view.is_pending(), fingerprint, properties })
    })
    .await
}

/// Answers `boolprog/coverage`; `null` if the file is not open or not a program. All states of an integer program are looked
/// at for it, with the limits of a requested check.
pub(crate) async fn coverage(shared: &Arc<Shared>, params: Params) -> Result<Option<Coverage>> {
    work::about(shared, &params.text_document.uri, "Computing the coverage of", move |view, convert, control| {
        let found = match Judged::of(view)?.source {
            Source::Boolean(snapshot) => coverage::coverage(&snapshot).map_err(str::to_owned),
            Source::Integer(_) => of_integer_program(view.version.analysed()?, integer::coverage::coverage, control),
            Source::Imported(_) => of_integer_program(view.version.analysed()?, imported::coverage::coverage, control),
        };
        Some(match found {
            Ok(found) => covered(found, convert),
            Err(reason) => Coverage::Reason(reason),
        })
    })
    .await
}

/// Shows what was counted.
type Show = fn(&Counted) -> coverage::Coverage;

fn of_integer_program(
    analysed: &Analysed,
    show: Show,
    control: &dyn Control,
) -> std::result::Result<coverage::Coverage, String> {
    let (model, options, _) = analysed.searched().ok_or("The program has errors.")?;
    let found = boolprog_check::integer::coverage::coverage(&model, options, control);
    found.map(|found| show(&found)).map_err(|why| wording::not_covered(&why))
}

fn covered(found: coverage::Coverage, convert: &Converter) -> Coverage {
    let procedure =
        |it: coverage::Procedure| Procedure { name: it.name, range: convert.range(it.span), states: it.states };
    let statement = |it: Covered| Statement {
        range: convert.range(it.span),
        states: it.states,
        outcomes: it.outcomes.map(|outcomes| [outcomes.holds, outcomes.fails]),
    };
    Coverage::Coverage {
        procedures: found.procedures.into_iter().map(procedure).collect(),
        statements: found.statements.into_iter().map(statement).collect(),
    }
}

fn converted(entry: Entry, convert: &Converter) -> Property {
    let verdict = entry.outcome.map(|outcome| match outcome {
        Outcome::Violated => "violated",
        Outcome::Proved => "proved",
        Outcome::Unknown => "unknown",
    });
    Property {
        id: entry.id,
        label: entry.label,
        range: convert.range(entry.span),
        verdict: verdict.map(str::to_owned),
        engine: entry.engine.map(str::to_owned),
        text: entry.text,
        variables: entry.variables,
        retries: entry.retries,
    }
}
