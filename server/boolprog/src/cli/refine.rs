//! `boolprog refine`: the loop of abstraction, check and refinement, round by round.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boolprog_base::words::count;
use boolprog_check::integer::Model;
use boolprog_check::refine::{Outcome, Refinement, Round, RoundVerdict, SpuriousPath, refine};
use boolprog_check::{self as check};
use boolprog_export::report::{Counterexample, PropertyDocument, Verdict};
use boolprog_host::limits::cores;
use boolprog_host::provers::prover;
use boolprog_integer::Property;
use boolprog_trace::document::TraceDocument;
use serde::Serialize;

use super::arguments::{Format, RefineArguments};
use super::checked::Status;
use super::output::complain;
use super::{json, output, traces};

/// Schema of the document.
const SCHEMA: &str = "boolprog-refinement-1";

/// Decides a program; the status is that of its properties together. Fails with a sentence for the user.
pub(super) fn answer(arguments: &RefineArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let abstraction = &arguments.abstraction;
    let limits = abstraction.limits.start();
    let model = abstraction.model(&limits)?;
    let options = check::refine::Options {
        any: abstraction.is_any(),
        seeds: abstraction.predicates.into(),
        precision: abstraction.precision(),
        rounds: arguments.rounds,
        check: check::Options { jobs: cores(), ..check::Options::default() },
    };
    let checker = arguments.checker.as_ref().unwrap_or(&abstraction.prover);
    let (mut prover, mut checker) = (prover(&abstraction.prover), prover(checker));
    let is_text = arguments.format == Format::Text;
    let (mut seconds, mut last) = (Vec::new(), Instant::now());
    let mut printed = if is_text { writeln!(out, "{}: {}", model.path, scope(&model, options.any)) } else { Ok(()) };
    let mut observe = |round: &Round| {
        let took = last.elapsed();
        (last, printed) = (
            Instant::now(),
            match &printed {
                Ok(()) if is_text => print_round(round, took, out),
                _ => std::mem::replace(&mut printed, Ok(())),
            },
        );
        seconds.push(took.as_secs_f64());
    };
    let refinement = refine(&model, &options, (&mut prover, &mut checker), &limits, &mut observe);
    if let (Some(path), Some(boolean)) = (&arguments.output, &refinement.boolean) {
        let write = |out: &mut output::Output| out.write_all(boolean.printed.text.as_bytes());
        output::write(Some(path), write).map_err(|_| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.certificate {
        save(path, &refinement)?;
    }
    let status = match refinement.outcome {
        Outcome::Proved => Status::Proved,
        Outcome::Violated { .. } => Status::Violated,
        Outcome::Unknown(_) => Status::Unknown,
    };
    let scope = scope(&model, options.any);
    let written = printed.and_then(|()| match arguments.format {
        Format::Text => print_outcome(&model, &refinement.outcome, &scope, out),
        Format::Json => {
            let document = document(&model, &refinement, scope, seconds);
            json::write(&document, out)
        }
    });
    Ok(written.map(|()| status))
}

/// Writes the proofs, if there are any. Fails with a sentence.
fn save(path: &Path, refinement: &Refinement) -> Result<(), String> {
    let Some(document) = &refinement.certificate else {
        complain(format_args!("there is no proof to save, so {} is not written.", path.display()));
        return Ok(());
    };
    let write = |out: &mut output::Output| Ok(serde_json::to_writer(out, document)?);
    output::write(Some(path), write).map_err(|_| format!("cannot write {}", path.display()))
}

/// The instances of a program: `any number of instances of Client`.
fn scope(model: &Model, any: bool) -> String {
    let replicated = model.system.processes.iter().filter(|process| any && process.replicated);
    let names: Vec<_> = replicated.map(|process| process.name.to_string()).collect();
    if names.is_empty() {
        let noun = if model.machine.is_some() { "thread" } else { "instance" };
        return count(model.system.instances.len() as u64, noun);
    }
    format!("any number of instances of {}", boolprog_base::words::listed(&names))
}

fn print_round(round: &Round, took: Duration, out: &mut impl Write) -> io::Result<()> {
    let verdict = match round.verdict {
        RoundVerdict::Proved => "nothing is violated",
        RoundVerdict::Violated => "violated",
        RoundVerdict::Unknown => "unknown",
    };
    let (predicates, lines) = (count(round.predicates.len() as u64, "predicate"), count(round.lines as u64, "line"));
    let exact = if round.exact { ", exact" } else { "" };
    writeln!(out, "  round {}: {predicates}{exact}, {lines}: {verdict}", round.number)?;
    for path in &round.spurious {
        writeln!(out, "    {path}")?;
    }
    if !round.added.is_empty() {
        let how = if round.by_interpolants { ", by interpolants" } else { "" };
        writeln!(out, "    new{how}: {}", round.added.join(", "))?;
    }
    writeln!(out, "    {}, {:.1} s", count(round.questions, "question"), took.as_secs_f64())
}

fn print_outcome(model: &Model, outcome: &Outcome, scope: &str, out: &mut impl Write) -> io::Result<()> {
    match outcome {
        Outcome::Proved => {
            for property in &model.system.properties {
                writeln!(out, "  proved    {} - never, with {scope}", named(property))?;
            }
            writeln!(out, "  proved    every value exists")
        }
        Outcome::Violated { trace, .. } => {
            let property = shown(trace);
            let name = if model.machine.is_some() { &property.name } else { &property.id };
            writeln!(out, "  violated  {name} - {}", instances(trace))?;
            traces::print(&property, out)
        }
        Outcome::Unknown(why) => writeln!(out, "  unknown   {why}"),
    }
}

/// A property as users write it: a claim of a C program, and otherwise its id.
fn named(property: &Property) -> String {
    property.claim.as_ref().map_or_else(|| property.id(), ToString::to_string)
}

fn instances(trace: &TraceDocument) -> String {
    let steps = count(trace.steps.len() as u64, "step");
    if trace.instances.is_empty() {
        return format!("by {}, in {steps}", count(u64::from(trace.threads_needed), "thread"));
    }
    format!("by {}, in {steps}", count(trace.instances.len() as u64, "instance"))
}

/// The violated property of a run, with the run.
fn shown(trace: &TraceDocument) -> PropertyDocument {
    let of = &trace.property;
    let (line, column) = (of.range.line, of.range.column);
    let mut property = PropertyDocument::new(of.id.clone(), of.kind, of.name.clone(), line, column);
    property.verdict = Verdict::Violated;
    property.trace = Some(Counterexample::from(Arc::new(trace.clone())));
    property
}

/// The loop as a document.
#[derive(Serialize)]
struct RefinementDocument<'a> {
    schema: &'static str,
    file: &'a str,
    scope: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    rounds: Vec<RoundDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a TraceDocument>,
}

#[derive(Serialize)]
struct RoundDocument<'a> {
    round: u32,
    predicates: &'a [String],
    exact: bool,
    lines: usize,
    verdict: &'static str,
    spurious: Vec<SpuriousDocument<'a>>,
    new_predicates: &'a [String],
    by_interpolants: bool,
    questions: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct SpuriousDocument<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<&'a str>,
    instances: usize,
    steps: usize,
    failing_step: usize,
    core: Vec<StatementDocument<'a>>,
}

