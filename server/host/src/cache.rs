//! Evidence of verdicts that is kept on disk, so that no search is repeated.
//!
//! An entry is a file: a line with its kind and the version that wrote it, the document as one line of JSON, and a line
//! with its checksum. An entry that cannot be read is deleted and counts as missing. One that can be read is not
//! trusted: its evidence is checked by its owners ([`boolprog_check::evidence`],
//! [`boolprog_check::integer::EvidenceDocument`]).
//!
//! Several processes may use one folder: entries appear and change by renaming only. A disk that is full or cannot be
//! written costs nothing but the entry.

use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use boolprog_base::Fnv;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The first line of an entry: the form that this version writes, and the version, which may decide otherwise than
/// others. Entries of other versions are of no use.
const HEADER: &str = concat!("boolprog-evidence/1 ", env!("CARGO_PKG_VERSION"));

/// The end of the names of entries, after 16 hexadecimal digits.
const EXTENSION: &str = "evidence";

/// Prefix and suffix of the names of unfinished entries.
const UNFINISHED: (&str, &str) = ("unfinished-", ".tmp");

/// Largest fraction of the capacity for one entry.
const LARGEST_PART: u64 = 4;

/// A folder with evidence.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder that the platform has for such things, if it has one.
    pub fn default_folder() -> Option<PathBuf> {
        Some(choose_native_strategy().ok()?.cache_dir().join("boolprog"))
    }

    /// The entry with this key. An entry that cannot be read, is of another version, is another kind of evidence or is
    /// too large for a cache of this size in bytes is deleted. One that is read counts as new.
    pub fn read<E: DeserializeOwned>(&self, key: u64, capacity: u64) -> Option<E> {
        let path = self.path(key);
        let entry = match read(&path, capacity / LARGEST_PART) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            entry => entry.ok().and_then(|text| parse(&text)),
        };
        if entry.is_some() {
            // If this fails the entry seems older than it is, and goes sooner.
            let _ = File::options().write(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        } else {
            self.remove(key);
        }
        entry
    }

    /// Writes an entry, in place of the one that has this key, and deletes the oldest ones beyond this number of bytes.
    /// An entry that is too large is not written.
    pub fn write(&self, key: u64, evidence: &impl Serialize, capacity: u64) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let (prefix, suffix) = UNFINISHED;
        let file = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(&self.folder)?;
        write(BufWriter::new(&file), evidence, capacity / LARGEST_PART)?;
        file.persist(self.path(key))?;
        self.trim(capacity)
    }

    /// Deletes the entry with this key.
    pub fn remove(&self, key: u64) {
        let _ = fs::remove_file(self.path(key));
    }

    fn path(&self, key: u64) -> PathBuf {
        self.folder.join(format!("{key:016x}.{EXTENSION}"))
    }

    /// Deletes the least recently used entries until the rest has at most this number of bytes. Other files are kept.
    fn trim(&self, capacity: u64) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)?.flatten().filter(|entry| is_ours(&entry.path())) {
            // Another process may have deleted it.
            let Ok(facts) = entry.metadata() else { continue };
            entries.push((facts.modified().unwrap_or(SystemTime::UNIX_EPOCH), facts.len(), entry.path()));
        }
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in entries {
            if total <= capacity {
                break;
            }
            let _ = fs::remove_file(path);
            total -= length;
        }
        Ok(())
    }
}

/// Returns `true` if a file in the folder is one that this module writes.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let key = name.strip_suffix(EXTENSION).and_then(|name| name.strip_suffix('.'));
    let is_entry = key.is_some_and(|key| key.len() == 16 && key.bytes().all(|digit| digit.is_ascii_hexdigit()));
    is_entry || (name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1))
}

/// The text of a file that is not longer than this.
fn read(path: &Path, longest: u64) -> io::Result<String> {
    let mut text = String::new();
    let overhead = HEADER.len() as u64 + 20;
    let read = File::open(path)?.take(longest.saturating_add(overhead)).read_to_string(&mut text)?;
    if read as u64 == longest.saturating_add(overhead) { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}

/// Writes an entry unless its document is longer than this.
fn write(mut out: impl Write, evidence: &impl Serialize, longest: u64) -> io::Result<()> {
    writeln!(out, "{HEADER}")?;
    let mut body = Body { inner: &mut out, sum: Fnv::default(), left: longest };
    serde_json::to_writer(&mut body, evidence)?;
    let sum = body.sum;
    write!(out, "\n{sum}\n")?;
    out.flush()
}

fn parse<E: DeserializeOwned>(text: &str) -> Option<E> {
    let (body, sum) = text.strip_prefix(HEADER)?.strip_prefix('\n')?.strip_suffix('\n')?.split_once('\n')?;
    (Fnv::of(body.as_bytes()).to_string() == sum).then(|| serde_json::from_str(body).ok())?
}

/// Writes the document of an entry, and fails if it is too large.
struct Body<W> {
    inner: W,
    sum: Fnv,
    left: u64,
}

impl<W: Write> Write for Body<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.left = self.left.checked_sub(written as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        self.sum.write(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
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
}
