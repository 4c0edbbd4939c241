//! `boolprog/parting`: how far an old trace can be followed in a program that has been repaired since.

use std::fmt::Write;

use boolprog_tests::lsp_client::{Client, FILE};
use serde_json::{Value, json};

/// A lock that is tested in one step and taken in the next.
const LOCK: &str = "\
decl lock := F, inside := F;
void main() begin
  assume !lock;
  lock := T;
  assert !inside;
  inside := T;
  inside := F;
  lock := F;
end
// boolprog: threads = 2
";

/// Two threads write without a lock.
const COUNT: &str = "\
// boolprog: check
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int hits;
void *server(void *unused) {
  int seen = hits;
  hits = seen + 1;
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, server, 0);
  pthread_create(&other, 0, server, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(hits == 2);
}
";

const GATE: &str = "\
decl free: int = 1;
process Client[2] {
  loc away, inside;
  away -> inside when free >= 0 do free := free - 1;
  inside -> away do free := free + 1;
}
error together: count(Client @ inside) >= 2;
";

/// The answer to the trace of a program once it is another one: the text of the step, and why it is not taken.
async fn parted(language: &str, before: &str, after: &str) -> Option<(String, String)> {
    let mut client = Client::start(json!({ "check": { "debounce": 1 } })).await;
    let document = json!({ "uri": FILE, "languageId": language, "version": 1, "text": before });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(!client.checked(1).await.is_empty(), "something is violated");
    let about = json!({ "textDocument": { "uri": FILE } });
    let listed = client.settled_request("boolprog/properties", about).await;
    let violated = listed["properties"].as_array().expect("a list").iter().find(|it| it["verdict"] == "violated");
    let trace = client.trace(violated.expect("one is")["id"].as_str().expect("an id")).await;
    client.replace(2, after);
    let params = json!({ "textDocument": { "uri": FILE }, "trace": trace });
    let answer = client.settled_request("boolprog/parting", params).await;
    let step = answer["step"].as_u64()? as usize;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    Some((text(&trace["steps"][step - 1]["text"]), text(&answer["why"])))
}

async fn expect(language: &str, before: &str, [old, new]: [&str; 2], expected: (&str, &str)) {
    let after = before.replace(old, new);
    assert_ne!(after, before);
    let found = parted(language, before, &after).await.expect("the two part");
    assert_eq!((found.0.as_str(), found.1.as_str()), expected, "{after}");
}

#[tokio::test]
async fn a_lock_is_taken_in_one_step_or_never() {
    let repaired = ["  assume !lock;\n  lock := T;", "  lock := T constrain !lock;"];
    expect("boolprog", LOCK, repaired, ("assume !lock", "the statement `assume !lock` is no longer there")).await;
    let repaired = ["  assume !lock;\n  lock := T;", "  atomic_begin;\n  assume !lock;\n  lock := T;\n  atomic_end;"];
    let why = "T2 cannot execute `atomic_begin`, because T1 is inside an atomic section";
    expect("boolprog", LOCK, repaired, ("assume !lock", why)).await;
    let why = "T1 cannot go on, because `assume !lock` is false";
    expect("boolprog", LOCK, ["lock := F, inside", "lock := T, inside"], ("assume !lock", why)).await;
}

#[tokio::test]
async fn an_assertion_holds_although_its_trace_is_followed_to_the_end() {
    let text = "decl x := F;\nvoid main() begin\n  x := T;\n  x := !x;\n  assert x;\nend\n// boolprog: threads = 1\n";
    expect("boolprog", text, ["x := !x;", "x := x;"], ("x := !x", "the statement `x := !x` is no longer there")).await;
    let initial = ["x := F", "x := T"];
    let text = "decl x := F;\nvoid main() begin\n  skip;\n  assert x;\nend\n// boolprog: threads = 1\n";
    expect("boolprog", text, initial, ("assert x", "`assert x` holds")).await;
}

#[tokio::test]
async fn a_branch_is_another_one() {
    let text = "\
decl x := F;
void main() begin
  if x then
    skip;
  else
    x := T;
    assert F;
  fi
end
// boolprog: threads = 1
";
    let expected = ("x := T", "T1 comes to `skip` instead of `x := T`");
    expect("boolprog", text, ["decl x := F", "decl x := T"], expected).await;
}

