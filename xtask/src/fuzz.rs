//! Random inputs for as long as one likes.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

/// Time for each kind of input before the next round, in seconds.
const ROUND: u64 = 20;

/// Tries inputs and compares engines on random programs in rounds, each with other seeds, until a failure or the end of
/// the time. A failure names its seed, with which `--seed` begins.
pub(crate) fn run(sh: &Shell, minutes: &str, seed: Option<&str>) -> Result<()> {
    let minutes: f64 = minutes.parse().context("the number of minutes")?;
    let first: u64 = seed.map_or(Ok(1), str::parse).context("the seed")?;
    let until = Instant::now() + Duration::try_from_secs_f64(minutes * 60.0).context("the number of minutes")?;
    let _round = sh.push_env("BOOLPROG_FUZZ_SECONDS", ROUND.to_string());
    for seed in (first..).step_by(1_000_000) {
        println!("\n=== round with seed {seed}");
        let _seed = sh.push_env("BOOLPROG_FUZZ_SEED", seed.to_string());
        cmd!(sh, "cargo test --quiet -p boolprog-tests --test it -- fuzz:: --nocapture").run()?;
        cmd!(sh, "cargo test --quiet -p boolprog-tests --test it -- differential::").run()?;
        cmd!(sh, "cargo test --quiet -p boolprog-tests --test it -- machine::random").run()?;
        if Instant::now() > until {
            break;
        }
    }
    Ok(())
}
