//! The number of threads that are needed.

use boolprog_base::words::count;
use boolprog_check::report::{Completeness, Reachable};
use boolprog_syntax::ast::SiteId;

use super::{Answer, Verdict, however_many};

/// The reachability cutoff, the number of threads that reach everything that any number can reach: at a program point
/// with its line, or anywhere. `scope` is the number of threads for which the program point is known to be unreachable.
pub fn threads(reachable: &Reachable, place: Option<(SiteId, usize)>, scope: &str) -> Answer {
    match place {
        Some((site, line)) => at(reachable, site, line, scope),
        None => anywhere(reachable),
    }
}

fn anywhere(reachable: &Reachable) -> Answer {
    if let Some(cutoff) = reachable.cutoff() {
        let reach = if cutoff == 1 { "reaches" } else { "reach" };
        let text =
            format!("{} {reach} everything that any number can (the reachability cutoff).", count(cutoff, "thread"));
        return Answer::new(Verdict::Yes, text);
    }
    let states: usize = reachable.sites.values().map(|site| site.states.len()).sum();
    Answer::unknown(format!("The reachability cutoff is not known: {}.", why(reachable, states)))
}

fn at(reachable: &Reachable, site: SiteId, line: usize, scope: &str) -> Answer {
    let is_exact = reachable.completeness == Completeness::Exact;
    let Some(states) = reachable.sites.get(&site) else {
        return if is_exact {
            Answer::new(Verdict::No, format!("No thread reaches line {line}, {}.", however_many(scope)))
        } else {
            Answer::unknown(format!("It is not known whether a thread reaches line {line}."))
        };
    };
    let cutoff = states.cutoff().filter(|_| is_exact);
    match (states.first, cutoff) {
        (Some(first), Some(cutoff)) if first.threads == cutoff => {
            let needed = count(cutoff, "thread");
            let text = format!("Line {line} needs {needed}; more threads add nothing there.");
            Answer::new(Verdict::Yes, text)
        }
        (Some(first), Some(cutoff)) => {
            let (needed, cutoff) = (count(first.threads, "thread"), count(cutoff, "thread"));
            let text = format!(
                "Line {line} needs {needed}, all of its {} need {cutoff}; more threads add nothing there.",
                count(states.states.len() as u64, "thread state")
            );
            Answer::new(Verdict::Yes, text)
        }
        (first, _) => {
            let needed = first
                .map_or_else(String::new, |first| format!("Line {line} needs {}. ", count(first.threads, "thread")));
            let why = why(reachable, states.states.len());
            Answer::unknown(format!("{needed}It is not known how many threads reach everything there: {why}."))
        }
    }
}

fn why(reachable: &Reachable, states: usize) -> String {
    let states = count(states as u64, "thread state");
    if reachable.completeness == Completeness::Exact {
        format!("some of the {states} need more threads than were searched")
    } else {
        format!("{states} found, perhaps not all")
    }
}
