//! The language server and the folders of the workspace: symbols of files that are not open, links to files.

use std::collections::BTreeMap;
use std::path::Path;

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, all_capabilities, capabilities};
use serde_json::{Value, json};

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    std::fs::write(path, text).expect("writable");
}

async fn client(params: Value) -> Client {
    let mut client = Client::connect(Options::default(), Value::Null);
    let mut all = json!({ "capabilities": capabilities() });
    all.as_object_mut().expect("an object").extend(params.as_object().cloned().unwrap_or_default());
    client.initialize(all).await;
    client
}

/// The symbols of the workspace that match: file and name.
async fn symbols(client: &mut Client, query: &str) -> Vec<(String, String)> {
    let found = client.request("workspace/symbol", json!({ "query": query })).await.expect("an answer");
    let told = |symbol: &Value| {
        let file = symbol["location"]["uri"].as_str().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default();
        (file.to_owned(), symbol["name"].as_str().unwrap_or_default().to_owned())
    };
    found.as_array().expect("a list").iter().map(told).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(file, name)| ((*file).to_owned(), (*name).to_owned())).collect()
}

#[tokio::test]
async fn symbols_come_from_all_folders() {
    let (first, second) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    write(first.path(), "deep/er/a.bp", "decl lock_a;\nvoid main() begin skip; end\n");
    write(first.path(), ".hidden/b.bp", "decl lock_hidden;\n");
    write(first.path(), "target/b.bp", "decl lock_target;\n");
    write(first.path(), "Android.bp", "decl lock_android;\n");
    write(first.path(), "other.txt", "decl lock_text;\n");
    write(second.path(), "c.bp", "decl lock_c, LOCK;\n");
    let folder = |path: &Path| json!({ "uri": uri(path), "name": "folder" });
    let mut client = client(json!({ "workspaceFolders": [folder(first.path())] })).await;
    assert_eq!(symbols(&mut client, "lck").await, pairs(&[("a.bp", "lock_a")]));
    let event = json!({ "added": [folder(second.path())], "removed": [] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let mut found = symbols(&mut client, "lck").await;
    found.sort();
    assert_eq!(found, pairs(&[("a.bp", "lock_a"), ("c.bp", "LOCK"), ("c.bp", "lock_c")]));
    let event = json!({ "added": [], "removed": [folder(first.path())] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(symbols(&mut client, "lck").await, pairs(&[("c.bp", "lock_c"), ("c.bp", "LOCK")]));
}

#[tokio::test]
async fn integer_programs_are_among_the_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.ip", "decl x: int;\nprocess P { loc home; }\nerror e: y > 0;\n");
    write(folder.path(), "fine.ip", "decl x: int;\nerror positive: x > 0;\n");
    let mut client = puller(folder.path(), Value::Null).await;
    let all = symbols(&mut client, "").await;
    assert_eq!(
        all,
        pairs(&[
            ("a.ip", "x"),
            ("a.ip", "P"),
            ("a.ip", "home"),
            ("a.ip", "e"),
            ("fine.ip", "x"),
            ("fine.ip", "positive")
        ])
    );
    let mut known = Known::new();
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("a.ip", 1)]));
    let here = uri(&folder.path().join("a.ip"));
    client.open_as(&here, "decl in_editor: int;\n");
    assert_eq!(symbols(&mut client, "editor").await, pairs(&[("a.ip", "in_editor")]));
}

#[tokio::test]
async fn the_text_in_the_editor_counts_and_the_disk_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.bp", "decl on_disk;\n");
    let mut client = client(json!({ "rootUri": uri(folder.path()) })).await;
    assert_eq!(symbols(&mut client, "").await, pairs(&[("a.bp", "on_disk")]));
    write(folder.path(), "a.bp", "decl longer_on_disk;\n");
    assert_eq!(symbols(&mut client, "").await, pairs(&[("a.bp", "longer_on_disk")]));
    client.open_as(&uri(&folder.path().join("a.bp")), "decl in_editor;\n");
    assert_eq!(symbols(&mut client, "").await, pairs(&[("a.bp", "in_editor")]));
}

#[tokio::test]
async fn paths_of_files_that_are_there_are_links() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "sub/there.c", "");
    let mut client = client(json!({})).await;
    let here = uri(&folder.path().join("a.bp"));
    client.open_as(&here, "// sub/there.c, sub/missing.c\nvoid main() begin skip; end\n");
    let params = json!({ "textDocument": { "uri": here } });
    let links = client.settled_request("textDocument/documentLink", params).await;
    assert_eq!(links.as_array().map(Vec::len), Some(1), "{links}");
    assert_eq!(links[0]["target"], uri(&folder.path().join("sub/there.c")));
    assert_eq!(links[0]["range"]["end"]["character"], 14);
}

/// A client that asks for diagnostics, with a folder.
async fn puller(folder: &Path, settings: Value) -> Client {
    let mut client = Client::connect(Options::default(), settings.clone());
    let folders = json!([{ "uri": uri(folder), "name": "folder" }]);
    let params =
        json!({ "capabilities": all_capabilities(), "workspaceFolders": folders, "initializationOptions": settings });
    client.initialize(params).await;
    client
}

/// The ids of results by URI.
type Known = BTreeMap<String, String>;

