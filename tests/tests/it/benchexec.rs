//! The `BenchExec` module for tool comparisons.

use std::process::Command;

use boolprog_tests::root;

#[test]
fn the_module_does_what_benchexec_asks() {
    let output = Command::new("python3").arg(root().join("tests/benchexec/check.py")).output();
    let output = output.expect("python3, which `cargo xtask setup` installs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    eprintln!("{said}");
}
