//! The language server and C programs: beside the tools of C, and only on request.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, all_capabilities, capabilities, edit};
use serde_json::{Value, json};

/// Two threads and `main` can be in the section together: the lock is tested in one step and taken in the next.
const BROKEN: &str = "\
#include <assert.h>
#include <pthread.h>
int lock, inside;
void *worker(void *unused) {
  while (lock)
    ;
  lock = 1;
  inside++;
  assert(inside == 1);
  inside--;
  lock = 0;
  return 0;
}
int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
";

const COMMENT: &str = "// boolprog: check\n";

fn open(client: &Client, text: &str) {
    let document = json!({ "uri": FILE, "languageId": "c", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

async fn ask(client: &mut Client) {
    let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", params).await.expect("the command exists");
}

/// The answers to all requests that an editor makes about a file in a language that it was told of.
async fn answers(client: &mut Client) -> Vec<Value> {
    let file = json!({ "uri": FILE });
    let place = json!({ "textDocument": file, "position": { "line": 8, "character": 4 } });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let layout = json!({ "tabSize": 2, "insertSpaces": true });
    let requests = [
        ("textDocument/codeLens", json!({ "textDocument": file })),
        ("textDocument/hover", place.clone()),
        ("textDocument/completion", place.clone()),
        ("textDocument/definition", place),
        ("textDocument/documentSymbol", json!({ "textDocument": file })),
        ("textDocument/foldingRange", json!({ "textDocument": file })),
        ("textDocument/semanticTokens/full", json!({ "textDocument": file })),
        ("textDocument/formatting", json!({ "textDocument": file, "options": layout })),
        ("textDocument/inlayHint", json!({ "textDocument": file, "range": range })),
        ("boolprog/properties", json!({ "textDocument": file })),
    ];
    let mut answers = Vec::new();
    for (method, params) in requests {
        answers.push(client.settled_request(method, params).await);
    }
    answers
}

fn is_empty(answer: &Value) -> bool {
    answer.is_null() || answer == &json!([]) || answer["data"] == json!([])
}

#[tokio::test]
async fn a_part_that_is_not_supported_is_named_in_the_status() {
    let mut client = Client::start(json!({})).await;
    let refused = include_str!("../c/refused/creation-in-section.c");
    let text = format!("{COMMENT}{refused}");
    open(&client, &text);
    let status = client.status(1, "error").await;
    let line = text.lines().position(|line| line.contains("pthread_create(")).expect("it is there") + 1;
    assert_eq!(status["text"], format!("not supported (line {line})"), "{status}");
}

#[tokio::test]
async fn a_file_is_left_alone_until_somebody_asks() {
    let mut client = Client::start(json!({})).await;
    open(&client, BROKEN);
    client.replace(2, &format!("{BROKEN}\n"));
    let answers = answers(&mut client).await;
    assert!(answers.iter().all(is_empty), "{answers:#?}");
    let said = ["boolprog/status", "textDocument/publishDiagnostics"];
    let said = client.unread().filter(|it| said.iter().any(|method| it["method"] == *method)).count();
    assert_eq!(said, 0);

    ask(&mut client).await;
    let diagnostics = client.checked(2).await;
    let [violation] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(violation["range"]["start"], json!({ "line": 8, "character": 2 }));
    let message = violation["message"].as_str().expect("a message");
    assert!(message.starts_with("Assertion violated: needs 3 threads, "), "{message}");
    let related = violation["relatedInformation"].as_array().expect("the trace");
    let story: Vec<&str> = related.iter().filter_map(|it| it["message"].as_str()).collect();
    assert!(story.iter().all(|event| !event.contains("->")), "places of control have no names in C: {story:#?}");
    assert!(story.iter().any(|event| event.ends_with("creates T3 worker")), "{story:#?}");
    assert!(story.contains(&"T2: reads inside = 1"), "{story:#?}");
    assert!(story.iter().any(|event| event.ends_with("assert(inside == 1) fails")), "{story:#?}");
    let lenses = client.lenses().await;
    assert!(lenses[0].starts_with("violated - needs 3 threads, "), "{lenses:?}");
    let about_all = ["1 assertion violated", "data races: not checked", "deadlocks: not checked"];
    assert_eq!(lenses[1..3], ["Replay counterexample", "Show trace"]);
    assert_eq!(lenses[3..], about_all);
    let hover = client.hover(8, 4).await;
    assert!(hover.contains("assert(inside == 1)") && hover.contains("violated"), "{hover}");
}

#[tokio::test]
async fn what_other_tools_do_is_left_to_them() {
    let mut client = Client::start(json!({})).await;
    open(&client, &format!("{COMMENT}{BROKEN}"));
    client.checked(1).await;
    let answers = answers(&mut client).await;
    let [lenses, hover, theirs @ .., properties] = answers.as_slice() else { panic!("{answers:#?}") };
    assert!(!is_empty(lenses) && !is_empty(hover), "{lenses} {hover}");
    assert!(theirs.iter().all(is_empty), "{theirs:#?}");
    let [property] = properties["properties"].as_array().expect("a list").as_slice() else { panic!("{properties}") };
    assert_eq!((&property["label"], &property["verdict"]), (&json!("assert(inside == 1)"), &json!("violated")));
}

#[tokio::test]
async fn verdicts_survive_changes_of_the_layout_and_go_with_the_comment() {
    let checks = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&checks);
    let hook: boolprog_lsp::Hook = Arc::new(move |_: &str| _ = count.fetch_add(1, Ordering::Relaxed));
    let options = Options { before_check: Some(hook), ..Options::default() };
    let mut client = Client::start_with(options, json!({ "check": { "debounce": 1 } }), capabilities()).await;
    open(&client, &format!("{COMMENT}{BROKEN}"));
    client.checked(1).await;
    assert_eq!(checks.load(Ordering::Relaxed), 1);
    client.replace(2, &format!("{COMMENT}\n// A lock.\n\n{BROKEN}"));
    let diagnostics = client.checked(2).await;
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 12);
    assert_eq!(checks.load(Ordering::Relaxed), 1, "the same program is not checked again");
    client.replace(
        3,
        &format!("{COMMENT}{}", BROKEN.replace("while (lock)", "while (__sync_lock_test_and_set(&lock, 1))")),
    );
    client.status(3, "checking").await;
    client.replace(4, BROKEN);
    client.status(4, "off").await;
    assert_eq!(client.diagnostics(4), Vec::<Value>::new());
    assert_eq!(client.lenses().await, [""; 0]);
}

#[tokio::test]
async fn a_setting_names_files() {
    let mut client = Client::start(json!({ "c": { "check": ["work/*.bp"] } })).await;
    open(&client, BROKEN);
    assert_eq!(client.checked(1).await.len(), 1);
}

#[tokio::test]
async fn settings_say_how_a_program_is_read() {
    let mut client =
        Client::start(json!({ "c": { "atomic": "statement", "defines": ["LIMIT=2"], "integers": "math" } })).await;
    let text = "#include <assert.h>\nint x;\nint main() { x = LIMIT; assert(x == 2); return 0; }\n";
    open(&client, &format!("{COMMENT}{text}"));
    assert_eq!(client.checked(1).await, Vec::<Value>::new());
    assert_eq!(client.lenses().await, ["proved - holds in every execution", "Why?"]);
}

/// Two threads that count without a lock.
const HITS: &str = "#include <pthread.h>\nint hits;\nvoid *server(void *unused) {\n  hits++;\n  return 0;\n}\n\
    int main(void) {\n  pthread_t one, other;\n  pthread_create(&one, 0, server, 0);\n  \
    pthread_create(&other, 0, server, 0);\n  pthread_join(one, 0);\n  pthread_join(other, 0);\n}\n";

/// A thread reads and writes a structure that no longer exists.
const OUTLIVED: &str = "\
#include <pthread.h>

struct job { int id, done; };

void *work(void *argument) {
  struct job *job = argument;
  job->done = job->id;
  return 0;
}

void start(int id) {
  struct job job = { id, 0 };
  pthread_t thread;
  pthread_create(&thread, 0, work, &job);
  pthread_detach(thread);
}

int main(void) {
  start(1);
  start(2);
  pthread_exit(0);
}
";

#[tokio::test]
async fn checks_of_a_line_that_fail_alike_have_one_lens() {
    let mut client = Client::start(json!({})).await;
    open(&client, &format!("{COMMENT}{OUTLIVED}"));
    assert_eq!(client.checked(1).await.len(), 2, "the structure is read and written");
    let lenses = client.lenses().await;
    let told = "`job`, a local variable of `start`, is used after its lifetime has ended - ";
    assert_eq!(lenses.iter().filter(|lens| lens.starts_with(told)).count(), 1, "{lenses:?}");
}

/// Nothing decides whether `hits` has a data race: this takes a relation of numbers that grow without bounds.
const NEVER_DECIDED: &str = "\
#include <pthread.h>

unsigned fives, ones;
int hits;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&m);
  fives = fives * 5 + 5;
  ones = ones * 5 + 1;
  int differ = fives != ones * 5;
  pthread_mutex_unlock(&m);
  if (differ)
    hits++;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
