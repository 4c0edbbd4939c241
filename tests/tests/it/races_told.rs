//! The text of the command line tells a data race with both lines, and with the locks that the two threads hold.

use std::process::Command;

const HITS: &str = "\
#include <pthread.h>
int hits, shown;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *server(void *unused) {
  pthread_mutex_lock(&m);
  hits++;
  pthread_mutex_unlock(&m);
  return 0;
}
void *logger(void *unused) {
  shown = hits;
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, server, 0);
  pthread_create(&other, 0, logger, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
";

/// The text that the check of a program prints between the verdict and the steps of the counterexample.
fn told(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("hits.c"), text).expect("writable");
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.args(["check", "--property", "race", "hits.c"]).current_dir(folder.path()).output();
    let output = output.expect("the binary starts").stdout;
    let lines = String::from_utf8(output).expect("text");
    let after = lines.lines().skip_while(|line| !line.contains("violated"));
    after.take_while(|line| !line.contains("  1  T1")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_race_has_two_lines_and_the_locks() {
    let all = told(HITS);
    let lines: Vec<&str> = all.iter().map(String::as_str).collect();
    let [places @ .., locks] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(*locks, "server holds `m`, logger does not");
    let [violated, other] = places else { panic!("{places:?}") };
    let reads = |line: &str| {
        line.contains("line 11: data race on `hits`: logger reads") || line == "line 11: logger reads `hits`"
    };
    assert!(reads(violated) != reads(other), "{places:?}");
    let without = HITS.replace("  pthread_mutex_lock(&m);\n", "").replace("  pthread_mutex_unlock(&m);\n", "");
    assert_eq!(told(&without).last().map(String::as_str), Some("no lock is held by both"));
    let locked =
        HITS.replace("  shown = hits;", "  pthread_mutex_lock(&n);\n  shown = hits;\n  pthread_mutex_unlock(&n);");
    let locked = locked.replace("MUTEX_INITIALIZER;", "MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;");
    assert_eq!(told(&locked).last().map(String::as_str), Some("logger holds `n`, server holds `m`"));
}
