//! One thread with too many valuations to visit one by one: summaries that are decision diagrams.

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Progress};
use boolprog_base::engine::{Ended, Engine, EngineId, Finding};
use boolprog_certificate::diagrams::{Invariant, Rejection};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use boolprog_program::reduce::Abstraction;
use boolprog_symbolic::summaries::{CallRun, SymbolicSummaries};

use super::few_variables::FewVariables;
use super::{Answers, Controls};
use crate::certificate;
use crate::claim::claim_calls;
use crate::options::Options;
use crate::re_execution::SHORTEST;
use crate::report::{Proof, Unknown, Verdict, Visible};

const ENGINE: EngineId = EngineId::SymbolicSummaries;

/// Nodes for a proof with few variables.
const SMALL: Limits = Limits { nodes: 1 << 16 };

/// Operations on sets for it: some for each edge, and for a short program these.
const OPERATIONS: (u64, u64) = (5_000, 50_000);

/// Properties that are asked one by one: each takes a smaller program, which takes time linear in the whole one.
const ALONE: usize = 32;

/// Rounds of proofs with few variables.
const ROUNDS: usize = 4;

/// Decides as many of the open properties as possible: with few of the variables, then with all of them. Returns the
/// reason why others are left.
pub(super) fn decide(
    answers: &mut Answers<'_>,
    program: &Program,
    options: Options,
    Controls { few, all: control }: Controls<'_>,
) -> Unknown {
    // Procedures share their bits, and a proof may need variables of one only.
    let variables = answers.unit.analysis.names.variables.len() as u32;
    if options.localization.is_some_and(|how| variables > how.few_bits) {
        prove_with_few(answers, program, few);
    }
    if answers.open().is_empty() {
        return Unknown::TooLarge;
    }
    let mut engine = SymbolicSummaries::default();
    let outcome = engine.ask(program, &answers.open(), 1, control);
    for finding in outcome.findings {
        match finding {
            Finding::Violated { property, violation } => {
                let verdict = violated(answers, program, property, &violation);
                answers.settle(property, verdict);
            }
            Finding::Proved { properties, certificate } => {
                prove(answers, (program, None), &properties, certificate, control);
            }
        }
    }
    match outcome.ended {
        Ended::Stopped(stop) => Unknown::Stopped { stop, threads: 0 },
        Ended::Refused(why) => Unknown::NotApplicable { why, threads: 0 },
        Ended::Complete | Ended::Bound => Unknown::NotApplicable {
            why: format!("there is a violation, but none within {} steps", engine.longest),
            threads: 0,
        },
    }
}

/// Proves open properties on smaller programs, which forget most variables: together with what they mention, then one by
/// one with more and more, so that what one property needs is no burden for another. All together take at most as many
/// operations as [`ROUNDS`] that are allowed to take [`OPERATIONS`].
fn prove_with_few(answers: &mut Answers<'_>, program: &Program, control: &dyn Control) {
    let operations = (OPERATIONS.0 * program.edges.len() as u64).max(OPERATIONS.1);
    let all = Limited::new(control, Budget::polls(operations * ROUNDS as u64));
    let mut asked = Few { answers, program, operations, control: &all };
    let open = asked.answers.open();
    if open.len() > 1 {
        asked.prove(&FewVariables::of_properties(program, &open), 1);
    }
    for property in open.into_iter().take(ALONE) {
        asked.prove_one(property);
    }
}

/// Questions about smaller programs.
struct Few<'a, 'b, 'c> {
    answers: &'a mut Answers<'b>,
    program: &'a Program,
    /// Operations on sets for one smaller program.
    operations: u64,
    control: &'c dyn Control,
}

impl Few<'_, '_, '_> {
    /// Tries to prove a property, with more variables in each round.
    fn prove_one(&mut self, property: u32) {
        let mut visible = FewVariables::of_properties(self.program, &[property]);
        for round in 1..=ROUNDS {
            let is_open = self.answers.open().contains(&property);
            if !is_open || !self.prove(&visible, round) || !visible.extend(self.program) {
                return;
            }
        }
    }

    /// Proves what can be proved with these variables. Returns `false` if that was not found out.
    fn prove(&mut self, visible: &FewVariables, round: usize) -> bool {
        if self.control.poll(&Progress::default()).is_err() {
            return false;
        }
        let abstraction = Abstraction::to_variables(self.program, visible.variables());
        let Ok(small) = abstraction.apply(self.program) else { return false };
        let mut engine = SymbolicSummaries { limits: SMALL, brief: 0, longest: 0 };
        let brief = Limited::new(self.control, Budget::polls(self.operations));
        let outcome = engine.ask(&small, &self.answers.open(), 1, &brief);
        for finding in outcome.findings {
            if let Finding::Proved { properties, certificate } = finding {
                let needed = Visible::new(&self.answers.unit.analysis.names, visible.variables().clone(), round);
                let forgetful = Forgetful { abstraction: &abstraction, needed };
                prove(self.answers, (&small, Some(forgetful)), &properties, certificate, self.control);
            }
        }
        matches!(outcome.ended, Ended::Complete | Ended::Bound)
    }
}

/// The origin of a smaller program.
struct Forgetful<'a> {
    abstraction: &'a Abstraction,
    /// The variables that it keeps.
    needed: Visible,
}

/// Proves properties of a program, or of one that is made smaller, if the checker accepts the relations.
fn prove(
    answers: &mut Answers<'_>,
    (program, forgetful): (&Program, Option<Forgetful<'_>>),
    properties: &[u32],
    invariant: Invariant,
    control: &dyn Control,
) {
    let verdict = match invariant.check_in_steps(program, properties, control) {
        Ok(()) => Verdict::Proved(Proof::by(ENGINE)),
        // Left to the next engine, which is stopped, too, if the limits are those of the check.
        Err(Rejection::Stopped(_) | Rejection::Refused(_)) => return,
        Err(Rejection::Rejected(why)) => {
            let what = format!("the relations of {ENGINE} were rejected: {why}");
            Verdict::Unknown(Unknown::Internal { what })
        }
    };
    if let (Verdict::Proved(_), Some(document)) = (&verdict, &mut answers.certificate) {
        let ids: Vec<String> = answers.reports.iter().map(|report| report.id.clone()).collect();
        let abstraction = forgetful.as_ref().map(|forgetful| forgetful.abstraction);
        document.diagrams.push(certificate::relations(&ids, (ENGINE, properties), abstraction, invariant));
    }
    for property in properties {
        answers.reports[*property as usize].visible = forgetful.as_ref().map(|forgetful| forgetful.needed.clone());
        answers.settle(*property, verdict.clone());
    }
}

fn violated(answers: &Answers<'_>, program: &Program, property: u32, run: &CallRun) -> Verdict {
    answers.evidence((ENGINE, property), claim_calls(program, run), (1, SHORTEST))
}
