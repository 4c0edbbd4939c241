//! What Z3 has been told, and what it answers.

use z3::ast::{Bool, Int};
use z3::{Model, Params, SatResult, Solver};

use crate::commands::words;
use crate::expression::{self, Expression};

/// A conversation in SMT-LIB with one solver.
pub(crate) struct Session {
    solver: Solver,
    /// The constants that were declared, by their names.
    constants: Vec<(String, Expression)>,
    /// For each open scope, how many constants there were before it.
    scopes: Vec<usize>,
    /// After `sat`.
    model: Option<Model>,
}

/// What keeps a command from being executed.
type Problem = &'static str;

impl Session {
    /// A solver that knows nothing, and that gives up a question after so many milliseconds.
    pub(crate) fn new(limit: Option<u32>) -> Self {
        let solver = Solver::new();
        if let Some(limit) = limit {
            let mut parameters = Params::new();
            parameters.set_u32("timeout", limit);
            solver.set_params(&parameters);
        }
        Self { solver, constants: Vec::new(), scopes: Vec::new(), model: None }
    }

    /// Executes a command. Some have an answer.
    pub(crate) fn execute(&mut self, command: &str) -> Option<String> {
        let mut words = words(command).skip(1);
        let name = words.next().unwrap_or_default();
        let answer = match name {
            "set-option" | "set-logic" => Ok(None),
            "assert" => self.assert(words).map(|()| None),
            "check-sat" => Ok(Some(self.check().to_owned())),
            _ => self.with_names(name, &words.filter(|word| !matches!(*word, "(" | ")")).collect::<Vec<_>>()),
        };
        answer.unwrap_or_else(|why| Some(format!("(error \"{why}\")")))
    }

    /// A command whose arguments are numbers and names.
    fn with_names(&mut self, command: &str, names: &[&str]) -> Result<Option<String>, Problem> {
        match (command, names) {
            ("push", [count]) => self.push(number(count)?),
            ("pop", [count]) => self.pop(number(count)?)?,
            ("declare-const", [name, sort]) => self.declare(name, sort)?,
            ("get-value", names) => return self.values(names).map(Some),
            _ => return Ok(Some("unsupported".to_owned())),
        }
        Ok(None)
    }

    fn push(&mut self, count: u32) {
        for _ in 0..count {
            self.solver.push();
            self.scopes.push(self.constants.len());
        }
        self.model = None;
    }

    fn pop(&mut self, count: u32) -> Result<(), Problem> {
        let left = self.scopes.len().checked_sub(count as usize).ok_or("there are not so many scopes")?;
        if let Some(constants) = self.scopes.drain(left..).next() {
            self.constants.truncate(constants);
        }
        self.solver.pop(count);
        self.model = None;
        Ok(())
    }

    fn declare(&mut self, name: &str, sort: &str) -> Result<(), Problem> {
        let constant = match sort {
            "Bool" => Expression::Boolean(Bool::new_const(name)),
            "Int" => Expression::Integer(Int::new_const(name)),
            _ => return Err("constants are Bool or Int"),
        };
        self.constants.push((name.to_owned(), constant));
        Ok(())
    }

    fn constant(&self, name: &str) -> Option<&Expression> {
        self.constants.iter().rev().find(|(known, _)| known == name).map(|(_, constant)| constant)
    }

    fn assert<'w>(&mut self, words: impl Iterator<Item = &'w str>) -> Result<(), Problem> {
        let formula = expression::read(&mut words.peekable(), &|name| self.constant(name).cloned())?;
        self.solver.assert(formula.boolean().ok_or("a formula is wanted")?);
        self.model = None;
        Ok(())
    }

    fn check(&mut self) -> &'static str {
        let answer = self.solver.check();
        self.model = if answer == SatResult::Sat { self.solver.get_model() } else { None };
        match answer {
            SatResult::Unsat => "unsat",
            SatResult::Unknown => "unknown",
            SatResult::Sat => "sat",
        }
    }

    /// The values of constants, as SMT-LIB writes them.
    fn values(&self, names: &[&str]) -> Result<String, Problem> {
        let model = self.model.as_ref().ok_or("there are no values")?;
        let value = |name: &&str| {
            let value = match self.constant(name).ok_or("an unknown constant")? {
                Expression::Integer(constant) => model.eval(constant, true).map(|value| value.to_string()),
                Expression::Boolean(constant) => model.eval(constant, true).map(|value| value.to_string()),
            };
            Ok(format!("({name} {})", value.ok_or("a constant without a value")?))
        };
        let values: Result<Vec<_>, _> = names.iter().map(value).collect();
        Ok(format!("({})", values?.join(" ")))
    }
}

fn number(word: &str) -> Result<u32, Problem> {
    word.parse().map_err(|_| "a number is wanted")
}
