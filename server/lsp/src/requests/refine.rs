//! `boolprog/refine`: rounds of abstraction, check and refinement of an integer program; and `boolprog/declare`, which adds
//! predicates to it.

use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_base::words::count;
use boolprog_check::evidence::EvidenceDocument;
use boolprog_check::refine::{Options, Outcome, Refinement, Round, RoundVerdict, refine};
use boolprog_check::wording;
use boolprog_host::limits::cores;
use boolprog_host::provers::{prover, unavailable};
use boolprog_ide::abstraction::{Real, Spurious};
use boolprog_ide::integer::predicates::{declarations, refined};
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentIdentifier, TextEdit};

use super::predicates::{Predicate, converted};
use super::{reply, work};
use crate::session::abstractions::Made;
use crate::session::convert::Converter;
use crate::session::document::Question;
use crate::session::state::Shared;
use crate::session::view::{Named, View};

/// The most rounds of one request.
const MOST_ROUNDS: u32 = 30;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
    /// The most rounds; with one, the program is only abstracted, and its counterexamples are examined.
    #[serde(default)]
    rounds: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DeclareParams {
    #[serde(rename = "textDocument")]
    text_document: TextDocumentIdentifier,
    predicates: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refined {
    /// The conclusion, as a sentence.
    message: String,
    /// `proved`, `violated` or `unknown`.
    verdict: String,
    /// The Boolean program of the last round; `null` if there is none.
    text: Option<String>,
    rounds: Vec<RoundDocument>,
    /// Predicates of all rounds.
    predicates: Vec<Predicate>,
    /// The counterexample of the integer program, if there is one.
    trace: Option<TraceDocument>,
    /// Why the prover answers nothing, if that is so.
    no_prover: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RoundDocument {
    round: u32,
    predicates: usize,
    lines: usize,
    questions: u64,
    verdict: String,
    /// Why each counterexample is none of the integer program, as clauses.
    spurious: Vec<String>,
    /// Predicates that are new in the next round.
    added: Vec<String>,
}

/// Goes round with the limits of a requested check. Lenses of the Boolean program then say what its counterexamples mean,
/// and a violation or a proof becomes a verdict on the integer program. `null` if the document is not open or not an integer program.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Refined>> {
    let rounds = params.rounds.unwrap_or(MOST_ROUNDS).clamp(1, MOST_ROUNDS);
    let doing = if rounds == 1 { "Abstracting" } else { "Refining" };
    let this = Arc::clone(shared);
    work::about(shared, &params.text_document.uri, doing, move |view, convert, control| {
        let analysed = view.version.analysed()?;
        let snapshot = analysed.source.integer()?;
        let (Some((model, _, _)), Some(question)) = (analysed.searched(), analysed.question()) else {
            return Some(Refined::refused("The program has errors."));
        };
        let command = &view.version.settings.integer.prover;
        let (mut prover, mut checker) = (prover(command), prover(command));
        let options = Options {
            any: analysed.model().is_some_and(|(model, _)| model.has_any_number()),
            rounds,
            check: boolprog_check::Options { jobs: cores(), ..boolprog_check::Options::default() },
            ..Options::default()
        };
        let provers: (&mut dyn Prover, &mut dyn Prover) = (&mut prover, &mut checker);
        let refinement = refine(&model, &options, provers, control, &mut |round| {
            control.limits.round(round.number as usize);
        });
        this.remember(view, &refinement);
        this.learn_verdicts(view, question, &refinement, (&mut checker, control));
        let predicates = refined(snapshot, &refinement.rounds).into_iter().map(|it| converted(it, convert)).collect();
        let no_prover = if refinement.rounds.is_empty() { unavailable(command) } else { None };
        let scope = wording::scope_of(&question.query);
        Some(Refined { predicates, no_prover, ..Refined::new(refinement, rounds, &scope) })
    })
    .await
}

/// Answers `boolprog/declare` with the edit that adds predicates to an integer program; `null` if there is nothing to add.
pub(crate) async fn declare(shared: &Arc<Shared>, params: DeclareParams) -> Result<Option<TextEdit>> {
    let DeclareParams { text_document, predicates } = params;
    reply::about(shared, &text_document.uri, move |named: &Named, convert: &Converter<'_>| {
        declarations(named.source.integer()?, &predicates).map(|edit| convert.edit(edit))
    })
    .await
}

impl Shared {
    fn remember(&self, view: &View, refinement: &Refinement) {
        let (Some(boolean), Some(round)) = (&refinement.boolean, refinement.rounds.last()) else { return };
        let real = match &refinement.outcome {
            Outcome::Violated { trace, .. } => Some(Real {
                property: trace.property.id.clone(),
                instances: count(u64::from(trace.threads_needed), "instance"),
            }),
            Outcome::Proved | Outcome::Unknown(_) => None,
        };
        let spurious = round.spurious.iter().map(|path| Spurious {
            line: path.line,
            place: path.place(),
            add: round.added.clone(),
        });
        self.abstractions.add(Made {
            text: boolean.printed.text.as_str().into(),
            origins: boolean.printed.origins.clone(),
            source: view.version.uri.clone(),
            spurious: spurious.collect(),
            real,
        });
        if self.features().refreshes_lenses {
            self.queue.lenses_changed.notify_one();
        }
    }

