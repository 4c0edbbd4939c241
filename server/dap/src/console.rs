//! Commands of the console, for editors that have no buttons for them: a colon and a word.

use super::recording::Recording;
use super::simulation::{Offer, Offers};
use super::variables::effects;

pub(super) const COMMANDS: [&str; 4] = [":alternatives", ":whatif ", ":recording", ":help"];

/// The commands that can be typed.
pub(super) const HELP: &str = "\
:alternatives lists the possible next steps.
:whatif NUMBER takes one of them instead of the recorded step.
:recording goes back to the recording.
Anything else is an expression, such as lock & x@T2.";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Alternatives,
    /// Takes the step with this number in the list.
    WhatIf(usize),
    /// Returns to the point where the recording was left.
    Recording,
    /// Says what can be typed.
    Help,
}

impl Command {
    /// Reads the command after the colon. Fails with a message for the user.
    pub(super) fn read(typed: &str) -> Result<Self, String> {
        let mut words = typed.split_whitespace();
        match (words.next().unwrap_or_default(), words.next().map(str::parse), words.next()) {
            ("alternatives", None, None) => Ok(Self::Alternatives),
            ("recording", None, None) => Ok(Self::Recording),
            ("help", None, None) => Ok(Self::Help),
            ("whatif", Some(Ok(number)), None) => Ok(Self::WhatIf(number)),
            ("whatif", _, _) => Err("`:whatif` needs the number of one of the `:alternatives`".to_owned()),
            _ => Err("the commands are `:alternatives`, `:whatif NUMBER`, `:recording` and `:help`".to_owned()),
        }
    }
}

/// The possible next steps, one in a line, and the threads that cannot move.
pub(super) fn listing(recording: &Recording, cursor: usize, offers: &Offers) -> String {
    let shown = |(number, offer): (usize, &Offer)| {
        let mut notes = effects(recording, cursor, &offer.way);
        notes.extend(offer.way.fails().then(|| "fails".to_owned()));
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let recorded = if offer.recorded { " - recorded" } else { "" };
        format!("{number}: T{} {}{notes}{recorded}", offer.way.step.thread, offer.way.step.text)
    };
    let mut lines: Vec<String> = (1..).zip(&offers.list).map(shown).collect();
    lines.extend(offers.more.then(|| "and more".to_owned()));
    lines.extend(offers.blocked.iter().map(|(_, reason)| reason.clone()));
    if lines.is_empty() {
        lines.push("No step is possible here.".to_owned());
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read("alternatives"), Ok(Command::Alternatives));
        assert_eq!(Command::read(" whatif  2 "), Ok(Command::WhatIf(2)));
        assert_eq!(Command::read("recording"), Ok(Command::Recording));
        assert_eq!(Command::read("help"), Ok(Command::Help));
        for wrong in ["", "whatif", "whatif x", "whatif 1 2", "whatif -1", "recording 1", "nonsense"] {
            assert!(Command::read(wrong).is_err(), "{wrong}");
        }
    }
}