#[tokio::test]
async fn a_thread_waits_for_a_mutex_that_is_new() {
    let body = "  int seen = hits;\n  hits = seen + 1;\n";
    let locked = format!("  pthread_mutex_lock(&m);\n{body}  pthread_mutex_unlock(&m);\n");
    let expected = ("int seen = hits", "T3 waits for mutex `m`, held by T2");
    expect("c", COUNT, [body, &locked], expected).await;
    let expected = ("int seen = hits", "the statement `int seen = hits` is no longer there");
    expect("c", COUNT, [body, "  __sync_fetch_and_add(&hits, 1);\n"], expected).await;
}

#[tokio::test]
async fn an_access_is_another_one() {
    let text = "  int seen = hits;\n  hits = seen + 1;\n";
    let plain = COUNT.replace(text, "  hits++;\n");
    let expected = ("hits++", "`hits++` now updates `hits`");
    expect("c", &plain, ["int hits;", "_Atomic int hits;"], expected).await;
}

#[tokio::test]
async fn an_edge_is_no_longer_there() {
    let text = "away -> inside when free >= 0 do free := free - 1";
    let why = format!("the statement `{text}` is no longer there");
    expect("boolprog-integer", GATE, ["free >= 0", "free > 0"], (text, &why)).await;
    let why = "Client[1] cannot leave `away`, because no guard holds";
    expect("boolprog-integer", GATE, ["int = 1", "int = 0"], (text, why)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repairs_of_examples_are_told() {
    let pairs = [
        ("broken-mutex.bp", "atomic-mutex.bp"),
        ("spin-lock-broken.c", "spin-lock.c"),
        ("double-checked-broken.c", "double-checked.c"),
        ("stack-cas-broken.c", "stack-cas.c"),
        ("bounded-buffer-broken.c", "bounded-buffer.c"),
        ("readers-writers-broken.c", "readers-writers.c"),
        ("ticket-lock-broken.c", "ticket-lock.c"),
        ("driver-lock-broken.ip", "driver-lock.ip"),
        ("readers-writers-broken.ip", "readers-writers.ip"),
        ("references-broken.ip", "references.ip"),
        ("slots-broken.ip", "slots.ip"),
        ("tickets-broken.ip", "tickets.ip"),
        ("work-barrier-broken.ip", "work-barrier.ip"),
    ];
    let mut told = String::new();
    for (broken, repaired) in pairs {
        let [before, after] = [broken, repaired]
            .map(|name| std::fs::read_to_string(boolprog_tests::root().join("examples").join(name)).expect("readable"));
        let (language, comment) = match broken.rsplit_once('.') {
            Some((_, "c")) => ("c", "// boolprog: check\n"),
            Some((_, "ip")) => ("boolprog-integer", ""),
            _ => ("boolprog", ""),
        };
        let found = parted(language, &format!("{comment}{before}"), &format!("{comment}{after}")).await;
        let found = found.map_or_else(|| "-".to_owned(), |(text, why)| format!("{text}\n  {why}"));
        writeln!(told, "{repaired}: {found}").expect("strings take everything");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../parting");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("repairs", told));
}

#[tokio::test]
async fn a_program_that_takes_all_steps_or_has_errors_has_no_answer() {
    for after in [LOCK.replace("void main()", "// new\nvoid main()"), LOCK.replace("begin", "bgin")] {
        assert_eq!(parted("boolprog", LOCK, &after).await, None);
    }
}

/// Each round is several accesses; the program is the same up to the last statement.
#[tokio::test]
async fn a_long_trace_of_c_is_followed_in_time_linear_in_its_steps() {
    let text = "\
// boolprog: check
#include <assert.h>
#include <pthread.h>
int hits, done;
void *server(void *unused) {
  for (int i = 0; i < 650; i++)
    hits += i & 3;
  done = 1;
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, server, 0);
  pthread_join(one, 0);
  hits = 7;
  assert(hits == 6);
}
";
    expect(
        "c",
        text,
        ["hits == 6", "hits == 7"],
        ("assert(hits == 6)", "the statement `assert(hits == 6)` is no longer there"),
    )
    .await;
}
