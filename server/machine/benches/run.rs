//! Statements that the machine executes: loops over memory, calls, and threads with a mutex. The bar is a million a second.

use std::hint::black_box;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::Options as Reading;
use boolprog_machine::choices::Usual;
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::observer::{Event, Happening, Nobody, Observer};
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{Random, run};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Primes by a sieve.
const LOOPS: &str = "
unsigned char composite[20000];
int main(void) {
  int primes = 0;
  for (int i = 2; i < 20000; i++) {
    if (composite[i])
      continue;
    primes++;
    for (int j = 2 * i; j < 20000; j += i)
      composite[j] = 1;
  }
  return primes != 2262;
}";

/// A tree of calls.
const CALLS: &str = "
struct sum { long value; };
static void add(struct sum *sum, int value) { sum->value += value; }
static int fibonacci(struct sum *sum, int n) {
  add(sum, n);
  if (n < 2)
    return n;
  return fibonacci(sum, n - 1) + fibonacci(sum, n - 2);
}
int main(void) {
  struct sum sum = { 0 };
  return fibonacci(&sum, 18) != 2584;
}";

/// Threads that count under a mutex, in a random schedule.
const THREADS: &str = "
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;
void *counter(void *unused) {
  for (int i = 0; i < 2000; i++) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, counter, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return count != 6000;
}";

/// Counts statements of the program.
#[derive(Default)]
struct Statements(u64);

impl Observer for Statements {
    fn event(&mut self, event: &Event<'_>) {
        self.0 += u64::from(matches!(event.happening, Happening::Statement) && !event.is_hidden);
    }
}

fn execute(program: &Arc<Program>, observer: &mut dyn Observer) -> Ended {
    let machine = Machine::new(Arc::clone(program), Options::default(), &["program"], &[], &Unlimited);
    let mut machine = machine.expect("initial values without faults");
    let mut environment = Environment { choices: &mut Usual, observer, control: &Unlimited };
    run(&mut machine, &mut Random::new(1, 20), &mut environment)
}

fn running(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("run");
    for (name, text) in [("loops", LOOPS), ("calls", CALLS), ("threads", THREADS)] {
        let program = boolprog_machine::read("program.c", text, &Reading::default(), "main", &Unlimited);
        let program = Arc::new(program.expect("a program without mistakes"));
        let mut statements = Statements::default();
        assert_eq!(execute(&program, &mut statements), Ended::Exit(0), "{name}");
        group.throughput(Throughput::Elements(statements.0));
        group.bench_function(name, |bencher| bencher.iter(|| execute(black_box(&program), &mut Nobody)));
    }
}

criterion_group!(benches, running);
criterion_main!(benches);
