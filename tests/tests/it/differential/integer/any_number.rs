//! Programs with any number of instances: what is proved holds with 1 to 4 instances, and what these violate is found.

use std::sync::Arc;
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::Verdict;
use boolprog_check::{Query as Question, Unobserved};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_prover::{Answer, HornClauses, Prover, Query, SmtLib, Solution};
use boolprog_trace::document::PropertyKind;
use proptest::prelude::*;

use super::oracle::Oracle;
use super::{Patience, STATES, text};
use crate::differential::case::Compared;

/// Polls after which a program is given up: some seconds.
const POLLS: u64 = 2000;

/// The number of answers of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Asked {
    pub(crate) proved: u32,
    pub(crate) violated: u32,
    pub(crate) unknown: u32,
}

/// A prover that has little time for clauses.
pub(crate) struct Brief<'p>(pub(crate) &'p mut SmtLib);

impl Prover for Brief<'_> {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.0.ask(query, control)
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        self.0.solve(&HornClauses { limit: Duration::from_millis(500), ..*clauses }, control)
    }
}

/// The generated program with any number of instances of P, which no edge names.
fn template(seed: u64) -> String {
    let text = text(seed).replace("process P[1]", "process P[*]").replace("process P[2]", "process P[*]");
    let is_property = |line: &&str| ["error", "invariant", "init"].iter().any(|keyword| line.starts_with(keyword));
    let line = |line: &str| {
        let alike = line.replace("P[0] @ l1", "(count(P @ l1) > 0)").replace("P[0] @ l2", "(count(P @ l2) == 1)");
        format!("{}\n", if is_property(&line) { line.to_owned() } else { alike.replace("P[0].c", "b") })
    };
    text.lines().map(line).collect()
}

pub(crate) fn compare_any_number(seed: u64, z3: &mut SmtLib, asked: &mut Asked) -> Compared {
    let text = template(seed);
    let parsed = parse(&text);
    prop_assert_eq!(&parsed.diagnostics, &[], "{}", text);
    let on_range = [OnRange::Error, OnRange::Block, OnRange::Wrap][seed as usize % 3];
    let instantiation = Instantiation { representatives: true, on_range, ..Instantiation::default() };
    let Ok(model) = Model::new("generated.ip", text.as_str().into(), Arc::new(parsed.file), instantiation) else {
        return Ok(());
    };
    let options = Options { states: 3000, ..Options::default() };
    let question = Question::Integer(model, options);
    let report = question.check(&mut Brief(z3), &Patience::of(POLLS), &mut Unobserved);
    for number in 1..=4 {
        let parsed = parse(&text.replace("[*]", &format!("[{number}]")));
        let Some(found) = Oracle::new(&parsed.file, on_range).search(STATES) else { break };
        for (index, property) in report.properties.iter().enumerate() {
            let is_value = property.kind == PropertyKind::Value;
            let fewest = if is_value { found.undefined } else { found.violated[index] };
            match &property.verdict {
                Verdict::Proved(_) => {
                    asked.proved += 1;
                    prop_assert!(fewest.is_none(), "{} is violated with {number}: {text}", property.id);
                    prop_assert!(found.undefined.is_none(), "a value is missing with {number}: {text}");
                }
                Verdict::Violated(violation) => {
                    asked.violated += 1;
                    let with = violation.trace().instances.iter().filter(|name| name.starts_with("P[")).count();
                    let steps = violation.trace().steps.len();
                    let is_least = with != number || fewest.is_some_and(|fewest| fewest <= steps);
                    prop_assert!(is_least, "{} is not violated with {number}: {text}", property.id);
                }
                Verdict::Unknown(unknown) => {
                    asked.unknown += 1;
                    let is_small = number < 4 && found.undefined.is_none();
                    prop_assert!(!is_small || fewest.is_none(), "{} is {unknown:?} with {number}: {text}", property.id);
                }
            }
        }
    }
    Ok(())
}
