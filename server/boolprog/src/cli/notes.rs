//! Notes below the verdicts on a C program: what holds only since nothing gets there, and what depends on how it is read.
//!
//! Each is the answer to a question about another reading of the program, with little time. Nothing is said where that does not
//! suffice.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use boolprog_base::engine::EngineId;
use boolprog_c::Asked;
use boolprog_check::integer::{Model, Options, coverage};
use boolprog_check::next::Next;
use boolprog_check::report::Verdict;
use boolprog_check::{Query, Unobserved};
use boolprog_export::report::{self, PropertyDocument};
use boolprog_frontend::{Readings, Text};
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;
use boolprog_integer::Check;
use boolprog_prover::NoProver;
use boolprog_trace::document::{ProgramKind, place};

use super::arguments::CheckArguments;
use super::checked::Checked;

/// The most time for one question, unless the check itself took longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most states with one number of threads, where only violations are looked for.
const STATES: u64 = 10_000;

/// Adds the notes on the properties of a C program.
pub(super) fn add(
    checked: &mut Checked,
    query: &Query,
    (text, semantics): (&Text, &boolprog_frontend::Options),
    arguments: &CheckArguments,
    limits: &Limits,
) {
    let Query::Integer(model, _) = query else { return };
    if checked.document.kind != Some(ProgramKind::C) || arguments.engine.0.is_some() {
        return;
    }
    let patience = PATIENCE.max(limits.elapsed());
    let asking = Asking { path: Path::new(&text.path), arguments, limits, patience };
    let Some(readings) = Readings::of(text, semantics, &asking.limits()) else { return };
    let properties = &mut checked.document.properties;
    asking.unreached(properties, &readings);
    let given = &semantics.c;
    let granularity = if given.statements {
        ("if an access is one step (`--atomic access`)", Next::to("atomic", "access"))
    } else {
        ("if a statement is one step (`--atomic statement`)", Next::to("atomic", "statement"))
    };
    let integers = if given.unbounded {
        ("for integers that wrap around (`--int wrap`)", Next::to("int", "wrap"))
    } else {
        ("for mathematical integers (`--int math`)", Next::to("int", "math"))
    };
    let wakeups = if given.spurious_wakeups {
        ("if threads are woken by signals only (without `--spurious-wakeups`)", Next::left_out("spurious-wakeups"))
    } else {
        ("if threads can be woken without a signal (`--spurious-wakeups`)", Next::given("spurious-wakeups"))
    };
    let others: [Other; 3] = [
        (granularity, |c| c.statements = !c.statements),
        (integers, |c| c.unbounded = !c.unbounded),
        (wakeups, |c| c.spurious_wakeups = !c.spurious_wakeups),
    ];
    for (reading, change) in others {
        // Mostly another reading makes no difference.
        let other = readings.model(change, &asking.limits());
        let other = other.filter(|other| other.system.fingerprint() != model.system.fingerprint());
        if let Some(other) = other {
            asking.otherwise(properties, Model { machine: model.machine.clone(), ..other }, reading);
        }
    }
}

/// Another reading, in words and as an option, and the change that makes it.
type Other = ((&'static str, Next), fn(&mut boolprog_c::Options));

struct Asking<'a> {
    /// The file, as it was given.
    path: &'a Path,
    arguments: &'a CheckArguments,
    limits: &'a Limits,
    /// The most time for one question.
    patience: Duration,
}

impl Asking<'_> {
    /// Notes that the model of another reading decides otherwise.
    fn otherwise(&self, properties: &mut [PropertyDocument], model: Model, (reading, next): (&str, Next)) {
        let any_violated = properties.iter().any(|property| property.verdict == report::Verdict::Violated);
        let found = self.verdicts(model, any_violated);
        for property in properties {
            let what = match (property.verdict, found.get(&property.id)) {
                (report::Verdict::Violated, Some(Verdict::Proved(_))) => "holds",
                (report::Verdict::Proved | report::Verdict::Unknown, Some(Verdict::Violated(_))) => "violated",
                _ => continue,
            };
            property.notes.push(format!("{what} {reading}"));
            property.next.extend(self.arguments.given.command(self.path, &next));
        }
    }

    /// Notes that an assertion holds since it is never evaluated.
    fn unreached(&self, properties: &mut [PropertyDocument], readings: &Readings<'_>) {
        let is_assertion = |property: &&mut PropertyDocument| {
            property.verdict == report::Verdict::Proved && property.check.as_deref() == Some(Check::Assertion.name())
        };
        let mut proved = properties.iter_mut().filter(is_assertion).peekable();
        if proved.peek().is_none() {
            return;
        }
        let Some(model) = readings.model(|c| c.asked = vec![Asked::Evaluated], &self.limits()) else { return };
        let found = self.verdicts(model.clone(), true);
        let never = |property: &PropertyDocument| matches!(found.get(&property.id), Some(Verdict::Proved(_)));
        let mut unreached: Vec<_> = proved.filter(|property| never(property)).collect();
        let end = if unreached.is_empty() { None } else { self.end(&model) };
        for property in &mut unreached {
            property.notes.push(match end {
                Some(ref place) => format!("no run gets past {place}, so that this is never evaluated"),
                None => format!("no run reaches {}", place(property.file.as_deref(), property.line)),
            });
        }
    }

    /// The only line after which nothing is reached, in words, if the number of threads is fixed and there is one.
    fn end(&self, model: &Model) -> Option<String> {
        if model.has_any_number() {
            return None;
        }
        let found = coverage::coverage(model, &Options::default(), &self.limits()).ok()?;
        let mut starts = Vec::new();
        for process in found.processes {
            let reached = |name: &str| process.locations.iter().any(|it| it.name == name && it.states > 0);
            for edge in process.edges.iter().filter(|edge| edge.states == 0) {
                if edge.name.split(" -> ").next().is_some_and(reached) {
                    starts.push(edge.span.start);
                }
            }
        }
        let joined = model.joined();
        let line = |at: u32| joined.text[..at as usize].matches('\n').count() as u32;
        let place_of = |at: u32| match joined.other(at) {
            Some(other) => place(Some(&other.path), line(at) - line(other.start) + 1),
            None => place(None, line(at) + 1),
        };
        let mut places: Vec<String> = starts.into_iter().map(place_of).collect();
        places.dedup();
        if let [place] = &places[..] { Some(place.clone()) } else { None }
    }

    /// The verdicts by the ids of the properties: violations with few states, or proofs as well.
    fn verdicts(&self, model: Model, proofs: bool) -> BTreeMap<String, Verdict> {
        let options = self.arguments.integers.options();
        let report = if proofs {
            let mut prover = prover(&self.arguments.integers.prover);
            Query::Integer(model, options).check(&mut prover, &self.limits(), &mut Unobserved)
        } else {
            let options = Options { engine: Some(EngineId::Explicit), states: STATES, ..options };
            Query::Integer(model, options).check(&mut NoProver, &self.limits(), &mut Unobserved)
        };
        report.properties.into_iter().map(|property| (property.id, property.verdict)).collect()
    }

    /// Limits of one question, within those of the check.
    fn limits(&self) -> Limits {
        let whole = Duration::from_secs_f64(self.arguments.limits.timeout);
        let left = whole.saturating_sub(self.limits.elapsed());
        let memory = self.arguments.limits.memory.saturating_mul(1 << 20);
        Limits::start(left.min(self.patience), memory, self.arguments.limits.cancelled.clone())
    }
}
