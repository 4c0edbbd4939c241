//! The library of the theorems inside a file: each of its files becomes a module.

use std::collections::BTreeSet;
use std::fmt::Write;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../../proofs/", $name, ".v")))),*]
    };
}

/// The files of `proofs/`, in the order of `proofs/_CoqProject`.
pub(super) const FILES: [(&str, &str); 16] = files![
    "Systems",
    "Certificates",
    "Multisets",
    "Index",
    "Check",
    "Starts",
    "IdealsSound",
    "ComplementSound",
    "ConfigurationsSound",
    "Sound",
    "Programs",
    "Codes",
    "Values",
    "SystemOf",
    "ValuesSound",
    "ProgramsSound",
];

/// A file of theorems that needs no other file of this project.
pub(super) fn with_library(text: &str) -> String {
    let mut required = BTreeSet::new();
    let mut modules = String::new();
    for (name, text) in FILES {
        let _ = writeln!(modules, "\nModule {name}.\n\n{}\nEnd {name}.", inside(text, &mut required));
    }
    let text = inside(text, &mut required);
    let required: Vec<&str> = required.into_iter().collect();
    format!("From Coq Require {}.\n{modules}\n{text}", required.join(" "))
}

/// The text of a file without what it requires, which is collected.
fn inside<'a>(text: &'a str, required: &mut BTreeSet<&'a str>) -> String {
    let mut inside = String::new();
    for line in text.lines() {
        let line = match line.strip_prefix("From Coq Require ") {
            Some(imported) => {
                required.extend(imported.trim_end_matches('.').split(' ').skip(1));
                imported
            }
            None => line.strip_prefix("From Boolprog Require ").unwrap_or(line),
        };
        inside.push_str(line);
        inside.push('\n');
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_there() {
        let project = include_str!("../../../../../proofs/_CoqProject");
        let names: Vec<&str> = project.lines().filter_map(|line| line.strip_suffix(".v")).collect();
        assert_eq!(names, FILES.map(|(name, _)| name));
    }
}
