// verdict: violated, needs 3 threads
//
// Threads count themselves in and look whether they are the last, in two steps: two of them can find that they are.
#include <assert.h>
#include <pthread.h>

int arrived, open, last;

void *worker(void *unused) {
  arrived++;
  if (arrived == 2) {
    last++;
    assert(last == 1);
    open = 1;
  }
  while (!open)
    ;
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