    /// The outcome is a verdict on the integer program, if the check has none, once its evidence is checked again: a
    /// counterexample is executed, a proof checked with a prover.
    fn learn_verdicts(
        &self,
        view: &View,
        question: &Question,
        refinement: &Refinement,
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) {
        let Refinement { outcome, certificate, .. } = refinement;
        let traces = match outcome {
            Outcome::Violated { trace, .. } => vec![(**trace).clone()],
            Outcome::Proved | Outcome::Unknown(_) => Vec::new(),
        };
        let evidence = EvidenceDocument { traces, sites: Vec::new(), certificate: certificate.clone() };
        let is_empty = evidence.traces.is_empty() && evidence.certificate.is_none();
        if is_empty {
            return;
        }
        if let Ok(verdicts) = evidence.verdicts(&question.query, prover, control) {
            let nothing = || question.nothing_found();
            self.learn(view, |results| results.learn_verdicts(question.fingerprint, verdicts, nothing));
            self.queue.push(view.version.uri.clone());
        }
    }
}

impl Refined {
    fn refused(why: &str) -> Self {
        Self {
            message: why.to_owned(),
            verdict: "unknown".to_owned(),
            text: None,
            rounds: Vec::new(),
            predicates: Vec::new(),
            trace: None,
            no_prover: None,
        }
    }

    fn new(refinement: Refinement, most: u32, scope: &str) -> Self {
        let (verdict, message) = concluded(&refinement, most, scope);
        let Refinement { rounds, outcome, boolean, .. } = refinement;
        let trace = match outcome {
            Outcome::Violated { trace, .. } => Some(*trace),
            Outcome::Proved | Outcome::Unknown(_) => None,
        };
        Self {
            text: boolean.map(|boolean| boolean.printed.text),
            rounds: rounds.iter().map(RoundDocument::new).collect(),
            trace,
            ..Self { verdict: verdict.to_owned(), ..Self::refused(&message) }
        }
    }
}

impl RoundDocument {
    fn new(round: &Round) -> Self {
        Self {
            round: round.number,
            predicates: round.predicates.len(),
            lines: round.lines,
            questions: round.questions,
            verdict: match round.verdict {
                RoundVerdict::Proved => "proved",
                RoundVerdict::Violated => "violated",
                RoundVerdict::Unknown => "unknown",
            }
            .to_owned(),
            spurious: round.spurious.iter().map(ToString::to_string).collect(),
            added: round.added.clone(),
        }
    }
}

/// The verdict, and the conclusion as a sentence.
fn concluded(refinement: &Refinement, most: u32, scope: &str) -> (&'static str, String) {
    let number = refinement.rounds.len() as u32;
    let after = format!("after {}", count(number, "round"));
    match (&refinement.outcome, refinement.rounds.last()) {
        (Outcome::Proved, _) => {
            ("proved", format!("Proved {after}: nothing is violated {scope}, and every value exists."))
        }
        (Outcome::Violated { trace, .. }, _) => {
            let instances = count(u64::from(trace.threads_needed), "instance");
            let steps = count(trace.steps.len() as u64, "step");
            let (kind, name) = (trace.property.kind.name(), &trace.property.name);
            ("violated", format!("{kind} {name} is violated: {instances}, {steps}, found {after}."))
        }
        (Outcome::Unknown(_), Some(round)) if number == most && !round.added.is_empty() => {
            let missing = round.added.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>();
            let is_spurious = match &*round.spurious {
                [only] => format!("The counterexample is spurious at {}", only.place()),
                several => format!("{} are spurious", count(several.len() as u64, "counterexample")),
            };
            let missing = boolprog_base::words::listed(&missing);
            ("unknown", format!("{is_spurious}. Missing: {missing}."))
        }
        (Outcome::Unknown(why), _) => ("unknown", undecided(why, &after)),
    }
}

/// That nothing is decided, with what stopped the work if something did.
fn undecided(why: &str, after: &str) -> String {
    let stops = [Stop::Time, Stop::Memory, Stop::Full].map(|stop| stop.to_string());
    match stops.iter().find(|stop| why.ends_with(*stop)) {
        _ if why.ends_with(&Stop::Cancelled.to_string()) => format!("Cancelled {after}."),
        Some(stop) => format!("Undecided {after} ({stop})."),
        None => format!("Undecided {after}: {why}."),
    }
}

#[cfg(test)]
mod tests {
    use super::undecided;

    #[test]
    fn what_stopped_the_work_is_said_shortly() {
        let told = |why: &str| undecided(why, "after 12 rounds");
        assert_eq!(
            told("the Boolean program is not decided: time limit reached"),
            "Undecided after 12 rounds (time limit reached)."
        );
        assert_eq!(told("cancelled"), "Cancelled after 12 rounds.");
        assert_eq!(told("no predicate is missing"), "Undecided after 12 rounds: no predicate is missing.");
    }
}
