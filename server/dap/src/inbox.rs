//! Reads ahead, so that a client that leaves is noticed while a launch still searches for its counterexample.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use tokio_util::sync::CancellationToken;

use super::codec::{self, Incoming};

/// The number of messages read ahead of the one that is answered.
const AHEAD: usize = 64;

/// The messages of `input`, read in a thread of their own.
///
/// Cancels `leaving` as soon as the client asks for the end (`terminate`, `disconnect`) or the input ends.
pub(super) fn open(
    mut input: impl BufRead + Send + 'static,
    leaving: CancellationToken,
) -> Receiver<io::Result<Incoming>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread::spawn(move || {
        while let Some(incoming) = codec::read(&mut input).transpose() {
            if asks_for_the_end(&incoming) {
                leaving.cancel();
            }
            let failed = incoming.is_err();
            // The session is over when the receiver is gone.
            if sender.send(incoming).is_err() || failed {
                break;
            }
        }
        leaving.cancel();
    });
    receiver
}

fn asks_for_the_end(incoming: &io::Result<Incoming>) -> bool {
    let Ok(Incoming::Message(message)) = incoming else { return false };
    message["type"] == "request" && (message["command"] == "disconnect" || message["command"] == "terminate")
}
