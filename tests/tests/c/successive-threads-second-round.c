// expect: unsafe
// The thread of the second round finds what the one of the first round has left.
#include <assert.h>
#include <pthread.h>

int rounds;

void *worker(void *unused) {
  rounds++;
  assert(rounds < 2);
  return 0;
}

int main() {
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
  }
}
