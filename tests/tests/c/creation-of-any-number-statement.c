// expect: unsafe --atomic statement
// Threads of any number begin where the statement that creates them has ended.
#include <assert.h>
#include <pthread.h>

int lock, inside;

void *worker(void *unused) {
  while (lock)
    ;
  lock = 1;
  inside++;
  assert(inside == 1);
  inside--;
  lock = 0;
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
