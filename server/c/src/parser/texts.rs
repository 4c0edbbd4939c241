//! Characters and texts between quotes.

/// The value of `'c'`, whose type is `char`.
pub(super) fn character(text: &str) -> Option<i128> {
    match bytes(text, '\'')?.as_slice() {
        [byte] if byte.is_ascii() || text.starts_with("'\\") => Some(i128::from(byte.cast_signed())),
        _ => None,
    }
}

/// The bytes between quotes; none if the text does not end, or has an escape that is not known.
pub(super) fn bytes(text: &str, quote: char) -> Option<Vec<u8>> {
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let (mut found, mut rest) = (Vec::new(), inside);
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            let (character, after) = rest.split_at(first.len_utf8());
            found.extend_from_slice(character.as_bytes());
            rest = after;
            continue;
        }
        let (value, length) = escaped(&rest[1..])?;
        found.push(value);
        rest = &rest[1 + length..];
    }
    Some(found)
}

/// The byte of an escape after its `\`, and the length of what stands for it.
fn escaped(text: &str) -> Option<(u8, usize)> {
    let digits = |text: &str, radix, most| text.chars().take(most).take_while(|it| it.is_digit(radix)).count();
    let octal = digits(text, 8, 3);
    if octal > 0 {
        return Some((u8::from_str_radix(&text[..octal], 8).ok()?, octal));
    }
    if let Some(number) = text.strip_prefix('x') {
        let length = digits(number, 16, usize::MAX);
        return Some((u8::from_str_radix(&number[..length], 16).ok()?, length + 1));
    }
    let simple = [
        ('n', b'\n'),
        ('t', b'\t'),
        ('r', b'\r'),
        ('a', 7),
        ('b', 8),
        ('f', 12),
        ('v', 11),
        ('\\', b'\\'),
        ('\'', b'\''),
        ('"', b'"'),
        ('?', b'?'),
    ];
    let (_, byte) = simple.iter().find(|(name, _)| text.starts_with(*name))?;
    Some((*byte, 1))
}
