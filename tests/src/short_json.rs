//! Positions and ranges of the language server protocol as a person writes them: `"3:5"` and `"3:5-3:9"`, lines and
//! columns from 1 as editors show them.

use serde_json::{Value, json};

/// Replaces every text that looks like a position or a range by its form in the protocol.
pub fn long(value: Value) -> Value {
    match value {
        Value::String(text) => range(&text).or_else(|| position(&text)).unwrap_or(Value::String(text)),
        Value::Array(items) => items.into_iter().map(long).collect(),
        Value::Object(members) => members.into_iter().map(|(key, value)| (key, long(value))).collect(),
        other => other,
    }
}

/// The inverse of [`long`].
pub fn short(value: Value) -> Value {
    if let Some(text) = range_text(&value).or_else(|| position_text(&value)) {
        return Value::String(text);
    }
    match value {
        Value::Array(items) => items.into_iter().map(short).collect(),
        Value::Object(members) => members.into_iter().map(|(key, value)| (key, short(value))).collect(),
        other => other,
    }
}

fn range(text: &str) -> Option<Value> {
    let (start, end) = text.split_once('-')?;
    Some(json!({ "start": position(start)?, "end": position(end)? }))
}

fn position(text: &str) -> Option<Value> {
    let (line, column) = text.split_once(':')?;
    let from_zero = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
    Some(json!({ "line": from_zero(line)?, "character": from_zero(column)? }))
}

fn range_text(value: &Value) -> Option<String> {
    let [start, end] = exactly(value, ["start", "end"])?;
    Some(format!("{}-{}", position_text(start)?, position_text(end)?))
}

fn position_text(value: &Value) -> Option<String> {
    let [line, column] = exactly(value, ["line", "character"])?;
    Some(format!("{}:{}", line.as_u64()? + 1, column.as_u64()? + 1))
}

/// The members of an object that has these and no others.
fn exactly<'a>(value: &'a Value, keys: [&str; 2]) -> Option<[&'a Value; 2]> {
    let members = value.as_object().filter(|members| members.len() == 2)?;
    Some([members.get(keys[0])?, members.get(keys[1])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let written = json!({ "range": "3:5-12:1", "list": ["1:1", "1:x", "0:1", "a-b"] });
        let meant = long(written.clone());
        assert_eq!(meant["range"]["end"], json!({ "line": 11, "character": 0 }));
        assert_eq!(meant["list"][0], json!({ "line": 0, "character": 0 }));
        assert_eq!((&meant["list"][1], &meant["list"][2]), (&json!("1:x"), &json!("0:1")));
        assert_eq!(short(meant), written);
    }
}