#[derive(Serialize)]
struct StatementDocument<'a> {
    step: usize,
    text: &'a str,
}

fn document<'a>(
    model: &'a Model,
    refinement: &'a Refinement,
    scope: String,
    seconds: Vec<f64>,
) -> RefinementDocument<'a> {
    let (verdict, reason, trace) = match &refinement.outcome {
        Outcome::Proved => ("proved", None, None),
        Outcome::Violated { trace, .. } => ("violated", None, Some(&**trace)),
        Outcome::Unknown(why) => ("unknown", Some(why.as_str()), None),
    };
    let rounds = refinement.rounds.iter().zip(seconds).map(|(round, seconds)| round_document(round, seconds)).collect();
    RefinementDocument { schema: SCHEMA, file: &model.path, scope, verdict, reason, rounds, trace }
}

fn round_document(round: &Round, seconds: f64) -> RoundDocument<'_> {
    RoundDocument {
        round: round.number,
        predicates: &round.predicates,
        exact: round.exact,
        lines: round.lines,
        verdict: match round.verdict {
            RoundVerdict::Proved => "proved",
            RoundVerdict::Violated => "violated",
            RoundVerdict::Unknown => "unknown",
        },
        spurious: round.spurious.iter().map(SpuriousDocument::new).collect(),
        new_predicates: &round.added,
        by_interpolants: round.by_interpolants,
        questions: round.questions,
        seconds,
    }
}

impl<'a> SpuriousDocument<'a> {
    fn new(path: &'a SpuriousPath) -> Self {
        let core = path.core.iter().map(|(step, text)| StatementDocument { step: *step, text }).collect();
        let SpuriousPath { property, instances, steps, step, .. } = path;
        let (instances, steps, failing_step) = (*instances, *steps, *step);
        Self { property: property.as_deref(), instances, steps, failing_step, core }
    }
}
