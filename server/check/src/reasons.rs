//! Why there is no verdict, in words.

use boolprog_base::control::Stop;
use boolprog_base::words::{count, listed};

use crate::unknown::Unknown;

/// Why there is no verdict, without a full stop: `time limit reached; no violation with up to 3 threads`.
pub fn reason(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Stopped { stop, threads } => format!("{stop}{}", searched(*threads)),
        Unknown::NotApplicable { why, threads } => format!("{}{}", why.trim_end_matches('.'), searched(*threads)),
        Unknown::Recursion { cycle, depth, stop } => recursion(cycle, *depth, *stop),
        Unknown::Internal { what } => format!("{INTERNAL_ERROR}: {}", what.trim_end_matches('.')),
        Unknown::Integer(reasons) => reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Unknown::TooLarge => "the program is too large once its procedures are inlined".to_owned(),
    }
}

/// Why a list of thread states is not complete, as a clause: `time limit reached; searched with up to 3 threads`.
pub fn incomplete(unknown: &Unknown) -> String {
    let searched = |threads: u32| match threads {
        0 => String::new(),
        threads => format!("; searched with up to {}", count(threads, "thread")),
    };
    match unknown {
        Unknown::Stopped { stop, threads } => format!("{stop}{}", searched(*threads)),
        Unknown::NotApplicable { why, threads } => format!("{}{}", why.trim_end_matches('.'), searched(*threads)),
        Unknown::Recursion { cycle, stop, .. } => recursion(cycle, 0, *stop),
        other => reason(other),
    }
}

fn recursion(cycle: &[String], depth: u32, stop: Option<Stop>) -> String {
    let who = match cycle {
        [one] => format!("`{one}` calls itself (recursion)"),
        many => {
            let names: Vec<String> = many.iter().map(|name| format!("`{name}`")).collect();
            format!("{} call each other (recursion)", listed(&names))
        }
    };
    let why = stop.map_or_else(String::new, |stop| format!(", {stop}"));
    let searched = if depth == 0 { String::new() } else { format!("; no violation to recursion depth {depth}") };
    format!("{who}{why}{searched}")
}

/// The reason of an answer that is no report.
pub const INTERNAL_ERROR: &str = "internal error";

fn searched(threads: u32) -> String {
    if threads == 0 { String::new() } else { format!("; no violation with up to {}", count(threads, "thread")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_the_bound_that_was_searched() {
        let unknown = Unknown::Stopped { stop: Stop::Time, threads: 3 };
        assert_eq!(reason(&unknown), "time limit reached; no violation with up to 3 threads");
        assert_eq!(reason(&Unknown::Stopped { stop: Stop::Cancelled, threads: 0 }), "cancelled");
        let alone = Unknown::Recursion { cycle: vec!["f".into()], depth: 0, stop: None };
        assert_eq!(reason(&alone), "`f` calls itself (recursion)");
        let cycle = ["f", "g", "h"].map(String::from).to_vec();
        let three = Unknown::Recursion { cycle, depth: 2, stop: Some(Stop::Time) };
        assert_eq!(
            reason(&three),
            "`f`, `g` and `h` call each other (recursion), time limit reached; no violation to recursion depth 2"
        );
    }
}
