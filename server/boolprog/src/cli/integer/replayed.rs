//! The run of an integer program that somebody wants to replay.

use std::sync::Arc;

use boolprog_check::integer::{self, Options, PropertyReport, Unobserved, Verdict};
use boolprog_ide::wording;
use boolprog_integer::Instantiation;
use boolprog_trace::document::TraceDocument;

use super::super::load::Source;
use super::{read, with_place};
use boolprog_host::limits::Limits;
use boolprog_host::provers::{self, prover};

/// A run that violates a property, or any of them. Fails with a sentence for people.
pub(in crate::cli) fn counterexample(
    path: &str,
    source: &Source,
    asked: Option<&str>,
    threads: Option<u16>,
    limits: &Limits,
) -> Result<Arc<TraceDocument>, String> {
    let instantiation = Instantiation { threads, ..Instantiation::default() };
    let (model, _) = read(path, source, asked, instantiation).map_err(|found| with_place(source, &found))?;
    let mut prover = prover(provers::DEFAULT);
    let report = integer::check(&model, &Options::default(), &mut prover, limits, &mut Unobserved);
    let is_asked = |found: &&PropertyReport| asked.is_none_or(|asked| asked == found.id || asked == found.name);
    let mut answers = report.properties.iter().filter(is_asked).peekable();
    if let (Some(asked), None) = (asked, answers.peek()) {
        return Err(format!("The program has no property `{asked}`."));
    }
    let mut undecided = None;
    for found in answers {
        match &found.verdict {
            Verdict::Violated(violation) => return Ok(Arc::clone(violation.trace())),
            Verdict::Unknown(reasons) => undecided = Some(wording::integer::reasons(reasons)),
            Verdict::Proved(_) => {}
        }
    }
    Err(match undecided {
        Some(reason) => format!("There is no counterexample to replay. Not everything is decided: {reason}."),
        None => "There is no counterexample to replay: the program is correct.".to_owned(),
    })
}
