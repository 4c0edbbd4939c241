//! Programs as the checks take them.

use std::sync::Arc;

use boolprog_check::Unit;
use boolprog_program::program::Threads;
use boolprog_program::reading::ReadingOptions;

/// A correct program, read with so many threads.
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
