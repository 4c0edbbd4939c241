//! Options that a person can try for a property without a verdict.

use boolprog_base::control::Stop;
use boolprog_base::engine::EngineId;

use super::{Model, Options};
use crate::report::{Reason, Report, Unknown, Verdict};

/// The options of `boolprog check` that may decide the unknown properties, as a list; `None` if nothing is unknown, or none
/// of them helps.
pub fn try_next<T>(report: &Report<T>, model: &Model, options: &Options) -> Option<String> {
    let reasons = report.properties.iter().find_map(|property| match &property.verdict {
        Verdict::Unknown(Unknown::Integer(reasons)) => Some(reasons),
        _ => None,
    })?;
    let any = |is: fn(&Reason) -> bool| reasons.iter().any(is);
    let is_late = any(|reason| matches!(reason, Reason::Stopped(Stop::Time)));
    let is_full = any(|reason| matches!(reason, Reason::Stopped(Stop::Memory)));
    let has_any_number = any(|reason| matches!(reason, Reason::Instances(_) | Reason::Threads(..)));
    let is_inexact = !has_any_number && (is_late || is_full || any(|reason| matches!(reason, Reason::Iterations(_))));
    let uses_predicates = matches!(options.engine, None | Some(EngineId::Alpha));
    let wants_states = any(|reason| matches!(reason, Reason::States(_) | Reason::Unproved | Reason::NoProver(_)));
    let wants_states = wants_states && !has_any_number;
    let tries_inputs = any(|reason| matches!(reason, Reason::Inputs(_) | Reason::Starts(_)));
    // More than its turn may be what the engine needs that was cut off last.
    let cut_off = report.statistics.cut_off.last().filter(|_| options.engine.is_none());
    let cut_off = cut_off.map(|engine| format!("--engine {engine}")).unwrap_or_default();
    let all = [
        (is_inexact && uses_predicates && !options.local_predicates, "--local-predicates"),
        (is_inexact && uses_predicates && options.add_all.is_none(), "--add-all 3"),
        ((wants_states || is_inexact && uses_predicates) && !tries_inputs, "--engine explicit"),
        // Counters of any number of threads wrap around.
        (has_any_number && model.has_machine_integers(), "--int math"),
        (has_any_number, "--threads 3"),
        (any(|reason| matches!(reason, Reason::NoProver(_))), "another --prover"),
        (
            tries_inputs && !uses_predicates
                || any(|reason| matches!(reason, Reason::Unproved | Reason::ExactUnchecked)),
            "--engine alpha",
        ),
        (tries_inputs, "a larger --input-bound"),
        (!cut_off.is_empty(), &cut_off),
        (is_late, "a longer --timeout"),
        (is_full, "a larger --memory"),
    ];
    let mut helpful: Vec<&str> = Vec::new();
    for (helps, option) in all {
        if helps && !helpful.contains(&option) {
            helpful.push(option);
        }
    }
    (!helpful.is_empty()).then(|| helpful.join(", "))
}
