//! Z3 as a library with standard streams: a replacement of `z3 -in` for machines that have `libz3` and no `z3`.
//!
//! It is a process of its own so that a crash of Z3, or a question without end, costs this process and nothing else. It
//! answers the dialogue of crate `boolprog-prover`: one command per line, and each question in a scope of its own, from
//! `(push 1)` to `(pop 1)`. Z3's own parser reads the question.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use z3::ast::{Bool, Int};
use z3::{Model, Params, SatResult, Solver};

const USAGE: &str = "\
usage: boolprog-z3 [--limit MILLISECONDS]

Reads SMT-LIB from the standard input and answers with Z3.

  --limit MILLISECONDS   a question that takes longer is answered \"unknown\"
";

/// The exit code of shells for wrong arguments.
const WRONG_USAGE: u8 = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let limit = match arguments.as_slice() {
        [] => Some(None),
        ["--limit", limit] => limit.parse().ok().map(Some),
        _ => None,
    };
    let Some(limit) = limit else {
        eprint!("{USAGE}");
        return ExitCode::from(WRONG_USAGE);
    };
    match converse(Session::new(limit)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers until there are no more commands.
fn converse(mut session: Session) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for command in io::stdin().lock().lines() {
        if let Some(answer) = session.execute(command?.trim()) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

struct Session {
    solver: Solver,
    /// Declarations and assertions of the question, a line each.
    question: String,
    model: Option<Model>,
}

impl Session {
    /// A solver that knows nothing, and that gives up a question after this number of milliseconds.
    fn new(limit: Option<u32>) -> Self {
        let solver = Solver::new();
        if let Some(limit) = limit {
            let mut parameters = Params::new();
            parameters.set_u32("timeout", limit);
            solver.set_params(&parameters);
        }
        Self { solver, question: String::new(), model: None }
    }

    /// Executes a command. Some have an answer.
    fn execute(&mut self, command: &str) -> Option<String> {
        let name = command.split(' ').next().unwrap_or_default();
        match name {
            "(push" => self.solver.push(),
            "(pop" => {
                self.solver.pop(1);
                self.question.clear();
                self.model = None;
            }
            "(declare-const" | "(assert" => {
                self.question.push_str(command);
                self.question.push('\n');
            }
            "(check-sat)" => return Some(self.check().to_owned()),
            "(get-value" => return Some(self.values(command).unwrap_or_else(|| NO_VALUES.to_owned())),
            "" | "(set-option" | "(set-logic" => {}
            _ => return Some("unsupported".to_owned()),
        }
        None
    }

    fn check(&mut self) -> &'static str {
        if self.question.contains('\0') {
            return UNREADABLE;
        }
        self.solver.from_string(self.question.as_str());
        // The parser asserts all or nothing, and the crate does not say which.
        let assertions = self.question.lines().filter(|line| line.starts_with("(assert")).count();
        if self.solver.get_assertions().len() != assertions {
            return UNREADABLE;
        }
        match self.solver.check() {
            SatResult::Unsat => "unsat",
            SatResult::Unknown => "unknown",
            SatResult::Sat => {
                self.model = self.solver.get_model();
                "sat"
            }
        }
    }

    /// The values of constants, as SMT-LIB writes them; none without a model.
    fn values(&self, command: &str) -> Option<String> {
        let model = self.model.as_ref()?;
        let names = command.strip_prefix("(get-value (")?.strip_suffix("))")?;
        let boolean = |line: &'_ str| Some(line.strip_prefix("(declare-const ")?.strip_suffix(" Bool)")?.to_owned());
        let booleans: BTreeSet<String> = self.question.lines().filter_map(boolean).collect();
        let mut values = Vec::new();
        for name in names.split(' ') {
            let value = if booleans.contains(name) {
                model.eval(&Bool::new_const(name), true)?.to_string()
            } else {
                model.eval(&Int::new_const(name), true)?.to_string()
            };
            values.push(format!("({name} {value})"));
        }
        Some(format!("({})", values.join(" ")))
    }
}

const UNREADABLE: &str = "(error \"the question cannot be read\")";
const NO_VALUES: &str = "(error \"there are no values\")";