";

#[tokio::test]
async fn undecided_data_races_can_be_given_more_time() {
    let limits = json!({ "time": { "onType": 1 } });
    let mut client = Client::start(json!({ "c": { "properties": ["race"] }, "limits": limits })).await;
    open(&client, &format!("{COMMENT}{NEVER_DECIDED}"));
    client.checked(1).await;
    let lenses = client.lenses().await;
    let races = lenses.iter().position(|lens| lens == "data races: undecided").expect("they are");
    assert!(lenses[races..].contains(&"Retry with 60 s".to_owned()), "{lenses:?}");
    let properties = client.settled_request("boolprog/properties", json!({ "textDocument": { "uri": FILE } })).await;
    let properties = properties["properties"].as_array().expect("a list");
    assert!(
        properties.iter().all(|it| it["verdict"] == "proved" || it["retries"] == json!([60, 300])),
        "{properties:?}"
    );
}

#[tokio::test]
async fn races_and_deadlocks_are_checked_on_request_and_their_answers_stay() {
    let mut client = Client::start(json!({ "check": { "debounce": 1 } })).await;
    open(&client, &format!("{COMMENT}{HITS}"));
    let status = client.status(1, "done").await;
    assert_eq!(status["text"], "data races and deadlocks not checked");
    assert_eq!(client.lenses().await, ["data races: not checked", "deadlocks: not checked"]);
    ask_also(&mut client, "race").await;
    let lenses = decided(&mut client, "data races").await;
    assert!(lenses[0].starts_with("data race on `hits`: "), "{lenses:?}");
    assert_eq!(lenses[1..], ["Replay counterexample", "Show trace", "1 data race", "deadlocks: not checked"]);
    ask_also(&mut client, "deadlock").await;
    assert_eq!(decided(&mut client, "deadlocks").await[3..], ["1 data race", "no deadlocks"]);
    client.replace(2, &format!("{COMMENT}{}", HITS.replace("hits++", "__sync_fetch_and_add(&hits, 1)")));
    client.checked(2).await;
    assert_eq!(client.lenses().await, ["no data races", "no deadlocks"]);
}

