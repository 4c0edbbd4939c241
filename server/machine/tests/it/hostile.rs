//! Each file of `tests/hostile` is a program that wants too much: time, memory, threads, output. Its first line says how it ends under
//! limits: `// ends: fault KIND`, `// ends: exit STATUS`, or `// ends: stopped`. To add a case, add a file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_c_syntax::Options as Reading;
use boolprog_clock::{of_this_thread, since};
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::observer::Nobody;
use boolprog_machine::schedule::{First, run};

/// Number of bytes that a program may use.
const MEMORY: usize = 64 << 20;
/// Processor time after which a program is stopped that does not end itself.
const TIME: Duration = Duration::from_millis(300);
/// Processor time after which it must have ended.
const PATIENCE: Duration = Duration::from_secs(5);

/// Stops after a time, or above the memory.
struct Limits {
    start: Duration,
    time: Duration,
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.bytes > 2 * MEMORY {
            Err(Stop::Memory)
        } else if since(self.start) > self.time {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

/// The end of a program, as first lines say it.
fn end(path: &Path, text: &str, time: Duration) -> Result<String, String> {
    let program = boolprog_machine::read(&path.display().to_string(), text, &Reading::default(), "main", &Unlimited);
    let program = Arc::new(program.map_err(|why| why.to_string())?);
    let options = Options { memory: MEMORY as u64, ..Options::default() };
    let limits = Limits { start: of_this_thread(), time };
    let ended = match Machine::new(program, options, &["program"], b"", &limits) {
        Ok(mut machine) => {
            let mut environment = Environment { choices: &mut Usual, observer: &mut Nobody, control: &limits };
            run(&mut machine, &mut First::default(), &mut environment)
        }
        Err(ended) => ended,
    };
    let used = since(limits.start);
    if used > PATIENCE {
        return Err(format!("it took {used:?}"));
    }
    Ok(match ended {
        Ended::Fault(fault) => format!("fault {}", fault.kind),
        Ended::Exit(status) => format!("exit {status}"),
        Ended::Stopped(Stop::Time) => "stopped".to_owned(),
        other => format!("{other:?}"),
    })
}

#[test]
fn programs_that_want_too_much_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("the file is there");
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("// ends: ")).expect("the first line says it");
        let time = if expected == "stopped" { TIME } else { PATIENCE };
        match end(&entry.path(), &text, time) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}: {found} instead of {expected}", entry.path().display())),
            Err(why) => wrong.push(format!("{}: {why}", entry.path().display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Stops at a poll while a function is compiled.
struct Compiling;

impl Control for Compiling {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.phase == "compilation" { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

#[test]
fn the_compilation_of_a_long_function_is_stopped() {
    let text = format!("int x; int main(void) {{ {} return 0; }}", "x = x + 1; ".repeat(5_000));
    let program = boolprog_machine::read("long.c", &text, &Reading::default(), "main", &Unlimited).expect("a program");
    let machine = Machine::new(Arc::new(program), Options::default(), &["program"], b"", &Compiling);
    assert_eq!(machine.err(), Some(Ended::Stopped(Stop::Cancelled)));
}
