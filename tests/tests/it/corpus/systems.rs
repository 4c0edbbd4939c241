//! Public transition systems are read, written and saturated.

use std::fs;
use std::path::Path;

use boolprog_base::control::Unlimited;
use boolprog_explore::format::{Problem, parse_initial, parse_target, parse_tts, write_tts};
use boolprog_explore::saturate::{Restricted, saturate};
use boolprog_explore::tts::Tts;
use boolprog_tests::corpus::{self, files};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn load(path: &Path, initial: &str) -> Tts {
    let target = parse_target(&read(&path.with_extension("prop"))).unwrap();
    let system = parse_tts(&read(path)).unwrap();
    system.with_initial(parse_initial(initial).unwrap()).unwrap().with_targets(vec![target]).unwrap()
}

fn restricted(system: &mut Tts) -> Restricted {
    let saturation = saturate(system, &Unlimited).unwrap();
    let restricted = saturation.to_tts(system, &Unlimited).unwrap();
    let again = saturate(&mut restricted.tts.clone(), &Unlimited).unwrap();
    assert_eq!(again.thread_states(), saturation.thread_states(), "saturation is a fixpoint");
    restricted
}

#[test]
fn every_system_is_read_or_refused_for_its_reason() {
    let Some(corpus) = corpus::folder() else { return };
    let mut refused = Vec::new();
    let mut read_well = 0;
    for folder in ["nets", "satabs-refinements", "tts-regression"] {
        for path in files(&corpus.join(folder), "tts") {
            match parse_tts(&read(&path)) {
                Ok(system) => {
                    let target = parse_target(&read(&path.with_extension("prop"))).unwrap();
                    let system = system.with_targets(vec![target]).unwrap();
                    let written = write_tts(&system).unwrap();
                    let reread = parse_tts(&written).unwrap();
                    assert_eq!(write_tts(&reread).unwrap(), written, "{}", path.display());
                    assert_eq!(reread.transitions.len(), system.transitions.len(), "{}", path.display());
                    read_well += 1;
                }
                Err(error) => refused.push((path.parent().unwrap().file_name().unwrap().to_owned(), error)),
            }
        }
    }
    assert_eq!(read_well, 86);
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].0, "memleak_01");
    assert_eq!((refused[0].1.line, &refused[0].1.problem), (3, &Problem::TransferWithoutStep));
}

#[test]
fn saturation_finds_the_published_figures() {
    let Some(corpus) = corpus::folder() else { return };
    let mut net = load(&corpus.join("nets/Function_Pointer3_vs_satabs.3/main.tts"), "0/0");
    assert_eq!(net.local_states, 2817);
    let small = restricted(&mut net);
    assert_eq!(small.tts.local_states, 1621);
    assert_eq!(small.tts.targets.len(), 1, "the target can be reached");
}

#[test]
fn saturation_alone_proves_what_it_should() {
    let Some(corpus) = corpus::folder() else { return };
    let mut proved = Vec::new();
    for (folder, initial) in [("nets", "0/0"), ("satabs-refinements", "0|0")] {
        for path in files(&corpus.join(folder), "tts") {
            if restricted(&mut load(&path, initial)).tts.targets.is_empty() {
                proved.push(path.strip_prefix(&corpus).unwrap().display().to_string());
            }
        }
    }
    assert_eq!(proved, ["nets/conditionals_vs_satabs.2/main.tts", "satabs-refinements/04_PrngSimp-L/satabs.2.tts"]);
}
