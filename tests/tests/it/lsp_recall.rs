//! Verdicts of an earlier session: shown at once, without a check, and never without evidence.

mod integer;
mod session;

use std::path::Path;

use boolprog_tests::lsp_client::FILE;
use serde_json::{Value, json};
use tempfile::TempDir;

use session::{REPLAY, SHOW, Session, done, entries, unchecked};

/// One assertion that can fail and one that cannot.
const PROGRAM: &str = "\
decl lock := F;
decl inside := F;
void main() begin
  assume !lock;
  lock := T;
  assert !inside;
  inside := T;
  inside := F;
  assert lock | !lock;
  lock := F;
end
";

/// The same program in another layout.
const MOVED: &str = "\
decl lock := F; decl inside := F; // two flags
void main() begin
  assume !lock; lock := T;

  assert !inside; inside := T; inside := F;
  assert lock | !lock; lock := F;
end
";

/// The test and the set are one step, so that nothing fails.
const MENDED: &str = "\
decl lock := F;
decl inside := F;
void main() begin
  lock := T constrain !lock;
  assert !inside;
  inside := T;
  inside := F;
  assert lock | !lock;
  lock := F;
end
";

const NEEDS: &str = "violated - needs 2 threads, 7 steps";
const FOUND: &str = "violated - found with 2 threads, 7 steps";
const HOLDS: &str = "proved - holds for any number of threads";

/// Checks programs in a session of their own.
async fn checked(folder: &Path, programs: &[&str]) {
    let mut session = Session::start(folder, Value::Null).await;
    for (version, program) in (1..).zip(programs) {
        if version == 1 {
            session.client.open(program);
        } else {
            session.client.replace(version, program);
        }
        session.client.checked(version).await;
    }
    assert_eq!(session.checks(), programs.len() as u32);
    session.client.shut_down().await;
}

/// A folder with the evidence of these programs.
async fn evidence_of(programs: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    checked(folder.path(), programs).await;
    folder
}

#[tokio::test]
async fn a_file_that_was_checked_shows_its_verdicts_when_it_is_opened_again() {
    let folder = evidence_of(&[PROGRAM]).await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(PROGRAM).await, done("1 violated, 1 proved"));
    assert_eq!(session.client.lenses().await, [FOUND, REPLAY, SHOW, HOLDS]);
    assert_eq!(session.violated(1), [5]);
    let trace = session.client.trace("assert-1").await;
    assert_eq!(trace["steps"].as_array().map(Vec::len), Some(7));
    assert_eq!(session.checks(), 0);
    session.client.shut_down().await;
}

/// The verdicts of a client that asks again and again until nothing is under way.
async fn polled(session: &mut Session) -> Vec<Value> {
    loop {
        let params = json!({ "textDocument": { "uri": FILE } });
        let mut answer = session.client.settled_request("boolprog/properties", params).await;
        if answer["checking"] == false {
            let properties = answer["properties"].as_array_mut().expect("properties");
            return properties.iter_mut().map(|property| property["verdict"].take()).collect();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_asks_again_and_again_takes_no_unfinished_version_for_finished() {
    let folder = evidence_of(&[PROGRAM]).await;
    for settings in [json!({ "check": { "run": "manual" } }), json!({ "check": { "debounce": 20 } })] {
        let mut session = Session::start(folder.path(), settings).await;
        session.client.open(PROGRAM);
        assert_eq!(polled(&mut session).await, ["violated", "proved"], "as soon as it is opened");
        session.client.shut_down().await;
    }
    let mut session = Session::start(folder.path(), json!({ "check": { "debounce": 20 } })).await;
    session.client.open(PROGRAM);
    for version in (2..32).step_by(3) {
        session.client.replace(version, "decl lock");
        session.client.replace(version + 1, &format!("{MENDED}\nvoid unused() begin L{version}: skip; end"));
        assert_eq!(polled(&mut session).await, ["proved", "proved"], "version {version}");
        session.client.replace(version + 2, PROGRAM);
        assert_eq!(polled(&mut session).await, ["violated", "proved"], "version {version}");
    }
    session.client.shut_down().await;
}

#[tokio::test]
async fn thread_states_come_from_a_check_in_the_background() {
    let folder = evidence_of(&[PROGRAM]).await;
    let mut session = Session::start(folder.path(), Value::Null).await;
    assert_eq!(session.open(PROGRAM).await, done("1 violated, 1 proved"));
    // The check is over when the lenses show its result.
    session.lenses(&[NEEDS, REPLAY, SHOW, HOLDS, "Why?"]).await;
    let hover = session.client.hover(3, 4).await;
    assert!(hover.contains("Reachable by some thread"), "{hover}");
    assert_eq!(session.checks(), 1);
    let seen = session.client.unread();
    let states: Vec<&Value> = seen.filter_map(|it| it["params"].get("state")).collect();
    assert!(states.iter().all(|state| **state == "done"), "{states:?}");
    session.client.shut_down().await;
}

#[tokio::test]
async fn what_is_cleared_is_forgotten_here_and_on_disk() {
    let folder = evidence_of(&[PROGRAM]).await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(PROGRAM).await, done("1 violated, 1 proved"));
    assert_eq!(session.violated(1), [5]);
    let clear = json!({ "command": "boolprog.server.clear", "arguments": [{ "uri": FILE }] });
    session.client.request("workspace/executeCommand", clear).await.expect("the command is known");
    assert_eq!(session.client.status(1, "manual").await["text"], "not checked");
    assert!(entries(folder.path()).is_empty());
    assert!(session.violated(1).is_empty());
    session.client.shut_down().await;
}

#[tokio::test]
async fn a_requested_check_always_runs() {
    let folder = evidence_of(&[PROGRAM]).await;
    let mut session = Session::manual(folder.path()).await;
    session.open(PROGRAM).await;
    let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE }] });
    session.client.request("workspace/executeCommand", params).await.expect("it can be asked for");
    // A check may be so short that its start is never reported.
    session.lenses(&[NEEDS, REPLAY, SHOW, HOLDS, "Why?"]).await;
    assert_eq!(session.checks(), 1);
    session.client.shut_down().await;
}

