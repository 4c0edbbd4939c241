//! The role of every piece in the structure of a program without syntax errors.

use super::tokens::{Kind, Piece};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A statement, declaration, procedure or closing word begins with it, and so does a line.
    Begins,
    /// A statement begins with it, after a label.
    Labelled,
    /// Stays on the line of the token before.
    Attached,
    /// A line may be broken before it.
    Breakable,
    Inside,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) role: Role,
    /// The number of enclosing blocks.
    pub(super) depth: u32,
    pub(super) is_label: bool,
    pub(super) begins_procedure: bool,
    /// `true` if a body ends before it.
    pub(super) closes: bool,
}

impl Place {
    /// The number of units of indentation of a line that begins with it, or, for comments and empty lines, of one above
    /// it.
    pub(super) const fn units(self, is_above: bool) -> u32 {
        match self.role {
            Role::Begins | Role::Labelled if self.is_label => self.depth.saturating_sub(1),
            Role::Begins if self.closes && is_above => self.depth + 1,
            Role::Begins | Role::Labelled => self.depth,
            Role::Attached | Role::Breakable | Role::Inside => self.depth + 2,
        }
    }
}

/// Returns `true` if a body begins after a word.
pub(super) fn opens(word: &str) -> bool {
    matches!(word, "begin" | "then" | "do" | "else")
}

/// Returns `true` if a body ends before a word.
pub(super) fn closes(word: &str) -> bool {
    matches!(word, "end" | "fi" | "od" | "else" | "elsif" | "elif")
}

/// The places of all pieces; that of a comment is the place of the token after it, if there is one.
pub(super) fn places(pieces: &[Piece<'_>]) -> Vec<Place> {
    let mut reader = Reader { depth: 0, next: Role::Begins, brackets: 0 };
    let mut places: Vec<Place> = pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| if piece.is_comment() { reader.end() } else { reader.place(pieces, index) })
        .collect();
    for index in (1..places.len()).rev() {
        if pieces[index - 1].is_comment() {
            places[index - 1] = places[index];
        }
    }
    if let Some(last) = pieces.iter().rposition(|piece| !piece.is_comment()) {
        places[last + 1..].fill(reader.end());
    }
    places
}

struct Reader {
    depth: u32,
    /// The role of the next token, if it does not say otherwise itself.
    next: Role,
    brackets: u32,
}

impl Reader {
    /// The end of the text, or a comment whose place is not known yet.
    const fn end(&self) -> Place {
        Place { role: Role::Begins, depth: self.depth, is_label: false, begins_procedure: false, closes: false }
    }

    fn place(&mut self, pieces: &[Piece<'_>], index: usize) -> Place {
        let piece = &pieces[index];
        let expected = std::mem::replace(&mut self.next, Role::Inside);
        let at_start = matches!(expected, Role::Begins | Role::Labelled);
        let closes = closes(piece.text);
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        let depth = self.depth;
        if opens(piece.text) {
            self.depth += 1;
        }
        let is_label = at_start && piece.kind == Kind::Word && token_after(pieces, index) == Some(":");
        let role = match piece.text {
            "," => {
                self.next = if self.brackets == 0 { Role::Breakable } else { Role::Inside };
                Role::Attached
            }
            ":" if expected == Role::Attached => {
                self.next = Role::Labelled;
                Role::Attached
            }
            ";" | "begin" | "then" | "do" => {
                self.next = Role::Begins;
                Role::Attached
            }
            "end" | "fi" | "od" | "else" => {
                self.next = Role::Begins;
                Role::Begins
            }
            "elsif" | "elif" => Role::Begins,
            "constrain" if !at_start => Role::Breakable,
            text => {
                self.brackets = match text {
                    "[" => self.brackets + 1,
                    "]" => self.brackets.saturating_sub(1),
                    _ => self.brackets,
                };
                expected
            }
        };
        if is_label {
            self.next = Role::Attached;
        }
        let begins_procedure = at_start && depth == 0 && piece.kind == Kind::Word && !closes && piece.text != "decl";
        Place { role, depth, is_label, begins_procedure, closes }
    }
}

fn token_after<'t>(pieces: &[Piece<'t>], index: usize) -> Option<&'t str> {
    pieces[index + 1..].iter().find(|piece| !piece.is_comment()).map(|piece| piece.text)
}

/// `true` if there is a blank between two pieces on one line.
pub(super) fn is_apart(pieces: &[Piece<'_>], places: &[Place], index: usize) -> bool {
    let (before, piece) = (&pieces[index - 1], &pieces[index]);
    match (before.text, piece.text) {
        (_, ";" | "," | ")" | "]" | "[" | "<" | ">") | ("(" | "[" | "<" | "!" | "~" | "'", _) => false,
        (_, ":") => places[index].role != Role::Attached,
        ("assume" | "assert" | "constrain", "(") => {
            places[index - 1].role == Role::Breakable || !is_whole(pieces, index)
        }
        (word, "(") if before.kind == Kind::Word => {
            matches!(word, "if" | "while" | "elsif" | "elif" | "return" | "enforce" | "abortif")
        }
        _ => true,
    }
}

/// Returns `true` if the parenthesis that opens at `index` closes at the end of its statement.
fn is_whole(pieces: &[Piece<'_>], index: usize) -> bool {
    let mut open = 0_usize;
    let closing = pieces[index..].iter().position(|piece| {
        match piece.text {
            "(" => open += 1,
            ")" => open -= 1,
            _ => {}
        }
        open == 0
    });
    let behind = closing.and_then(|length| token_after(pieces, index + length));
    behind.is_some_and(|token| token == ";" || closes(token))
}