/// The lenses once what was asked for is checked, and no check is under way.
async fn decided(client: &mut Client, asked: &str) -> Vec<String> {
    let is_open = |lens: &String| lens.ends_with("checking...") || *lens == format!("{asked}: not checked");
    client.lenses_when(|lenses| !lenses.iter().any(is_open)).await
}

/// The lines, from 0, above which lenses are, each once.
async fn rows(client: &mut Client) -> Vec<u64> {
    let params = json!({ "textDocument": { "uri": FILE } });
    let lenses = client.settled_request("textDocument/codeLens", params).await;
    let lines = lenses.as_array().expect("lenses").iter().map(|lens| lens["range"]["start"]["line"].as_u64());
    let mut lines: Vec<u64> = lines.map(|line| line.expect("a line")).collect();
    lines.dedup();
    lines
}

#[tokio::test]
async fn lenses_keep_their_lines_while_a_program_is_changed() {
    let settings = json!({ "c": { "properties": ["race"] }, "check": { "run": "manual" } });
    let mut client = Client::start(settings).await;
    open(&client, &format!("{COMMENT}{HITS}"));
    let check = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE }] });
    client.request("workspace/executeCommand", check).await.expect("the command is known");
    client.checked(1).await;
    assert_eq!(rows(&mut client).await, [4, 7]);
    // A line more, which changes the program, then an error, whose repair makes another program.
    client.change(2, json!([edit((4, 0), (4, 0), "  int before = hits;\n")]));
    assert_eq!(rows(&mut client).await, [5, 8]);
    client.change(3, json!([edit((4, 13), (4, 14), "")]));
    assert_eq!(rows(&mut client).await, [5, 8]);
    client.change(4, json!([edit((4, 13), (4, 13), "=")]));
    assert_eq!(rows(&mut client).await, [5, 8]);
}

