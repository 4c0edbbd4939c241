//! Programs that are large or deep.

use std::fmt::Write;

use boolprog_program::analyse;
use boolprog_program::lower::{MAX_LOCATIONS, NotLowered};
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;

fn lowered(text: &str) -> Result<Program, NotLowered> {
    analyse(&parse(text).file, &ReadingOptions::default()).program().cloned().map_err(Clone::clone)
}

/// Each procedure calls the next one twice.
fn doubling(levels: usize) -> String {
    let mut text = "void main() begin p0(); end\n".to_owned();
    for level in 0..levels {
        let _ = writeln!(text, "void p{level}() begin p{0}(); p{0}(); end", level + 1);
    }
    text + &format!("void p{levels}() begin skip; end\n")
}

#[test]
fn inlining_stops_at_the_limit() {
    let small = lowered(&doubling(10)).expect("a small program");
    assert_eq!(small.instances.len(), 1 << 11);
    assert!(small.locations.len() < MAX_LOCATIONS);
    assert_eq!(lowered(&doubling(20)).err(), Some(NotLowered::TooLarge));
}

#[test]
fn deep_nesting_is_no_danger() {
    let nested = format!("decl x; void main() begin x := {}x{}; end", "!(".repeat(200), ")".repeat(200));
    assert!(lowered(&nested).is_ok());
    let chain = format!("decl x; void main() begin x := x{}; end", " | x".repeat(20_000));
    let _ = lowered(&chain);
    let blocks = format!("void main() begin {} skip; {} end", "if * then ".repeat(200), "fi; ".repeat(200));
    assert!(lowered(&blocks).is_ok());
}
