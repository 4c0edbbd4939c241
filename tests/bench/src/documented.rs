//! Numbers on the page of benchmarks that do not depend on the machine are those of the runner.

use std::fs;
use std::path::PathBuf;

use boolprog_base::control::Unlimited;
use boolprog_explore::tts::Tts;
use boolprog_reach::engines::{karp_miller, mcs};
use boolprog_tests::root;

use crate::cutoff::PROCEDURES;
use crate::engine::Loaded;
use crate::families::FAMILIES;
use crate::suite::{Expected, Instance};

/// The page of benchmarks, below a heading.
fn section(heading: &str) -> String {
    let page = fs::read_to_string(root().join("docs/benchmarks.md")).unwrap();
    let section = page.split("\n## ").find_map(|section| section.strip_prefix(heading));
    section.unwrap_or_else(|| panic!("no heading `{heading}`")).to_owned()
}

/// The cells of the rows of the tables in a section, headers among them.
fn rows(section: &str) -> Vec<Vec<String>> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(|cell| cell.trim_matches('`').replace(',', "")).collect()).collect()
}

/// An example, or the member of a family that a name such as `locks-4` means.
fn system(name: &str) -> Tts {
    let folder = tempfile::tempdir().unwrap();
    let example = root().join("examples").join(name).with_extension("bp");
    let path = if example.exists() { example } else { member(name, folder.path().join("member.bp")) };
    let instance = Instance { name: name.to_owned(), path, size: None, start: None, expected: Expected::default() };
    Loaded::read(&instance).unwrap().explicit(&Unlimited).unwrap()
}

fn member(name: &str, path: PathBuf) -> PathBuf {
    let (family, size) = name.rsplit_once('-').unwrap();
    let family = FAMILIES.iter().find(|known| known.name == family).unwrap_or_else(|| panic!("no family `{family}`"));
    fs::write(&path, (family.program)(size.parse().unwrap())).unwrap();
    path
}

#[test]
fn nodes_of_the_procedures_are_those_of_the_page() {
    let all = rows(&section("Nodes of the procedures"));
    let (header, rows) = all.split_first().unwrap();
    let procedures = header[2..].iter().map(|name| PROCEDURES.iter().find(|(known, _)| known == name).unwrap().1);
    let procedures: Vec<_> = procedures.collect();
    for row in rows {
        let tts = system(&row[0]);
        let found = mcs::search(&tts, mcs::Closure::default(), None, &Unlimited).unwrap();
        assert_eq!(row[1], found.set.maximal_markings().to_string(), "{}", row[0]);
        for (cell, procedure) in row[2..].iter().zip(&procedures).filter(|(cell, _)| *cell != "-") {
            let expanded = match procedure {
                None => found.statistics.expanded,
                Some(procedure) => karp_miller::search(&tts, *procedure, &Unlimited).unwrap().statistics.expanded,
            };
            assert_eq!(*cell, expanded.to_string(), "{} {procedure:?}", row[0]);
        }
    }
}