async fn ask_also(client: &mut Client, name: &str) {
    let params = json!({ "command": "boolprog.server.check", "arguments": [{ "uri": FILE, "also": name }] });
    client.request("workspace/executeCommand", params).await.expect("the command exists");
}

#[tokio::test]
async fn a_race_has_two_places() {
    let mut client = Client::start(json!({ "c": { "properties": ["race"] } })).await;
    let text = "#include <pthread.h>\nint last;\nvoid *visitor(void *unused) {\n  last = 1;\n  return 0;\n}\n\
                int main() {\n  pthread_t thread;\n  while (1)\n    pthread_create(&thread, 0, visitor, 0);\n}\n";
    open(&client, &format!("{COMMENT}{text}"));
    let diagnostics = client.checked(1).await;
    let race = diagnostics.iter().find(|it| it["severity"] == 1).expect("a race");
    assert!(race["message"].as_str().is_some_and(|message| message.starts_with("Data race: ")), "{race}");
    let other = &race["relatedInformation"][0];
    assert_eq!(other["message"], "T2 visitor writes `last`");
    assert_eq!(
        race["relatedInformation"][1]["message"],
        "data race on `last`: T3 visitor writes; no lock is held by both"
    );
    assert_eq!((&race["range"]["start"]["line"], &other["location"]["range"]["start"]["line"]), (&json!(4), &json!(4)));
}

