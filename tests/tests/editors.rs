//! Other editors: what lies in `editors/` sets them up, and short sessions without a window try it (`tests/editors/`).
//!
//! The sessions need the editors, so they run only when asked for: `cargo xtask test` installs Neovim and Emacs and asks.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;

/// A copy of the example that the sessions work on.
fn program(folder: &Path) -> PathBuf {
    let path = folder.join("broken-mutex.bp");
    std::fs::copy(root().join("examples/broken-mutex.bp"), &path).expect("the example can be copied");
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
        .env("BOOLPROG_FILE", program(folder.path()))
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

fn table(path: &str) -> toml::Table {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn helix_starts_the_server_for_boolean_programs() {
    let config = table("editors/helix/languages.toml");
    let server = &config["language-server"]["boolprog"];
    assert_eq!((server["command"].as_str(), server["args"][0].as_str()), (Some("boolprog"), Some("lsp")));
    let (language, grammar) = (&config["language"][0], &config["grammar"][0]);
    assert_eq!(language["file-types"][0].as_str(), Some("bp"));
    assert_eq!(language["language-servers"][0].as_str(), Some("boolprog"));
    assert_eq!(language["name"], grammar["name"]);
    let debugger = &language["debugger"];
    assert_eq!((debugger["command"].as_str(), debugger["args"][0].as_str()), (Some("boolprog"), Some("dap")));
}

#[test]
fn zed_finds_the_grammar_and_starts_the_server() {
    let (extension, language) =
        (table("editors/zed/extension.toml"), table("editors/zed/languages/boolprog/config.toml"));
    let grammar = language["grammar"].as_str().expect("a name");
    let path = extension["grammars"][grammar]["path"].as_str().expect("a path");
    assert!(root().join(path).join("src/parser.c").exists(), "{path}");
    let languages = extension["language_servers"]["boolprog"]["languages"].as_array().expect("a list");
    assert_eq!(languages, &[language["name"].clone()]);
    let server = std::fs::read_to_string(root().join("editors/zed/src/lib.rs")).expect("readable");
    assert!(server.contains("vec![\"lsp\".to_owned()]"));
}

/// The words that Emacs colours are those of the grammar.
#[test]
fn emacs_knows_the_words_of_the_language() {
    let mode = std::fs::read_to_string(root().join("editors/emacs/boolprog-mode.el")).expect("readable");
    let queries =
        std::fs::read_to_string(root().join("tree-sitter-boolprog/queries/highlights.scm")).expect("readable");
    let words = |text: &str| -> Vec<String> {
        let quoted = text.split('"').skip(1).step_by(2);
        quoted
            .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
            .map(str::to_owned)
            .collect()
    };
    let list = mode.split("defconst boolprog-mode-keywords").nth(1).and_then(|rest| rest.split(")\n").next());
    let known = words(list.expect("the list of words"));
    for word in words(&queries) {
        assert!(known.contains(&word), "{word}");
    }
}
