//! `#if` and the like: which lines are read (C11 6.10.1).

use smol_str::SmolStr;

use super::{Preprocessor, Step};
use crate::lexer::Token;
use crate::source::Place;

/// Bytes that are skipped between two looks at the clock.
const SKIPPED: usize = 1 << 18;

/// An `#if` that is not closed.
pub(super) struct Branch {
    /// `true` if one of its groups is read, or was.
    is_taken: bool,
    /// `true` after its `#else`.
    has_else: bool,
    place: Place,
}

/// The state of the search for one `#ifndef NAME` around all of a file, which then is empty where the name is defined, and is not
/// read again.
#[derive(Default)]
pub(super) enum Guard {
    /// Nothing was read yet.
    #[default]
    Start,
    /// The file begins with `#ifndef NAME`, which is not closed.
    Inside(SmolStr),
    /// It is closed, and nothing followed.
    Closed(SmolStr),
    /// It does not.
    None,
}

impl Guard {
    /// The name, once the file was read.
    pub(super) fn name(self) -> Option<SmolStr> {
        match self {
            Self::Closed(name) => Some(name),
            _ => None,
        }
    }

    /// A directive is read.
    pub(super) fn directive(&mut self, name: &str) {
        match name {
            "ifndef" if matches!(self, Self::Start) => {}
            "elif" | "elifdef" | "elifndef" | "else" | "endif" => {}
            _ => self.other(),
        }
    }

    /// Something else is read.
    pub(super) fn other(&mut self) {
        if !matches!(self, Self::Inside(_)) {
            *self = Self::None;
        }
    }
}

impl Preprocessor<'_> {
    /// `#if`, `#ifdef` or `#ifndef`.
    pub(super) fn open_branch(&mut self, directive: &Token) -> Step {
        let is_taken = self.holds(directive, &directive.text)?;
        self.current().branches.push(Branch { is_taken, has_else: false, place: directive.place });
        if is_taken { Ok(()) } else { self.skip() }
    }

    /// `#elif` and the like, or `#else`, after a group that was read.
    pub(super) fn next_branch(&mut self, directive: &Token) -> Step {
        if self.other_branch(directive)? { Ok(()) } else { self.skip() }
    }

    /// `#endif`
    pub(super) fn close_branch(&mut self, directive: &Token) -> Step {
        let current = self.current();
        let closed = current.branches.pop();
        if current.branches.is_empty() {
            current.guard = match std::mem::take(&mut current.guard) {
                Guard::Inside(name) => Guard::Closed(name),
                _ => Guard::None,
            };
        }
        if closed.is_none() {
            self.mistake(directive.place, "This `#endif` has no `#if`.")?;
        }
        Ok(())
    }

    /// The file ends: all conditions have to be closed.
    pub(super) fn check_branches(&mut self) -> Step {
        match self.current().branches.pop() {
            Some(open) => self.mistake(open.place, "This `#if` has no `#endif` in its file."),
            None => Ok(()),
        }
    }

    /// Skips groups up to one that is read, or to the end of the condition.
    fn skip(&mut self) -> Step {
        let mut depth = 0_usize;
        loop {
            let lexer = &mut self.files.current.lexer;
            match lexer.skip_to_directive(SKIPPED) {
                Err(()) => self.work.poll()?,
                Ok(None) => return Ok(()),
                Ok(Some(_)) => {
                    let Some(name) = lexer.next_on_line() else { continue };
                    self.work.step(1)?;
                    match name.text.as_str() {
                        "if" | "ifdef" | "ifndef" => depth += 1,
                        "endif" if depth == 0 => return self.close_branch(&name),
                        "endif" => depth -= 1,
                        "elif" | "elifdef" | "elifndef" | "else" if depth == 0 && self.other_branch(&name)? => {
                            return Ok(());
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Returns `true` if the group after `#elif` and the like, or `#else`, is read.
    fn other_branch(&mut self, directive: &Token) -> Step<bool> {
        let current = self.current();
        if current.branches.len() == 1 {
            current.guard = Guard::None;
        }
        let is_else = directive.is("else");
        let Some(branch) = current.branches.last_mut().filter(|branch| !branch.has_else) else {
            let message = format!("This `#{}` has no `#if` before it, or follows `#else`.", directive.text);
            self.mistake(directive.place, message)?;
            return Ok(false);
        };
        branch.has_else = is_else;
        if branch.is_taken {
            return Ok(false);
        }
        let holds = is_else || self.holds(directive, directive.text.trim_start_matches("el"))?;
        if let Some(branch) = self.current().branches.last_mut() {
            branch.is_taken = holds;
        }
        Ok(holds)
    }

    /// Returns `true` if the condition on the rest of the line holds.
    fn holds(&mut self, directive: &Token, name: &str) -> Step<bool> {
        let line = self.rest_of_line()?;
        if name == "if" {
            return self.evaluate(line, directive.place);
        }
        let Some(asked) = line.first().filter(|asked| asked.is_word()) else {
            self.mistake(directive.place, format!("After `#{}` stands the name of a macro.", directive.text))?;
            return Ok(false);
        };
        if name == "ifndef" && matches!(self.current().guard, Guard::Start) && directive.text == "ifndef" {
            self.current().guard = Guard::Inside(asked.text.clone());
        }
        Ok(self.macros.is_defined(&asked.text) == (name == "ifdef"))
    }
}
