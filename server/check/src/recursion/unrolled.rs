//! Several threads: the question is undecidable, but not to a fixed depth of recursion.
//!
//! For depth 1, 2, ... the program is inlined until a procedure would be active more often than that in one thread,
//! and [cut](boolprog_program::program::Role::Cut) there. The rest is an ordinary program for the ordinary engines,
//! for any number of threads. It can do nothing that the program cannot, so each violation is one. And if it is proved
//! that no thread ever reaches a cut, it can do *everything* that the program can: then its proofs are proofs. That
//! decides recursion whose depth the data bound.
//!
//! Context-bounded search (Qadeer and Rehof, "Context-Bounded Model Checking of Concurrent Software", TACAS 2005) bounds
//! the switches between threads instead, and leaves the depth free.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CUT, UnrolledDocument};
use boolprog_explore::system::ProgramSystem;
use boolprog_program::lower::lower_unrolled;
use boolprog_program::program::{Program, PropertyId};
use boolprog_reach::threads::Counterexample;

use super::Answers;
use crate::certificate;
use crate::claim::{claim, is_too_long};
use crate::decide::{Decision, News, Outcome, Rows, decide_with};
use crate::options::Options;
use crate::re_execution::too_long;
use crate::reduced::Reduced;
use crate::report::{Completeness, Proof, Reachable, Report, Statistics, Unknown, Verdict};
use crate::sites::{by_site, count_live};
use crate::vacuity::find_vacuous;

/// Decides as many properties as possible up to depth [`Options::depth_limit`]. `cycle` is the reason why there is a
/// limit.
pub(super) fn check(answers: Answers<'_>, cycle: Vec<String>, options: Options, control: &dyn Control) -> Report {
    let mut search = Search {
        depths: vec![0; answers.reports.len()],
        answers,
        cycle,
        reachable: Reachable::default(),
        statistics: Statistics::default(),
    };
    if let Err(stop) = search.deepen(options, control) {
        search.give_up(Some(stop));
    }
    search.give_up(None);
    search.report()
}

struct Search<'a> {
    answers: Answers<'a>,
    cycle: Vec<String>,
    /// The depth to which each property is known to hold.
    depths: Vec<u32>,
    reachable: Reachable,
    statistics: Statistics,
}

