//! The language server and the folders of the workspace: symbols of files that are not open, links to files.

use std::path::Path;

use boolprog::lsp::Options;
use boolprog_tests::lsp_client::{Client, capabilities};
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
