//! The differences from the last run.

use boolprog_base::words::count;
use boolprog_check::report::{PropertyReport, Verdict as Found};

use super::{Answer, Verdict};
use crate::changes::{Finding, changes};
use crate::{Findings, Snapshot};

/// The differences between the findings about a program and those about an earlier one: a line for each change. "Yes"
/// means that there is one.
pub fn compare(snapshot: &Snapshot, before: Option<&Findings>) -> Answer {
    let Some(now) = snapshot.results.current() else {
        return Answer::unknown("The current program has not been checked.");
    };
    let Some(before) = before else {
        return Answer::unknown("There is no earlier check of this program to compare with.");
    };
    let old: Vec<Finding<'_>> = findings(before).map(|(_, finding)| finding).collect();
    let (indices, new): (Vec<usize>, Vec<Finding<'_>>) = findings(now).unzip();
    let lines: Vec<usize> = snapshot.lines(snapshot.properties().iter().map(|property| property.span.start)).collect();
    let changed = changes(&old, &new).into_iter().map(|change| {
        let line = change.now.and_then(|index| lines.get(indices[index])).map(|line| format!("Line {line}: "));
        format!("{}{} {} - {}", line.unwrap_or_default(), change.kind.name(), change.name, change.what)
    });
    let mut changed: Vec<String> = changed.collect();
    changed.extend(cutoff(before, now));
    if changed.is_empty() {
        Answer::new(Verdict::No, "No verdict has changed, and no cutoff that is known.")
    } else {
        Answer::new(Verdict::Yes, changed.join("\n"))
    }
}

/// The finding about each property that has an answer, with its index.
fn findings(of: &Findings) -> impl Iterator<Item = (usize, Finding<'_>)> {
    of.answers.iter().enumerate().filter_map(|(index, answer)| Some((index, finding(answer.as_ref()?.report()?))))
}

fn finding(report: &PropertyReport) -> Finding<'_> {
    let (verdict, needs) = match &report.verdict {
        Found::Proved(_) => ("proved", None),
        Found::Unknown(_) => ("unknown", None),
        Found::Violated(violation) => {
            let trace = violation.trace();
            ("violated", Some((Some(trace.threads_needed), trace.steps.len())))
        }
    };
    Finding { kind: report.kind, name: &report.name, verdict, needs }
}

/// The change of the cutoff, if both are known.
fn cutoff(before: &Findings, now: &Findings) -> Option<String> {
    let (old, new) = (before.reachable.cutoff()?, now.reachable.cutoff()?);
    (old != new).then(|| format!("Reachability cutoff - was {}, is {}", count(old, "thread"), count(new, "thread")))
}
