//! Programs as input of the checks, and malformed documents.

use std::sync::Arc;

use boolprog_check::Unit;
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;
use serde_json::Value;

/// A correct program, read with this number of threads.
pub(crate) fn unit(text: &str, threads: Option<Threads>) -> Unit {
    let parsed = boolprog_syntax::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let options = ReadingOptions { threads, ..ReadingOptions::default() };
    let analysis = Arc::new(boolprog_program::analyse(&parsed.file, &options));
    Unit { path: "test.bp".to_owned(), text: Arc::from(text), file: parsed.file, analysis }
}

/// A lock that holds for any number of threads.
pub(crate) const LOCK: &str = "decl lock := F, inside := F;
void main() begin
  decl got;
  got, lock := !lock, T;
  assume got;
  assert !inside;
  inside := T;
  inside := F;
  lock := F;
end";

/// Every value of a document, one after the other, changed in every way that keeps its type.
pub(crate) fn mutations(value: &Value, visit: &mut dyn FnMut(Value)) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => visit(Value::Bool(!flag)),
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or_default();
            for other in [number + 1, number.wrapping_sub(1), 0, 1_000_000] {
                visit(other.into());
            }
        }
        Value::String(text) => {
            let swapped = text.chars().map(|letter| match letter {
                'T' => 'F',
                'F' => 'T',
                '0' => '1',
                '1' => '0',
                other => other,
            });
            for other in
                [&swapped.collect(), &format!("{text}T"), "error-third", "assert-1", "assert-2", "assert-3", "*", ""]
            {
                visit(other.into());
            }
        }
        Value::Array(items) => {
            for index in 0..items.len() {
                let mut shorter = items.clone();
                shorter.remove(index);
                visit(shorter.into());
                let mut longer = items.clone();
                longer.push(items[index].clone());
                visit(longer.into());
                mutations(&items[index], &mut |changed| {
                    let mut items = items.clone();
                    items[index] = changed;
                    visit(items.into());
                });
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                visit(fewer.into());
                mutations(field, &mut |changed| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), changed);
                    visit(fields.into());
                });
            }
        }
    }
}
