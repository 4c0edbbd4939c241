//! The commands of an SMT-LIB script, one after the other.

use std::io::{self, BufRead, ErrorKind};

/// A command that is longer is not one of `boolprog`'s.
const LONGEST_COMMAND: usize = 1 << 28;

/// The commands of a script that has neither comments nor quotes, such as those of `boolprog`: each ends with the
/// parenthesis that closes it.
pub(crate) struct Commands<R> {
    input: R,
}

impl<R: BufRead> Commands<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self { input }
    }

    /// The next command; none at the end of the script.
    fn read(&mut self) -> io::Result<Option<String>> {
        let (mut command, mut depth) = (Vec::new(), 0_usize);
        loop {
            let read = self.input.read_until(b')', &mut command)?;
            if read == 0 || command.len() > LONGEST_COMMAND {
                return if command.iter().all(u8::is_ascii_whitespace) { Ok(None) } else { Err(incomplete()) };
            }
            for byte in &command[command.len() - read..] {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth = depth.checked_sub(1).ok_or_else(incomplete)?,
                    _ => {}
                }
            }
            // What does not end with a parenthesis is followed by the end of the script.
            if depth == 0 && command.ends_with(b")") {
                return String::from_utf8(command).map(Some).map_err(|_| incomplete());
            }
        }
    }
}

impl<R: BufRead> Iterator for Commands<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The words and parentheses of a command.
pub(crate) fn words(command: &str) -> impl Iterator<Item = &str> {
    let is_separate = |c: char| c == '(' || c == ')' || c.is_whitespace();
    let pieces = command.split_inclusive(is_separate).flat_map(move |piece| {
        let (word, end) = piece.split_at(piece.trim_end_matches(is_separate).len());
        [word, end]
    });
    pieces.filter(|word| !word.trim().is_empty())
}

fn incomplete() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "this is not a list of SMT-LIB commands")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> io::Result<Vec<String>> {
        Commands::new(text.as_bytes()).collect()
    }

    #[test]
    fn a_command_ends_with_its_parenthesis() {
        assert_eq!(
            commands("(push 1)\n(assert (< v0 (- 1)))(a)\n").unwrap(),
            ["(push 1)", "\n(assert (< v0 (- 1)))", "(a)"]
        );
        assert_eq!(commands(" \n").unwrap(), [""; 0]);
    }

    #[test]
    fn words_and_parentheses_are_told_apart() {
        let found: Vec<_> = words("\n(assert (< v0 (- 1)))").collect();
        assert_eq!(found, ["(", "assert", "(", "<", "v0", "(", "-", "1", ")", ")", ")"]);
    }

    #[test]
    fn what_is_no_command_is_an_error() {
        for text in ["(push 1", "(a))", "word", "(a) word", ")("] {
            assert!(commands(text).is_err(), "{text}");
        }
    }
}
