//! The findings of each domain: adding a case is adding an `.ip` file to `domains/`. Of programs with any number of instances the
//! formulas about instances, of others the formula of each place. A comment `// broken: A => B` says that nothing is proved of the program
//! with B in the place of A.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boolprog_abstraction::inductive;
use boolprog_abstraction::modular::{Answer, Counted, Domain, Memory, search};
use boolprog_base::control::Unlimited;
use boolprog_certificate::integer::modular::{Invariant, flaws_by_property};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, instantiate};
use boolprog_prover::SmtLib;

use crate::common::z3;

/// The domains, the last of which look for relations, with whether other versions of the prover find the same formulas.
const DOMAINS: [(&str, Domain, bool); 6] = [
    ("own", Domain::OwnValues, true),
    ("pairs", Domain::Values, true),
    ("kept", Domain::Candidates, true),
    ("places", Domain::Relations(Counted::Mentioned), false),
    ("places, counted", Domain::Relations(Counted::Everything), false),
    ("level 1", Domain::Level(1, Counted::Mentioned), false),
];

const LIMIT: Duration = Duration::from_secs(20);

fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/domains");
    let mut paths: Vec<PathBuf> =
        folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ip"));
    paths.sort();
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("readable"))).collect()
}

fn instances(text: &str, threads: u16) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { representatives: true, threads: Some(threads), ..Instantiation::default() };
    instantiate(&parsed.file, &instantiation).expect("a program without errors")
}

/// The findings of a form; an invariant is accepted by its checker.
fn found(system: &System, (name, domain, shown): (&str, Domain, bool), memory: &mut Memory, z3: &mut SmtLib) -> String {
    let answer = search(system, domain, memory, (&mut *z3, LIMIT), &Unlimited).expect("nothing stops it");
    let mut out = String::new();
    let mut invariant = |how: &str, invariant: &Invariant| {
        let printed = invariant.system(system);
        _ = writeln!(out, "{name}: {how}");
        for formula in invariant.formulas.iter().filter(|_| shown) {
            _ = writeln!(out, "  {}", printed.print_formula(formula));
        }
        let flaws = flaws_by_property(system, invariant, z3, &Unlimited).expect("nothing stops it");
        flaws.unwrap_or_else(|flaw| panic!("{name}: {flaw:?}")).len()
    };
    match &answer {
        Answer::Proved(found) => assert_eq!(invariant("proved", found), 0, "{name}"),
        Answer::Partly(found) => {
            let open = invariant("proved in part", found);
            assert!(0 < open && open < system.properties.len(), "{name}");
        }
        Answer::Refuted => _ = writeln!(out, "{name}: there is none"),
        Answer::NotModular(why) => _ = writeln!(out, "{name}: {why}"),
        Answer::Unknown(_) => _ = writeln!(out, "{name}: unknown"),
    }
    out
}

/// The program with each of its mistakes.
fn broken(text: &str) -> impl Iterator<Item = String> {
    let program: String = text.lines().filter(|line| !line.starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let mistakes = text.lines().filter_map(|line| line.strip_prefix("// broken: ")?.split_once(" => "));
    mistakes.map(move |(part, wrong)| {
        assert!(program.contains(part), "{part}");
        program.replace(part, wrong)
    })
}

/// A domain does not prove the same where the program has a mistake.
fn does_not_prove_mistakes(text: &str, domain: Domain, z3: &mut SmtLib) {
    for wrong in broken(text) {
        let system = instances(&wrong, domain.level() + 1);
        let answer = search(&system, domain, &mut Memory::default(), (&mut *z3, LIMIT), &Unlimited);
        let answer = answer.expect("nothing stops it");
        assert!(!matches!(answer, Answer::Proved(_)), "{domain:?}: {wrong}");
    }
}

fn inductive(system: &System, z3: &mut SmtLib) -> String {
    match inductive::search(system, (z3, LIMIT), &Unlimited).expect("nothing stops it") {
        inductive::Answer::Proved(abstraction) => {
            let checked = boolprog_certificate::integer::check(system, &abstraction, z3, &Unlimited);
            assert_eq!(checked, Ok(Ok(())));
            format!("inductive: proved with {} places\n", abstraction.states.len())
        }
        other => format!("inductive: {other:?}\n"),
    }
}

#[test]
fn each_domain_finds_what_it_found_before() {
    let Some(mut z3) = z3() else { return };
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/domains"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, text) in programs() {
        let found: String = if instances(&text, 2).processes.iter().any(|it| it.replicated) {
            let mut memory = Memory::default();
            let forms = if text.contains("// Relations take long.") { &DOMAINS[..3] } else { &DOMAINS };
            let ask = |form: &(&'static str, Domain, bool)| {
                let found = found(&instances(&text, form.1.level() + 1), *form, &mut memory, &mut z3);
                if found.starts_with(&format!("{}: proved\n", form.0)) {
                    does_not_prove_mistakes(&text, form.1, &mut z3);
                }
                found
            };
            forms.iter().map(ask).collect()
        } else {
            inductive(&instances(&text, 2), &mut z3)
        };
        settings.bind(|| insta::assert_snapshot!(name, found));
    }
}
