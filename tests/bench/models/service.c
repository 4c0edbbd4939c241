// A service with a pool of workers, as a program of usual size: requests wait for workers, a log has lines, and counters say
// what happened. Workers and clients are created any number of times.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
#define LINES 4
#define LEVELS 3
#define NOTHING (-1)

enum level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_NOTE };

struct line {
  int level;
  int request;
};

struct statistics {
  int taken;
  int finished;
  int refused;
};

// The requests that wait.
static int waiting;
static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_not_empty = PTHREAD_COND_INITIALIZER;

// The log: its last line, and the place of the next one.
static struct line last_line;
static int next_line;
static int level_of_log = LEVEL_WARNING;
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;

// A lock that spins, for the short sections of the statistics.
static int spin;
static int inside;
static struct statistics statistics;

// The state of the service.
static atomic_int is_open;
static int configured;
static int limit = SLOTS;
static int begun, ready;
static int last_result;

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int larger(int a, int b) {
  return a < b ? b : a;
}

static int clamp(int value, int low, int high) {
  return smaller(larger(value, low), high);
}

static void spin_lock(void) {
  while (__sync_lock_test_and_set(&spin, 1))
    ;
}

static void spin_unlock(void) {
  __sync_lock_release(&spin);
}

// What happened is counted in a section of its own.
static void count_taken(void) {
  spin_lock();
  inside++;
  assert(inside == 1);
  statistics.taken = 1;
  inside--;
  spin_unlock();
}

static void count_finished(void) {
  spin_lock();
  inside++;
  assert(inside == 1);
  statistics.finished = 1;
  inside--;
  spin_unlock();
}

static void count_refused(void) {
  spin_lock();
  inside++;
  statistics.refused = 1;
  inside--;
  spin_unlock();
}

// Lines are written in turn, the oldest first.
static void write_line(int level, int request) {
  if (level > level_of_log)
    return;
  pthread_mutex_lock(&log_mutex);
  last_line.level = level;
  last_line.request = request;
  next_line = next_line + 1;
  if (next_line == LINES)
    next_line = 0;
  assert(next_line < LINES);
  pthread_mutex_unlock(&log_mutex);
}

static void forget_lines(void) {
  pthread_mutex_lock(&log_mutex);
  last_line.level = LEVEL_NOTE;
  last_line.request = NOTHING;
  next_line = 0;
  pthread_mutex_unlock(&log_mutex);
}

// The first who comes prepares the service, the others wait until it is ready.
static void prepare(void) {
  if (__sync_lock_test_and_set(&begun, 1) == 0) {
    configured = 1;
    ready = 1;
  }
}

// A request waits if there is room.
static int put(void) {
  int is_put = 0;
  pthread_mutex_lock(&queue_mutex);
  if (waiting < limit) {
    waiting = waiting + 1;
    assert(waiting <= SLOTS);
    is_put = 1;
    pthread_cond_signal(&queue_not_empty);
  }
  pthread_mutex_unlock(&queue_mutex);
  return is_put;
}

// A worker waits for a request, and takes it.
static void take(void) {
  pthread_mutex_lock(&queue_mutex);
  while (waiting == 0)
    pthread_cond_wait(&queue_not_empty, &queue_mutex);
  waiting = waiting - 1;
  assert(waiting >= 0);
  pthread_mutex_unlock(&queue_mutex);
}

// Work on a request: nothing that others see.
static int work(int number) {
  int sum = 0;
  int step = clamp(number, 1, 7);
  for (int i = 0; i < 3; i++) {
    sum = sum + step;
    if (sum > 20)
      sum = 20;
  }
  return sum;
}

static int weight(int level) {
  switch (level) {
  case LEVEL_ERROR:
    return 3;
  case LEVEL_WARNING:
    return 2;
  default:
    return 1;
  }
}

// How important the log is.
static int weight_of_log(void) {
  int sum = 0;
  for (int i = 0; i < LEVELS; i++) {
    if (last_line.request != NOTHING && last_line.level == i)
      sum = sum + weight(i);
  }
  return sum;
}

static void *worker(void *unused) {
  prepare();
  if (!ready)
    return 0;
  assert(configured == 1);
  take();
  count_taken();
  last_result = work(rand());
  count_finished();
  return 0;
}

static void *client(void *unused) {
  int number = rand();
  if (!atomic_load(&is_open)) {
    count_refused();
    return 0;
  }
  if (!put()) {
    count_refused();
    write_line(LEVEL_WARNING, number);
    return 0;
  }
  write_line(LEVEL_NOTE, number);
  return 0;
}

static void *logger(void *unused) {
  int heavy = 0;
  while (atomic_load(&is_open)) {
    int weight = weight_of_log();
    if (weight > 2) {
      heavy = 1;
      forget_lines();
    }
  }
  if (heavy)
    write_line(LEVEL_ERROR, NOTHING);
  return 0;
}

static void *closer(void *unused) {
  atomic_store(&is_open, 0);
  write_line(LEVEL_WARNING, NOTHING);
  return 0;
}

static void configure(int level) {
  level_of_log = clamp(level, LEVEL_ERROR, LEVEL_NOTE);
  limit = SLOTS;
}

int main(void) {
  pthread_t thread;
  configure(LEVEL_NOTE);
  forget_lines();
  atomic_store(&is_open, 1);
  pthread_create(&thread, 0, logger, 0);
  pthread_create(&thread, 0, closer, 0);
  while (1) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, client, 0);
  }
  return 0;
}
