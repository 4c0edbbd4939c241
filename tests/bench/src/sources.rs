//! The page that shows the tables and pictures of the five sources: `cargo xtask paper-tables` and `cargo xtask thesis`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::arguments::PageArguments;
use crate::results;

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

/// Writes `index.md`, with all parts that there are.
pub(crate) fn run(arguments: &PageArguments) -> Result<()> {
    results::write(&arguments.out, "index.md", &page_of(&arguments.out))?;
    println!("{}", arguments.out.join("index.md").display());
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
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [("heat.svg", "<svg/>"), ("published.md", "| a |\n\n## b\n"), ("tree.txt", "[0] root")] {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let page = page_of(folder.path());
        let parts =
            ["## Zhao", "```text\n[0] root\n```", "## Păsăreanu", "| a |\n\n#### b", "## Bajkai", "](heat.svg)"];
        let places: Vec<_> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {page}");
        assert!(!page.contains("Table 2.1"), "there is no such file");
    }
}
