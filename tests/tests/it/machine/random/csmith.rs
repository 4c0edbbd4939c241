//! Programs that csmith makes (Yang, Chen, Eide, Regehr, PLDI 2011), which have no undefined behaviour: the machine computes
//! the same checksum as what gcc makes of them.

use std::time::Duration;

use super::super::executed::{self, Outcome};
use super::super::gcc::{self, CSMITH_HEADERS, Ran};
use super::super::setting;

/// Programs of every run; `BOOLPROG_CSMITH` is another number.
const PROGRAMS: u64 = 30;

/// Some programs do not end; those that do end within milliseconds.
const LONGEST: Duration = Duration::from_secs(2);

/// The fate of programs.
#[derive(Default, Debug)]
struct Extent {
    equal: u32,
    endless: u32,
    too_long: u32,
}

#[test]
fn programs_of_csmith_compute_what_gcc_makes_of_them() {
    let test = "programs of csmith";
    if !gcc::is_installed("csmith", test) || !gcc::is_installed("gcc", test) {
        return;
    }
    let first = setting("BOOLPROG_FUZZ_SEED", 1);
    let mut extent = Extent::default();
    let mut wrong = Vec::new();
    for seed in first..first + setting("BOOLPROG_CSMITH", PROGRAMS) {
        wrong.extend(compare(seed, &mut extent).err().map(|why| format!("seed {seed}: {why}")));
    }
    println!("{extent:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(extent.too_long <= extent.equal / 10, "too many programs took too long: {extent:?}");
}

fn compare(seed: u64, extent: &mut Extent) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = gcc::csmith(seed, &folder.path().join("made.c"));
    let program = folder.path().join("made");
    gcc::compile(&file, &program, &["-O0", "-I", CSMITH_HEADERS])?;
    let Ran::Ended(status, wanted, _) = gcc::run(&program, LONGEST) else {
        extent.endless += 1;
        return Ok(());
    };
    let options = executed::Options { folders: vec![CSMITH_HEADERS.to_owned()], ..executed::Options::default() };
    match executed::file(&file, &options) {
        Outcome::Exit(found, output) if Some(found) == status && output == wanted => extent.equal += 1,
        Outcome::TooLong => extent.too_long += 1,
        other => return Err(format!("{other:?}, but gcc: {wanted}")),
    }
    Ok(())
}
