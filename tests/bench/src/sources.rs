//! The page that shows the tables and pictures of the five sources: `cargo xtask paper-tables` and `cargo xtask thesis`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::arguments::PageArguments;
use crate::{html, results};

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
    (
        "Sinha: predicate abstraction, localization",
        &[
            ("refine.txt", "C2BP, Bebop and Newton on the lock of SLAM"),
            ("wide-guarded-time.svg", "Localization, processor time of a family of wide programs"),
            ("wide.md", "Localization, in figures"),
        ],
    ),
];

/// The beginning of the page.
const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tables and pictures of the sources</title><style>
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 90em; padding: 0 1em; color: #1f2328; background: #ffffff }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto }
th, td { border: 1px solid #d0d7de; padding: .2em .5em; text-align: left; vertical-align: top }
th { background: #f6f8fa }
pre { background: #f6f8fa; padding: .6em; overflow-x: auto }
img { max-width: 100% }
summary { cursor: pointer; color: #0b63b5 }
</style></head><body>
<h1>Tables and pictures of the sources</h1>
<p>Written by <code>cargo xtask paper-tables</code> and <code>cargo xtask thesis</code>; the page <code>docs/sources.md</code> says what
is different from the sources, and why.</p>
";

/// Writes `index.html`, with all parts that there are.
pub(crate) fn run(arguments: &PageArguments) -> Result<()> {
    results::write(&arguments.out, "index.html", &page_of(&arguments.out))?;
    println!("{}", arguments.out.join("index.html").display());
    Ok(())
}

fn page_of(folder: &Path) -> String {
    let (mut contents, mut sections) = (String::new(), String::new());
    for (number, (source, parts)) in (1..).zip(SOURCES) {
        let written = parts.iter().filter_map(|(file, title)| {
            let text = fs::read_to_string(folder.join(file)).ok()?;
            Some(format!("<h3>{title}</h3>\n{}\n", shown(file, title, text.trim_end())))
        });
        let written: String = written.collect();
        if !written.is_empty() {
            // Writing to a string never fails.
            let _ = write!(sections, "<h2 id=\"s{number}\">{source}</h2>\n{written}");
            let _ = writeln!(contents, "<li><a href=\"#s{number}\">{source}</a></li>");
        }
    }
    format!("{HEAD}<ul>\n{contents}</ul>\n{sections}</body></html>\n")
}

/// A table as it is, a text in a block, a picture by its name.
fn shown(file: &str, title: &str, text: &str) -> String {
    match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("svg") => format!("<a href=\"{file}\"><img src=\"{file}\" alt=\"{title}\"></a>"),
        Some("txt") => html::verbatim(text),
        _ => html::render(text, 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_what_there_is_below_its_source() {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in
            [("heat.svg", "<svg/>"), ("published.md", "| a |\n|---|\n\n## b\n"), ("tree.txt", "[0] root")]
        {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let page = page_of(folder.path());
        let parts = [
            "<h2 id=\"s1\">Zhao",
            "<pre><code>[0] root",
            ">Păsăreanu, Pelánek and Visser: abstract matching</h2>",
            "<th>a</th>",
            "<h4>b</h4>",
            ">Bajkai and Hajdu: values and predicates</h2>",
            "<img src=\"heat.svg\"",
        ];
        let places: Vec<_> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {page}");
        assert!(!page.contains("Kudra") && !page.contains("Table 2.1"), "there are no such files");
    }
}
