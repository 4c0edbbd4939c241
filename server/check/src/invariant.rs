//! Invariance of an expression in all reachable configurations: an assertion, asked from outside.
//!
//! It is decided like [`together`](crate::together), for one thread at a site where the expression is F: by all
//! engines, with the same evidence.

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::TraceDocument;

use crate::condition::Condition;
use crate::options::Options;
use crate::together::{Meeting, Place, together};
use crate::unit::Unit;
use crate::unknown::Unknown;

/// Answer to the question whether an expression is invariant.
#[derive(Clone, Debug)]
pub enum Invariance {
    /// It is; the engine's certificate was accepted.
    Holds {
        /// Engine that proved it.
        engine: EngineId,
    },
    /// It is not: an execution to where it is F, re-executed by the reference interpreter.
    Fails(Box<TraceDocument>),
    /// The question is not decided.
    Unknown(Unknown),
}

/// Program points at which an expression is to hold.
#[derive(Clone, Copy, Debug)]
pub enum Where<'a> {
    /// In every configuration in which a thread is before one of these.
    At(&'a [SiteId]),
    /// In every configuration with a thread. The last step of a thread changes no shared variable, so the configuration
    /// after it is no exception.
    Everywhere,
}

/// Decides whether a condition holds, for each thread there. `name` names the place of a violation in messages. A point
/// whose `enforce` cannot hold does not count as reached.
pub fn invariant(
    unit: &Unit,
    condition: &Condition,
    place: Where<'_>,
    name: &str,
    options: Options,
    control: &dyn Control,
) -> Invariance {
    let sites = match place {
        Where::At(sites) => sites.to_vec(),
        Where::Everywhere => (0..unit.file.sites.len() as u32).map(SiteId).collect(),
    };
    let violated = Place { sites, condition: Some(condition.negated()) };
    match together(unit, &[violated], name, options, control) {
        Meeting::Never { engine } => Invariance::Holds { engine },
        Meeting::Possible(trace) => Invariance::Fails(trace),
        Meeting::Unknown(unknown) => Invariance::Unknown(unknown),
    }
}
