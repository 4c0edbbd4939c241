// expect: safe
// The lists of BSD, with locks around them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/cdefs.h>
#include <sys/queue.h>

struct job {
  int number;
  TAILQ_ENTRY(job) jobs;
  LIST_ENTRY(job) all;
};
static TAILQ_HEAD(, job) queue = TAILQ_HEAD_INITIALIZER(queue);
static LIST_HEAD(, job) all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job jobs[2];

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  TAILQ_INSERT_TAIL(&queue, &jobs[1], jobs);
  LIST_INSERT_HEAD(&all, &jobs[1], all);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  jobs[0].number = 1;
  jobs[1].number = 2;
  TAILQ_INSERT_HEAD(&queue, &jobs[0], jobs);
  LIST_INSERT_HEAD(&all, &jobs[0], all);
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  pthread_join(thread, 0);
  int next = 1;
  struct job *job;
  TAILQ_FOREACH(job, &queue, jobs) assert(job->number == next++);
  assert(next == 3 && LIST_FIRST(&all)->number == 2);
  TAILQ_REMOVE(&queue, &jobs[0], jobs);
  LIST_REMOVE(&jobs[0], all);
  assert(TAILQ_FIRST(&queue) == &jobs[1] && LIST_NEXT(&jobs[1], all) == NULL);
  return 0;
}
