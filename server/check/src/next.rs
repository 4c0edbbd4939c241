//! Options of `boolprog check` that a person or a program can try next, to learn more about a property.

use std::borrow::Cow;

use boolprog_base::control::Stop;
use boolprog_base::engine::EngineId;

use crate::integer::{self, Model};
use crate::options::Options;
use crate::query::Query;
use crate::report::{Reason, Report, Unknown, Verdict};

/// An option of `boolprog check` to be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// Its long name, without the dashes.
    pub option: &'static str,
    /// Its value in the next check.
    pub change: Change,
}

/// The value of an option in the next check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The option is given, and has no value.
    Given,
    /// It is left out.
    LeftOut,
    /// This value.
    To(Cow<'static, str>),
    /// The present number times this one.
    Times(u32),
    /// Any other value.
    Another,
}

impl Next {
    /// The option is given, and has no value.
    pub const fn given(option: &'static str) -> Self {
        Self { option, change: Change::Given }
    }

    /// The option is left out.
    pub const fn left_out(option: &'static str) -> Self {
        Self { option, change: Change::LeftOut }
    }

    /// The option has this value.
    pub const fn to(option: &'static str, value: &'static str) -> Self {
        Self { option, change: Change::To(Cow::Borrowed(value)) }
    }

    /// This engine alone.
    fn engine(engine: EngineId) -> Self {
        Self::to("engine", engine.name())
    }

    const fn times(option: &'static str, times: u32) -> Self {
        Self { option, change: Change::Times(times) }
    }

    /// In words, as an element of a list: `--engine explicit`, `a longer --timeout`.
    pub fn words(&self) -> String {
        let Self { option, change } = self;
        match change {
            Change::Given => format!("--{option}"),
            Change::LeftOut => format!("no --{option}"),
            Change::To(value) => format!("--{option} {value}"),
            Change::Times(_) if *option == "timeout" => format!("a longer --{option}"),
            Change::Times(_) => format!("a larger --{option}"),
            Change::Another => format!("another --{option}"),
        }
    }
}

/// Options in words, as a list; `None` if there are none.
pub fn listed(next: &[Next]) -> Option<String> {
    (!next.is_empty()).then(|| next.iter().map(Next::words).collect::<Vec<_>>().join(", "))
}

/// For each property in the report on a query the options that may decide it; none where it is decided, or nothing helps.
pub fn of_query<T>(report: &Report<T>, query: &Query) -> Vec<Vec<Next>> {
    match query {
        Query::Boolean(unit, options) => of_threads(report, options, unit.analysis.reading.threads.to_string() == "*"),
        Query::Integer(model, options) => of_integers(report, model, options),
    }
}

/// The same of a program or a system of threads; `any` says that any number of them start.
pub fn of_threads<T>(report: &Report<T>, options: &Options, any: bool) -> Vec<Vec<Next>> {
    let of = |unknown: &Unknown| match unknown {
        Unknown::Stopped { stop, .. } => limits([*stop]),
        Unknown::NotApplicable { threads, .. } if any && *threads > 0 => vec![Next::to("threads", "3")],
        Unknown::Recursion { stop, .. } => {
            let deeper = stop.map_or_else(|| vec![Next::times("depth", 2)], |stop| limits([stop]));
            any.then(|| Next::to("threads", "1")).into_iter().chain(deeper).collect()
        }
        Unknown::NotApplicable { .. } | Unknown::TooLarge | Unknown::Integer(_) | Unknown::Internal { .. } => {
            Vec::new()
        }
    };
    of_each(report, options.engine, of)
}

/// The same of an integer program.
fn of_integers<T>(report: &Report<T>, model: &Model, options: &integer::Options) -> Vec<Vec<Next>> {
    let cut_off = if options.engine.is_none() { &*report.statistics.cut_off } else { &[] };
    let of = |unknown: &Unknown| match unknown {
        Unknown::Integer(reasons) => of_reasons(reasons, cut_off, model, options),
        _ => Vec::new(),
    };
    of_each(report, options.engine, of)
}

