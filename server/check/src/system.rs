//! The check of a thread transition system, which has one property: its target is never reached.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_certificate::document::{CertificateDocument, QuestionDocument, TARGET};
use boolprog_certificate::run::Run;
use boolprog_explore::tts::{Count, Effect, ThreadSystem, Tts};
use boolprog_trace::document::PropertyKind;
use boolprog_trace::run::{RunDocument, RunStep};

use crate::certificate;
use crate::decide::{Decision, Outcome, Rows, decide};
use crate::options::Options;
use crate::report::{Proof, PropertyReport, Report, Verdict, Violation};

/// A thread transition system, and what is asked of it.
#[derive(Clone, Debug)]
pub struct System {
    /// Path or name of its file.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The system with its start and its target.
    pub tts: Tts,
    /// Where its threads start, as written.
    pub init: String,
    /// What must not be reached, as certificates write it.
    pub target: String,
}

impl System {
    /// Decides whether the target can be reached.
    pub fn check(&mut self, options: Options, control: &dyn Control) -> Report<RunDocument> {
        let decision = decide(&mut self.tts, &[0], options, control, &mut |_, _| {});
        let property = |(_, outcome): &(u32, Outcome)| PropertyReport {
            id: TARGET.to_owned(),
            kind: PropertyKind::Target,
            name: self.target.clone(),
            site: None,
            span: Span::empty(0),
            verdict: self.verdict(outcome),
            visible: None,
        };
        let properties = decision.outcomes.iter().map(property).collect();
        let statistics = decision.statistics(decision.rows.states.len() as u64);
        let certificate = if options.certificate { self.certificate(&decision) } else { None };
        Report { statistics, certificate, ..Report::of_verdicts(properties) }
    }

    /// Lists the reachable thread states, whatever the target.
    pub fn thread_states(&mut self, options: Options, control: &dyn Control) -> Rows {
        decide(&mut self.tts, &[], options, control, &mut |_, _| {}).rows
    }

    /// The number of threads that start: a number, or `*` for any.
    pub fn threads(&self) -> String {
        let initial = &self.tts.initial;
        match initial.count {
            _ if initial.pool.is_empty() => initial.fixed.len().to_string(),
            Count::Any => "*".to_owned(),
            Count::Exactly(count) => (initial.fixed.len() as u64 + u64::from(count)).to_string(),
        }
    }

    /// The scope of a proof, in words that follow `holds`.
    pub fn scope(&self) -> &'static str {
        match self.tts.initial.count {
            Count::Any if !self.tts.initial.pool.is_empty() => "for any number of threads",
            _ => "for the threads it starts with and any number they create",
        }
    }

    fn verdict(&self, outcome: &Outcome) -> Verdict<RunDocument> {
        match outcome {
            Outcome::Proved { engine, .. } => Verdict::Proved(Proof::by(*engine)),
            Outcome::Violated { engine, found } => Verdict::Violated(Violation::by(*engine, self.written(&found.run))),
            Outcome::Unknown(unknown) => Verdict::Unknown(unknown.clone()),
        }
    }

    fn certificate(&self, decision: &Decision) -> Option<Box<CertificateDocument>> {
        let question = QuestionDocument::System { init: self.init.clone(), target: self.target.clone() };
        let mut document = Box::new(CertificateDocument::new((&self.path, &self.text), question));
        document.sets = certificate::sets(&self.tts, &[TARGET.to_owned()], &decision.proven());
        document.if_any()
    }

    /// A run as a document, in which threads count from 1.
    fn written(&self, run: &Run) -> RunDocument {
        let mut threads = run.threads.len() as u32;
        let mut document = RunDocument::new(run.shared.0, run.threads.iter().map(|local| local.0).collect());
        for step in &run.steps {
            let transition = self.tts.transition(step.transition);
            let mut changed = vec![(step.thread + 1, transition.to_local.map(|local| local.0))];
            changed.extend(step.moved.iter().map(|(thread, local)| (thread + 1, Some(local.0))));
            if let Effect::Create(local) = transition.effect {
                threads += 1;
                changed.push((threads, Some(local.0)));
            }
            let (thread, line) = (step.thread + 1, transition.origin + 1);
            document.steps.push(RunStep { thread, line, shared: transition.to_shared.0, threads: changed });
        }
        document
    }
}
