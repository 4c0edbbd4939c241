//! Random changes of texts and documents, the same for the same seed.

use serde_json::Value;

use boolprog_base::Random;

/// Inserted where a text is changed: characters of every width, ends of lines, large numbers, brackets.
const NOISE: [&str; 20] = [
    "",
    " ",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "\u{1f600}",
    "0",
    "-1",
    "4294967296",
    "9223372036854775807",
    "(",
    ")",
    "{",
    "}",
    "*",
    ";",
    "/*",
    "\"",
];

/// The longest text that changes lead to, in tokens.
const LONGEST: usize = 4_000;

/// Words, numbers and single other characters, which together are the text.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) { rest.find(|it| !is_word(it)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// A text with up to eight changes: parts are removed, repeated, moved, replaced by noise, or taken from another text.
pub fn mutated(random: &mut Random, text: &str, other: &str) -> String {
    let (mut all, others) = (tokens(text), tokens(other));
    for _ in 0..random.below(9) {
        let start = random.below(all.len() + 1);
        let end = (start + random.below(12)).min(all.len());
        match random.below(5) {
            0 => drop(all.drain(start..end)),
            1 => all.splice(start..start, all[start..end].to_vec()).for_each(drop),
            2 => {
                let moved: Vec<&str> = all.drain(start..end).collect();
                let to = random.below(all.len() + 1);
                all.splice(to..to, moved).for_each(drop);
            }
            3 => all.splice(start..end.min(start + 1), [*random.one_of(&NOISE)]).for_each(drop),
            _ => {
                let from = random.below(others.len() + 1);
                let part = &others[from..(from + random.below(40)).min(others.len())];
                all.splice(start..end, part.iter().copied()).for_each(drop);
            }
        }
        all.truncate(LONGEST);
    }
    all.concat()
}

/// Changes one value of a document.
pub fn mutate_value(random: &mut Random, value: &mut Value) {
    let goes_deeper = random.below(8) > 0;
    match value {
        Value::Array(items) if !items.is_empty() && goes_deeper => {
            let index = random.below(items.len());
            mutate_value(random, &mut items[index]);
        }
        Value::Object(fields) if !fields.is_empty() && goes_deeper => {
            let index = random.below(fields.len());
            fields.values_mut().skip(index).take(1).for_each(|field| mutate_value(random, field));
        }
        Value::Array(items) if !items.is_empty() => {
            let index = random.below(items.len());
            let item = items.remove(index);
            if random.below(2) == 0 {
                items.extend([item.clone(), item]);
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let name = fields.keys().nth(random.below(fields.len())).cloned().unwrap_or_default();
            fields.remove(&name);
        }
        Value::Bool(flag) if goes_deeper => *flag = !*flag,
        Value::Number(number) if goes_deeper => {
            let number = number.as_i64().unwrap_or_default();
            *value =
                (*random.one_of(&[number.wrapping_add(1), number.wrapping_sub(1), 0, -1, 1 << 32, i64::MAX])).into();
        }
        Value::String(text) if goes_deeper => *text = mutated(random, text, "assert-1 error-e true 12"),
        other => {
            let others = [Value::Null, true.into(), 7.into(), "text".into(), Value::Array(Vec::new())];
            other.clone_from(random.one_of(&others));
        }
    }
}
