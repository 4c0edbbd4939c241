//! The answer to one question, with its evidence.

use std::sync::Arc;

use boolprog_base::engine::EngineId;
use boolprog_trace::document::TraceDocument;

use crate::unknown::Unknown;

/// The answer to one question. The evidence-carrying variants can only be built inside this crate, from a
/// re-executed trace or an accepted certificate.
#[derive(Clone, Debug)]
pub enum Verdict<T = TraceDocument> {
    /// It can be violated.
    Violated(Violation<T>),
    /// It cannot be violated.
    Proved(Proof),
    /// The property is not decided.
    Unknown(Unknown),
}

/// Evidence of a violation: the trace of a program, or the run of a thread transition system.
#[derive(Clone, Debug)]
pub struct Violation<T = TraceDocument> {
    engine: EngineId,
    trace_engine: EngineId,
    trace: Arc<T>,
}

impl<T> Violation<T> {
    /// Evidence that was re-executed, of a violation that the same engine decided.
    pub(crate) fn by(engine: EngineId, trace: T) -> Self {
        Self { engine, trace_engine: engine, trace: Arc::new(trace) }
    }

    /// The same evidence of a violation that another engine had shown to be possible.
    pub(crate) fn decided_by(self, engine: EngineId) -> Self {
        Self { engine, ..self }
    }

    /// The engine that showed that the property can be violated.
    pub fn engine(&self) -> EngineId {
        self.engine
    }

    /// The engine that found the counterexample. Usually the same.
    pub fn trace_engine(&self) -> EngineId {
        self.trace_engine
    }

    /// The counterexample. That of a Boolean program was re-executed by the reference interpreter.
    pub fn trace(&self) -> &Arc<T> {
        &self.trace
    }
}

/// Evidence of a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    pub(crate) engine: EngineId,
    pub(crate) certified: bool,
    pub(crate) never_reached: bool,
}

impl Proof {
    /// Evidence that the independent checker accepted.
    pub(crate) fn by(engine: EngineId) -> Self {
        Self { engine, certified: true, never_reached: false }
    }

    /// The engine that proved it.
    pub fn engine(&self) -> EngineId {
        self.engine
    }

    /// Returns `true` if the independent checker accepted its certificate.
    pub fn certified(&self) -> bool {
        self.certified
    }

    /// Returns `true` if no thread ever reaches the statement, so that the property holds vacuously.
    pub fn never_reached(&self) -> bool {
        self.never_reached
    }
}
