//! Integer programs decided under abstraction.

use std::time::{Duration, Instant};

use boolprog_abstraction::alpha::{self, Choices};
use boolprog_abstraction::certificate::{self, Flaw};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Predicate, Reason, splitting};
use boolprog_explore::control::{Control, Stop};
use boolprog_export::integer::IterationDocument;
use boolprog_ide::wording::stopped;
use boolprog_integer::{InputBound, System};
use boolprog_prover::{Answer, Prover, Query, SmtLib};

use super::super::arguments::{Abstracting, IntegerArguments};
use super::{Decided, Verdict};

/// A question that takes longer is not answered.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// What proofs with a prover leave open.
const OVERFLOW: &str = "this engine does not tell whether all numbers fit into 64 bits";

/// Decides the properties of a system one after the other: a search ends with the first violation, and goes on without
/// the property.
pub(super) fn decide(
    system: &System,
    engine: Abstracting,
    arguments: &IntegerArguments,
    control: &dyn Control,
) -> Decided {
    let mut prover = Timed::new(&arguments.prover);
    let mut open: Vec<usize> = (0..system.properties.len()).collect();
    let verdicts = vec![Verdict::Unknown(String::new()); open.len()];
    let values = Verdict::Unknown(OVERFLOW.to_owned());
    let mut decided = Decided { verdicts, values, fault: None, iterations: Vec::new() };
    loop {
        let mut rest = system.clone();
        rest.properties = open.iter().map(|index| system.properties[*index].clone()).collect();
        let (outcome, iterations) = match engine {
            Abstracting::Alpha => search(&rest, arguments, Some(&mut prover), control),
            Abstracting::NoProver => search(&rest, arguments, None, control),
            Abstracting::Splitting(strategy) => split(&rest, strategy, arguments, control),
        };
        decided.iterations.extend(iterations);
        let verdict = match outcome {
            Outcome::Violated { property, run } => {
                decided.verdicts[open.remove(property as usize)] = Verdict::Violated(run);
                if open.is_empty() {
                    return decided;
                }
                continue;
            }
            Outcome::Undefined(fault) => {
                decided.fault = Some(fault);
                Verdict::Unknown(super::worded(boolprog_integer::explicit::Reason::Fault))
            }
            Outcome::Proved(proof) => checked(&rest, &proof, &mut prover, control),
            Outcome::Unknown(Reason::Stopped(stop)) => Verdict::Unknown(stopped(stop).to_owned()),
            Outcome::Unknown(Reason::InputBound) => {
                Verdict::Unknown(super::worded(boolprog_integer::explicit::Reason::Inputs(arguments.input_bound)))
            }
            Outcome::Unknown(reason) => Verdict::Unknown(reason.to_string()),
        };
        for index in open {
            decided.verdicts[index] = verdict.clone();
        }
        if engine.sees_overflow() || !matches!(verdict, Verdict::Proved) {
            decided.values = verdict;
        }
        return decided;
    }
}

/// What a proof is worth: nothing, unless it is accepted by its checker.
fn checked(system: &System, proof: &Proof, prover: &mut dyn Prover, control: &dyn Control) -> Verdict {
    let accepted = match proof {
        Proof::Exact(abstraction) => certificate::check(system, abstraction, prover, control),
        Proof::States(states) => certificate::check_states(system, states, control),
    };
    match accepted {
        Ok(Ok(())) => Verdict::Proved,
        Ok(Err(Flaw::Undecided(why))) => Verdict::Unknown(format!("the proof could not be checked: {why}")),
        Ok(Err(flaw)) => Verdict::Failed(flaw.to_string()),
        Err(stop) => Verdict::Unknown(stopped(stop).to_owned()),
    }
}

fn search(
    system: &System,
    arguments: &IntegerArguments,
    mut prover: Option<&mut Timed>,
    control: &dyn Control,
) -> (Outcome, Vec<IterationDocument>) {
    let options = alpha::Options {
        local: arguments.local_predicates,
        add_all: arguments.add_all,
        choices: match prover {
            Some(_) => Choices::Solve,
            None => Choices::Enumerate(InputBound(arguments.input_bound)),
        },
        ..alpha::Options::default()
    };
    let clock = prover.as_ref().map(|prover| prover.clock.clone()).unwrap_or_default();
    let mut seconds = Vec::new();
    let prover = prover.as_mut().map(|prover| &mut **prover as &mut dyn Prover);
    let report = alpha::run(system, &options, prover, control, &mut |_| seconds.push(clock.take().as_secs_f64()));
    let document = |(iteration, seconds): (&alpha::Iteration, f64)| IterationDocument {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_predicates.iter().map(|predicate| print(system, predicate)).collect(),
        queries: iteration.queries,
        cache_hits: iteration.cache_hits,
        prover_seconds: seconds,
    };
    let iterations = report.iterations.iter().zip(seconds).map(document).collect();
    (report.outcome, iterations)
}

/// A predicate as the language writes it.
fn print(system: &System, predicate: &Predicate) -> String {
    let formula = system.print_formula(&predicate.formula);
    match predicate.owner {
        None => formula.to_string(),
        Some((instance, location)) => {
            let (instance, location) = (system.instance(instance), system.location(instance, location));
            format!("{formula} at {} @ {}", instance.name, location.name)
        }
    }
}

fn split(
    system: &System,
    strategy: splitting::Strategy,
    arguments: &IntegerArguments,
    control: &dyn Control,
) -> (Outcome, Vec<IterationDocument>) {
    let options = splitting::Options {
        strategy,
        seed: arguments.seed,
        bound: InputBound(arguments.input_bound),
        iterations: u32::MAX,
    };
    let report = splitting::run(system, &options, control, &mut |_| {});
    let cut = |cut: &splitting::Cut| format!("{} > {}", system.variable(cut.variable).name, cut.above);
    let document = |iteration: &splitting::Iteration| IterationDocument {
        concrete_states: iteration.concrete_states,
        abstract_states: iteration.abstract_states,
        new_predicates: iteration.new_cuts.iter().map(cut).collect(),
        ..IterationDocument::default()
    };
    (report.outcome, report.iterations.iter().map(document).collect())
}

/// A prover with a clock.
struct Timed {
    prover: SmtLib,
    clock: Clock,
}

/// Time spent waiting for answers since it was last asked for.
#[derive(Clone, Default)]
struct Clock(std::rc::Rc<std::cell::Cell<Duration>>);

impl Clock {
    fn take(&self) -> Duration {
        self.0.take()
    }
}

impl Timed {
    /// The prover that a command line starts.
    fn new(command: &str) -> Self {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().unwrap_or_default();
        Self { prover: SmtLib::new(program, words.collect(), LONGEST_QUESTION), clock: Clock::default() }
    }
}

impl Prover for Timed {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let begin = Instant::now();
        let answer = self.prover.ask(query, control);
        self.clock.0.set(self.clock.0.get() + begin.elapsed());
        answer
    }
}
