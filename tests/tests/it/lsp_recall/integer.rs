//! The same of integer programs.

use std::path::Path;

use boolprog_tests::lsp_client::FILE;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::session::{ABSTRACT, REFINE, REPLAY, SHOW, Session, WHY, done, entries, unchecked};
use super::{PROGRAM, checked};

/// The third client never comes; the client with number 3 is served.
const INTEGER: &str = "\
decl next: int, called: int;
process Client[2] {
  decl mine: int;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := next + 1;
  waiting -> inside when mine <= called;
  inside -> away do called := called + 1;
}
error third: called == 3;
";

/// The same with a property that holds in all of finitely many states, besides one that does not.
const FINITE: &str = "\
decl x: 0..9;
process P {
  loc a;
  a -> a when x < 5 do x := x + 1;
}
error fifth: x == 5;
error sixth: x == 6;
";

impl Session {
    fn open_integer(&self, text: &str) {
        let document = json!({ "uri": FILE, "languageId": "boolprog-integer", "version": 1, "text": text });
        self.client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The state and text of the first status of an integer program that is opened.
    async fn reopen_integer(&mut self, text: &str) -> (String, String) {
        self.open_integer(text);
        let status = self.client.message("boolprog/status").await;
        let word = |key: &str| status["params"][key].as_str().unwrap_or_default().to_owned();
        (word("state"), word("text"))
    }
}

/// Checks an integer program in a session of its own.
async fn checked_integer(folder: &Path, text: &str) {
    let mut session = Session::start(folder, Value::Null).await;
    session.open_integer(text);
    session.client.checked(1).await;
    assert_eq!(session.checks(), 1);
    session.client.shut_down().await;
}

/// A folder with the evidence of an integer program.
async fn evidence_of_integer(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    checked_integer(folder.path(), text).await;
    folder
}

#[tokio::test]
async fn an_integer_program_shows_its_counterexample_when_it_is_opened_again() {
    let folder = evidence_of_integer(INTEGER).await;
    let mut session = Session::manual(folder.path()).await;
    let moved = INTEGER.replace("\nprocess", " // numbers\n\nprocess");
    assert_eq!(session.reopen_integer(&moved).await, done("1 violated"));
    assert_eq!(session.client.lenses().await, ["violated - found after 9 steps", REPLAY, SHOW, ABSTRACT, REFINE]);
    let diagnostics = session.client.diagnostics(1);
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 9, "{diagnostics:#?}");
    assert_eq!(session.checks(), 0);
    session.client.shut_down().await;

    // An invisible check adds what the evidence lacks: that no run is shorter.
    let mut session = Session::start(folder.path(), Value::Null).await;
    assert_eq!(session.reopen_integer(INTEGER).await, done("1 violated"));
    session.lenses(&["violated - after 9 steps", REPLAY, SHOW, ABSTRACT, REFINE]).await;
    assert_eq!(session.checks(), 1);
    session.client.shut_down().await;
}

#[tokio::test]
async fn what_is_proved_of_infinitely_many_states_is_not_searched_for_again() {
    let program = INTEGER.replace("third: called == 3", "together: count(Client @ inside) == 2");
    let folder = evidence_of_integer(&program).await;
    if !boolprog_tests::has_prover() {
        return;
    }
    let mut session = Session::start(folder.path(), Value::Null).await;
    session.open_integer(&program);
    assert_eq!(session.client.checked(1).await, Vec::<Value>::new());
    assert_eq!(session.client.lenses().await, ["proved - never happens", WHY, ABSTRACT, REFINE]);
    assert_eq!(session.checks(), 0);
    session.client.shut_down().await;
}

/// Restored proofs are those of properties that do not depend on the next edit.
#[tokio::test]
async fn a_restored_proof_holds_after_an_edit_of_something_else() {
    let program = INTEGER.replace("third: called == 3", "together: count(Client @ inside) == 2");
    let folder = tempfile::tempdir().expect("a folder");
    checked_integer(folder.path(), &program).await;
    if !boolprog_tests::has_prover() {
        return;
    }
    let mut session = Session::start(folder.path(), Value::Null).await;
    session.open_integer(&program);
    session.client.checked(1).await;
    // Without a prover, nothing new is proved.
    let settings = json!({ "integer": { "prover": "no-such-prover" } });
    session.client.notify("workspace/didChangeConfiguration", json!({ "settings": { "boolprog": settings } }));
    let other = "decl other: int;\nprocess Apart { loc on; on -> on do other := other + 1; }\n";
    session.client.replace(2, &format!("{other}{program}"));
    session.client.checked(2).await;
    assert_eq!(session.client.lenses().await, ["proved - never happens", ABSTRACT, REFINE]);
    session.client.shut_down().await;
}

#[tokio::test]
async fn what_has_no_evidence_is_checked_beside_what_has() {
    let folder = evidence_of_integer(FINITE).await;
    let mut session = Session::manual(folder.path()).await;
    assert_eq!(session.reopen_integer(FINITE).await, done("1 violated"));
    assert_eq!(
        session.client.lenses().await,
        ["violated - found after 5 steps", REPLAY, SHOW, ABSTRACT, REFINE, "not checked"]
    );
    session.client.shut_down().await;
    let mut session = Session::start(folder.path(), Value::Null).await;
    session.open_integer(FINITE);
    session.lenses(&["violated - after 5 steps", REPLAY, SHOW, ABSTRACT, REFINE, "proved - never happens", WHY]).await;
    session.client.shut_down().await;
}

#[tokio::test]
async fn evidence_of_another_integer_program_is_deleted() {
    let folder = evidence_of_integer(INTEGER).await;
    let own = entries(folder.path()).pop().expect("an entry");
    checked(folder.path(), &[PROGRAM]).await;
    checked_integer(folder.path(), FINITE).await;
    let sound = std::fs::read(&own).expect("readable");
    let others: Vec<_> = entries(folder.path()).into_iter().filter(|path| *path != own).collect();
    assert_eq!(others.len(), 2);
    let mut damaged: Vec<Vec<u8>> = others.iter().map(|path| std::fs::read(path).expect("readable")).collect();
    damaged.extend([sound[..sound.len() / 2].to_vec(), b"nonsense".to_vec()]);
    for bytes in damaged {
        std::fs::write(&own, bytes).expect("writable");
        let mut session = Session::manual(folder.path()).await;
        assert_eq!(session.reopen_integer(INTEGER).await, unchecked());
        assert!(!own.exists());
        session.client.shut_down().await;
    }
}
