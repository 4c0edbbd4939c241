//! The gate that every change of the search over contexts has to pass: all closure rules give the same coverability
//! set, backward search gives the same verdicts, and the checker accepts the sets on the systems as they were given.
//!
//! Published nets are not part of the project: they are looked for next to the repository, or where `BOOLPROG_CORPUS`
//! says.

use std::path::{Path, PathBuf};

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::Undecided;
use boolprog_certificate::sets::{Ideal, check};
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::saturate::{Restricted, Saturation, saturate};
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::engines::backward::{Answer, Backward};
use boolprog_reach::engines::karp_miller::{self, Procedure};
use boolprog_reach::engines::mcs::{self, Closure};

use crate::nets::{Kind, random_system};

/// Local states of the nets that are small enough for Karp-Miller trees.
const SMALL: u32 = 60;

const RULES: [Closure; 3] = [Closure::Off, Closure::Component, Closure::OneToken];

/// Stops after this number of states.
struct AtMost(u64);

impl Control for AtMost {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.states > self.0 { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// The results of the search on a system that saturation has reduced, in terms of the original system.
#[derive(PartialEq, Eq, Debug)]
struct Summary {
    violated: Vec<u32>,
    thread_states: Vec<(SharedId, LocalId)>,
    /// One label per shared state and tail, sorted.
    labels: Vec<(SharedId, Vec<LocalId>, Vec<LocalId>)>,
}

/// Nothing if there are too many labels.
fn search(tts: &Tts, rule: Closure, control: &dyn Control) -> Option<(CoverabilitySet, Vec<u32>)> {
    let set = match mcs::search(tts, rule, None, control) {
        Ok(found) => found.set,
        Err(Undecided::Stopped(_)) => return None,
        Err(Undecided::Refused(why)) => panic!("the system is plain: {why}"),
    };
    let mut violated: Vec<u32> = set.covered(&tts.targets).ones().map(|target| tts.targets[target].property).collect();
    violated.sort_unstable();
    violated.dedup();
    Some((set, violated))
}

/// The set of a reduced system as one of the system it was made from.
fn lifted(mut set: CoverabilitySet, reduced: &Restricted) -> CoverabilitySet {
    for ideal in &mut set.ideals {
        let locals = |list: &[LocalId]| list.iter().map(|id| reduced.local(*id)).collect::<Vec<_>>();
        *ideal = Ideal {
            shared: ideal.shared.iter().map(|id| reduced.shared(*id)).collect(),
            omega: locals(&ideal.omega),
            tails: ideal.tails.iter().map(locals).collect(),
        };
    }
    set
}

fn result(tts: &Tts, set: &CoverabilitySet, violated: Vec<u32>) -> Summary {
    let mut labels = Vec::new();
    for ideal in &set.ideals {
        for &shared in &ideal.shared {
            labels.extend(ideal.tails.iter().map(|tail| (shared, ideal.omega.clone(), tail.to_vec())));
        }
    }
    labels.sort();
    let rows = (0..).map(SharedId).zip(set.thread_states(tts));
    let thread_states =
        rows.flat_map(|(shared, row)| row.ones().map(|local| (shared, LocalId(local as u32))).collect::<Vec<_>>());
    Summary { violated, thread_states: thread_states.collect(), labels }
}

fn reduce(tts: &mut Tts) -> (Saturation, Restricted) {
    let saturation = saturate(tts, &Unlimited).expect("nothing stops it");
    let reduced = saturation.to_tts(tts, &Unlimited).expect("nothing stops it");
    (saturation, reduced)
}

/// Computes the set under a rule, checks it on the system as it was given, and returns it in its terms.
fn checked(tts: &mut Tts, reduced: &Restricted, rule: Closure, control: &dyn Control, name: &str) -> Option<Summary> {
    let (set, violated) = search(&reduced.tts, rule, control)?;
    let set = lifted(set, reduced);
    let properties = tts.targets.iter().map(|target| target.property);
    let holds: Vec<u32> = properties.filter(|property| !violated.contains(property)).collect();
    assert_eq!(check(tts, &set.certificate(), &holds, &Unlimited), Ok(()), "{name}, {rule:?}");
    Some(result(tts, &set, violated))
}

#[test]
fn random_nets_have_the_same_set_under_all_rules_and_the_same_verdicts_backwards() {
    let mut open = 0;
    for seed in 0..3000 {
        let mut tts = random_system(seed, Kind::Plain);
        let name = format!("seed {seed}");
        let (set, violated) = search(&tts, Closure::Off, &Unlimited).expect("nothing stops it");
        let expected = result(&tts, &set, violated);
        let (saturation, reduced) = reduce(&mut tts);
        for rule in RULES {
            let found = checked(&mut tts, &reduced, rule, &Unlimited, &name).expect("nothing stops it");
            assert_eq!(found, expected, "{name}, {rule:?}");
        }
        let mut backward = Backward::new(&tts, &saturation);
        for target in &tts.targets {
            match backward.search(target.property, &AtMost(500)) {
                Ok(Answer::Never) => assert!(!expected.violated.contains(&target.property), "{name}"),
                Ok(Answer::Chain(_) | Answer::Coverable(_)) => {
                    assert!(expected.violated.contains(&target.property), "{name}");
                }
                Err(_) => open += 1,
            }
        }
    }
    assert!(open < 300, "{open} backward searches were given up");
}

fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let folder = std::env::var_os("BOOLPROG_CORPUS").map_or_else(beside, PathBuf::from);
    folder.join("expected.tsv").is_file().then_some(folder)
}

fn load(path: &Path, initial: &str) -> Tts {
    let read =
        |path: PathBuf| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let target = parse_target(&read(path.with_extension("prop"))).expect("a target");
    let initial = parse_initial(initial).expect("an initial configuration");
    let tts = parse_tts(&read(path.to_owned())).expect("a system");
    tts.with_initial(initial).and_then(|tts| tts.with_targets(vec![target])).expect("ids are in range")
}

#[test]
fn published_nets_have_the_published_sets_under_all_rules() {
    let Some(folder) = corpus() else {
        println!("skipped: the published nets are not here (set BOOLPROG_CORPUS to their folder)");
        return;
    };
    let list = std::fs::read_to_string(folder.join("expected.tsv")).expect("the list is readable");
    let mut compared = 0;
    for line in list.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [path, initial, verdict, size, ..] = columns[..] else { panic!("{line}") };
        let (Ok(size), Some("tts")) = (size.parse::<usize>(), path.rsplit('.').next()) else { continue };
        let mut tts = load(&folder.join(path), initial);
        let (_, reduced) = reduce(&mut tts);
        let expected = checked(&mut tts, &reduced, Closure::OneToken, &Unlimited, path).expect("nothing stops it");
        assert_eq!(expected.labels.len(), size, "{path}");
        assert_eq!(!expected.violated.is_empty(), verdict == "unsafe", "{path}");
        for (rule, limit) in [(Closure::Component, 40_000), (Closure::Off, 4_000)] {
            if let Some(found) = checked(&mut tts, &reduced, rule, &AtMost(limit), path) {
                assert!(found == expected, "{path}, {rule:?}: another set");
            }
        }
        if reduced.tts.local_states <= SMALL {
            let set = karp_miller::search(&reduced.tts, Procedure::Zhao, &Unlimited).expect("a plain system").set;
            assert_eq!(set.maximal_markings(), size, "{path}, Zhao");
            let covered = set.covered(&reduced.tts.targets);
            assert_eq!(covered.count_ones(..) > 0, verdict == "unsafe", "{path}, Zhao");
        }
        compared += 1;
    }
    assert!(compared > 40, "only {compared} nets were compared");
}
