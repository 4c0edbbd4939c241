//! The rounds of localization, for the user: at most a screen of them.

use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_check::report::Round;

use super::iterations::{MOST, print_excerpt, shortened};

/// Lists the rounds: if they are many, the first and the last ones.
pub(super) fn print(rounds: &[Round], out: &mut impl Write) -> io::Result<()> {
    let numbered: Vec<(usize, &Round)> = (1..).zip(rounds).collect();
    print_excerpt(&numbered, MOST, "round", out, |(number, round), out| print_round(*number, round, out))
}

fn print_round(number: usize, round: &Round, out: &mut impl Write) -> io::Result<()> {
    let visible = match round.visible_variables.as_slice() {
        [] => "no variable".to_owned(),
        names => shortened(&names.join(", ")),
    };
    let new = match added(round).as_slice() {
        [] => "nothing new".to_owned(),
        names => format!("new: {}", shortened(&names.join(", "))),
    };
    let runs = match round.spurious_runs.len() as u64 {
        0 => String::new(),
        runs => format!("; {}, {new}", count(runs, "spurious execution")),
    };
    writeln!(out, "  round {number}: {visible} visible{runs}")
}

/// The variables that become visible after a round, each once.
fn added(round: &Round) -> Vec<&str> {
    let mut added: Vec<&str> = Vec::new();
    for name in round.spurious_runs.iter().flat_map(|run| &run.added) {
        if !added.contains(&name.as_str()) {
            added.push(name);
        }
    }
    added
}
