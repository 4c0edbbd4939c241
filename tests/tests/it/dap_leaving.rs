//! A client that leaves while its launch still searches for a counterexample does not wait for the search.

use std::io::{BufReader, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use boolprog_dap::{ProgramLoader, serve};
use boolprog_tests::dap_client::framed;
use boolprog_trace::document::TraceDocument;
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// Longer than any answer takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A search that ends only when it is cancelled.
struct Endless {
    cancelled: CancellationToken,
    begun: Sender<()>,
}

impl ProgramLoader for Endless {
    fn load(&self, _: &Path, _: Option<&str>, _: Option<&str>) -> Result<Arc<TraceDocument>, String> {
        self.begun.send(()).expect("the test waits");
        while !self.cancelled.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err("cancelled".to_owned())
    }

    fn read(&self, _: &Path) -> Result<String, String> {
        Err("there are no files".to_owned())
    }

    fn absolute(&self, path: &Path) -> String {
        path.display().to_string()
    }
}

/// Launches, leaves by sending `last` and, if requested, by closing the input; expects the session to continue.
fn leaves(last: Option<&str>) {
    let (input, mut client) = std::io::pipe().expect("a pipe");
    let cancelled = CancellationToken::new();
    let (begun, has_begun) = channel();
    let (ended, has_ended) = channel();
    let request = |seq: u32, command: &str| {
        framed(
            &json!({"seq": seq, "type": "request", "command": command, "arguments": {"program": "x.bp"}}).to_string(),
        )
    };
    std::thread::spawn(move || {
        let loader = Endless { cancelled: cancelled.clone(), begun };
        let served = serve(BufReader::new(input), std::io::sink(), &loader, cancelled);
        ended.send(served.is_ok()).expect("the test waits");
    });
    client.write_all(&request(1, "launch")).expect("the adapter reads");
    has_begun.recv_timeout(PATIENCE).expect("the search begins");
    if let Some(last) = last {
        client.write_all(&request(2, last)).expect("the adapter reads");
        if last == "disconnect" {
            assert_eq!(has_ended.recv_timeout(PATIENCE), Ok(true));
            return;
        }
    }
    drop(client);
    assert_eq!(has_ended.recv_timeout(PATIENCE), Ok(true));
}

#[test]
fn a_client_that_disconnects_ends_the_search() {
    leaves(Some("disconnect"));
}

#[test]
fn a_client_that_hangs_up_ends_the_search() {
    leaves(None);
}

#[test]
fn a_client_that_terminates_ends_the_search() {
    leaves(Some("terminate"));
}