#[tokio::test]
async fn another_layout_is_the_same_program_and_another_program_is_not() {
    let folder = evidence_of(&[PROGRAM]).await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(MOVED).await, done("1 violated, 1 proved"));
    assert_eq!(session.violated(1), [4]);
    session.client.shut_down().await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(MENDED).await, unchecked());
    session.client.shut_down().await;
}

#[tokio::test]
async fn a_change_back_to_what_was_checked_in_another_session_is_recognised() {
    let folder = evidence_of(&[MENDED, PROGRAM]).await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(PROGRAM).await, done("1 violated, 1 proved"));
    session.client.replace(2, MENDED);
    assert_eq!(session.client.status(2, "done").await["text"], "2 proved");
    assert_eq!(session.checks(), 0);
    session.client.shut_down().await;
}

#[tokio::test]
async fn evidence_of_something_else_is_deleted() {
    let folder = evidence_of(&[PROGRAM]).await;
    let first = entries(folder.path());
    checked(folder.path(), &[MENDED]).await;
    let second = entries(folder.path()).into_iter().find(|path| !first.contains(path)).expect("an entry of its own");
    for (from, to, program) in [(&first[0], &second, MENDED), (&second, &first[0], PROGRAM)] {
        let kept = std::fs::read(from).expect("readable");
        std::fs::write(to, &kept).expect("writable");
        let mut session = Session::manual(folder.path()).await;
        assert_eq!(session.open(program).await, unchecked());
        assert!(!to.exists());
        session.client.shut_down().await;
        checked(folder.path(), &[program]).await;
        assert!(to.exists(), "it is found and saved again");
    }
}

#[tokio::test]
async fn a_damaged_entry_is_deleted_and_the_program_is_checked_as_usual() {
    let folder = evidence_of(&[PROGRAM]).await;
    let entry = entries(folder.path()).pop().expect("an entry");
    std::fs::write(&entry, "nonsense").expect("writable");
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.open(PROGRAM).await, unchecked());
    assert!(!entry.exists());
    session.client.shut_down().await;
    checked(folder.path(), &[PROGRAM]).await;
}

#[tokio::test]
async fn nothing_is_cached_if_caching_is_off() {
    let folder = evidence_of(&[PROGRAM]).await;
    let off = json!({ "check": { "run": "manual" }, "cache": { "enabled": false } });
    let mut session = Session::start(folder.path(), off).await;
    assert_eq!(session.open(PROGRAM).await, unchecked());
    session.client.shut_down().await;

    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), json!({ "cache.enabled": false })).await;
    session.client.open(PROGRAM);
    session.client.checked(1).await;
    assert!(entries(folder.path()).is_empty());
    session.client.shut_down().await;
}

#[tokio::test]
async fn several_servers_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut sessions = Vec::new();
    for _ in 0..3 {
        sessions.push(Session::start(folder.path(), Value::Null).await);
    }
    for (session, program) in sessions.iter_mut().zip([PROGRAM, MOVED, MENDED]) {
        session.client.open(program);
    }
    for session in &mut sessions {
        session.client.checked(1).await;
    }
    assert_eq!(entries(folder.path()).len(), 2, "two of the programs are the same");
    // The findings of one session are shown by another.
    sessions[0].client.replace(2, MENDED);
    sessions[0].client.checked(2).await;
    assert!(sessions[0].violated(2).is_empty());
    for session in sessions {
        session.client.shut_down().await;
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_costs_nothing_but_the_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("writable");
    for _ in 0..2 {
        checked(&file.join("below a file"), &[PROGRAM, MENDED]).await;
    }
}
