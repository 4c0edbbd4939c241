use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn names(folder: &Path) -> usize {
    fs::read_dir(folder).expect("readable").count()
}

fn text(path: &Path, text: &str) -> Result<(), NotWritten> {
    write(Some(path), |out| out.write_all(text.as_bytes()))
}

#[test]
fn a_file_is_replaced_only_when_it_is_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.bp");
    fs::write(&path, "old").expect("writable");
    let broken = write(Some(&path), |out| out.write_all(b"half").and(Err(io::Error::other("the disk is full"))));
    assert_eq!(broken.expect_err("it failed").report(), CANNOT_WRITE);
    assert_eq!(fs::read_to_string(&path).expect("readable"), "old");
    let mut interrupted = Output::open(Some(&path)).expect("writable");
    interrupted.write_all(b"half").and_then(|()| interrupted.flush()).expect("writable");
    assert_eq!((fs::read_to_string(&path).expect("readable").as_str(), names(folder.path())), ("old", 1));
    drop(interrupted);
    text(&path, "new").expect("writable");
    assert_eq!((fs::read_to_string(&path).expect("readable").as_str(), names(folder.path())), ("new", 1));
}

#[test]
fn permissions_and_links_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link, new, dangling] = ["a.bp", "link.bp", "new.bp", "dangling.bp"].map(|name| folder.path().join(name));
    fs::write(&path, "old").expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("allowed");
    symlink("a.bp", &link).expect("a link");
    text(&link, "new").expect("writable");
    assert_eq!((fs::read_to_string(&path).expect("readable").as_str(), mode(&path)), ("new", 0o640));
    assert!(link.is_symlink());
    symlink("new.bp", &dangling).expect("a link");
    text(&dangling, "made").expect("writable");
    assert_eq!(fs::read_to_string(&new).expect("readable"), "made");
    fs::remove_file(&new).expect("removable");
    fs::write(&new, "").expect("writable");
    let usual = mode(&new);
    fs::remove_file(&new).expect("removable");
    text(&new, "").expect("writable");
    assert_eq!(mode(&new), usual);
}

#[test]
fn a_folder_and_a_missing_folder_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [folder.path().to_owned(), folder.path().join("missing/a.bp")] {
        assert!(Output::open(Some(&path)).is_err(), "{}", path.display());
    }
}

#[test]
fn devices_are_written_as_they_are() {
    text(Path::new("/dev/null"), "text").expect("writable");
    if Path::new("/dev/full").exists() {
        text(Path::new("/dev/full"), "text").expect_err("it is always full");
    }
}
