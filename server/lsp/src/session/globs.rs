//! Patterns for paths, as settings have them.

/// A piece of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// `**/`: any folders, or none.
    Folders,
    /// `**`: any characters.
    Anything,
    /// `*`: any characters of a name.
    Name,
    /// `?`: one character of a name.
    One,
    Letter(char),
}

/// Returns `true` if a path matches a pattern: `*` stands for any characters but `/`, `?` for one, `**` for any. A pattern
/// that does not begin with `/` can begin at any folder of the path. Takes time linear in the product of their lengths.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let pieces = pieces(pattern);
    let mut alive = vec![false; pieces.len() + 1];
    enter(&pieces, &mut alive, 0);
    for letter in path.chars().map(|letter| if letter == '\\' { '/' } else { letter }) {
        let mut next = vec![false; pieces.len() + 1];
        for (index, piece) in pieces.iter().enumerate().filter(|(index, _)| alive[*index]) {
            let (stays, goes_on) = match piece {
                Piece::Folders => (true, letter == '/'),
                Piece::Anything => (true, false),
                Piece::Name => (letter != '/', false),
                Piece::One => (false, letter != '/'),
                Piece::Letter(wanted) => (false, letter == *wanted),
            };
            if goes_on {
                enter(&pieces, &mut next, index + 1);
            }
            if stays && *piece == Piece::Folders {
                next[index] = true;
            } else if stays {
                enter(&pieces, &mut next, index);
            }
        }
        alive = next;
    }
    alive[pieces.len()]
}

/// Comes to a piece, and to those after it that can stand for nothing.
fn enter(pieces: &[Piece], alive: &mut [bool], index: usize) {
    for (index, piece) in (index..).zip(&pieces[index..]) {
        alive[index] = true;
        if matches!(piece, Piece::One | Piece::Letter(_)) {
            return;
        }
    }
    alive[pieces.len()] = true;
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if !pattern.starts_with('/') {
        pieces.push(Piece::Folders);
    }
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let (piece, length) = match letter {
            '*' if rest.starts_with("**/") => (Piece::Folders, 3),
            '*' if rest.starts_with("**") => (Piece::Anything, 2),
            '*' => (Piece::Name, 1),
            '?' => (Piece::One, 1),
            letter => (Piece::Letter(letter), letter.len_utf8()),
        };
        pieces.push(piece);
        rest = &rest[length..];
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stay_within_a_name_unless_there_are_two() {
        let cases = [
            ("*.c", "/home/a.c", true),
            ("*.c", "/home/a.h", false),
            ("src/*.c", "/home/src/a.c", true),
            ("src/*.c", "/home/src/deep/a.c", false),
            ("src/**/*.c", "/home/src/deep/er/a.c", true),
            ("src/**/*.c", "/home/src/a.c", true),
            ("src/**", "/home/src/deep/a.c", true),
            ("rc/*.c", "/home/src/a.c", false),
            ("/home/?.c", "/home/a.c", true),
            ("/src/*.c", "/home/src/a.c", false),
            ("?.c", "C:\\work\\ä.c", true),
            ("", "/home/a.c", false),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn many_stars_take_no_longer_than_few() {
        assert!(!matches(&"*a".repeat(2_000), &"a".repeat(2_000 - 1)));
    }
}
