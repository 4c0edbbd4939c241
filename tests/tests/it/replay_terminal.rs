//! `boolprog replay` on a terminal: tmux is the person.

use std::process::Command;
use std::time::{Duration, Instant};

use boolprog_tests::root;

/// How soon a screen must be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of its own server, which dies with it.
struct Terminal {
    server: String,
}

impl Terminal {
    fn start(command: &str) -> Self {
        let terminal = Self { server: format!("boolprog-test-{}", std::process::id()) };
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "30", command]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.server]).args(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("tmux cannot be started: {error}"));
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Waits until all of this is on the screen.
    fn shows(&self, texts: &[&str]) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            assert!(begin.elapsed() < PATIENCE, "not on the screen: {texts:?}\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.server, "kill-server"]).output();
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_counterexample_is_stepped_through_on_a_terminal() {
    let boolprog = env!("CARGO_BIN_EXE_boolprog-under-test");
    let example = root().join("examples/broken-mutex.bp");
    // What tmux itself says of an ended command is missing at times: the shell says it and waits.
    let replay = format!("'{boolprog}' replay '{}'", example.display());
    let terminal = Terminal::start(&format!("{replay}; echo \"ended with $?\"; sleep 120"));
    let start = terminal.shows(&["0 of 9 steps taken", "State", "broken-mutex.bp", "q quit"]);
    terminal.press(&["j", "Down", "k"]);
    terminal.shows(&["1 of 9 steps taken"]);
    terminal.press(&["n", "n", "p", "p", "g"]);
    assert_eq!(terminal.shows(&["0 of 9 steps taken"]), start);
    terminal.press(&["4"]);
    terminal.shows(&["to step 4"]);
    terminal.press(&["Enter"]);
    terminal.shows(&["3 of 9 steps taken"]);
    terminal.press(&["G"]);
    terminal.shows(&["violated"]);
    terminal.tmux(&["resize-window", "-x", "60", "-y", "12"]);
    terminal.shows(&["violated"]);
    terminal.press(&["q"]);
    terminal.shows(&["ended with 0"]);
}
