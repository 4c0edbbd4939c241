// A service with a pool of workers, as a program of usual size: requests come in and are answered, a log has lines, and counters
// say what happened. Workers and clients are created any number of times.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define MOST_LINES 100
#define MOST_REQUESTS 1000
#define MOST_SUM 100000
#define NOTHING (-1)

enum mood { MOOD_GOOD, MOOD_FAIR, MOOD_BAD };
enum level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_NOTE };

struct line {
  int level;
  int request;
  int weight;
};

struct requests {
  int asked;
  int answered;
  int last;
  int late;
};

struct date {
  int day;
  int month;
  int year;
};

struct report {
  int mood;
  int late;
  int weight;
  int year;
  int month;
};

struct account {
  int requests;
  int sum;
  int highest;
};

struct statistics {
  int taken;
  int finished;
  int refused;
};

// The request that came in.
static struct requests requests;

// Dates, the last report, and what is to be paid.
static struct date date = { 1, 1, 2000 };
static struct report report;
static struct account account;

// The log: its last line, and how many there are.
static struct line last_line;
static int lines;

// A lock that spins, for the short sections of the statistics.
static int spin;
static int inside;
static struct statistics statistics;

// The state of the service.
static int configured;
static int begun, ready;
static int last_result;
static int phase;

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static int larger(int a, int b) {
  return a < b ? b : a;
}

static int clamp(int value, int low, int high) {
  return smaller(larger(value, low), high);
}

// The importance of a line.
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

static void spin_lock(void) {
  while (__sync_lock_test_and_set(&spin, 1))
    ;
}

static void spin_unlock(void) {
  __sync_lock_release(&spin);
}

// Events are counted in a section of its own.
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

// Nobody but people reads the log.
static void write_line(int level, int request) {
  last_line.level = clamp(level, LEVEL_ERROR, LEVEL_NOTE);
  last_line.request = request < 0 ? NOTHING : request;
  last_line.weight = weight(level);
  lines = lines + 1;
  if (lines > MOST_LINES)
    lines = 0;
}

static void forget_lines(void) {
  last_line.level = LEVEL_NOTE;
  last_line.request = NOTHING;
  last_line.weight = 0;
  lines = 0;
}

// The first who comes prepares the service, the others wait until it is ready.
static void prepare(void) {
  if (__sync_lock_test_and_set(&begun, 1) == 0) {
    configured = 1;
    ready = 1;
  }
}

// A request is counted where it comes in, and where it is answered.
static void put(int number) {
  requests.asked = requests.asked + 1;
  requests.last = clamp(number, 0, MOST_REQUESTS);
}

static void take(void) {
  requests.answered = requests.answered + 1;
  if (requests.answered > requests.asked)
    requests.late = 1;
}

// Work on a request: nothing that others see.
static int work(int number) {
  int step = clamp(number, 1, 7);
  int sum = step;
  if (sum < 4)
    sum = sum + step;
  return smaller(sum, 20);
}

// Dates are kept as numbers of days.
static int days_of_month(int month, int is_leap) {
  if (month == 2)
    return is_leap ? 29 : 28;
  if (month == 4 || month == 6)
    return 30;
  if (month == 9 || month == 11)
    return 30;
  return 31;
}

static int is_leap_year(int year) {
  if (year % 400 == 0)
    return 1;
  if (year % 100 == 0)
    return 0;
  return year % 4 == 0;
}

static void next_day(void) {
  date.day = date.day + 1;
  if (date.day > days_of_month(date.month, is_leap_year(date.year))) {
    date.day = 1;
    date.month = date.month + 1;
  }
  if (date.month > 12) {
    date.month = 1;
    date.year = date.year + 1;
  }
}

// A report says how the service does.
static int is_above(int part, int all, int percent) {
  if (all < 1)
    return 0;
  return clamp(part, 0, all) * 100 > all * percent;
}

static int mood(void) {
  if (is_above(requests.answered, requests.asked, 90))
    return MOOD_GOOD;
  if (is_above(requests.answered, requests.asked, 50))
    return MOOD_FAIR;
  return MOOD_BAD;
}

static void write_report(void) {
  report.mood = mood();
  report.late = requests.late;
  report.weight = last_line.weight;
  report.year = date.year;
  report.month = date.month;
  if (report.mood == MOOD_BAD && report.late)
    report.weight = report.weight + 1;
}

// Prices grow with the number of requests, in steps.
static int price(int number) {
  int base = 10;
  if (number > 100)
    base = base - 1;
  if (number > 1000)
    base = base - 2;
  return larger(base * number / 10, 1);
}

static void charge(int number) {
  account.requests = account.requests + 1;
  account.sum = clamp(account.sum + price(number), 0, MOST_SUM);
  account.highest = larger(account.highest, price(number));
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
  charge(last_result);
  return 0;
}

static void *client(void *unused) {
  int number = rand();
  if (number < 0) {
    count_refused();
    write_line(LEVEL_WARNING, number);
    return 0;
  }
  put(number);
  write_line(LEVEL_NOTE, number);
  next_day();
  write_report();
  return 0;
}

// Phases only grow.
static void *watcher(void *unused) {
  phase = 1;
  assert(phase < 1000);
  return 0;
}

int main(void) {
  pthread_t thread;
  forget_lines();
  while (1) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, client, 0);
    pthread_create(&thread, 0, watcher, 0);
  }
  return 0;
}
