//! Can threads be there together? Does this always hold?

use boolprog_base::words::{count, listed};
use boolprog_check::invariant::Invariance;
use boolprog_check::together::Meeting;
use boolprog_check::wording::{needs, reason};

use super::{Answer, Verdict, however_many};

/// A description of different threads on these lines at the same time; a line that is named twice has two.
pub fn crowd(lines: &[usize]) -> String {
    let groups: Vec<String> = groups(lines)
        .into_iter()
        .map(|(line, threads)| format!("{} on line {line}", count(threads, "thread")))
        .collect();
    let moment = if lines.len() > 1 { " at the same time" } else { "" };
    format!("{}{moment}", listed(&groups))
}

/// The lines, each with the number of threads there.
fn groups(lines: &[usize]) -> Vec<(usize, u64)> {
    let mut groups: Vec<(usize, u64)> = Vec::new();
    for line in lines {
        match groups.iter_mut().find(|(other, _)| other == line) {
            Some((_, threads)) => *threads += 1,
            None => groups.push((*line, 1)),
        }
    }
    groups
}

/// The sentence that different threads are never on these lines at the same time, without the full stop.
fn never(lines: &[usize]) -> String {
    match groups(lines).as_slice() {
        [(line, 1)] => format!("No thread is ever at line {line}"),
        [(line, 2)] => format!("Two threads are never at line {line} at the same time"),
        [(line, threads)] => format!("{threads} threads are never at line {line} at the same time"),
        groups if groups.iter().all(|(_, threads)| *threads == 1) => {
            let lines: Vec<String> = groups.iter().map(|(line, _)| line.to_string()).collect();
            format!("Lines {} are never occupied at the same time", listed(&lines))
        }
        _ => format!("It never happens that there are {}", crowd(lines)),
    }
}

/// Answers whether different threads can be on these lines at the same time. `scope` names the numbers of threads for
/// which a proof holds.
pub fn together(meeting: Meeting, lines: &[usize], scope: &str) -> Answer {
    match meeting {
        Meeting::Possible(trace) => {
            let text = format!("There can be {} ({}).", crowd(lines), needs(&trace));
            Answer::new(Verdict::Yes, text).shown_by(trace)
        }
        Meeting::Never { .. } => Answer::new(Verdict::No, format!("{}, {}.", never(lines), however_many(scope))),
        Meeting::Unknown(unknown) => {
            Answer::unknown(format!("It is not known whether there can be {}: {}.", crowd(lines), reason(&unknown)))
        }
    }
}

/// Answers whether an expression holds whenever a thread is on a line, or always.
pub fn invariant(answer: Invariance, expression: &str, line: Option<usize>, scope: &str) -> Answer {
    let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
    match answer {
        Invariance::Holds { .. } => {
            Answer::new(Verdict::Yes, format!("`{expression}` is always true{place}, {}.", however_many(scope)))
        }
        Invariance::Fails(trace) => {
            let text = format!("`{expression}` is not always true{place} ({}).", needs(&trace));
            Answer::new(Verdict::No, text).shown_by(trace)
        }
        Invariance::Unknown(unknown) => Answer::unknown(format!(
            "It is not known whether `{expression}` is always true{place}: {}.",
            reason(&unknown)
        )),
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::engine::EngineId;

    use super::*;

    #[test]
    fn threads_are_counted_line_by_line() {
        assert_eq!(crowd(&[4]), "1 thread on line 4");
        assert_eq!(crowd(&[4, 4]), "2 threads on line 4 at the same time");
        assert_eq!(crowd(&[4, 9, 4]), "2 threads on line 4 and 1 thread on line 9 at the same time");
    }

    #[test]
    fn what_never_meets_is_a_sentence() {
        assert_eq!(never(&[4]), "No thread is ever at line 4");
        assert_eq!(never(&[4, 4]), "Two threads are never at line 4 at the same time");
        assert_eq!(never(&[18, 10]), "Lines 18 and 10 are never occupied at the same time");
        let crowd = "2 threads on line 4 and 1 thread on line 9 at the same time";
        assert_eq!(never(&[4, 9, 4]), format!("It never happens that there are {crowd}"));
    }

    #[test]
    fn what_never_meets_says_for_how_many_threads() {
        let answer = together(Meeting::Never { engine: EngineId::Mcs }, &[4, 4], "for any number of threads");
        let text = "Two threads are never at line 4 at the same time, however many threads run.";
        assert_eq!(answer, Answer { verdict: Verdict::No, text: text.to_owned(), trace: None });
    }
}
