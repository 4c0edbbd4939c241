use std::sync::{Arc, LazyLock};
use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_check::evidence::EvidenceDocument;
use boolprog_check::{Options, Query, Unit, Unobserved};
use boolprog_program::reading::ReadingOptions;
use boolprog_prover::NoProver;
use tempfile::TempDir;

use super::*;

const CAPACITY: u64 = 1 << 20;

/// One violated and one proved property.
static EVIDENCE: LazyLock<EvidenceDocument> = LazyLock::new(|| {
    let text = "decl x := F; void main() begin assert x; x := T; assert x; end";
    let parsed = boolprog_syntax::parse(text);
    let analysis = Arc::new(boolprog_program::analyse(&parsed.file, &ReadingOptions::default()));
    let unit = Unit { path: "x.bp".to_owned(), text: text.into(), file: parsed.file, analysis };
    let query = Query::Boolean(unit, Options { certificate: true, ..Options::default() });
    let report = query.check(&mut NoProver, &Unlimited, &mut Unobserved);
    EvidenceDocument::of(&query, &report).expect("it is decided")
});

fn empty() -> (TempDir, Cache) {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path().join("made when needed"));
    (folder, cache)
}

fn keys(cache: &Cache) -> Vec<String> {
    let entries = fs::read_dir(&cache.folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn read_evidence(cache: &Cache, key: u64, capacity: u64) -> Option<EvidenceDocument> {
    cache.read(key, capacity)
}

fn save(cache: &Cache, key: u64) {
    cache.write(key, &*EVIDENCE, CAPACITY).expect("it can be written");
}

#[test]
fn what_is_written_is_read() {
    let (_folder, cache) = empty();
    assert_eq!(read_evidence(&cache, 7, CAPACITY), None);
    save(&cache, 7);
    save(&cache, 7);
    assert_eq!(read_evidence(&cache, 7, CAPACITY).as_ref(), Some(&*EVIDENCE));
    assert_eq!(read_evidence(&cache, 8, CAPACITY), None);
    assert_eq!(keys(&cache), ["0000000000000007.evidence"]);
}

#[test]
fn an_entry_with_any_other_byte_is_deleted() {
    let (_folder, cache) = empty();
    save(&cache, 1);
    let sound = fs::read(cache.path(1)).expect("readable");
    for at in 0..sound.len() {
        for change in [1, 0x20, 0x80] {
            let mut damaged = sound.clone();
            damaged[at] ^= change;
            fs::write(cache.path(1), damaged).expect("writable");
            assert_eq!(read_evidence(&cache, 1, CAPACITY), None, "byte {at}");
            assert!(keys(&cache).is_empty(), "byte {at}");
        }
    }
}

#[test]
fn an_entry_that_is_cut_off_is_deleted() {
    let (_folder, cache) = empty();
    save(&cache, 1);
    let sound = fs::read(cache.path(1)).expect("readable");
    for length in 0..sound.len() {
        fs::write(cache.path(1), &sound[..length]).expect("writable");
        assert_eq!(read_evidence(&cache, 1, CAPACITY), None, "{length} bytes");
        assert!(keys(&cache).is_empty(), "{length} bytes");
    }
}

#[test]
fn an_entry_of_another_version_is_deleted() {
    let (_folder, cache) = empty();
    save(&cache, 1);
    let sound = fs::read_to_string(cache.path(1)).expect("readable");
    for header in ["boolprog-evidence/1 0.0.0", "boolprog-evidence/0 0.1.0", ""] {
        fs::write(cache.path(1), sound.replace(HEADER, header)).expect("writable");
        assert_eq!(read_evidence(&cache, 1, CAPACITY), None, "{header}");
        assert!(keys(&cache).is_empty(), "{header}");
    }
}

#[test]
fn an_entry_of_another_kind_is_deleted() {
    let (_folder, cache) = empty();
    save(&cache, 1);
    assert_eq!(cache.read::<Vec<u64>>(1, CAPACITY), None);
    assert!(keys(&cache).is_empty());
}

#[test]
fn what_has_not_been_used_for_longest_goes_first() {
    let (_folder, cache) = empty();
    save(&cache, 0);
    let length = fs::metadata(cache.path(0)).expect("it is there").len();
    let other = cache.folder.join("somebody else's");
    fs::write(&other, vec![0; 10 * length as usize]).expect("writable");
    // Room for four.
    let capacity = 4 * length + length / 2;
    for key in 1..9_u64 {
        for (age, older) in (1..).zip((0..key).rev()) {
            let time = SystemTime::now() - Duration::from_secs(60 * age);
            // Deleted entries cannot age, and reading an entry renews it like writing.
            if let Ok(file) = File::options().write(true).open(cache.path(older)) {
                file.set_modified(time).expect("ours");
            }
        }
        assert!(read_evidence(&cache, 0, capacity).is_some(), "it is used all the time, so it stays");
        cache.write(key, &*EVIDENCE, capacity).expect("it can be written");
        assert!(keys(&cache).len() <= 5, "{:?}", keys(&cache));
    }
    let names = [0, 6, 7, 8].map(|key| format!("{key:016x}.evidence"));
    assert_eq!(keys(&cache)[..4], names);
    assert!(other.exists(), "it is not ours");
}

#[test]
fn what_is_too_large_is_neither_written_nor_read() {
    let (_folder, cache) = empty();
    cache.write(1, &*EVIDENCE, 100).expect_err("it is too large");
    assert!(keys(&cache).is_empty(), "nothing is left behind");
    save(&cache, 1);
    assert_eq!(read_evidence(&cache, 1, 100), None);
    assert!(keys(&cache).is_empty());
}

#[test]
fn a_folder_that_cannot_be_one_costs_the_entry_only() {
    let (folder, _) = empty();
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    let cache = Cache::new(file.join("below a file"));
    cache.write(1, &*EVIDENCE, CAPACITY).expect_err("there is no such folder");
    assert_eq!(read_evidence(&cache, 1, CAPACITY), None);
}

#[test]
fn several_writers_and_readers_see_whole_entries_only() {
    let (_folder, cache) = empty();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let cache = Cache::new(cache.folder.clone());
            scope.spawn(move || {
                for round in 0..40 {
                    save(&cache, round % 3);
                    let read = read_evidence(&cache, (round + 1) % 3, CAPACITY);
                    assert!(read.is_none_or(|read| read == *EVIDENCE));
                }
            });
        }
    });
    let names = [0, 1, 2].map(|key| format!("{key:016x}.evidence"));
    assert_eq!(keys(&cache), names);
}