/// Two threads take two mutexes in opposite order.
const CROSSED: &str = "\
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}
void *two(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
";

#[tokio::test]
async fn a_deadlock_is_where_each_thread_waits() {
    let mut client = Client::start(json!({ "c": { "properties": ["deadlock"] } })).await;
    open(&client, &format!("{COMMENT}{CROSSED}"));
    let diagnostics = client.checked(1).await;
    let deadlock = diagnostics.iter().find(|it| it["severity"] == 1).expect("a deadlock");
    let at = |place: &Value| format!("{}:{}", place["start"]["line"], place["start"]["character"]);
    let others = deadlock["relatedInformation"].as_array().expect("the other threads").iter();
    let waits = |text: &&Value| text["message"].as_str().is_some_and(|message| message.contains(" waits for "));
    let others = others.filter(waits).map(|it| (at(&it["location"]["range"]), it["message"].as_str().expect("a text")));
    assert_eq!(at(&deadlock["range"]), "5:2");
    let expected = [
        ("12:2".to_owned(), "two waits for mutex `a`, held by one"),
        ("21:2".to_owned(), "main waits for the end of one"),
        ("5:2".to_owned(), "switch to T2: T2 waits for mutex `b`, held by T3"),
        ("5:2".to_owned(), "T2: deadlock: one waits for mutex `b`, held by two"),
    ];
    assert_eq!(others.collect::<Vec<_>>(), expected);
    let lenses = client.settled_request("textDocument/codeLens", json!({ "textDocument": { "uri": FILE } })).await;
    let titled = |lens: &&Value| lens["command"]["title"].as_str().is_some_and(|title| title.starts_with("deadlock: "));
    let lens = lenses.as_array().and_then(|all| all.iter().find(titled)).expect("it has one");
    assert_eq!(at(&lens["range"]), at(&deadlock["range"]));
    let trace = json!({ "textDocument": { "uri": FILE }, "property": deadlock["data"]["property"] });
    let trace = client.settled_request("boolprog/trace", trace).await;
    assert!(trace.to_string().contains("deadlock: one waits for mutex `b`, held by two"), "{deadlock}");
}

#[tokio::test]
async fn diagnostics_are_published_to_a_client_that_requests_others() {
    let mut client = Client::start_with(Options::default(), json!({}), all_capabilities()).await;
    open(&client, &format!("{COMMENT}{BROKEN}"));
    assert_eq!(client.checked(1).await.len(), 1);
    let own = client.settled_request("textDocument/diagnostic", json!({ "textDocument": { "uri": FILE } })).await;
    assert_eq!(own["items"], json!([]));
    let all = client.settled_request("workspace/diagnostic", json!({ "previousResultIds": [] })).await;
    assert_eq!(all["items"], json!([]));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    let gone = |params: &Value| params["diagnostics"] == json!([]) && params["version"].is_null();
    client.notification("textDocument/publishDiagnostics", gone).await;
}

#[tokio::test]
async fn what_is_not_understood_is_said_at_its_place() {
    let mut client = Client::start(json!({})).await;
    open(&client, &format!("{COMMENT}int main() {{\n  int half = 1;\n  half.x = 2;\n  return 0;\n}}\n"));
    let status = client.status(1, "error").await;
    assert_eq!(status["text"], "1 error");
    let diagnostics = client.diagnostics(1);
    let [refusal] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!((&refusal["code"], &refusal["severity"]), (&json!("c-syntax"), &json!(1)));
    assert!(refusal["message"].as_str().expect("a message").contains("needs a structure"), "{refusal}");
}

#[tokio::test]
async fn a_client_that_can_registers_the_language_with_few_features() {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["synchronization"] = json!({ "dynamicRegistration": true });
    let mut client = Client::start_with(Options::default(), json!({}), capabilities).await;
    let message = client.message("client/registerCapability").await;
    let registrations = message["params"]["registrations"].as_array().expect("a list");
    let for_c =
        registrations.iter().filter(|it| it["registerOptions"]["documentSelector"] == json!([{ "language": "c" }]));
    let methods: Vec<&str> = for_c.filter_map(|it| it["method"].as_str()).collect();
    for wanted in ["textDocument/didOpen", "textDocument/codeLens", "textDocument/inlayHint"] {
        assert!(methods.contains(&wanted), "{methods:?}");
    }
    assert!(
        !methods.contains(&"textDocument/completion") && !methods.contains(&"textDocument/formatting"),
        "{methods:?}"
    );
    assert!(!client.unread().any(|it| it["method"] == "client/registerCapability"), "one request registers all");
}

/// The hover at the first place of each of these texts, once all is proved.
async fn hovers(text: &str, at: &[&str]) -> Vec<String> {
    let mut client = Client::start(json!({ "limits": { "time": { "onType": 60 } } })).await;
    open(&client, &format!("{COMMENT}{text}"));
    assert_eq!(client.checked(1).await, Vec::<Value>::new());
    let mut hovers = Vec::new();
    for place in at {
        let offset = text.find(place).expect("it is there");
        let line = text[..offset].matches('\n').count() as u32 + 1;
        let column = offset - text[..offset].rfind('\n').map_or(0, |end| end + 1);
        hovers.push(client.hover(line, column as u32 + 1).await);
    }
    hovers
}

fn example(name: &str) -> String {
    std::fs::read_to_string(boolprog_tests::root().join("examples").join(name)).expect("readable")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hover_says_who_executes_a_statement_and_what_holds_before_it() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let found = hovers(&example("spin-lock.c"), &["while (", "assert(inside"]).await;
    assert!(found[0].contains("Executed by any number of threads: `worker`"), "{}", found[0]);
    assert!(found[0].contains("(inside == 0 || lock == 1)`"), "{}", found[0]);
    assert!(found[1].contains("proved - holds for any number of threads"), "{}", found[1]);
    assert!(found[1].contains("Executed by any number of threads, at most one at a time: `worker`"), "{}", found[1]);
    assert!(found[1].contains("Here always: `inside == 1 && lock == 1`"), "{}", found[1]);
    let locked = example("spin-lock.c")
        .replace("while (__sync_lock_test_and_set(&lock, 1))\n    ;", "pthread_mutex_lock(&mutex);")
        .replace("__sync_lock_release(&lock)", "pthread_mutex_unlock(&mutex)")
        .replace("int lock,", "pthread_mutex_t mutex;\nint");
    let found = hovers(&locked, &["assert(inside"]).await;
    assert!(found[0].contains("at most one at a time"), "{}", found[0]);
    assert!(found[0].contains("Here always: `inside == 1 && mutex == 1`"), "{}", found[0]);
    let found = hovers(&example("stack-cas.c"), &["old = "]).await;
    assert!(found[0].contains("cell >= 1"), "{}", found[0]);
}

#[tokio::test]
async fn a_search_of_all_states_says_what_holds_before_a_statement() {
    let text = "\
#include <assert.h>
#include <pthread.h>
pthread_mutex_t mutex;
struct { int sum; } all;
int used[2];
void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  all.sum += 2;
  used[1] = all.sum;
  assert(used[1] == all.sum);
  if (all.sum > 4)
    all.sum = 9;
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  return 0;
}
";
    let found = hovers(text, &["used[1] = all", "assert(used", "all.sum = 9", "pthread_create(&two"]).await;
    assert!(found[0].contains("Executed by 2 threads, at most one at a time: `add`  "), "{}", found[0]);
    assert!(found[0].contains("Here always: `mutex == 1 && all.sum >= 2 && all.sum <= 4"), "{}", found[0]);
    assert!(found[1].contains("used[1] >= 2"), "{}", found[1]);
    assert!(found[2].contains("No thread gets here"), "{}", found[2]);
    assert!(found[3].contains("Executed by one thread: `main`"), "{}", found[3]);
}

