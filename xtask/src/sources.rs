//! The tables and pictures of the five sources, in one folder with one page: `cargo xtask paper-tables` and `cargo xtask thesis`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::python;

/// The folder of the tables and pictures.
const FOLDER: &str = "target/sources";

/// A file of the folder, with its title.
type Part = (&'static str, &'static str);

/// The sources, with their parts in the order of the page.
const SOURCES: [(&str, &[Part]); 5] = [
    (
        "Zhao: the Karp-Miller tree, cutoffs",
        &[
            ("tree.txt", "Figure 2.4, the tree of a system like that of figure 2.3"),
            ("thesis.md", "Figures 3.2 to 4.2, in figures"),
            ("thesis-occupied.svg", "Figure 3.2, occupied local states"),
            ("thesis-times.svg", "Figure 3.5, running times"),
            ("thesis-cutoffs.svg", "Figure 4.1, distribution of cutoffs"),
            ("thesis-bounded.svg", "Figure 4.2, any number of threads against the bounded search"),
        ],
    ),
    ("Păsăreanu, Pelánek and Visser: abstract matching", &[("published.md", "Tables 1 to 3, figures 4 and 6")]),
    (
        "Kudra: splitting",
        &[("proofs.md", "Table 2.1, models without errors"), ("marked.md", "Tables 5.1 to 5.5, marked states")],
    ),
    (
        "Bajkai and Hajdu: values and predicates",
        &[
            ("figures.md", "Figures 1 and 2"),
            ("heat.svg", "Figure 3, the heat map"),
            ("heat.md", "Figure 3, in figures"),
            ("configurations.md", "Rounds of each configuration: models of the literature"),
            ("families.md", "Rounds of each configuration: families"),
        ],
    ),
    ("Sinha: lazy and data abstraction, localization", &[("wide.md", "Localization of wide programs")]),
];

/// Writes the tables of the papers: published figures beside ours, configurations, and short runs of the experiments.
pub(crate) fn paper_tables(sh: &Shell) -> Result<()> {
    python::install(sh)?;
    let _programs = python::push_path(sh)?;
    build(sh)?;
    let bench = |sh: &Shell, options: &[&str]| -> Result<()> {
        let name = Path::new("target/release/boolprog-bench");
        cmd!(sh, "{name} bench --out {FOLDER} {options...}").ignore_stdout().run().map_err(Into::into)
    };
    cmd!(sh, "cargo run --release --quiet -p boolprog-abstraction --example paper_tables -- {FOLDER}").quiet().run()?;
    bench(sh, &["--suite", "proofs", "--suite", "heat", "--timeout", "2"])?;
    bench(sh, &["--suite", "marked", "--marked", "2", "--timeout", "0.2"])?;
    index(sh)
}

/// Writes the figures of the thesis; without options those of the examples and of the growth families.
pub(crate) fn thesis(sh: &Shell, options: &[&str]) -> Result<()> {
    build(sh)?;
    const SHORT: [&str; 6] = ["--suite", "examples", "--suite", "families", "--timeout", "1"];
    let options = if options.is_empty() { &SHORT[..] } else { options };
    let (runner, boolprog) = (Path::new("target/release/boolprog-bench"), Path::new("target/release/boolprog"));
    cmd!(sh, "{runner} thesis --out {FOLDER} {options...}").run()?;
    let system = "tests/bench/models/figure-2.3.tts";
    let tree = cmd!(sh, "{boolprog} graph --shape tree --format text --init 0|0 {system}").read()?;
    sh.write_file(format!("{FOLDER}/tree.txt"), tree)?;
    index(sh)
}

fn build(sh: &Shell) -> Result<()> {
    sh.create_dir(FOLDER)?;
    cmd!(sh, "cargo build --release -p boolprog -p boolprog-bench").run()?;
    Ok(())
}

/// Writes the page with all parts that there are.
fn index(sh: &Shell) -> Result<()> {
    let folder = sh.current_dir().join(FOLDER);
    let page = folder.join("index.md");
    fs::write(&page, page_of(&folder)).with_context(|| page.display().to_string())?;
    println!("{}", page.display());
    Ok(())
}

fn page_of(folder: &Path) -> String {
    let mut page = "# Tables and pictures of the sources\n".to_owned();
    for (source, parts) in SOURCES {
        // Writing to a string never fails.
        let _ = write!(page, "\n## {source}\n");
        for (file, title) in parts {
            if let Ok(text) = fs::read_to_string(folder.join(file)) {
                let _ = write!(page, "\n### {title}\n\n{}\n", shown(file, title, text.trim_end()));
            }
        }
    }
    page
}

/// A table as it is, a text in a block, a picture by its name.
fn shown(file: &str, title: &str, text: &str) -> String {
    match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("svg") => format!("![{title}]({file})"),
        Some("txt") => format!("```text\n{text}\n```"),
        _ => text.replace("\n## ", "\n#### "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_what_there_is_below_its_source() {
        let folder = std::env::temp_dir().join(format!("boolprog-sources-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in [("heat.svg", "<svg/>"), ("published.md", "| a |\n\n## b\n"), ("tree.txt", "[0] root")] {
            fs::write(folder.join(file), text).unwrap();
        }
        let page = page_of(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let parts =
            ["## Zhao", "```text\n[0] root\n```", "## Păsăreanu", "| a |\n\n#### b", "## Bajkai", "](heat.svg)"];
        let places: Vec<_> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {page}");
        assert!(!page.contains("Table 2.1"), "there is no such file");
    }
}
