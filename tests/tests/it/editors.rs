//! Other editors: the files in `editors/` set them up, and short sessions without a window test them
//! (`tests/editors/`).
//!
//! The sessions need the editors, so they run on request only: `cargo xtask test` installs Neovim and Emacs and
//! requests them.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;

/// A copy of an example that the sessions work on.
fn example(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::copy(root().join("examples").join(name), &path).expect("the example can be copied");
    path
}

/// Runs an editor; it must say `ok` and mean it.
fn session(editor: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(editor)
        .args(arguments)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .env("BOOLPROG", env!("CARGO_BIN_EXE_boolprog-under-test"))
        .env("BOOLPROG_FILE", example(folder.path(), "broken-mutex.bp"))
        .env("BOOLPROG_INTEGER_FILE", example(folder.path(), "bounded-buffer.ip"))
        .env("BOOLPROG_PLUGIN", root().join("editors/neovim/boolprog.lua"))
        .env("BOOLPROG_EMACS", root().join("editors/emacs"))
        .output()
        .unwrap_or_else(|error| panic!("{editor} cannot be started: {error}"));
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.lines().any(|line| line == "ok"), "{editor}: {}\n{said}", output.status);
}

fn script(name: &str) -> String {
    root().join("tests/editors").join(name).display().to_string()
}

#[test]
#[ignore = "needs Neovim"]
fn neovim() {
    session("nvim", &["--headless", "--clean", "-n", "-c", &format!("luafile {}", script("neovim.lua"))]);
}

#[test]
#[ignore = "needs Emacs with Eglot"]
fn emacs() {
    session("emacs", &["-Q", "--batch", "-l", &script("eglot.el")]);
}

#[test]
#[ignore = "needs Emacs with Eglot and dap-mode"]
fn emacs_replays() {
    session("emacs", &["-Q", "--batch", "-l", &script("dap-mode.el")]);
}

/// The languages as the server names them, how their files end, and where their grammars are.
const LANGUAGES: [(&str, &str, &str); 2] =
    [("boolprog", "bp", "tree-sitter-boolprog"), ("boolprog-integer", "ip", "tree-sitter-boolprog/integer")];

fn table(path: &str) -> toml::Table {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn helix_starts_the_server_for_both_languages() {
    let config = table("editors/helix/languages.toml");
    let server = &config["language-server"]["boolprog"];
    assert_eq!((server["command"].as_str(), server["args"][0].as_str()), (Some("boolprog"), Some("lsp")));
    for (index, (name, suffix, parser)) in LANGUAGES.into_iter().enumerate() {
        let (language, grammar) = (&config["language"][index], &config["grammar"][index]);
        // Helix tells the server the name of the language.
        assert_eq!(language["name"].as_str(), Some(name));
        assert_eq!(language["file-types"][0].as_str(), Some(suffix));
        assert_eq!(language["language-servers"][0].as_str(), Some("boolprog"));
        assert_eq!(language.get("grammar").unwrap_or(&language["name"]), &grammar["name"]);
        let path = grammar["source"]["path"].as_str().expect("a path");
        assert_eq!(path.strip_prefix("/path/to/boolprog/"), Some(parser));
        let debugger = &language["debugger"];
        assert_eq!((debugger["command"].as_str(), debugger["args"][0].as_str()), (Some("boolprog"), Some("dap")));
    }
}

#[test]
fn zed_finds_the_grammars_and_starts_the_server() {
    let extension = table("editors/zed/extension.toml");
    let ours = &extension["language_servers"]["boolprog"];
    for (index, (id, suffix, parser)) in LANGUAGES.into_iter().enumerate() {
        let folder = format!("editors/zed/languages/{id}");
        let language = table(&format!("{folder}/config.toml"));
        assert_eq!(language["path_suffixes"][0].as_str(), Some(suffix));
        let grammar = language["grammar"].as_str().expect("a name");
        assert_eq!(extension["grammars"][grammar]["path"].as_str(), Some(parser));
        assert!(root().join(parser).join("src/parser.c").exists(), "{parser}");
        let name = &language["name"];
        assert_eq!(&ours["languages"][index], name);
        assert_eq!(ours["language_ids"][name.as_str().expect("a name")].as_str(), Some(id));
        // Zed reads queries next to the language only.
        let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("readable");
        let queries = format!("{parser}/queries/highlights.scm");
        assert_eq!(read(&format!("{folder}/highlights.scm")), read(&queries), "copy {queries} to {folder}");
    }
    let server = std::fs::read_to_string(root().join("editors/zed/src/lib.rs")).expect("readable");
    assert!(server.contains("vec![\"lsp\".to_owned()]"));
}

/// The words that Emacs colours are those of the grammars.
#[test]
fn emacs_knows_the_words_of_the_languages() {
    let mode = std::fs::read_to_string(root().join("editors/emacs/boolprog-mode.el")).expect("readable");
    let words = |text: &str| -> Vec<String> {
        let quoted = text.split('"').skip(1).step_by(2);
        quoted
            .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
            .map(str::to_owned)
            .collect()
    };
    for (name, _, parser) in LANGUAGES {
        let list =
            mode.split(&format!("defconst {name}-mode-keywords")).nth(1).and_then(|rest| rest.split(")\n").next());
        let known = words(list.expect("the list of words"));
        let queries = std::fs::read_to_string(root().join(parser).join("queries/highlights.scm")).expect("readable");
        for word in words(&queries) {
            assert!(known.contains(&word), "{word}");
        }
    }
}
