// verdict: violated, needs 3 threads
//
// A worker looks at the next job and takes it in two steps: another one can look in between.
#include <assert.h>
#include <pthread.h>

#define JOBS 4

int next;
int done[JOBS];

void *worker(void *unused) {
  int job = next;
  if (job < JOBS) {
    next = job + 1;
    assert(!done[job]);
    done[job] = 1;
  }
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