impl Search<'_> {
    /// Searches deeper and deeper, until nothing is open or the limit is reached.
    fn deepen(&mut self, options: Options, control: &dyn Control) -> Result<(), Stop> {
        let unit = self.answers.unit;
        let (file, names, reading) = (&unit.file, &unit.analysis.names, &unit.analysis.reading);
        for depth in 1..=options.depth_limit {
            let Ok(mut program) = lower_unrolled(file, names, reading, depth) else {
                if depth == 1 {
                    self.answers.settle_rest(&Unknown::TooLarge);
                }
                return Ok(());
            };
            let cut = program.ask_for_cuts();
            let mut system = match ProgramSystem::new(&program, control) {
                Ok(system) => system,
                Err(stop) => {
                    self.answers.settle_rest(&Unknown::not_started(stop, control));
                    return Ok(());
                }
            };
            let all: Vec<u32> = (0..program.properties.len() as u32).collect();
            let mut reduced = Reduced::new(&program, options, control);
            let mut listener = |system: &mut ProgramSystem<'_>, news: News<'_>| {
                if let News::Outcome(property, Outcome::Violated { engine, found, .. }) = news {
                    self.violated(system, &program, cut, (*engine, property), found);
                }
            };
            let prover = &mut |open: &[u32]| reduced.prove(open);
            let mut decision = decide_with(&mut system, &all, options, control, &mut listener, prover);
            let complete = decision
                .outcomes
                .iter()
                .any(|(property, outcome)| *property == cut.0 && matches!(outcome, Outcome::Proved { .. }));
            if !complete {
                forget_the_rest(&mut decision.rows);
            }
            self.show(&system, &program, &decision, complete);
            if complete {
                self.write_proofs(depth, &system, &reduced, &decision);
            }
            self.settle(&decision, complete, depth)?;
            if self.answers.open().is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A violation counts at the depth of its first discovery. Deeper recursion may need fewer threads or steps.
    fn violated(
        &mut self,
        system: &mut ProgramSystem<'_>,
        program: &Program,
        cut: PropertyId,
        (engine, property): (EngineId, u32),
        found: &Counterexample,
    ) {
        if property == cut.0 || !self.answers.open[property as usize] {
            return;
        }
        let verdict = if is_too_long(&found.run) {
            Verdict::Unknown(too_long(found.run.steps.len()))
        } else {
            let claim = claim(system, program, &found.run);
            self.answers.evidence((engine, property), claim, (found.threads, ""))
        };
        self.answers.settle(property, verdict);
    }

    /// Settles the properties that this depth decides: all of them, if it is complete.
    fn settle(&mut self, decision: &Decision, complete: bool, depth: u32) -> Result<(), Stop> {
        let mut stopped = Ok(());
        for (property, outcome) in &decision.outcomes {
            let property = *property;
            if self.answers.open.get(property as usize) != Some(&true) {
                continue;
            }
            match outcome {
                Outcome::Proved { engine, .. } if complete => {
                    let proof = Proof::by(*engine);
                    self.answers.settle(property, Verdict::Proved(proof));
                }
                Outcome::Proved { .. } => self.depths[property as usize] = depth,
                Outcome::Unknown(Unknown::Stopped { stop, .. }) if !complete => stopped = Err(*stop),
                Outcome::Unknown(unknown) if complete => {
                    self.answers.settle(property, Verdict::Unknown(unknown.clone()));
                }
                Outcome::Unknown(_) | Outcome::Violated { .. } => {}
            }
        }
        stopped
    }

    /// Adds the proofs at a depth that is complete to the certificate.
    fn write_proofs(&mut self, depth: u32, system: &ProgramSystem<'_>, reduced: &Reduced<'_>, decision: &Decision) {
        let mut ids = self.answers.ids();
        ids.push(CUT.to_owned());
        if let Some(document) = &mut self.answers.certificate {
            document.unrolled = Some(UnrolledDocument {
                depth,
                sets: certificate::sets(system, &ids, &decision.proven()),
                reduced: certificate::reduced(reduced.system(), &ids, &decision.proven_on_smaller())
                    .into_iter()
                    .collect(),
            });
        }
    }

    /// Remembers the thread states of this depth.
    fn show(&mut self, system: &ProgramSystem<'_>, program: &Program, decision: &Decision, complete: bool) {
        self.reachable = by_site(system, program, &decision.rows);
        let exact = self.reachable.completeness == Completeness::Exact;
        self.statistics = Statistics {
            thread_states: exact.then(|| count_live(system, &decision.rows.states)),
            maximal_markings: decision.maximal_markings.filter(|_| complete),
            shared_states: decision.shared_states,
            local_states: decision.local_states,
            ..Statistics::default()
        };
    }

    /// Leaves the remaining properties open.
    fn give_up(&mut self, stop: Option<Stop>) {
        for property in self.answers.open() {
            let unknown = match stop {
                Some(Stop::Cancelled) => Unknown::Stopped { stop: Stop::Cancelled, threads: 0 },
                _ => Unknown::Recursion { cycle: self.cycle.clone(), depth: self.depths[property as usize], stop },
            };
            self.answers.settle(property, Verdict::Unknown(unknown));
        }
    }

    fn report(mut self) -> Report {
        if self.reachable.completeness == Completeness::Exact {
            find_vacuous(&mut self.answers.reports, &self.reachable, self.answers.observer);
        }
        self.answers.observer.reachable(&self.reachable);
        self.answers.report(self.reachable, self.statistics)
    }
}

/// Deeper recursion may reach more thread states, and known ones sooner.
fn forget_the_rest(rows: &mut Rows) {
    rows.firsts.clear();
    rows.soonest = None;
    if rows.completeness == Completeness::Exact {
        rows.completeness = Completeness::SoFar;
    }
}
