//! `--suite limits`: by how much whole checks exceed the limits that they are given.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use boolprog_tests::wide;
use serde::Serialize;

use crate::arguments::RunArguments;
use crate::bench::beside_this;
use crate::process::{self, Late};
use crate::{families, results, tables};

/// Sizes of the wide families.
const SIZES: [u32; 3] = [10, 100, 1000];

/// The seed of their random dependences.
const SEED: u64 = 1;

/// Time limits, in seconds; those up to `--timeout` are measured.
const TIMES: [u64; 3] = [1, 3, 10];

/// Memory limits, in MiB.
const MEMORIES: [u32; 2] = [50, 200];

/// The procedures of a chain of calls.
const CALLS: u32 = 4000;

/// A program.
struct Subject {
    name: String,
    text: String,
}

/// One check with its limits.
#[derive(Debug, Serialize)]
struct Row {
    program: String,
    /// In seconds.
    time_limit: u64,
    /// In MiB.
    memory_limit: u32,
    ended: Late,
}

impl Row {
    /// Processor time after the limit is within 5 % of it, or 100 ms.
    fn is_late(&self) -> bool {
        self.ended.beyond > (self.time_limit as f64 * 0.05).max(0.1)
    }

    /// Memory is within 1.05 times the limit.
    fn is_large(&self) -> bool {
        self.ended.memory > f64::from(self.memory_limit) * 1.05
    }
}

/// Measures, and writes `limits.json` and `limits.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let boolprog = arguments.boolprog.clone().map_or_else(beside_this, Ok)?;
    let folder = common.out.join("limits");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut rows = Vec::new();
    for subject in subjects().iter().filter(|it| common.only.as_deref().is_none_or(|part| it.name.contains(part))) {
        eprintln!("{}", subject.name);
        let program = folder.join(&subject.name).with_extension("bp");
        fs::write(&program, &subject.text).with_context(|| program.display().to_string())?;
        rows.extend(measure(&boolprog, subject, &program, common.timeout)?);
    }
    results::save(&common.out, "limits", &rows, &table(&rows))
}

fn subjects() -> Vec<Subject> {
    let of_wide = wide::FAMILIES.iter().flat_map(|family| {
        SIZES.map(|size| Subject { name: format!("{}-{size}", family.name), text: (family.program)(size, SEED) })
    });
    let of_growth = families::FAMILIES.iter().filter_map(|family| {
        let size = *family.sizes.last()?;
        Some(Subject { name: format!("{}-{size}", family.name), text: (family.program)(size) })
    });
    of_wide.chain(of_growth).chain([calls(), forgotten(100), forgotten(1000)]).collect()
}

/// Procedures that call one another, with a violation in the innermost.
fn calls() -> Subject {
    let mut text = String::new();
    for index in 0..CALLS {
        let _ = writeln!(text, "void p{index}() begin p{}(); end", index + 1);
    }
    let _ = writeln!(text, "void p{CALLS}() begin assert *; end\nvoid main() begin p0(); end");
    Subject { name: format!("calls-{CALLS}"), text }
}

/// Procedures that take a lock by a call, but for the last one, and flags that depend on each other.
fn forgotten(number: u32) -> Subject {
    let mut text = "decl lock := F, in := F;\n".to_owned();
    for index in 0..=number {
        let _ = writeln!(text, "decl g{index} := F;");
    }
    let _ = writeln!(text, "void acquire() begin lock := T constrain !lock; end\nvoid release() begin lock := F; end");
    for index in 0..number {
        let acquire = if index + 1 < number { "acquire();" } else { "skip;" };
        let next = index + 1;
        let change = format!("if g{index} then g{next} := *; else g{index} := *; fi;");
        let _ = writeln!(text, "void step{index}() begin");
        let _ = writeln!(text, "  {acquire}\n  assert !in;\n  in := T;\n  {change}\n  in := F;\n  release();\nend");
    }
    let steps = (0..number).map(|index| format!("    if * then step{index}(); fi;\n")).collect::<Vec<_>>().concat();
    let _ = writeln!(text, "void main() begin\n  while * do\n{steps}  od;\nend");
    Subject { name: format!("forgotten-{number}"), text }
}

fn measure(boolprog: &Path, subject: &Subject, program: &PathBuf, longest: Duration) -> Result<Vec<Row>> {
    let check = |seconds: &str, memory: u32| -> Vec<OsString> {
        let options = ["check", "--timeout", seconds, "--memory", &memory.to_string()].map(OsString::from);
        [boolprog.into()].into_iter().chain(options).chain([program.into()]).collect()
    };
    let mut rows = Vec::new();
    for time_limit in TIMES.into_iter().filter(|seconds| Duration::from_secs(*seconds) <= longest) {
        for memory_limit in MEMORIES {
            let ended = process::late(&check(&time_limit.to_string(), memory_limit), Duration::from_secs(time_limit))?;
            rows.push(Row { program: subject.name.clone(), time_limit, memory_limit, ended });
        }
    }
    Ok(rows)
}

fn table(rows: &[Row]) -> String {
    let cells = |row: &Row| {
        let marked = |text: String, is_exceeded: bool| if is_exceeded { format!("**{text}**") } else { text };
        vec![
            row.program.clone(),
            row.time_limit.to_string(),
            row.memory_limit.to_string(),
            format!("{:.2}", row.ended.seconds),
            marked(format!("{:.2}", row.ended.beyond), row.is_late()),
            marked(format!("{:.0}", row.ended.memory), row.is_large()),
        ]
    };
    let header = ["program", "s at most", "MiB at most", "s", "processor s after the limit", "MiB"];
    let exceeding = rows.iter().filter(|row| row.is_late() || row.is_large()).count();
    format!(
        "{exceeding} of {} checks exceed a limit.\n\n{}",
        rows.len(),
        tables::table(&header.map(str::to_owned), &rows.iter().map(cells).collect::<Vec<_>>())
    )
}
