//! The recipes of CONTRIBUTING.md show the code of their examples, which are tests.

use boolprog_tests::root;

use super::{blocks, read};

/// A text in which only the words count, without the visibility of items.
fn words(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !["pub", "pub(super)"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Recipes: each with its heading, and the page from there to the next one.
fn recipes(page: &str) -> Vec<(&str, &str)> {
    page.split("\n## ")
        .filter_map(|section| section.split_once('\n'))
        .filter(|(title, _)| title.starts_with("Add a"))
        .collect()
}

#[test]
fn recipes_show_the_code_of_their_examples() {
    let page = read(&root().join("CONTRIBUTING.md"));
    let mut count = 0;
    for (title, recipe) in recipes(&page) {
        let Some((_, rest)) = recipe.split_once("complete code is in") else { continue };
        let path = rest.split('`').nth(1).expect("a path");
        // An example has no place in the tables of the product: it takes the name of another engine, or has a table of its own.
        let tables = ["server/base/src/engine_table.rs"].map(|table| read(&root().join(table))).concat();
        let example = words(&(read(&root().join(path)) + &tables));
        for block in blocks(recipe).0.iter().filter(|block| block.info == "rust") {
            for line in block.text.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.is_empty()) {
                let line = line.strip_prefix("row(").map_or(line, |row| row.split_once(").").expect("its columns").1);
                let line = words(&line.replace("EngineId::Toy", "EngineId::KmBfs"));
                let line = line.trim_end_matches(',');
                assert!(example.contains(line), "{title}: `{line}` is not in {path}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "only {count} lines were found");
}
