//! The server's own life: it outlives neither the process that started it nor the client.

use std::time::Duration;

use tokio::task::JoinHandle;

use crate::session::state::Shared;

/// Time between two looks at the parent. A parent that dies also closes standard input, so this is a second line of
/// defence.
const INTERVAL: Duration = Duration::from_secs(1);

/// Time for a client that has hung up to read its answers.
const PARTING: Duration = Duration::from_secs(10);

/// Ends a little after the input did: a client that has hung up and does not read either keeps no server alive.
pub(crate) async fn hung_up(input: JoinHandle<()>) {
    let _ = input.await;
    tokio::time::sleep(PARTING).await;
}

/// Ends when the process that the client named in `initialize` is gone; never, if it named none.
pub(crate) async fn parent_died(shared: &Shared) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        if shared.parent().is_some_and(|parent| !is_alive(parent)) {
            return;
        }
    }
}

/// `true` if a process exists, even one that may not be asked.
#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    id.is_some_and(|id| rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

/// On other systems only the end of standard input shows that the client has ended.
#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