/// Help against the reason of each property. Where one engine alone knows no more, the others may.
fn of_each<T>(report: &Report<T>, alone: Option<EngineId>, of: impl Fn(&Unknown) -> Vec<Next>) -> Vec<Vec<Next>> {
    let next = |verdict: &Verdict<T>| match verdict {
        Verdict::Unknown(unknown) if unknown.is_internal() => Vec::new(),
        Verdict::Unknown(unknown) => match of(unknown) {
            none if none.is_empty() => alone.map(|_| Next::to("engine", "auto")).into_iter().collect(),
            some => some,
        },
        Verdict::Proved(_) | Verdict::Violated(_) => Vec::new(),
    };
    report.properties.iter().map(|property| next(&property.verdict)).collect()
}

/// Larger limits, where smaller ones stopped something.
fn limits(stops: impl IntoIterator<Item = Stop>) -> Vec<Next> {
    let limit = |stop| match stop {
        Stop::Time => Some(Next::times("timeout", 10)),
        Stop::Memory => Some(Next::times("memory", 4)),
        Stop::Cancelled | Stop::Full => None,
    };
    stops.into_iter().filter_map(limit).collect()
}

/// `cut_off` has the engines whose last turn among others was cut off, in order.
fn of_reasons(reasons: &[Reason], cut_off: &[EngineId], model: &Model, options: &integer::Options) -> Vec<Next> {
    let any = |is: fn(&Reason) -> bool| reasons.iter().any(is);
    let is_late = any(|reason| matches!(reason, Reason::Stopped(Stop::Time)));
    let is_full = any(|reason| matches!(reason, Reason::Stopped(Stop::Memory)));
    let has_any_number = any(|reason| matches!(reason, Reason::Instances(_) | Reason::Threads(..)));
    let is_inexact = !has_any_number && (is_late || is_full || any(|reason| matches!(reason, Reason::Iterations(_))));
    let uses_predicates = match options.engine {
        // Before its turn, options of `alpha` change nothing.
        None => !is_late || cut_off.contains(&EngineId::Alpha),
        Some(engine) => engine == EngineId::Alpha,
    };
    let wants_states = any(|reason| matches!(reason, Reason::States(_) | Reason::Unproved | Reason::NoProver(_)));
    let wants_states = wants_states && !has_any_number;
    let tries_inputs = any(|reason| matches!(reason, Reason::Inputs(_) | Reason::Starts(_)));
    let wants_proof = any(|reason| matches!(reason, Reason::Unproved | Reason::ExactUnchecked));
    let all = [
        (is_inexact && uses_predicates && !options.local_predicates, Next::given("local-predicates")),
        (is_inexact && uses_predicates && options.add_all.is_none(), Next::to("add-all", "3")),
        ((wants_states || is_inexact && uses_predicates) && !tries_inputs, Next::engine(EngineId::Explicit)),
        // Counters of any number of threads wrap around.
        (has_any_number && model.has_machine_integers(), Next::to("int", "math")),
        (has_any_number, Next::to("threads", "3")),
        (any(|reason| matches!(reason, Reason::NoProver(_))), Next { option: "prover", change: Change::Another }),
        (tries_inputs && !uses_predicates || wants_proof, Next::engine(EngineId::Alpha)),
        (tries_inputs, Next::times("input-bound", 4)),
    ];
    let helpful = all.into_iter().filter(|(helps, _)| *helps).map(|(_, next)| next);
    let stops = [(is_late, Stop::Time), (is_full, Stop::Memory)];
    let stops = stops.into_iter().filter(|(is_one, _)| *is_one).map(|(_, stop)| stop);
    // More than its turn may be what the engine needs that was cut off last.
    let cut_off = cut_off.last().copied().map(Next::engine);
    let mut different = Vec::new();
    for next in cut_off.into_iter().chain(helpful).chain(limits(stops)) {
        if !different.contains(&next) {
            different.push(next);
        }
    }
    different
}
