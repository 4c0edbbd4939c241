//! A prover that is a process speaking SMT-LIB.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;
use boolprog_integer::smt_lib::Symbol;

use crate::process::{Over, Process, shorten};
use crate::script::Script;
use crate::{Answer, Given, HornClauses, Model, Prover, Query, Solution, Unknown, horn};

/// The number of consecutive failures after which the process is not started again.
const MOST_FAILURES: u32 = 3;

/// The end of what was said since the last `(push 1)`.
const FORGET: &str = "(pop 1)\n";

const LONGEST_ANSWER: usize = 1 << 24;

/// The first commands to a process: that it need not say `success`, that values will be asked for, and that formulas
/// may be of any theory.
const GREETING: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n(set-logic ALL)\n";

/// A prover that is a process speaking SMT-LIB on its standard streams, such as `z3 -in` or `cvc5 --incremental`.
///
/// It is started by the first question and again after it failed. A question takes as long as its limit at most: a
/// process that has not answered by then is killed; limits of the solvers themselves are not relied on.
#[derive(Debug)]
pub struct SmtLib {
    program: String,
    arguments: Vec<String>,
    limit: Duration,
    process: Option<Process>,
    /// The formulas that the process was given for several questions.
    told: Option<Told>,
    failures: u32,
    unavailable: Option<String>,
}

/// Formulas that hold in every question until others are given.
#[derive(Debug)]
struct Told {
    formulas: Given,
    symbols: BTreeSet<Symbol>,
}

enum Failure {
    Missing(String),
    /// With a process that is of no use any more.
    Lost(String),
    Late,
    /// It was not to be answered any more.
    Stopped(Stop),
}

impl SmtLib {
    /// A prover that starts this program, and gives it so much time for each question.
    pub fn new(program: impl Into<String>, arguments: Vec<String>, limit: Duration) -> Self {
        Self { program: program.into(), arguments, limit, process: None, told: None, failures: 0, unavailable: None }
    }

    /// Z3, from the search path.
    pub fn z3(limit: Duration) -> Self {
        Self::z3_at("z3", limit)
    }

    /// The Z3 that is this program.
    pub(crate) fn z3_at(program: impl Into<String>, limit: Duration) -> Self {
        // If no process is left to kill it, it ends soon after the limit all the same.
        let own_limit = limit.as_millis().saturating_add(1_000);
        Self::new(program, vec!["-in".to_owned(), format!("-t:{own_limit}")], limit)
    }

    /// The command, as the user gave it.
    pub fn program(&self) -> &str {
        &self.program
    }

    fn converse(&mut self, given: Option<&Given>, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Failure> {
        let limit = self.limit;
        let process = match &mut self.process {
            Some(process) => process,
            None => self.process.insert(start(&self.program, &self.arguments)?),
        };
        tell(process, &mut self.told, given, query)?;
        let script = match &self.told {
            Some(told) => Script::after(query, &told.symbols),
            None => Script::new(query),
        };
        process.send(format!("(push 1)\n{}(check-sat)\n", script.text))?;
        let answer = match process.receive(limit, control)?.as_str() {
            "unsat" => Answer::Unsatisfiable,
            "unknown" => Answer::Unknown(Unknown::Undecided(format!("{} answers \"unknown\"", self.program))),
            "sat" if query.model => model(process, &script, limit, control)?,
            "sat" => Answer::Satisfiable(Model::default()),
            other => return Err(Failure::Lost(format!("answers \"{}\"", shorten(other)))),
        };
        process.send(FORGET.to_owned())?;
        Ok(answer)
    }

    fn answer(&mut self, given: Option<&Given>, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        if let Some(reason) = &self.unavailable {
            return Ok(Answer::Unknown(Unknown::Unavailable(reason.clone())));
        }
        match self.converse(given, query, control) {
            Ok(answer) => {
                self.failures = 0;
                Ok(answer)
            }
            Err(failure) => self.failed(failure),
        }
    }

    /// Consequence of a failure for this question and for later ones.
    fn failed(&mut self, failure: Failure) -> Result<Answer, Stop> {
        (self.process, self.told) = (None, None);
        let reason = match failure {
            Failure::Stopped(stop) => return Err(stop),
            Failure::Late => {
                let limit = self.limit;
                let reason = format!("{} has not answered within {limit:?}", self.program);
                return Ok(Answer::Unknown(Unknown::Undecided(reason)));
            }
            Failure::Missing(reason) => {
                self.failures = MOST_FAILURES;
                reason
            }
            Failure::Lost(how) => {
                self.failures += 1;
                format!("{} {how}", self.program)
            }
        };
        if self.failures < MOST_FAILURES {
            return Ok(Answer::Unknown(Unknown::Undecided(reason)));
        }
        self.unavailable = Some(reason.clone());
        Ok(Answer::Unknown(Unknown::Unavailable(reason)))
    }
}

impl Prover for SmtLib {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.answer(None, query, control)
    }

    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.answer(Some(given), query, control)
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        match &self.unavailable {
            Some(reason) => Ok(Solution::Unknown(Unknown::Unavailable(reason.clone()))),
            None => horn::solve(&self.program, &self.arguments, clauses, control),
        }
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        Some(Box::new(Self::new(self.program.clone(), self.arguments.clone(), self.limit)))
    }
}

impl From<Over> for Failure {
    fn from(over: Over) -> Self {
        match over {
            Over::Ended(how) => Self::Lost(how),
            Over::Silent => Self::Late,
            Over::Stopped(stop) => Self::Stopped(stop),
        }
    }
}

fn start(program: &str, arguments: &[String]) -> Result<Process, Failure> {
    let process = Process::start(program, arguments).map_err(Failure::Missing)?;
    process.send(GREETING.to_owned())?;
    Ok(process)
}

/// Makes these formulas those that hold in every question, unless they are.
fn tell(process: &Process, told: &mut Option<Told>, given: Option<&Given>, query: &Query<'_>) -> Result<(), Failure> {
    let is_told = match (&*told, given) {
        (Some(told), Some(given)) => Arc::ptr_eq(&told.formulas, given),
        (told, given) => told.is_none() && given.is_none(),
    };
    if is_told {
        return Ok(());
    }
    if told.take().is_some() {
        process.send(FORGET.to_owned())?;
    }
    if let Some(formulas) = given {
        let conjuncts: Vec<&Formula> = formulas.iter().collect();
        let script = Script::new(&Query { conjuncts: &conjuncts, ..*query });
        process.send(format!("(push 1)\n{}", script.text))?;
        *told = Some(Told { formulas: Arc::clone(formulas), symbols: script.symbols() });
    }
    Ok(())
}

/// Asks for the values after `sat`; if there are some that no state has, for those of states. The answer may have several lines.
fn model(process: &mut Process, script: &Script, limit: Duration, control: &dyn Control) -> Result<Answer, Failure> {
    let Some(command) = script.values_command() else {
        return Ok(Answer::Satisfiable(Model::default()));
    };
    process.send(command.clone())?;
    let mut answer = process.receive_closed(LONGEST_ANSWER, limit, control)?;
    let mut model = script.read_values(&answer);
    if model.is_none() {
        process.send(format!("{}(check-sat)\n", script.within_states()))?;
        if process.receive(limit, control)? == "sat" {
            process.send(command)?;
            answer = process.receive_closed(LONGEST_ANSWER, limit, control)?;
            model = script.read_values(&answer);
        }
    }
    let unusable = || Unknown::Undecided(format!("values that cannot be used: {}", shorten(&answer)));
    Ok(model.map_or_else(|| Answer::Unknown(unusable()), Answer::Satisfiable))
}
