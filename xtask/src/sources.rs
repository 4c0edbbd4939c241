//! The tables and pictures of the five sources, in one folder with one page: `cargo xtask paper-tables` and `cargo xtask thesis`.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::python;

/// The folder of the tables and pictures.
const FOLDER: &str = "target/sources";

/// The suites of the thesis that take a few minutes.
const SHORT: [&str; 6] = ["--suite", "examples", "--suite", "families", "--timeout", "1"];

/// Writes the tables of the papers: published figures beside ours, configurations, and short runs of the experiments.
pub(crate) fn paper_tables(sh: &Shell) -> Result<()> {
    python::install(sh)?;
    let _programs = python::push_path(sh)?;
    build(sh)?;
    let bench = |sh: &Shell, options: &[&str]| -> Result<()> {
        let name = Path::new("target/release/boolprog-bench");
        cmd!(sh, "{name} bench --out {FOLDER} {options...}").ignore_stdout().run().map_err(Into::into)
    };
    // Where a figure is not the saved one, the other tables are of interest, too.
    let compared = cmd!(sh, "cargo run --release --quiet -p boolprog-abstraction --example paper_tables -- {FOLDER}")
        .quiet()
        .run();
    bench(sh, &["--suite", "proofs", "--suite", "heat", "--timeout", "2"])?;
    bench(sh, &["--suite", "marked", "--marked", "2", "--timeout", "0.2"])?;
    bench(sh, &["--suite", "wide", "--only", "guarded", "--timeout", "1", "--repeat", "1"])?;
    text(sh, "refine", &["refine", "server/abstraction/tests/refinement/lock.ip"])?;
    page(sh)?;
    Ok(compared?)
}

/// Writes the figures of the thesis; without options those of the examples and of the growth families.
pub(crate) fn thesis(sh: &Shell, options: &[&str]) -> Result<()> {
    build(sh)?;
    let options = if options.is_empty() { &SHORT[..] } else { options };
    let runner = Path::new("target/release/boolprog-bench");
    cmd!(sh, "{runner} thesis --out {FOLDER} {options...}").run()?;
    let system = "tests/bench/models/figure-2.3.tts";
    text(sh, "tree", &["graph", "--shape", "tree", "--format", "text", "--init", "0|0", system])?;
    page(sh)
}

/// Writes the output of `boolprog`.
fn text(sh: &Shell, name: &str, arguments: &[&str]) -> Result<()> {
    let boolprog = Path::new("target/release/boolprog");
    let text = cmd!(sh, "{boolprog} {arguments...}").read()?;
    sh.write_file(format!("{FOLDER}/{name}.txt"), text)?;
    Ok(())
}

fn build(sh: &Shell) -> Result<()> {
    sh.create_dir(FOLDER)?;
    cmd!(sh, "cargo build --release -p boolprog -p boolprog-bench").run()?;
    Ok(())
}

/// Writes the page of everything in the folder.
fn page(sh: &Shell) -> Result<()> {
    let runner = Path::new("target/release/boolprog-bench");
    cmd!(sh, "{runner} page --out {FOLDER}").run()?;
    Ok(())
}