/// Two kinds of threads, which share nothing.
const APART: &str = "\
#include <assert.h>
#include <pthread.h>
int lock, inside;
int gate, flag;
void *worker(void *unused) {
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  inside++;
  assert(inside == 1);
  inside--;
  __sync_lock_release(&lock);
  return 0;
}
void *other(void *unused) {
  while (__sync_lock_test_and_set(&gate, 1))
    ;
  flag++;
  assert(flag == 1);
  flag--;
  __sync_lock_release(&gate);
  return 0;
}
int main() {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, other, 0);
  }
}
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_property_keeps_its_proof_if_only_others_depend_on_a_change() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let settings = json!({ "check": { "debounce": 1 }, "limits": { "time": { "onType": 60 } } });
    let mut client = Client::start(settings).await;
    open(&client, &format!("{COMMENT}{APART}"));
    assert_eq!(client.checked(1).await, Vec::<Value>::new());
    let proved = "proved - holds for any number of threads";
    let about_all = ["assertions hold", "data races: not checked", "deadlocks: not checked"];
    assert_eq!(client.lenses().await, [&[proved, "Why?", proved, "Why?"], &about_all[..]].concat());
    // Without a prover, nothing new is proved.
    let settings = json!({ "check": { "debounce": 1 }, "integer": { "prover": "no-such-prover" } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": { "boolprog": settings } }));
    client.replace(2, &format!("{COMMENT}{}", APART.replace("flag--;", "flag = 0;")));
    client.checked(2).await;
    let lenses = client.lenses().await;
    assert_eq!(lenses[0], proved, "{lenses:?}");
    assert!(lenses[1].starts_with("unknown"), "{lenses:?}");
}

const USER: &str = "\
// boolprog: check
void push(void);
int main(void) {
  push();
}
";

const QUEUE: &str = "\
#include <assert.h>
static int count;
void push(void) {
  count++;
  assert(count == 2);
}
";

/// The diagnostics of a file from now on.
async fn diagnostics_of(client: &mut Client, uri: &str) -> Vec<Value> {
    let published = client.notification("textDocument/publishDiagnostics", |it| it["uri"] == uri).await;
    published["diagnostics"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_program_of_several_files_has_diagnostics_in_each_and_is_read_again_if_one_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let path = |name: &str| root.join(name);
    let uri = |name: &str| format!("file://{}", path(name).display());
    std::fs::write(path("user.c"), USER).expect("writable");
    std::fs::write(path("queue.c"), QUEUE).expect("writable");
    let entry = |file: &str| json!({ "directory": ".", "file": file, "command": format!("cc -c {file}") });
    let entries = json!([entry("user.c"), entry("queue.c")]).to_string();
    std::fs::write(path("compile_commands.json"), entries).expect("writable");
    let mut client = Client::start(json!({})).await;
    let document = json!({ "uri": uri("user.c"), "languageId": "c", "version": 1, "text": USER });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let found = diagnostics_of(&mut client, &uri("queue.c")).await;
    let [violation] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(violation["range"]["start"], json!({ "line": 4, "character": 2 }));

    std::fs::write(path("queue.c"), QUEUE.replace("== 2", "== 1")).expect("writable");
    let change = json!({ "changes": [{ "uri": uri("queue.c"), "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", change);
    assert_eq!(diagnostics_of(&mut client, &uri("queue.c")).await, Vec::<Value>::new());
    client.status(1, "done").await;

    std::fs::write(path("queue.c"), "void push(void) { return 1 }\n").expect("writable");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri("queue.c"), "type": 2 }] }));
    let found = diagnostics_of(&mut client, &uri("queue.c")).await;
    assert!(found.iter().any(|it| it["severity"] == 1 && it["range"]["start"]["line"] == 0), "{found:#?}");
}

