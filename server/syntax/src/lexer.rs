//! The tokens of a text without its tree: for features that work on incomplete statements, and for messages about
//! broken texts.

use boolprog_base::Span;

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `// ...` without its line end, or `/* ... */`, which may lack its end.
    Comment,
    /// A word of the language, or a name: `x`, `x$`, `{x y}`, `{x y}$`.
    Word,
    /// A sequence of digits.
    Number,
    /// An operator or a punctuation mark.
    Symbol,
    /// A character that no token begins with.
    Other,
}

/// A token of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Span of the token.
    pub span: Span,
}

/// The tokens of `text[within]`, in textual order. `within` must begin at a token or between two, and on a character
/// boundary; a token cut off at its end is lexed as if the text ended there.
pub fn tokens(text: &str, within: Span) -> impl Iterator<Item = Token> {
    let text = text.get(..within.end as usize).unwrap_or(text).as_bytes();
    let (mut at, mut open_until) = (within.start as usize, 0);
    std::iter::from_fn(move || {
        if at == 0 && text.starts_with(BYTE_ORDER_MARK) {
            at += BYTE_ORDER_MARK.len();
        }
        at += text.get(at..)?.iter().take_while(|byte| is_blank(**byte)).count();
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let (kind, length) = match rest[0] {
            // Of the braces of a line that nothing closes, only the first looks for its end.
            b'{' if at < open_until => (TokenKind::Other, 1),
            b'{' => braced(rest).map_or_else(
                |line| {
                    open_until = at + line;
                    (TokenKind::Other, 1)
                },
                |length| (TokenKind::Word, length),
            ),
            _ => first(rest),
        };
        let span = Span::new(at as u32, (at + length) as u32);
        at += length;
        Some(Token { kind, span })
    })
}

/// A mark that is allowed at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The token at the beginning of a text that is neither empty nor begins with a blank or `{`, and its length.
fn first(rest: &[u8]) -> (TokenKind, usize) {
    match rest[0] {
        b'/' if rest.starts_with(b"//") => (TokenKind::Comment, run(rest, |byte| !matches!(byte, b'\n' | b'\r'))),
        b'/' if rest.starts_with(b"/*") => (TokenKind::Comment, block_comment(rest)),
        b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' => (TokenKind::Word, run(rest, belongs_to_name)),
        b'0'..=b'9' => (TokenKind::Number, run(rest, |byte| byte.is_ascii_digit())),
        _ => symbol(rest).map_or_else(|| (TokenKind::Other, character(rest)), |length| (TokenKind::Symbol, length)),
    }
}

/// The number of bytes at the beginning of a text that belong together.
fn run(rest: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    rest.iter().take_while(|byte| belongs(**byte)).count()
}

/// The length of the symbol that a text begins with.
fn symbol(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'<', b'-', b'>', ..] => Some(3),
        [b':' | b'!', b'=', ..] | [b'=' | b'-', b'>', ..] | [b'&', b'&', ..] | [b'|', b'|', ..] => Some(2),
        [one, ..] if is_symbol(*one) => Some(1),
        _ => None,
    }
}

/// Returns `true` if a byte is a symbol by itself.
fn is_symbol(byte: u8) -> bool {
    let is_operator = matches!(byte, b'!' | b'~' | b'=' | b'&' | b'^' | b'|' | b'?' | b'<' | b'>' | b'*' | b'\'');
    is_operator || matches!(byte, b':' | b',' | b';' | b'(' | b')' | b'[' | b']')
}

/// Returns `true` if a byte can stand in a name, after its first.
pub fn belongs_to_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#')
}

fn block_comment(rest: &[u8]) -> usize {
    rest[2..].windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |length| length + 4)
}

/// The length of `{...}`, with the `$` of a passive copy; or that of the rest of the line, in which no `}` is.
fn braced(rest: &[u8]) -> Result<usize, usize> {
    let end = rest.iter().position(|byte| matches!(byte, b'}' | b'\n' | b'\r')).unwrap_or(rest.len());
    if rest.get(end) == Some(&b'}') { Ok(end + 1 + usize::from(rest.get(end + 1) == Some(&b'$'))) } else { Err(end) }
}

/// The length of the character that a text begins with.
fn character(rest: &[u8]) -> usize {
    1 + rest[1..].iter().take_while(|byte| **byte & 0xC0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexed(text: &str) -> Vec<(TokenKind, &str)> {
        let all = Span::new(0, text.len() as u32);
        tokens(text, all).map(|token| (token.kind, &text[token.span.range()])).collect()
    }

    #[test]
    fn names_and_symbols_are_as_long_as_possible() {
        use TokenKind::{Number, Symbol, Word};
        assert_eq!(
            lexed("{a b}$,x$#1:=1!=01<->'y"),
            [
                (Word, "{a b}$"),
                (Symbol, ","),
                (Word, "x$#1"),
                (Symbol, ":="),
                (Number, "1"),
                (Symbol, "!="),
                (Number, "01"),
                (Symbol, "<->"),
                (Symbol, "'"),
                (Word, "y"),
            ]
        );
    }

    #[test]
    fn comments_and_braces_may_lack_their_end() {
        use TokenKind::{Comment, Other, Word};
        assert_eq!(lexed("// a\r\n/*/ b */x"), [(Comment, "// a"), (Comment, "/*/ b */"), (Word, "x")]);
        assert_eq!(lexed("{a\n/* b"), [(Other, "{"), (Word, "a"), (Comment, "/* b")]);
        assert_eq!(lexed("/é"), [(Other, "/"), (Other, "é")]);
        let braces = [(Other, "{"), (Other, "{"), (Word, "a"), (Other, "{"), (Word, "{b}")];
        assert_eq!(lexed("{{a{\n{b}"), braces);
    }

    #[test]
    fn braces_that_nothing_closes_are_lexed_in_one_pass() {
        // A pass from each of them would take minutes.
        let text = "{".repeat(1 << 20);
        assert_eq!(tokens(&text, Span::new(0, text.len() as u32)).count(), text.len());
    }
}
