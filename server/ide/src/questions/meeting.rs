//! Can threads be there together? Does this always hold?

use boolprog_base::words::{count, listed};
use boolprog_check::invariant::Invariance;
use boolprog_check::together::Meeting;
use boolprog_check::wording::{needs, reason};

use super::{Answer, Verdict};

/// A description of different threads on these lines at the same time; a line that is named twice has two.
pub fn crowd(lines: &[usize]) -> String {
    let mut groups: Vec<(usize, u64)> = Vec::new();
    for line in lines {
        match groups.iter_mut().find(|(other, _)| other == line) {
            Some((_, threads)) => *threads += 1,
            None => groups.push((*line, 1)),
        }
    }
    let groups: Vec<String> =
        groups.into_iter().map(|(line, threads)| format!("{} on line {line}", count(threads, "thread"))).collect();
    let moment = if lines.len() > 1 { " at the same time" } else { "" };
    format!("{}{moment}", listed(&groups))
}

/// Answers whether different threads can be on these lines at the same time. `scope` names the numbers of threads for
/// which a proof holds.
pub fn together(meeting: Meeting, lines: &[usize], scope: &str) -> Answer {
    let crowd = crowd(lines);
    match meeting {
        Meeting::Possible(trace) => {
            let text = format!("There can be {crowd} ({}).", needs(&trace));
            Answer::new(Verdict::Yes, text).shown_by(trace)
        }
        Meeting::Never { engine } => Answer::new(Verdict::No, format!("There are never {crowd}, {scope} ({engine}).")),
        Meeting::Unknown(unknown) => {
            Answer::unknown(format!("It is not known whether there can be {crowd}: {}.", reason(&unknown)))
        }
    }
}

/// Answers whether an expression holds whenever a thread is on a line, or always.
pub fn invariant(answer: Invariance, expression: &str, line: Option<usize>, scope: &str) -> Answer {
    let place = line.map_or_else(|| "everywhere".to_owned(), |line| format!("whenever a thread is on line {line}"));
    match answer {
        Invariance::Holds { engine } => {
            Answer::new(Verdict::Yes, format!("`{expression}` holds {place}, {scope} ({engine})."))
        }
        Invariance::Fails(trace) => {
            let text = format!("`{expression}` does not hold {place} ({}).", needs(&trace));
            Answer::new(Verdict::No, text).shown_by(trace)
        }
        Invariance::Unknown(unknown) => {
            Answer::unknown(format!("It is not known whether `{expression}` holds {place}: {}.", reason(&unknown)))
        }
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
    fn what_never_meets_says_for_how_many_threads() {
        let answer = together(Meeting::Never { engine: EngineId::Mcs }, &[4, 4], "for any number of threads");
        let text = "There are never 2 threads on line 4 at the same time, for any number of threads (mcs).";
        assert_eq!(answer, Answer { verdict: Verdict::No, text: text.to_owned(), trace: None });
    }
}