/// The answer about the line of a text.
async fn line_states(client: &mut Client, text: &str, at: &str) -> Value {
    let line = text[..text.find(at).expect("it is there")].matches('\n').count() + 1;
    let place = json!({ "textDocument": { "uri": FILE }, "position": { "line": line, "character": 0 } });
    client.settled_request("boolprog/lineStates", place).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_view_of_states_and_hints_tell_what_a_proof_says_of_a_line() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let text = example("spin-lock.c");
    let mut client = Client::start(json!({ "limits": { "time": { "onType": 60 } } })).await;
    open(&client, &format!("{COMMENT}{text}"));
    assert_eq!(client.checked(1).await, Vec::<Value>::new());
    let known = line_states(&mut client, &text, "assert(inside").await;
    assert_eq!(known["statement"], "assert(inside == 1);");
    assert_eq!(known["headline"], "Executed by any number of threads, at most one at a time: worker");
    assert_eq!(known["always"], json!(["inside == 1", "lock == 1"]));
    assert_eq!((&known["seen"], &known["count"]), (&json!([]), &json!(0)));
    assert_eq!(hints(&mut client, &text).await, ["inside++;  at most one thread in lines 13 to 16"]);
}

/// The hints at the ends of lines of a text, each with its line.
async fn hints(client: &mut Client, text: &str) -> Vec<String> {
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": FILE }, "range": range });
    let hints = client.settled_request("textDocument/inlayHint", params).await;
    let told = |hint: &Value| {
        let line = hint["position"]["line"].as_u64().expect("a line") as usize;
        let text = format!("{COMMENT}{text}");
        format!("{}  {}", text.lines().nth(line).unwrap_or_default().trim(), hint["label"].as_str().unwrap_or_default())
    };
    hints.as_array().expect("hints").iter().map(told).collect()
}

