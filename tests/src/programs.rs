//! Programs for tests that need one of a certain kind.

/// Two threads can pass the test of the lock before either of them takes it: the assertion fails with 2 threads after 7
/// steps. [`FIXED`] is the same with a lock that works.
pub const RACE: &str = "\
decl lock := F; // a thread is inside
decl inside := F;
void main() begin
  assume !lock;
  lock := T;
  assert !inside;
  inside := T;
  inside := F;
  lock := F;
end
";

/// [`RACE`], with test and set in one step.
pub const FIXED: &str = "\
decl lock := F; // a thread is inside
decl inside := F;
void main() begin
  lock := T constrain !lock;
  assert !inside;
  inside := T;
  inside := F;
  lock := F;
end
";

/// Twenty-four bits that flip freely: millions of states, and all of them needed, as is the number of threads with the
/// lock.
pub fn endless() -> String {
    let bits: Vec<String> = (0..24).map(|bit| format!("b{bit}")).collect();
    let initial: Vec<String> = bits.iter().map(|bit| format!("{bit} := F")).collect();
    let labels: Vec<String> = (0..24).map(|bit| format!("L{bit}")).collect();
    let flips: Vec<String> =
        bits.iter().enumerate().map(|(index, bit)| format!("  L{index}: {bit} := !{bit}; goto L;")).collect();
    format!(
        "decl {};\ndecl lock := F, busy := F;\nvoid main() begin\n  L: goto {}, E;\n{}\n  E: lock := T constrain !lock;\n  \
         assert !({}) | !busy;\n  busy := T;\n  busy := F;\n  lock := F;\n  goto L;\nend\n",
        initial.join(", "),
        labels.join(", "),
        flips.join("\n"),
        bits.join(" & "),
    )
}
