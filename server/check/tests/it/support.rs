//! Programs as input of the checks, and malformed documents.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_base::control::{Control, Progress, Stop};
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

/// Violated, proved and vacuous properties; two counterexamples with several threads.
pub(crate) const MIXED: &str = "decl lock := F, inside := F, never := F;
void main() begin
  decl got;
  got, lock := !lock, T;
  assume got;
  assert !inside;
  inside := T;
  assert !never;
  assert !lock;
  atomic_begin;
  inside := F;
  lock := F;
  atomic_end;
  start_thread goto again;
  again: skip;
  assert !never | F;
end";

/// Stops after this number of polls.
pub(crate) struct After(AtomicU64, Stop);

impl After {
    pub(crate) fn new(polls: u64, stop: Stop) -> Self {
        Self(AtomicU64::new(polls), stop)
    }
}

impl Control for After {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| ()).map_err(|_| self.1)
    }
}

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
