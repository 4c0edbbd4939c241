//! The coverability sets of published nets have the published sizes.
//!
//! The nets are not part of the project: they are looked for beside the repository, or where `BOOLPROG_CORPUS` says.

use std::path::PathBuf;

use boolprog_explore::control::Unlimited;
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::saturate::saturate;
use boolprog_reach::certificate::check;
use boolprog_reach::contexts::{self, Closure, End};
use boolprog_reach::karp_miller::{self, Procedure};

/// Local states of the nets that are small enough for Karp-Miller trees.
const SMALL: u32 = 60;

fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let folder = std::env::var_os("BOOLPROG_CORPUS").map_or_else(beside, PathBuf::from);
    folder.join("expected.tsv").is_file().then_some(folder)
}

#[test]
fn published_nets_have_sets_of_the_published_size() {
    let Some(folder) = corpus() else {
        println!("skipped: the published nets are not here (set BOOLPROG_CORPUS to their folder)");
        return;
    };
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).expect("the list is readable");
    let mut compared = 0;
    for line in expected.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [path, initial, verdict, markings, ..] = columns[..] else { panic!("{line}") };
        let Ok(markings) = markings.parse::<usize>() else { continue };
        let path = folder.join(path);
        if path.extension() != Some("tts".as_ref()) {
            continue;
        }
        let read = |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let target = parse_target(&read(path.with_extension("prop"))).expect("a target");
        let initial = parse_initial(initial).expect("an initial configuration");
        let mut tts = parse_tts(&read(path.clone()))
            .expect("a system")
            .with_initial(initial)
            .and_then(|tts| tts.with_targets(vec![target]))
            .expect("ids are in range");
        let reduced = saturate(&mut tts, &Unlimited)
            .and_then(|saturation| saturation.to_tts(&mut tts, &Unlimited))
            .expect("nothing stops it");
        for closure in [Closure::Component, Closure::Excursions, Closure::OneToken] {
            let question = contexts::Question { until_violated: None, closure };
            let answer = contexts::search(&reduced.tts, &question, &Unlimited).expect("a plain system");
            let End::Complete(set) = &answer.end else { panic!("nothing stops it") };
            assert_eq!(set.maximal_markings(), markings, "{path:?} {closure:?}");
            assert_eq!(answer.covered.count_ones(..) > 0, verdict == "unsafe", "{path:?} {closure:?}");
            let mut reduced = reduced.tts.clone();
            let excluded = if verdict == "unsafe" { vec![] } else { vec![0] };
            assert_eq!(check(&mut reduced, &set.certificate(), &excluded, &Unlimited), Ok(()), "{path:?} {closure:?}");
        }
        if reduced.tts.local_states <= SMALL {
            let question = karp_miller::Question { until_violated: None, procedure: Procedure::Zhao };
            let answer = karp_miller::search(&reduced.tts, &question, &Unlimited).expect("a plain system");
            assert_eq!(answer.statistics.maximal, markings, "{path:?} Zhao");
            assert_eq!(answer.covered.count_ones(..) > 0, verdict == "unsafe", "{path:?} Zhao");
        }
        compared += 1;
    }
    assert!(compared > 40, "only {compared} nets were compared");
}
