//! The ends of commands.

use std::io::{self, BufRead};

/// The commands of a text in SMT-LIB, one after the other: as many lines as it takes until all parentheses are closed. Of
/// those in strings, quoted symbols and comments none counts.
pub(crate) struct Commands<R> {
    input: R,
}

impl<R: BufRead> Commands<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input }
    }
}

/// The context of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Plain,
    /// Between two of this character.
    Quoted(u8),
}

impl<R: BufRead> Iterator for Commands<R> {
    type Item = io::Result<String>;

    /// The text after the last complete command is one as well: what is wrong with it is for the reader to say.
    fn next(&mut self) -> Option<io::Result<String>> {
        let mut command = String::new();
        let (mut place, mut depth) = (Place::Plain, 0_i64);
        loop {
            let start = command.len();
            match self.input.read_line(&mut command) {
                Ok(0) => return (!command.trim().is_empty()).then_some(Ok(command)),
                Ok(_) => (place, depth) = after(&command[start..], place, depth),
                Err(error) => return Some(Err(error)),
            }
            if place == Place::Plain && depth <= 0 && !command.trim().is_empty() {
                return Some(Ok(command));
            }
        }
    }
}

/// Place and depth of parentheses after a line.
fn after(line: &str, mut place: Place, mut depth: i64) -> (Place, i64) {
    for byte in line.bytes() {
        match (place, byte) {
            (Place::Plain, b';') => break,
            (Place::Plain, b'(') => depth += 1,
            (Place::Plain, b')') => depth -= 1,
            (Place::Plain, b'"' | b'|') => place = Place::Quoted(byte),
            (Place::Quoted(quote), _) if quote == byte => place = Place::Plain,
            _ => {}
        }
    }
    (place, depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_end_where_their_parentheses_are_closed() {
        let text =
            "(check-sat)\n\n(assert\n  true ; not here )\n)\n(echo \"(\n\")\n(declare-const |)| Int) (exit)\n(assert";
        let commands: Vec<String> = Commands::new(text.as_bytes()).map(|command| command.expect("readable")).collect();
        let expected = [
            "(check-sat)\n",
            "\n(assert\n  true ; not here )\n)\n",
            "(echo \"(\n\")\n",
            "(declare-const |)| Int) (exit)\n",
            "(assert",
        ];
        assert_eq!(commands, expected);
    }
}
