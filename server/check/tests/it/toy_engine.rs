//! An engine of a third party, as described in CONTRIBUTING.md.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine, EngineId, Outcome, Task};
use boolprog_certificate::sets::Certificate;
use boolprog_check::Options;
use boolprog_check::decide::plan::{Stage, stage};
use boolprog_check::decide::{Decision, Outcome as Verdict, decide_by};
use boolprog_check::report::Unknown;
use boolprog_explore::system::ProgramSystem;
use boolprog_reach::engines::backward::BackwardSearch;
use boolprog_reach::engines::mcs::{Closure, search};
use boolprog_reach::threads::{Subject, Threads};

use crate::support::{LOCK, unit};

/// Computes the coverability set without acceleration inside of clusters.
struct Toy;

impl<'s> Engine<&'s Subject<'s>> for Toy {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let set = match search(subject.tts, Closure::Off, None, task.control) {
            Ok(found) => found.set,
            Err(why) => return Outcome::nothing(why.into()),
        };
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.prove(set.uncovered(&subject.tts.targets, task.properties), set.certificate());
        outcome
    }
}

static TOY: &[Stage] = &[stage(EngineId::KmBfs, |_, _| Box::new(Toy))];

/// Says that everything holds, and has nothing to show for it.
struct Liar;

impl<'s> Engine<&'s Subject<'s>> for Liar {
    type Kind = Threads;

    fn run(&mut self, _: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let certificate = Certificate::Ideals(Vec::new());
        let mut outcome = Outcome::nothing(Ended::Complete);
        outcome.prove(task.properties.to_vec(), certificate);
        outcome
    }
}

static LIAR: &[Stage] = &[stage(EngineId::KmBfs, |_, _| Box::new(Liar))];

/// The decision of these stages about the lock.
fn decided(stages: &[Stage]) -> Decision {
    decided_of(LOCK, stages)
}

/// The decision of these stages about the first property of a program.
fn decided_of(text: &str, stages: &[Stage]) -> Decision {
    let unit = unit(text, None);
    let program = unit.analysis.program().expect("a correct program");
    let mut system = ProgramSystem::new(program, &Unlimited).expect("nothing stops it");
    let options = Options { engine: Some(stages[0].engine), ..Options::default() };
    decide_by(stages, &mut system, &[0], options, &Unlimited)
}

#[test]
fn an_engine_is_a_type_and_a_stage() {
    let decision = decided(TOY);
    assert!(
        matches!(decision.outcomes[..], [(0, Verdict::Proved { engine: EngineId::KmBfs, .. })]),
        "{:?}",
        decision.outcomes
    );
}

#[test]
fn an_engine_is_not_believed_without_evidence() {
    let decision = decided(LIAR);
    let [(0, Verdict::Unknown(Unknown::Internal { what }))] = &decision.outcomes[..] else {
        panic!("{:?}", decision.outcomes)
    };
    assert!(what.starts_with("the certificate of km-bfs was rejected"), "{what}");
}

static BACKWARD: &[Stage] = &[stage(EngineId::Backward, |_, _| Box::new(BackwardSearch::default()))];

#[test]
fn a_violation_names_the_engine_that_found_it() {
    let decision = decided_of(&LOCK.replace("assume got;", ""), BACKWARD);
    assert!(
        matches!(decision.outcomes[..], [(0, Verdict::Violated { engine: EngineId::Backward, .. })]),
        "{:?}",
        decision.outcomes
    );
}