/// A server counts under a mutex; a logger reads the counter with it or without.
fn counter(logger: &str) -> String {
    format!(
        "#include <pthread.h>\nint hits;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid *server(void *a) {{\n  \
         pthread_mutex_lock(&m);\n  hits++;\n  pthread_mutex_unlock(&m);\n  return 0;\n}}\n\
         void *logger(void *a) {{\n  {logger}\n  return 0;\n}}\nint main() {{\n  pthread_t s, l;\n  \
         pthread_create(&s, 0, server, 0);\n  pthread_create(&l, 0, logger, 0);\n  return 0;\n}}\n"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_names_the_lock_that_protects_an_object_without_a_race() {
    let mut client = Client::start(json!({ "c": { "properties": ["assert", "race"] } })).await;
    let safe = counter("pthread_mutex_lock(&m); int seen = hits; pthread_mutex_unlock(&m);");
    open(&client, &format!("{COMMENT}{safe}"));
    client.checked(1).await;
    assert_eq!(hints(&mut client, &safe).await, ["int hits;  hits: always under m"]);
    let racy = counter("int seen = hits;");
    let document = json!({ "uri": FILE, "version": 2 });
    let changes = json!([{ "text": format!("{COMMENT}{racy}") }]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    client.checked(2).await;
    assert_eq!(hints(&mut client, &racy).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_view_of_states_shows_the_states_of_a_counterexample() {
    let mut client = Client::start(json!({})).await;
    open(&client, &format!("{COMMENT}{BROKEN}"));
    client.checked(1).await;
    let known = line_states(&mut client, BROKEN, "assert(").await;
    assert_eq!(known["headline"], "Executed by any number of threads: worker");
    assert_eq!(known["seen"], json!(["lock = 1, inside = 2"]));
    assert_eq!(line_states(&mut client, BROKEN, "#include <pthread").await, Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_filter_of_steps_speaks_c_while_the_program_is_open() {
    let mut client = Client::start(json!({})).await;
    open(&client, &format!("{COMMENT}{BROKEN}"));
    client.checked(1).await;
    let listed = client.settled_request("boolprog/properties", json!({ "textDocument": { "uri": FILE } })).await;
    let violated = listed["properties"].as_array().expect("a list").iter().find(|it| it["verdict"] == "violated");
    let trace = client.trace(violated.expect("one is")["id"].as_str().expect("an id")).await;
    let end = trace["steps"].as_array().expect("steps").len();
    let ask = |changes: Value, condition: &str| json!({ "trace": trace, "changes": changes, "where": condition });
    let found =
        client.request("boolprog/steps", ask(json!([]), "lock << 1 == 2 && !(inside < 2)")).await.expect("steps");
    assert_eq!(found["steps"].as_array().and_then(|steps| steps.last()), Some(&json!(end)));
    let both = client.request("boolprog/steps", ask(json!(["inside + lock"]), "inside >= 2")).await.expect("steps");
    assert_eq!(both["steps"].as_array().map(Vec::len), Some(1), "{both}");
    let error = client.request("boolprog/steps", ask(json!([]), "inside == missing")).await.expect_err("an error");
    assert!(error["message"].as_str().is_some_and(|told| told.contains("`missing`")), "{error}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FILE } }));
    client.request("boolprog/steps", ask(json!([]), "lock << 1 == 2")).await.expect_err("only C shifts");
}
