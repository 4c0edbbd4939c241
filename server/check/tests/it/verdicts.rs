//! Verdicts, and the engines that give them: adding a case is adding an `.ip` or `.bp` file to `verdicts/`.
//!
//! A line `// check OPTIONS: VERDICT; VERDICT` states the answer with some options; `..` stands for any text. Of integer programs, the
//! options are `--engine`, `--states`, `--property`, `--range` and `--without-prover`, and processes with `[*]` have any number of
//! instances. Of Boolean programs there are no options, and the last part says how many of the reachable states are known.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::ENGINES;
use boolprog_check::integer::{self, Model, Options};
use boolprog_check::{Query, Unobserved};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_prover::{NoProver, Prover};

use crate::integer::{told, z3};
use crate::recursion::{answer, said};

/// A question about a program.
#[derive(Default)]
struct Asked {
    options: Options,
    on_range: OnRange,
    is_without_prover: bool,
}

impl Asked {
    fn read(text: &str) -> Self {
        let (mut asked, mut words) = (Self::default(), text.split_whitespace());
        while let Some(option) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("{option} has a value"));
            match option {
                "--engine" => {
                    let name = value();
                    let engine = ENGINES.iter().find(|it| it.name == name).expect("an engine");
                    asked.options.engine = Some(engine.id);
                }
                "--states" => asked.options.states = value().parse().expect("a number"),
                "--property" => asked.options.property = Some(value().parse().expect("a number")),
                "--range" => {
                    asked.on_range = if value() == "block" { OnRange::Block } else { OnRange::Wrap };
                }
                "--without-prover" => asked.is_without_prover = true,
                other => panic!("no option `{other}`"),
            }
        }
        asked
    }

    fn ask(self, path: &Path, text: &str, prover: &mut dyn Prover) -> Vec<String> {
        let parsed = parse(text);
        assert_eq!(parsed.diagnostics, [], "{}", path.display());
        let representatives = text.contains("[*]");
        let instantiation = Instantiation { representatives, on_range: self.on_range, ..Instantiation::default() };
        let model = Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), instantiation).expect("no errors");
        let report = if representatives {
            Query::Integer(model, self.options).check(prover, &Unlimited, &mut Unobserved)
        } else {
            integer::check(&model, &self.options, prover, &Unlimited, &mut Unobserved)
        };
        told(&report)
    }
}

/// Returns `true` if a text has these parts in order, the first at its beginning and the last at its end.
fn fits(text: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once("..") else { return text == pattern };
    let Some(text) = text.strip_prefix(first) else { return false };
    (0..=text.len()).filter(|at| text.is_char_boundary(*at)).any(|at| fits(&text[at..], rest))
}

/// The verdicts about a program; `None` if they need a prover and there is none.
fn found(path: &Path, text: &str, options: &str) -> Option<Vec<String>> {
    if path.extension().is_some_and(|extension| extension == "bp") {
        let report = answer(text);
        return Some([said(&report), vec![format!("{:?}", report.reachable.completeness)]].concat());
    }
    let asked = Asked::read(options);
    Some(if asked.is_without_prover { asked.ask(path, text, &mut NoProver) } else { asked.ask(path, text, &mut z3()?) })
}

#[test]
fn each_program_has_the_verdicts_that_it_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let mut paths: Vec<PathBuf> =
        folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("readable");
        let stated = text.lines().filter_map(|line| line.strip_prefix("// check")?.split_once(": "));
        assert!(stated.clone().next().is_some(), "{} states a verdict", path.display());
        for (options, expected) in stated {
            let Some(found) = found(&path, &text, options) else { continue };
            let expected: Vec<&str> = expected.split("; ").collect();
            let is_as_stated =
                found.len() == expected.len() && found.iter().zip(&expected).all(|(it, of)| fits(it, of));
            assert!(is_as_stated, "{}{options}: {found:?}", path.display());
        }
    }
}
