//! Characters and escape sequences of literals (C11 6.4.4.4).

use crate::lexer::universal_name;

/// The elements of `size` bytes each (1, 2 or 4) that a text between quotes stands for. Fails with what is wrong.
pub(super) fn elements(text: &str, size: usize) -> Result<Vec<u32>, String> {
    let mut elements = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '\\' {
            rest = escape(rest, size, &mut elements)?;
        } else {
            encode(first, size, &mut elements);
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(elements)
}

fn encode(it: char, size: usize, elements: &mut Vec<u32>) {
    match size {
        1 => elements.extend(it.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        2 => elements.extend(it.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit))),
        _ => elements.push(u32::from(it)),
    }
}

/// Reads the escape sequence at the beginning of a text; gives what follows it.
fn escape<'t>(text: &'t str, size: usize, elements: &mut Vec<u32>) -> Result<&'t str, String> {
    if let Some((it, length)) = universal_name(text) {
        encode(it, size, elements);
        return Ok(&text[length..]);
    }
    let rest = &text[1..];
    let Some(first) = rest.chars().next() else { return Err("The text ends after a backslash.".to_owned()) };
    let simple = match first {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' | 'E' => 27,
        'x' => return digits(&rest[1..], 16, usize::MAX, size, elements),
        '0'..='7' => return digits(rest, 8, 3, size, elements),
        'u' | 'U' => {
            return Err(format!("After `\\{first}` stand {} hexadecimal digits.", if first == 'u' { 4 } else { 8 }));
        }
        _ => {
            encode(first, size, elements);
            return Ok(&rest[first.len_utf8()..]);
        }
    };
    elements.push(simple);
    Ok(&rest[1..])
}

/// Reads the number of an escape sequence, of which GNU C keeps what an element has room for.
fn digits<'t>(text: &'t str, radix: u32, most: usize, size: usize, elements: &mut Vec<u32>) -> Result<&'t str, String> {
    let length = text.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if length == 0 {
        return Err("After `\\x` stand hexadecimal digits.".to_owned());
    }
    let value = text[..length].chars().filter_map(|digit| digit.to_digit(radix));
    let value = value.fold(0_u32, |value, digit| value.wrapping_mul(radix).wrapping_add(digit));
    elements.push(if size == 4 { value } else { value & ((1 << (8 * size)) - 1) });
    Ok(&text[length..])
}
