//! The check of a thread transition system, which has a property for each of its targets: it is never reached.

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_certificate::document::{CertificateDocument, QuestionDocument, target_ids};
use boolprog_certificate::run::Run;
use boolprog_explore::format::{Firing, Firings, NetRuns, PlaceId, show_targets};
use boolprog_explore::tts::{Count, Effect, ThreadSystem, Tts};
use boolprog_trace::document::PropertyKind;
use boolprog_trace::run::{FIRINGS_SCHEMA, FiringStep, FiringsDocument, RunDocument, RunStep, SystemRun};

use crate::certificate;
use crate::decide::{Decision, Outcome, Rows, decide};
use crate::options::Options;
use crate::reachable::Completeness;
use crate::report::{Proof, PropertyReport, Report, Unknown, Verdict, Violation};

/// A thread transition system, and what is asked of it.
#[derive(Clone, Debug)]
pub struct System {
    /// Path or name of its file.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The system with its start and its targets, those of properties 0, 1, ....
    pub tts: Tts,
    /// Where its threads start, as written.
    pub init: String,
    /// The targets as the user knows them, by property.
    pub targets: Vec<Target>,
    /// The net of which this is the translation, if runs are to be told as firings of its rules.
    pub net: Option<Arc<NetRuns>>,
}

/// A target as the user knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The target as written.
    pub name: String,
    /// Its place in the text; empty if it is not there.
    pub span: Span,
}

impl System {
    /// Decides for each target whether it can be reached.
    pub fn check(&mut self, options: Options, control: &dyn Control) -> Report<SystemRun> {
        let asked: Vec<u32> = (0..self.targets.len() as u32).collect();
        let decision = decide(&mut self.tts, &asked, options, control, &mut |_, _| {});
        let ids = target_ids(self.targets.len());
        let property = |(property, outcome): &(u32, Outcome)| {
            let index = *property as usize;
            let Target { name, span } = self.targets[index].clone();
            let verdict = self.verdict(index, outcome);
            let id = ids[index].clone();
            PropertyReport {
                id,
                kind: PropertyKind::Target,
                check: None,
                name,
                site: None,
                span,
                verdict,
                visible: None,
            }
        };
        let properties = decision.outcomes.iter().map(property).collect();
        let statistics = decision.statistics(decision.rows.states.len() as u64);
        let certificate = if options.certificate { self.certificate(&ids, &decision) } else { None };
        Report { statistics, certificate, ..Report::of_verdicts(properties) }
    }

    /// Lists the reachable thread states, whatever the targets.
    pub fn thread_states(&mut self, options: Options, control: &dyn Control) -> Rows {
        decide(&mut self.tts, &[], options, control, &mut |_, _| {}).rows
    }

    /// For each line with a step, from 1, the number of reachable thread states in which a thread can take it; or why they
    /// are not all known. No step of another thread can prevent it, so it can be taken if such a state is reachable.
    pub fn coverage(
        &mut self,
        options: Options,
        control: &dyn Control,
    ) -> Result<BTreeMap<u32, usize>, Option<Unknown>> {
        let rows = self.thread_states(options, control);
        if rows.completeness != Completeness::Exact {
            return Err(rows.why);
        }
        let mut lines: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for transition in &self.tts.transitions {
            let state = (transition.shared, transition.local);
            let states = lines.entry(transition.origin + 1).or_default();
            states.extend(rows.states.binary_search(&state).is_ok().then_some(state));
        }
        let count = |mut states: Vec<_>| {
            states.sort_unstable();
            states.dedup();
            states.len()
        };
        Ok(lines.into_iter().map(|(line, states)| (line, count(states))).collect())
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
            _ if self.net.is_some() => "in every reachable marking",
            Count::Any if !self.tts.initial.pool.is_empty() => "for any number of threads",
            _ => "for the threads it starts with and any number they create",
        }
    }

    fn verdict(&self, target: usize, outcome: &Outcome) -> Verdict<SystemRun> {
        let (decided_by, engine, found) = match outcome {
            Outcome::Proved { engine, .. } => return Verdict::Proved(Proof::by(*engine)),
            Outcome::Unknown(unknown) => return Verdict::Unknown(unknown.clone()),
            Outcome::Violated { decided_by, engine, found } => (*decided_by, *engine, found),
        };
        let run = match &self.net {
            None => Some(SystemRun::Threads(self.written(&found.run))),
            Some(net) => self.firings(net, target, &found.run).map(SystemRun::Net),
        };
        match run {
            Some(run) => Verdict::Violated(Violation::by(engine, run).decided_by(decided_by)),
            None => Verdict::Unknown(Unknown::Internal { what: "a run is not one of the net".to_owned() }),
        }
    }

    fn certificate(&self, ids: &[String], decision: &Decision) -> Option<Box<CertificateDocument>> {
        let question = QuestionDocument::System { init: self.init.clone(), target: show_targets(&self.tts.targets) };
        let mut document = Box::new(CertificateDocument::new((&self.path, &self.text), question));
        document.sets = certificate::sets(&self.tts, ids, &decision.proven());
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

    /// A run as firings of the rules of the net, which are executed again there and have to cover the target.
    fn firings(&self, net: &NetRuns, target: usize, run: &Run) -> Option<FiringsDocument> {
        let steps = run.steps.iter().map(|step| step.transition);
        let Firings { start, steps } = net.firings(&self.tts, (run.shared, &run.threads), steps, target)?;
        let named = |tokens: Vec<(PlaceId, u64)>| {
            tokens.into_iter().map(|(place, tokens)| (net.net.name(place).to_owned(), tokens)).collect()
        };
        let step = |Firing { rule, changed }| FiringStep { line: net.net.rules[rule].line + 1, tokens: named(changed) };
        let steps = steps.into_iter().map(step).collect();
        Some(FiringsDocument { schema: FIRINGS_SCHEMA.into(), start: named(start), steps })
    }
}