/// The files with diagnostics that are not those of last time, and how many errors and warnings each has.
async fn diagnosed(client: &mut Client, known: &mut Known) -> Vec<(String, usize)> {
    let previous: Vec<Value> = known.iter().map(|(uri, id)| json!({ "uri": uri, "value": id })).collect();
    let params = json!({ "previousResultIds": previous });
    let answer = client.request("workspace/diagnostic", params).await.expect("an answer");
    let mut news = Vec::new();
    for item in answer["items"].as_array().expect("a list") {
        let uri = item["uri"].as_str().expect("a URI").to_owned();
        let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
        match item["resultId"].as_str() {
            Some(id) => known.insert(uri, id.to_owned()),
            None => known.remove(&uri),
        };
        if item["kind"] == "full" {
            let problems =
                item["items"].as_array().into_iter().flatten().filter(|it| it["severity"].as_u64() <= Some(2));
            news.push((name, problems.count()));
        }
    }
    news.sort();
    news
}

fn counts(expected: &[(&str, usize)]) -> Vec<(String, usize)> {
    expected.iter().map(|(file, count)| ((*file).to_owned(), *count)).collect()
}

fn changed(client: &Client, path: &Path, kind: u32) {
    let changes = json!([{ "uri": uri(path), "type": kind }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
}

const CREATED: u32 = 1;
const CHANGED: u32 = 2;
const DELETED: u32 = 3;

/// Two errors, and no warnings.
const WRONG: &str = "decl x := F;\nvoid main() begin x := y; z := x; end\n";
const RIGHT: &str = "decl x := F;\nvoid main() begin x := !x; assert x; end\n";

#[tokio::test]
async fn programs_that_are_not_open_are_diagnosed_as_they_change_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    write(folder.path(), "wrong.bp", WRONG);
    write(folder.path(), "right.bp", RIGHT);
    write(folder.path(), "Android.bp", "cc_library { name: \"x\" }\n");
    write(folder.path(), "large.bp", &format!("{WRONG}//{}\n", "x".repeat(200_000)));
    let mut client = puller(folder.path(), json!({ "check": { "run": "manual" } })).await;
    let mut known = Known::new();
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 2)]));
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[]));

    write(folder.path(), "wrong.bp", RIGHT);
    changed(&client, &path("wrong.bp"), CHANGED);
    client.message("workspace/diagnostic/refresh").await;
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 0)]));

    write(folder.path(), "new.bp", WRONG);
    changed(&client, &path("new.bp"), CREATED);
    client.message("workspace/diagnostic/refresh").await;
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("new.bp", 2)]));
    assert_eq!(symbols(&mut client, "main").await.len(), 4, "the large one has symbols, too");

    std::fs::remove_file(path("new.bp")).expect("it is there");
    changed(&client, &path("new.bp"), DELETED);
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("new.bp", 0)]));
    assert_eq!(symbols(&mut client, "main").await.len(), 3);
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[]));
}

#[tokio::test]
async fn what_the_editor_has_open_is_diagnosed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "wrong.bp", WRONG);
    let mut client = puller(folder.path(), json!({ "check": { "run": "manual" } })).await;
    let here = uri(&folder.path().join("wrong.bp"));
    client.open_as(&here, RIGHT);
    let mut known = Known::new();
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 0)]));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": here } }));
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 2)]));
}

#[tokio::test]
async fn programs_that_leave_the_workspace_are_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "wrong.bp", WRONG);
    let mut client = puller(folder.path(), json!({ "check": { "run": "manual" } })).await;
    let mut known = Known::new();
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 2)]));
    let gone = json!({ "uri": uri(folder.path()), "name": "folder" });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": { "added": [], "removed": [gone] } }));
    client.message("workspace/diagnostic/refresh").await;
    assert_eq!(diagnosed(&mut client, &mut known).await, counts(&[("wrong.bp", 0)]));
    assert_eq!(symbols(&mut client, "main").await, pairs(&[]));
}

#[tokio::test]
async fn diagnostics_of_other_programs_can_be_turned_off() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "wrong.bp", WRONG);
    let mut client = puller(folder.path(), json!({ "diagnostics": { "workspace": false } })).await;
    assert_eq!(diagnosed(&mut client, &mut Known::new()).await, counts(&[]));
}

#[tokio::test]
async fn files_have_the_settings_of_their_folder() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let three = json!({ "threads": "3" });
    let mut folders = serde_json::Map::new();
    folders.insert(uri(other.path()), three);
    let mut client = Client::connect(Options::default(), json!({ "threads": "2", "folders": folders }));
    let named = |path: &Path| json!({ "uri": uri(path), "name": "folder" });
    let params =
        json!({ "capabilities": capabilities(), "workspaceFolders": [named(one.path()), named(other.path())] });
    client.initialize(params).await;
    let files = [uri(&one.path().join("a.bp")), uri(&other.path().join("a.bp")), "untitled:a.bp".to_owned()];
    for file in &files {
        client.open_as(file, RIGHT);
    }
    for (file, threads) in files.iter().zip([2, 3, 2]) {
        until_lens(&mut client, file, &format!("violated - needs {threads} threads")).await;
    }
    // The folder leaves the workspace, and its settings with it.
    let event = json!({ "added": [], "removed": [named(other.path())] });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    until_lens(&mut client, &files[1], "violated - needs 2 threads").await;
}

/// Waits until the first lens of a file begins like this.
async fn until_lens(client: &mut Client, file: &str, beginning: &str) {
    loop {
        let params = json!({ "textDocument": { "uri": file } });
        let lenses = client.settled_request("textDocument/codeLens", params).await;
        if lenses[0]["command"]["title"].as_str().unwrap_or_default().starts_with(beginning) {
            return;
        }
        client.message("boolprog/status").await;
    }
}
